/**
 * The administrator's commands about settlement: reconciliation, statements, transfers held for
 * review and alarms. What they do is done in rooms of their own; here options become calls and
 * results become answers.
 */
import { command } from '../../server/commands/command';
import { openArchive } from '../archive/open';
import { CommandFault } from '../../server/commands/command-fault';
import { exitCodes, reportJson, reportText } from '../reconciliation/comparison';
import { probeKeys, reconcile } from '../reconciliation/reconcile';
import { openAlarms } from '../alarms/alarms';
import { clear, resume, review } from '../operating/settlement-acts';
import { decisions } from '../settlement/intent/review-decision';
import { intentStates, type IntentState } from '../settlement/intent/intent';
import {
	describeIntents,
	describeMoved,
	describeWithSteps,
} from '../settlement/intents/intent-report';
import {
	statementFormats,
	statementText,
	type Period,
	type StatementFormat,
} from '../statements/statement';
import { withStatement } from '../statements/statements';
import {
	accountOf,
	accountOption,
	acting,
	idOption,
	limitOf,
	limitOption,
	reasonOption,
	timeOf,
	withTools,
	withTreasury,
	type Tools,
} from './tools';

export const bookCommands = [
	command('settlement reconcile', {
		does: 'compares books and tracker; ends with 0: they agree, 3: they differ, 4: not known',
		options: {
			format: {
				value: 'FORMAT',
				meaning: 'of the report',
				choices: ['text', 'json'],
				default: 'text',
			},
		},
		run: withTools(reconcileNow),
	}),
	command('settlement statement', {
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
		run: withTools(statement),
	}),
	command('settlement resume-payouts', {
		does: 'lets payouts go on that were stopped',
		options: {
			asset: { value: 'CODE', meaning: 'of this asset alone, where the tracker held too little' },
			...reasonOption,
		},
		run: withTools(async (tools, { asset, reason }) => {
			const resumed = await resume(acting(tools, reason), asset);
			if (asset === undefined || resumed.resumedAssets.length > 0) return resumed;
			throw new CommandFault(`payouts of ${asset} are not stopped`);
		}),
	}),
];

export const intentCommands = [
	command('settlement intents', {
		does: 'lists transfers, the newest first',
		options: {
			state: { value: 'STATE', meaning: 'in this state alone', choices: intentStates },
			account: { value: 'ID|NAME', meaning: 'of this account alone' },
			...limitOption,
		},
		run: withTools(intents),
	}),
	command('settlement intent', {
		does: 'shows a transfer with every step of it',
		options: idOption,
		run: withTools(({ database }, { id }) => describeWithSteps(database, id)),
	}),
	command('settlement review', {
		does: 'decides on a transfer that is held for review',
		options: {
			...idOption,
			decision: {
				value: 'DECISION',
				meaning: 'what became of it, or what is to',
				isNeeded: true,
				choices: decisions,
			},
			...reasonOption,
		},
		run: withTools(async (tools, { id, decision, reason }) => {
			const intent = await withTreasury(tools, (treasury) =>
				review(acting(tools, reason), treasury, { id, decision }),
			);
			return describeMoved(tools.database, intent);
		}),
	}),
	command('settlement alarms', {
		does: 'lists the open alarms',
		run: withTools(async ({ database }) =>
			(await openAlarms(database)).map(({ raisedAt, ...alarm }) => ({
				...alarm,
				raisedAt: new Date(raisedAt).toISOString(),
			})),
		),
	}),
	command('settlement clear-alarm', {
		does: 'puts an alarm aside',
		options: { ...idOption, ...reasonOption },
		run: withTools(async (tools, { id, reason }) => {
			if (await clear(acting(tools, reason), id)) return { id, cleared: true };
			throw new CommandFault(`there is no open alarm ${id}`);
		}),
	}),
];

async function reconcileNow(
	tools: Tools,
	{ format }: { readonly format: 'text' | 'json' },
): Promise<unknown> {
	return withTreasury(tools, async (treasury) => {
		await probeKeys(treasury);
		const report = await reconcile(treasury);
		tools.endWith(exitCodes[report.verdict]);
		if (format === 'json') return reportJson(report);
		await tools.terminal.write(reportText(report));
		return undefined;
	});
}

interface StatementValues {
	readonly account: string;
	readonly from: string | undefined;
	readonly to: string | undefined;
	readonly format: StatementFormat;
}

async function statement(tools: Tools, values: StatementValues): Promise<undefined> {
	const account = await accountOf(tools, values.account);
	const period: Period = { from: timeOf(values, 'from'), to: timeOf(values, 'to') };
	if (period.from !== null && period.to !== null && period.from >= period.to) {
		throw new CommandFault('--from must be before --to');
	}
	const head = { account, period };
	const request = { accountId: account.id, period, archive: openArchive(tools.config)?.archive };
	await withStatement(tools.database, request, async (items) => {
		const pieces = statementText(items, { head, format: values.format });
		for await (const piece of pieces) await tools.terminal.write(piece);
	});
}

interface IntentsValues {
	readonly account: string | undefined;
	readonly state: IntentState | undefined;
	readonly limit: string;
}

async function intents(tools: Tools, { account, state, limit }: IntentsValues): Promise<unknown> {
	const accountId = account === undefined ? undefined : (await accountOf(tools, account)).id;
	return describeIntents(tools.database, { limit: limitOf(limit), accountId, state });
}
