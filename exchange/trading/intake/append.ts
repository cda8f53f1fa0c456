/**
 * One transaction of the intake: reads what its submissions depend on, gives each its sequence and
 * its hold, and writes commands, orders and postings. A refused submission leaves no trace, and
 * those behind it see the balances and orders of those before it.
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
import { lookUp, type AppendContext } from './append-context';
import type { PairSubmission } from './order-pair';
import { asksForSame, requestText, type KeptRequest } from './request-text';
import {
	beginnerOf,
	orderCommand,
	plainCommand,
	type Entry,
	type NewOrderSubmission,
	type Submission,
} from './submission';

export interface Accepted {
	readonly market: string;
	/** The place in the log; of a new order also its id. */
	readonly sequence: number;
	/** True when the same order had been accepted before, and nothing was done now. */
	readonly repeated: boolean;
	/** A new order as it is kept. */
	readonly order?: AcceptedOrder;
}

export interface AcceptedOrder {
	readonly clientOrderId: string;
	readonly request: KeptRequest;
	readonly createdAt: number;
}

export type Outcome = Accepted | Refusal;

/** What a submission becomes. */
interface AppendedOrder {
	readonly commands: readonly LaneCommand[];
	readonly order?: AcceptedOrder;
}

export interface AppendedBatch extends Appended {
	/** They stand as the entries do. */
	readonly outcomes: readonly Outcome[];
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
	// Behind the lock of the logs: what is not seen here is behind what is appended here.
	const writer = new LogWriter(
		logs,
		await lookUp(transaction, batch, { now, isAnyArchived: isAnyArchived(logs) }),
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

/** What one transaction appends to the logs. */
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
			const repeated = this.repeated(market, submission);
			if (repeated !== undefined) return repeated;
		}
		if (submission.kind === 'OCO') {
			const sequence = this.pairs.repeated(market, submission);
			if (sequence !== undefined) return { market: symbol, sequence, repeated: true };
		}
		this.context.archived.check(submission);
		const beginner = beginnerOf(submission);
		if (beginner !== undefined) this.context.restrictions.check(beginner);
		checkStatus(symbol, log.status, submission.kind);
		const sequence = log.lastSequence + 1;
		const time = Math.max(log.lastTime, this.context.now);
		const { commands, order } = this.broughtBy(market, submission, { log, sequence, time });
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
				...[market, sequence],
				...[commandText(command), acceptedAt],
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

	/** The earlier answer to the same order; refuses another order under the same id. */
	private repeated(market: Market, submission: NewOrderSubmission): Accepted | undefined {
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

	private broughtBy(
		market: Market,
		submission: Submission,
		{ log, ...place }: { readonly log: Log; readonly sequence: number; readonly time: number },
	): AppendedOrder {
		if (submission.kind === 'ORDER') {
			return this.newOrder(market, withMode(submission, log), place);
		}
		if (submission.kind === 'OCO') {
			return this.newPair(market, pairWithMode(submission, log), place);
		}
		return { commands: [plainCommand(submission)] };
	}

	private newPair(
		market: Market,
		submission: PairSubmission,
		place: { readonly sequence: number; readonly time: number },
	): AppendedOrder {
		const { commands, orders } = this.pairs.append(market, submission, place);
		for (const { market: symbol, orderId, accountId, clientOrderId, request } of orders) {
			this.orders.push([symbol, orderId, accountId, clientOrderId, request, place.time]);
		}
		return { commands };
	}

	private newOrder(
		market: Market,
		submission: NewOrderSubmission,
		{ sequence, time }: { readonly sequence: number; readonly time: number },
	): AppendedOrder {
		const { accountId, terms, origOrderId } = submission;
		const symbol = market.description.symbol;
		const asset = heldAsset(market, terms);
		const { balances, originals, shown } = this.context;
		const reserved = this.reservedFor(market, submission);
		const available = balances.of(accountId, asset).available + (reserved?.held ?? 0n);
		const original =
			origOrderId === undefined ? undefined : originals.of({ market, accountId, origOrderId });
		const expected = shown.expectedBy({ market, terms });
		const place = { market, sequence, available, original, expected };
		const command = withinLimits(this.context.restrictions, market, {
			order: orderCommand(submission, place),
			...{ asset, expected },
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

	/** What was reserved for this very order. */
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

/** An order keeps the mode it is accepted with, whatever becomes of the market's. */
function withMode(
	submission: NewOrderSubmission,
	{ selfTradePreventionMode }: Log,
): NewOrderSubmission {
	return { ...submission, terms: { selfTradePreventionMode, ...submission.terms } };
}

function pairWithMode({ limit, stop, ...pair }: PairSubmission, log: Log): PairSubmission {
	const { selfTradePreventionMode } = log;
	const moded = ({ clientOrderId, terms }: PairSubmission['limit']) => ({
		clientOrderId,
		terms: { selfTradePreventionMode, ...terms },
	});
	return { ...pair, limit: moded(limit), stop: moded(stop) };
}

/** What makes two requests the same order. */
function keptRequest({ terms, origOrderId }: NewOrderSubmission): KeptRequest {
	return { ...terms, origOrderId };
}

/** Submissions of the exchange itself. */
const alwaysTaken: ReadonlySet<Submission['kind']> = new Set(['STATUS', 'RULES', 'EXPIRE']);

/** A status that is just being changed is the engine's to judge; this one spares the trader a hold. */
function checkStatus(symbol: string, status: string, kind: Submission['kind']): void {
	if (status === 'TRADING' || alwaysTaken.has(kind)) return;
	if (kind === 'ORDER' || kind === 'OCO' || status === 'HALT') {
		throw refuse('Exchange_MarketNotTrading', symbol, status);
	}
}
