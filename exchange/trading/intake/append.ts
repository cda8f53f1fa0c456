/**
 * One transaction of the intake: reads what the submissions depend on, gives each its sequence and
 * hold, and writes commands, orders and postings. A refused submission leaves no trace. Each
 * submission sees the balances and orders left by those before it.
 */
import { insertAll } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import { commandText, type LaneCommand } from '../lane/command-text';
import type { Appended } from '../lane/lane';
import type { LoggedCommand } from '../lane/lane-state';
import type { Reservation } from '../ledger/reservations';
import type { Market } from '../markets/market';
import { refuse, Refusal } from '../../../server/refusal';
import { withinLimits } from './account-limits';
import { AppendedPairs } from './appended-pairs';
import { clientKey } from './earlier-orders';
import { heldAsset } from './holding-terms';
import { isAnyArchived, lockLogs, type Log } from './logs';
import { loadContext, type AppendContext } from './append-context';
import type { PairSubmission } from './order-pair';
import { asksForSame, requestText, type StoredRequest } from './request-text';
import {
	openingAccountOf,
	orderCommand,
	plainCommand,
	type Entry,
	type NewOrderSubmission,
	type Submission,
} from './submission';

export interface Accepted {
	readonly market: string;
	/** Position in the log; for a new order also its id. For a repeated order list, the list's id. */
	readonly sequence: number;
	/** True if the same order was accepted before; nothing was done now. */
	readonly repeated: boolean;
	/** A new order as it is stored. */
	readonly order?: AcceptedOrder;
}

export interface AcceptedOrder {
	readonly clientOrderId: string;
	readonly request: StoredRequest;
	readonly createdAt: number;
}

export type SubmissionOutcome = Accepted | Refusal;

/** Commands made of a submission. */
interface AppendedSubmission {
	readonly commands: readonly LaneCommand[];
	readonly order?: AcceptedOrder;
}

export interface AppendedBatch extends Appended {
	/** In the order of the entries. */
	readonly outcomes: readonly SubmissionOutcome[];
}

/** Appends the entries in their order; `now` is in milliseconds. */
export async function append(
	transaction: Database,
	batch: readonly Entry[],
	now: number,
): Promise<AppendedBatch> {
	const logs = await lockLogs(
		transaction,
		batch.map(({ market }) => market.description.symbol),
	);
	// Read only after the logs are locked, so nobody can append to these markets in between.
	const writer = new LogWriter(
		logs,
		await loadContext(transaction, batch, { now, isAnyArchived: isAnyArchived(logs) }),
	);
	const outcomes = batch.map(({ market, submission }) => {
		try {
			return writer.add(market, submission);
		} catch (fault) {
			if (fault instanceof Refusal) return fault;
			throw fault;
		}
	});
	await writer.write(transaction);
	return { outcomes, commands: writer.commands };
}

/** Collects what one transaction appends to the logs. */
class LogWriter {
	/** By market. */
	readonly commands = new Map<string, LoggedCommand[]>();
	private readonly orders: (readonly (string | number)[])[] = [];
	private readonly changed = new Map<string, Log>();
	private readonly pairs: AppendedPairs;

	constructor(
		private readonly logs: ReadonlyMap<string, Log>,
		private readonly context: AppendContext,
	) {
		this.pairs = new AppendedPairs(context);
	}

	add(market: Market, submission: Submission): Accepted {
		const symbol = market.description.symbol;
		const log = this.logs.get(symbol);
		if (log === undefined) throw refuse('Exchange_MarketNotFound', symbol);
		if (submission.kind === 'ORDER') {
			const earlier = this.earlierResult(market, submission);
			if (earlier !== undefined) return earlier;
		}
		if (submission.kind === 'OCO') {
			const listId = this.pairs.earlierListId(market, submission);
			if (listId !== undefined) return { market: symbol, sequence: listId, repeated: true };
		}
		this.context.archived.check(submission);
		const openingAccount = openingAccountOf(submission);
		if (openingAccount !== undefined) this.context.restrictions.check(openingAccount);
		checkStatus(symbol, log.status, submission.kind);
		const sequence = log.lastSequence + 1;
		const time = Math.max(log.lastTime, this.context.now);
		const { commands, order } = this.commandsOf(market, submission, { log, sequence, time });
		const appended = this.commands.get(symbol) ?? [];
		this.commands.set(symbol, appended);
		for (const command of commands) {
			log.lastSequence += 1;
			appended.push({ sequence: log.lastSequence, acceptedAt: time, command });
		}
		log.lastTime = time;
		this.changed.set(symbol, log);
		return { market: symbol, sequence, repeated: false, order };
	}

	async write(transaction: Database): Promise<void> {
		const commands = [...this.commands].flatMap(([market, appended]) =>
			appended.map(({ sequence, acceptedAt, command }) => [
				market,
				sequence,
				commandText(command),
				acceptedAt,
			]),
		);
		const logs = [...this.changed].map(([market, log]) => [market, log.lastSequence, log.lastTime]);
		await insertAll(transaction, [
			{ ...movedLog, rows: logs },
			{ ...newCommand, rows: commands },
			{ ...newOrder, rows: this.orders },
			this.pairs.insertion(),
			...this.context.balances.insertions(),
		]);
		await this.context.reservations.write(this.context.now);
	}

	/** Returns the earlier result of the same order; refuses another order with the same id. */
	private earlierResult(market: Market, submission: NewOrderSubmission): Accepted | undefined {
		const { accountId, clientOrderId } = submission;
		if (clientOrderId === undefined) return undefined;
		const found = this.context.earlier.get(clientKey(accountId, clientOrderId));
		if (found === undefined) return undefined;
		const same =
			found.market === market.description.symbol &&
			asksForSame(found.request, keptRequest(submission));
		if (!same) throw refuse('Exchange_ClientOrderIdReused', clientOrderId);
		return { market: found.market, sequence: found.orderId, repeated: true };
	}

	private commandsOf(
		market: Market,
		submission: Submission,
		{ log, ...position }: { readonly log: Log; readonly sequence: number; readonly time: number },
	): AppendedSubmission {
		if (submission.kind === 'ORDER') {
			return this.newOrder(market, withSelfTradeMode(submission, log), position);
		}
		if (submission.kind === 'OCO') {
			return this.newPair(market, pairWithSelfTradeMode(submission, log), position);
		}
		return { commands: [plainCommand(submission)] };
	}

	private newPair(
		market: Market,
		submission: PairSubmission,
		position: { readonly sequence: number; readonly time: number },
	): AppendedSubmission {
		const { commands, orders } = this.pairs.append(market, submission, position);
		for (const { market: symbol, orderId, accountId, clientOrderId, request } of orders) {
			this.orders.push([symbol, orderId, accountId, clientOrderId, request, position.time]);
		}
		return { commands };
	}

	private newOrder(
		market: Market,
		submission: NewOrderSubmission,
		{ sequence, time }: { readonly sequence: number; readonly time: number },
	): AppendedSubmission {
		const { accountId, terms, origOrderId } = submission;
		const symbol = market.description.symbol;
		const asset = heldAsset(market, terms);
		const { balances, originals, shown } = this.context;
		const reserved = this.reservedFor(market, submission);
		const available = balances.of(accountId, asset).available + (reserved?.held ?? 0n);
		const original =
			origOrderId === undefined ? undefined : originals.of({ market, accountId, origOrderId });
		const expected = shown.expectedBy({ market, terms });
		const circumstances = { market, sequence, available, original, expected };
		const command = withinLimits(this.context.restrictions, market, {
			order: orderCommand(submission, circumstances),
			asset,
			expected,
			held: balances.of(accountId, asset).held - (reserved?.held ?? 0n),
		});
		if (reserved !== undefined) this.context.reservations.end(balances, reserved, 'PLACED');
		if (command.hold > 0n) {
			const amount = command.hold;
			const own = { from: accountId, to: accountId, orderId: sequence };
			balances.post(symbol, { sequence, position: 0, kind: 'HOLD', asset, amount, ...own });
		}
		const kept = keptRequest(submission);
		const request = requestText(kept);
		const { clientOrderId } = command;
		this.orders.push([symbol, sequence, accountId, clientOrderId, request, time]);
		const key = clientKey(accountId, clientOrderId);
		this.context.earlier.set(key, { market: symbol, orderId: sequence, request });
		return { commands: [command], order: { clientOrderId, request: kept, createdAt: time } };
	}

	/** Returns the reservation made for this order. */
	private reservedFor(
		{ description }: Market,
		{ accountId, clientOrderId, isFunded }: NewOrderSubmission,
	): Reservation | undefined {
		if (isFunded !== true || clientOrderId === undefined) return undefined;
		const found = this.context.reservations.of({ accountId, clientOrderId });
		return found?.market === description.symbol ? found : undefined;
	}
}

const movedLog = {
	table: 'logs',
	columns: ['market', 'last_sequence', 'last_time'],
	ending:
		'on conflict (market) do update set last_sequence = excluded.last_sequence, last_time = excluded.last_time',
} as const;

const newCommand = {
	table: 'commands',
	columns: ['market', 'sequence', 'body', 'accepted_at'],
} as const;

const newOrder = {
	table: 'orders',
	columns: ['market', 'order_id', 'account_id', 'client_order_id', 'request', 'created_at'],
} as const;

/**
 * An order keeps the self-trade mode it was accepted with, even if the market's default changes.
 */
function withSelfTradeMode(
	submission: NewOrderSubmission,
	{ selfTradePreventionMode }: Log,
): NewOrderSubmission {
	return { ...submission, terms: { selfTradePreventionMode, ...submission.terms } };
}

function pairWithSelfTradeMode({ limit, stop, ...pair }: PairSubmission, log: Log): PairSubmission {
	const { selfTradePreventionMode } = log;
	const withMode = ({ clientOrderId, terms }: PairSubmission['limit']) => ({
		clientOrderId,
		terms: { selfTradePreventionMode, ...terms },
	});
	return { ...pair, limit: withMode(limit), stop: withMode(stop) };
}

/** Two requests are the same order if these terms are equal. */
function keptRequest({ terms, origOrderId }: NewOrderSubmission): StoredRequest {
	return { ...terms, origOrderId };
}

/** The exchange's own submissions are taken in any status. */
const ownKinds: ReadonlySet<Submission['kind']> = new Set(['STATUS', 'RULES', 'EXPIRE']);

/**
 * Refuses early, so that no money is held in vain. While the status is changing, the engine decides.
 */
function checkStatus(symbol: string, status: string, kind: Submission['kind']): void {
	if (status === 'TRADING' || ownKinds.has(kind)) return;
	if (kind === 'ORDER' || kind === 'OCO' || status === 'HALT') {
		throw refuse('Exchange_MarketNotTrading', symbol, status);
	}
}
