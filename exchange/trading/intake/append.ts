/**
 * One transaction of the intake: reads what the submissions depend on, gives each its sequence and
 * hold, and writes commands, orders and postings. A refused submission leaves no trace. Each
 * submission sees the balances and orders left by those before it.
 */
import type { CompiledQuery } from 'kysely';
import { at } from '../../../server/at';
import type { Clock } from '../../../server/clock';
import { insertStatements } from '../../../server/database/bulk';
import { runAll } from '../../../server/database/transactions';
import type { Database } from '../../database/database';
import {
	commandText,
	newOrdersOf,
	withOrders,
	type LaneCommand,
	type NewOrderCommand,
} from '../lane/command-text';
import type { Appended } from '../lane/lane';
import type { LoggedCommand } from '../lane/lane-state';
import type { Reservation } from '../ledger/reservations';
import type { Market } from '../markets/market';
import { refuse, Refusal } from '../../../server/refusal';
import { withinLimits } from './account-limits';
import { clientIdsOf, clientKey, listKey } from './earlier-orders';
import { heldAsset } from './holding-terms';
import type { Log } from './logs';
import { loadContext, type AppendContext } from './append-context';
import type { OrderTerms } from './order-terms';
import { asksForSame, requestText, type StoredRequest } from './request-text';
import {
	openingAccountOf,
	orderCommands,
	ordersOf,
	plainCommand,
	type Entry,
	type NewOrderSubmission,
	type Submission,
} from './submission';

export interface Accepted {
	readonly market: string;
	/** Position in the log; for a new order also its id. Of a repeated list, its id. */
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

/** Appends the entries in their order. */
export async function append(
	transaction: Database,
	batch: readonly Entry[],
	clock: Clock,
): Promise<Omit<AppendedBatch, 'statements'>> {
	const { statements, ...appended } = await appending(transaction, batch, clock);
	await runAll(transaction, statements);
	return appended;
}

/** What `append` does, without the statements that do it: the caller runs them. */
export async function appending(
	transaction: Database,
	batch: readonly Entry[],
	clock: Clock,
): Promise<AppendedBatch> {
	const writer = new LogWriter(await loadContext(transaction, batch, clock));
	const outcomes = batch.map(({ market, submission }) => {
		try {
			return writer.add(market, submission);
		} catch (fault) {
			if (fault instanceof Refusal) return fault;
			throw fault;
		}
	});
	return { outcomes, commands: writer.commands, statements: await writer.statements(transaction) };
}

/** Collects what one transaction appends to the logs. */
class LogWriter {
	/** By market. */
	readonly commands = new Map<string, LoggedCommand[]>();
	private readonly orders: (readonly (string | number)[])[] = [];
	private readonly changed = new Map<string, Log>();
	private readonly lists: (readonly (string | number)[])[] = [];

	constructor(private readonly context: AppendContext) {}

	add(market: Market, submission: Submission): Accepted {
		const symbol = market.description.symbol;
		const log = this.context.logs.get(symbol);
		if (log === undefined) throw refuse('Exchange_MarketNotFound', symbol);
		if (submission.kind === 'ORDER') {
			const earlier = this.earlierResult(market, submission);
			if (earlier !== undefined) return earlier;
		}
		this.context.archived.check(submission);
		const openingAccount = openingAccountOf(submission);
		const { restrictions, now } = this.context;
		if (openingAccount !== undefined) restrictions.check(openingAccount, now);
		checkStatus(symbol, log.status, submission.kind);
		const sequence = log.lastSequence + 1;
		const time = Math.max(log.lastTime, now);
		if (submission.kind === 'ORDER') checkInTime(submission, time);
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

	async statements(transaction: Database): Promise<readonly CompiledQuery[]> {
		const commands = [...this.commands].flatMap(([market, appended]) =>
			appended.map(({ sequence, acceptedAt, command }) => [
				market,
				sequence,
				commandText(command),
				acceptedAt,
			]),
		);
		const logs = [...this.changed].map(([market, log]) => [market, log.lastSequence, log.lastTime]);
		const { balances, reservations, now } = this.context;
		await reservations.write(now);
		return insertStatements(transaction, [
			{ ...movedLog, rows: logs },
			{ ...newCommand, rows: commands },
			{ ...newOrder, rows: this.orders },
			{ ...newList, rows: this.lists },
			...balances.insertions(),
		]);
	}

	/** Returns the earlier result of the same order or list; refuses another one with an id of it. */
	private earlierResult(market: Market, submission: NewOrderSubmission): Accepted | undefined {
		const { accountId, clientOrderId, list } = submission;
		const { earlier } = this.context;
		const named = list === undefined ? clientOrderId : list.listClientOrderId;
		const keyOf = list === undefined ? clientKey : listKey;
		const found = named === undefined ? undefined : earlier.get(keyOf(accountId, named));
		if (named !== undefined && found !== undefined) {
			const { orderId, requests } = found;
			const isSame =
				found.market === market.description.symbol &&
				keptRequests(submission, orderId).every((kept, index) =>
					asksForSame(at(requests, index), kept),
				);
			if (!isSame) throw refuse('Exchange_ClientOrderIdReused', named);
			return { market: found.market, sequence: orderId, repeated: true };
		}
		const ids = clientIdsOf(submission);
		const isTaken = (id: string, index: number) =>
			earlier.has(clientKey(accountId, id)) || ids.indexOf(id) !== index;
		const taken = ids.find(isTaken);
		if (taken !== undefined) throw refuse('Exchange_ClientOrderIdReused', taken);
		return undefined;
	}

	private commandsOf(
		market: Market,
		submission: Submission,
		{ log, ...position }: { readonly log: Log; readonly sequence: number; readonly time: number },
	): AppendedSubmission {
		if (submission.kind !== 'ORDER') return { commands: [plainCommand(submission)] };
		return this.newOrder(market, withSelfTradeMode(submission, log), position);
	}

	private newOrder(
		market: Market,
		submission: NewOrderSubmission,
		{ sequence, time }: { readonly sequence: number; readonly time: number },
	): AppendedSubmission {
		const { accountId, terms, origOrderId } = submission;
		const symbol = market.description.symbol;
		const asset = heldAsset(market, terms);
		const { balances, originals, shown, restrictions } = this.context;
		const reserved = this.reservedFor(market, submission);
		const available = balances.of(accountId, asset).available + (reserved?.held ?? 0n);
		const original =
			origOrderId === undefined ? undefined : originals.of({ market, accountId, origOrderId });
		const expected = shown.expectedBy({ market, terms });
		const circumstances = { market, sequence, available, original, expected };
		const [placing, ...linked] = orderCommands(submission, circumstances);
		const held = balances.of(accountId, asset).held - (reserved?.held ?? 0n);
		const command = withOrders(placing, (order) =>
			withinLimits(restrictions, market, { order, asset, expected, held }),
		);
		if (reserved !== undefined) this.context.reservations.end(balances, reserved, 'PLACED');
		const amount = newOrdersOf(command).reduce((sum, { hold }) => sum + hold, 0n);
		if (amount > 0n) {
			const own = { from: accountId, to: accountId, orderId: sequence };
			balances.post(symbol, { sequence, position: 0, kind: 'HOLD', asset, amount, ...own });
		}
		const order = this.addRows(symbol, { submission, command, time });
		return { commands: [command, ...linked], order };
	}

	/** Adds the rows of the new orders and of their list; returns the first order. */
	private addRows(
		market: string,
		{ submission, command, time }: NewOrders,
	): AcceptedOrder | undefined {
		const { accountId } = submission;
		const { earlier } = this.context;
		const placed = newOrdersOf(command);
		const [{ orderId: firstId }] = [at(placed, 0)];
		const kept = keptRequests(submission, firstId);
		const requests = kept.map(requestText);
		for (const [index, { orderId, clientOrderId }] of placed.entries()) {
			const request = at(requests, index);
			this.orders.push([market, orderId, accountId, clientOrderId, request, time]);
			earlier.set(clientKey(accountId, clientOrderId), { market, orderId, requests: [request] });
		}
		if (command.kind === 'PLACE_OCO') {
			const { listClientOrderId: id } = command;
			this.lists.push([market, firstId, accountId, id, time]);
			earlier.set(listKey(accountId, id), { market, orderId: firstId, requests });
			return undefined;
		}
		return { clientOrderId: command.clientOrderId, request: at(kept, 0), createdAt: time };
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

interface NewOrders {
	readonly submission: NewOrderSubmission;
	readonly command: NewOrderCommand;
	/** When it was accepted. */
	readonly time: number;
}

const newList = {
	table: 'order_lists',
	columns: ['market', 'order_list_id', 'account_id', 'list_client_order_id', 'created_at'],
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
	const withMode = (terms: OrderTerms) => ({ selfTradePreventionMode, ...terms });
	const { terms, list } = submission;
	if (list === undefined) return { ...submission, terms: withMode(terms) };
	const stop = { ...list.stop, terms: withMode(list.stop.terms) };
	return { ...submission, terms: withMode(terms), list: { ...list, stop } };
}

/** Two requests are the same order, or list of two, if these terms are equal. */
function keptRequests(submission: NewOrderSubmission, orderId: number): readonly StoredRequest[] {
	const { terms, origOrderId, list } = submission;
	if (list === undefined) return [{ ...terms, origOrderId }];
	return ordersOf(submission).map((order) => ({ ...order.terms, orderListId: orderId }));
}

/** Refuses an order that comes after its end, or when whoever placed it may have given it up. */
export function checkInTime(
	{ validUntil, terms: { expireTime } }: Pick<NewOrderSubmission, 'validUntil' | 'terms'>,
	time: number,
): void {
	if (expireTime !== undefined && expireTime <= time) {
		throw refuse('Request_Invalid', 'expireTime', 'must lie in the future');
	}
	if (validUntil !== undefined && time > validUntil) {
		throw refuse('Exchange_OrderTooLate', time, validUntil);
	}
}

/** The exchange's own submissions are taken in any status. */
const ownKinds: ReadonlySet<Submission['kind']> = new Set(['STATUS', 'RULES', 'EXPIRE']);

/**
 * Refuses early, so that no money is held in vain. While the status is changing, the engine decides.
 */
function checkStatus(symbol: string, status: string, kind: Submission['kind']): void {
	if (status === 'TRADING' || ownKinds.has(kind)) return;
	if (kind === 'ORDER' || status === 'HALT') {
		throw refuse('Exchange_MarketNotTrading', symbol, status);
	}
}
