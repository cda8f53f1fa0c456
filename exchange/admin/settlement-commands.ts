/** Commands about settlement: reconciliation, statements, transfers held for review, and alarms. */
import { command, found } from '../../server/commands/command';
import { openArchive } from '../history/archive/open';
import { CommandFault } from '../../server/commands/command-fault';
import { exitCodes, reportJson, reportText } from '../history/reconciliation/comparison';
import { openAlarms } from '../guard/alarms';
import { evidenceWire, readStops, reconciliationWire } from '../handlers/operator/managed-wire';
import { listReconciliations } from '../history/reconciliation/history';
import { inspectTransfer } from '../settlement/carrying/evidence-reading';
import { listTransfers } from '../settlement/store/all-transfers';
import { findIntent } from '../settlement/store/intents';
import type { Treasury } from '../settlement/treasury';
import { clear, reconcileNow, resume, review } from '../operator/actions/settlement-actions';
import { decisions, type Decision } from '../settlement/state/review-decision';
import { intentStates, type IntentState } from '../settlement/state/intent';
import {
	describeIntents,
	describeMoved,
	describeWithSteps,
} from '../settlement/store/intent-report';
import {
	statementFormats,
	statementText,
	type Period,
	type StatementFormat,
} from '../history/statements/statement';
import { withStatement } from '../history/statements/statements';
import {
	accountOf,
	accountOption,
	auditContext,
	idOption,
	limitOf,
	listMax,
	limitOption,
	optionalReason,
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
			...optionalReason,
		},
		run: withTools(reconcileBooks),
	}),
	command('settlement history', {
		does: 'lists what comparisons of books and tracker found, the newest first',
		options: limitOption,
		run: withTools(async ({ database }, { limit }) => {
			const page = { limit: limitOf(limit), offset: 0 };
			return (await listReconciliations(database, page)).map(reconciliationWire);
		}),
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
	command('settlement payout-stops', {
		does: 'shows whether payouts are stopped, and of which assets',
		run: withTools(({ database }) => readStops(database)),
	}),
	command('settlement resume-payouts', {
		does: 'lets payouts go on that were stopped',
		options: {
			asset: { value: 'CODE', meaning: 'of this asset alone, where the tracker held too little' },
			...reasonOption,
		},
		run: withTools(async (tools, { asset, reason }) => {
			const resumed = await resume(auditContext(tools, reason), asset);
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
	command('settlement evidence', {
		does: 'reads from the tracker what there is to decide on a transfer by',
		options: idOption,
		run: withTools((tools, { id }) => withTreasury(tools, (treasury) => evidence(treasury, id))),
	}),
	command('settlement review', {
		does: 'decides on a transfer that is held for review, or on all that are held for one reason',
		options: {
			id: { ...idOption.id, isNeeded: false },
			heldFor: { value: 'REASON', meaning: 'every one held for exactly this, in place of --id' },
			decision: {
				value: 'DECISION',
				meaning: 'what became of it, or what is to',
				isNeeded: true,
				choices: decisions,
			},
			...reasonOption,
		},
		run: withTools(reviewTransfers),
	}),
	command('settlement alarms', {
		does: 'lists the open alarms',
		run: withTools(async ({ database }) =>
			(await openAlarms(database)).map(({ raisedAt, clearedAt: _, ...alarm }) => ({
				...alarm,
				raisedAt: new Date(raisedAt).toISOString(),
			})),
		),
	}),
	command('settlement clear-alarm', {
		does: 'puts an alarm aside',
		options: { ...idOption, ...reasonOption },
		run: withTools(async (tools, { id, reason }) => {
			if (await clear(auditContext(tools, reason), id)) return { id, cleared: true };
			throw new CommandFault(`there is no open alarm ${id}`);
		}),
	}),
];

interface ReviewOptions {
	readonly id?: string | undefined;
	readonly heldFor?: string | undefined;
	readonly decision: Decision;
	readonly reason: string;
}

async function reviewTransfers(tools: Tools, options: ReviewOptions): Promise<unknown> {
	const { id, heldFor } = options;
	if ((id === undefined) === (heldFor === undefined)) {
		throw new CommandFault('give either --id or --held-for');
	}
	return withTreasury(tools, (treasury) => {
		if (id !== undefined) return decide(tools, treasury, { ...options, id });
		return decideAll(tools, treasury, options);
	});
}

/** Each by itself: one that cannot be decided so is told, and keeps none of the others. */
async function decideAll(
	tools: Tools,
	treasury: Treasury,
	{ heldFor, ...decision }: ReviewOptions,
): Promise<unknown> {
	const asked = { status: 'HELD_FOR_REVIEW', reason: heldFor, limit: listMax, offset: 0 } as const;
	const held = await listTransfers(tools.database, asked);
	if (held.length === 0) throw new CommandFault('no transfer is held for exactly this reason');
	const results: unknown[] = [];
	for (const { id } of held) {
		try {
			results.push(await decide(tools, treasury, { ...decision, id }));
		} catch (fault) {
			if (!(fault instanceof CommandFault)) throw fault;
			results.push({ id, refused: fault.message });
		}
	}
	return results;
}

async function decide(
	tools: Tools,
	treasury: Treasury,
	{ id, decision, reason }: ReviewOptions & { readonly id: string },
) {
	const intent = await review(auditContext(tools, reason), treasury, { id, decision });
	return describeMoved(tools.database, intent);
}

async function reconcileBooks(
	tools: Tools,
	{ format, reason }: { readonly format: 'text' | 'json'; readonly reason: string | undefined },
): Promise<unknown> {
	return withTreasury(tools, async (treasury) => {
		const { report } = await reconcileNow(auditContext(tools, reason), treasury);
		tools.endWith(exitCodes[report.verdict]);
		if (format === 'json') return reportJson(report);
		await tools.terminal.write(reportText(report));
		return undefined;
	});
}

async function evidence(treasury: Treasury, id: string): Promise<unknown> {
	const intent = found(await findIntent(treasury.database, id), `there is no intent ${id}`);
	return evidenceWire(treasury.database, intent, await inspectTransfer(treasury, intent));
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
