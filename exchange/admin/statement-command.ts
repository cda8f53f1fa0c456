/** Its output is a file of its own form, read in parts from the archive, too. */
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { openArchive } from '../history/archive/open';
import {
	readTime,
	statementFormats,
	statementText,
	type Period,
} from '../history/statements/statement';
import { withStatement } from '../history/statements/statements';
import { accountOf, accountOption, withTools } from './tools';

export const statementCommand = command('statement', {
	does: 'every movement of a trader with running balances',
	options: {
		...accountOption,
		from: { value: 'TIME', meaning: 'its begin: a date or a time in UTC' },
		to: { value: 'TIME', meaning: 'its end' },
		format: {
			value: 'FORMAT',
			meaning: 'of the statement',
			choices: statementFormats,
			default: 'csv',
		},
	},
	run: withTools(async (tools, { accountId, from, to, format }) => {
		const account = await accountOf(tools, accountId);
		const period: Period = { from: timeOf('from', from), to: timeOf('to', to) };
		if (period.from !== null && period.to !== null && period.from >= period.to) {
			throw new CommandFault('--from must be before --to');
		}
		const head = { account, period };
		const request = { accountId: account.id, period, archive: openArchive(tools.config)?.archive };
		await withStatement(tools.database, request, async (items) => {
			for await (const piece of statementText(items, { head, format })) {
				await tools.terminal.write(piece);
			}
		});
	}),
});

function timeOf(name: keyof Period, given: string | undefined): number | null {
	const time = given === undefined ? null : readTime(given, name);
	if (given === undefined || time !== null) return time;
	const form = 'a date such as 2026-11-20 or a time such as 2026-11-20T08:00:00Z';
	throw new CommandFault(`--${name} must be ${form}`);
}
