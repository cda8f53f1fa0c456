/**
 * Places or cancels many orders with one request. All go into one transaction, in the order of the
 * request. Each gets its own result, or the refusal it would have got alone; a refused item does
 * not stop the others.
 */
import { batchCancelFields, batchOrderFields } from '../../../api/exchange/trading/fields';
import { programs } from '../../../api/programs';
import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { itemCheck, type Values } from '../../../server/http/routing/checks';
import { refuse, Refusal } from '../../../server/refusal';
import type { SubmissionOutcome } from '../../trading/intake/append';
import type { Entry } from '../../trading/intake/submission';
import { findOrders, type OrderKey, type ReadOrder } from '../../reading/orders';
import { itemsWire, each } from '../../operations/each';
import { marketOf, type HandlerParts, type Handlers, type Trader } from '../../operations/handler';
import {
	isOpen,
	missingClientOrder,
	missingOrder,
	notOpen,
	orderNotFound,
	refusalOf,
	wireOf,
} from '../../operations/own-orders';
import { orderAfter } from '../../operations/order-result';
import { submitAllAndWait, type Result } from '../../feeds/results';
import { orderIdText, orderStatus, readOrderId } from '../../operations/wire';
import { orderEntry } from './placing';

const checkOrder = itemCheck(batchOrderFields, programs.exchange);
const checkCancel = itemCheck(batchCancelFields, programs.exchange);

export function batchHandlers(parts: HandlerParts): Handlers<'placeOrders' | 'cancelOrders'> {
	return {
		placeOrders: (trader, { orders, newOrderRespType }) =>
			placeOrders(parts, trader, { items: orders, waits: newOrderRespType === 'RESULT' }),
		cancelOrders: (trader, { orders, newOrderRespType }) =>
			cancelOrders(parts, trader, { items: orders, waits: newOrderRespType === 'RESULT' }),
	};
}

interface Batch {
	readonly items: readonly Values[];
	/** True to wait for the lane. */
	readonly waits: boolean;
}

type OrderResult = Model<'OrderResult'>;

async function placeOrders(
	parts: HandlerParts,
	trader: Trader,
	{ items, waits }: Batch,
): Promise<readonly OrderResult[]> {
	const entries = await each(items, async (item): Promise<Entry> => {
		const request = checkOrder(item);
		return orderEntry(trader, { market: await marketOf(parts, request.symbol), request });
	});
	const outcomes = await submitted(parts, entries, waits);
	const unknown = outcomes.flatMap((outcome) =>
		outcome instanceof Refusal || orderAfter(outcome) !== undefined ? [] : [keyOf(outcome)],
	);
	const { accountId } = trader;
	const found = await ordersById(parts, accountId, unknown);
	return each(outcomes, async (outcome) => {
		if (outcome instanceof Refusal) throw outcome;
		const order = orderAfter(outcome) ?? found(keyOf(outcome));
		const refusal = await refusalOf(parts, accountId, order);
		if (refusal !== undefined) throw refusal;
		return { status: outcome.accepted.repeated ? 200 : 201, order: await wireOf(parts, order) };
	}).then(itemsWire);
}

/** An order named again, or the other of its list, is ended by the first cancellation of it. */
async function cancelOrders(
	parts: HandlerParts,
	{ accountId }: Trader,
	{ items, waits }: Batch,
): Promise<readonly OrderResult[]> {
	const keys = await each(items, async (item) => cancelKey(item));
	const known = keys.flatMap((key) => (key instanceof Refusal ? [] : [key]));
	const before = await findOrders(parts.database, accountId, known);
	const orders = await each(keys, async (key) => {
		if (key instanceof Refusal) throw key;
		const order = ownOf(before, key);
		if (order === undefined) throw await missing(parts, accountId, key);
		if (!isOpen(order)) throw notOpen(order);
		return order;
	});
	const ids = new Map<string, ReadOrder>();
	for (const order of orders) if (!(order instanceof Refusal)) ids.set(idOf(order), order);
	const distinct = [...ids.values()];
	const entries = await each(distinct, async ({ market: symbol, orderId }): Promise<Entry> => {
		const market = await marketOf(parts, symbol);
		return { market, submission: { kind: 'CANCEL', accountId, orderId } };
	});
	const outcomes = await submitted(parts, entries, waits);
	const outcomeOf = new Map(distinct.map((order, index) => [idOf(order), outcomes[index]]));
	const found = await ordersById(parts, accountId, distinct);
	const ended = new Set<string>();
	return each(orders, async (order) => {
		if (order instanceof Refusal) throw order;
		const outcome = outcomeOf.get(idOf(order));
		if (outcome instanceof Refusal) throw outcome;
		const after = found(order);
		const { orderListId = order.orderId } = order.request;
		const ending = idOf({ market: order.market, orderId: orderListId });
		const isEnded = orderStatus(after) !== 'CANCELED' || ended.has(ending);
		if (isEnded && !isOpen(after)) throw notOpen(after);
		ended.add(ending);
		return { status: 200, order: await wireOf(parts, after) };
	}).then(itemsWire);
}

/**
 * Submits the entries that are not refused in one transaction; results are in the order of the
 * entries.
 */
async function submitted(
	{ feed, intake }: HandlerParts,
	entries: readonly (Entry | Refusal)[],
	waits: boolean,
): Promise<readonly (Result | Refusal)[]> {
	const good = entries.filter((entry): entry is Entry => !(entry instanceof Refusal));
	const submit = () => intake.submitAll(good);
	const markets = new Set(good.map(({ market }) => market.description.symbol));
	const outcomes = waits
		? await submitAllAndWait(feed, markets, submit)
		: (await submit()).map(withoutReports);
	const results = outcomes.values();
	return entries.map((entry) => {
		if (entry instanceof Refusal) return entry;
		const { value } = results.next();
		if (value === undefined) throw new Error('a submission has no outcome');
		return value;
	});
}

/** A result without reports, for an order that was not waited for. */
function withoutReports(outcome: SubmissionOutcome): Result | Refusal {
	return outcome instanceof Refusal ? outcome : { accepted: outcome, reports: [] };
}

type IdKey = Extract<OrderKey, { readonly market: string }>;

function keyOf({ accepted }: Result): IdKey {
	return { market: accepted.market, orderId: accepted.sequence };
}

function idOf({ market, orderId }: IdKey): string {
	return orderIdText(market, orderId);
}

/** Throws for a missing order. */
async function ordersById(
	{ database }: HandlerParts,
	accountId: string,
	keys: readonly IdKey[],
): Promise<(key: IdKey) => ReadOrder> {
	const orders = await findOrders(database, accountId, keys);
	const byId = new Map(orders.map((order) => [idOf(order), order]));
	return (key) => {
		const order = byId.get(idOf(key));
		if (order === undefined) throw new Error(`order ${idOf(key)} is not there`);
		return order;
	};
}

function cancelKey(item: Values): OrderKey {
	const { orderId, clientOrderId } = checkCancel(item);
	if ((orderId === undefined) === (clientOrderId === undefined)) {
		throw refuse('Request_Invalid', 'orderId', 'or clientOrderId is needed, and only one of them');
	}
	if (clientOrderId !== undefined) return { clientOrderId };
	const text = present(orderId, 'the id of an order');
	const key = readOrderId(text);
	if (key === undefined) throw orderNotFound(text);
	return key;
}

function ownOf(orders: readonly ReadOrder[], key: OrderKey): ReadOrder | undefined {
	return orders.find((candidate) =>
		'clientOrderId' in key
			? candidate.clientOrderId === key.clientOrderId
			: candidate.market === key.market && candidate.orderId === key.orderId,
	);
}

function missing({ database }: HandlerParts, accountId: string, key: OrderKey): Promise<Refusal> {
	return 'clientOrderId' in key
		? missingClientOrder(database, accountId, key.clientOrderId)
		: missingOrder(database, idOf(key));
}
