import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { beginMaintenance, endMaintenance } from '../operator/actions/maintenance-actions';
import { readMaintenance, type Maintenance } from '../guard/maintenance';
import { auditContext, reasonOption, timeOf, withTools } from './tools';

export const maintenanceCommands = [
	command('maintenance begin', {
		does: 'takes the whole exchange into maintenance: cancelling, reading and settlement go on',
		options: {
			to: { value: 'TIME', meaning: 'when it is announced to end; it ends when you end it' },
			reason: { ...reasonOption.reason, meaning: 'why; everybody can read it' },
		},
		run: withTools(async (tools, { to, reason }) => {
			const endsAt = timeOf({ from: undefined, to }, 'to') ?? undefined;
			return shown(await beginMaintenance({ ...auditContext(tools, reason), reason }, { endsAt }));
		}),
	}),
	command('maintenance end', {
		does: 'takes the exchange out of maintenance',
		options: reasonOption,
		run: withTools(async (tools, { reason }) => {
			if (await endMaintenance(auditContext(tools, reason))) return shown(undefined);
			throw new CommandFault('the exchange is not in maintenance');
		}),
	}),
	command('maintenance show', {
		does: 'shows whether the exchange is in maintenance',
		run: withTools(async ({ database }) => shown(await readMaintenance(database))),
	}),
];

function shown(maintenance: Maintenance | undefined): unknown {
	if (maintenance === undefined) return { status: 'NORMAL' };
	const { since, reason, endsAt } = maintenance;
	const time = (at: number) => new Date(at).toISOString();
	const end = endsAt === undefined ? null : time(endsAt);
	return { status: 'MAINTENANCE', since: time(since), endsAt: end, reason };
}
