/** The administrator's commands about what administrators did. */
import { command } from '../../server/commands/command';
import { listActs } from '../operator/audit';
import { accountOf, limitOf, limitOption, timeOf, withTools, type Tools } from './tools';

export const auditCommands = [
	command('audit list', {
		does: 'lists what administrators did, who and why, the newest first',
		options: {
			account: { value: 'ID|NAME', meaning: 'done to this account alone' },
			subject: { value: 'ID', meaning: 'done to this market, asset, transfer, key or alarm alone' },
			from: { value: 'TIME', meaning: 'its begin: a date or a time in UTC' },
			to: { value: 'TIME', meaning: 'its end' },
			...limitOption,
		},
		run: withTools(list),
	}),
];

interface ListValues {
	readonly account: string | undefined;
	readonly subject: string | undefined;
	readonly from: string | undefined;
	readonly to: string | undefined;
	readonly limit: string;
}

async function list(tools: Tools, values: ListValues): Promise<unknown> {
	const { account } = values;
	const end = timeOf(values, 'to');
	const acts = await listActs(tools.database, {
		subject: account === undefined ? values.subject : (await accountOf(tools, account)).id,
		startTime: timeOf(values, 'from') ?? undefined,
		// The end of a period is not in it.
		endTime: end === null ? undefined : end - 1,
		limit: limitOf(values.limit),
		offset: 0,
	});
	return acts.map((act) => ({ ...act, time: new Date(act.time).toISOString() }));
}
