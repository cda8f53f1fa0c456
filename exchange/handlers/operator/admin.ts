/** Maintenance of the whole exchange, whose reason is public, and the audit log. */
import type { Model } from '../../../api/types';
import { known } from '../../../server/known';
import { refuse } from '../../../server/refusal';
import { listActs, type WrittenAct } from '../../guard/audit';
import {
	endMaintenance,
	readMaintenance,
	setMaintenance,
	type Maintenance,
} from '../../guard/maintenance';
import type { Handlers, OperatorParts } from '../../operations/handler';
import { perform } from './acting';
import { lockBeginnings } from './freezing';

export function adminHandlers(
	parts: OperatorParts,
): Handlers<'exchangeStatus' | 'listAdminActions' | 'beginMaintenance' | 'endMaintenance'> {
	const { database } = parts;
	return {
		exchangeStatus: async () => statusWire(await readMaintenance(database)),
		listAdminActions: async (_administrator, asked) =>
			(await listActs(database, asked)).map(actWire),
		beginMaintenance: (by, { endsAt, reason }) =>
			perform(parts, { by, reason }, async (transaction, record) => {
				await lockBeginnings(transaction);
				await setMaintenance(transaction, parts, { reason, endsAt });
				const end = endsAt === undefined ? undefined : new Date(endsAt).toISOString();
				await record('MAINTENANCE_BEGIN', 'exchange', { endsAt: end });
				return statusWire(await readMaintenance(transaction));
			}),
		endMaintenance: (by, { reason }) =>
			perform(parts, { by, reason }, async (transaction, record) => {
				if (!(await endMaintenance(transaction))) throw refuse('Exchange_NotInMaintenance');
				await record('MAINTENANCE_END', 'exchange');
				return statusWire(undefined);
			}),
	};
}

function actWire({ actor, details, reason, ...act }: WrittenAct): Model<'AdminAction'> {
	const { kind, name } = actor;
	return {
		...act,
		actor: { kind, ...(actor.kind === 'KEY' && { keyId: actor.id }), name },
		details: Object.entries(details).map(([name, value]) => ({ name, value: String(value) })),
		...(reason !== null && { reason }),
	};
}

function statusWire(maintenance: Maintenance | undefined): Model<'ExchangeStatus'> {
	if (maintenance === undefined) return { status: 'NORMAL' };
	return known({ status: 'MAINTENANCE', ...maintenance } as const);
}
