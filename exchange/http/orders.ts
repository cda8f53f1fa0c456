/**
 * A trader's orders. Fields arrive checked by their description; rules of the market are checked by
 * the intake's terms, rules of the book by the engine. A command answers when it is durable and, if
 * asked for, when the lane has carried it out.
 */
import type { Model } from '../../api/types';
import { refuse } from '../../server/refusal';
import type { Accepted } from '../intake/append';
import { orderTerms, type OrderTerms } from '../intake/order-terms';
import type { Submission } from '../intake/submission';
import { quantityLotsOf, type Market } from '../markets/market';
import { findOrder, listOpenOrders, listOrders, type ReadOrder } from '../reading/orders';
import { requestFunding } from '../settlement/funding';
import {
	connected,
	marketOf,
	type Handler,
	type HandlerParts,
	type Handlers,
	type InputOf,
	type Trader,
} from './handler';
import { submitAndWait } from './results';
import { depositRecord, depositRefused, outcomeOf, shown, trackerKeyOf } from './transfers';
import { orderIdText, orderStatus, orderWire, readOrderId, reportWire } from './wire';

export function orderHandlers(
	parts: HandlerParts,
): Handlers<
	| 'placeOrder'
	| 'listOrders'
	| 'getOrder'
	| 'getOrderByClientId'
	| 'cancelOrder'
	| 'cancelAllOrders'
	| 'reduceOrder'
	| 'replaceOrder'
> {
	const { database } = parts;
	return {
		placeOrder: (trader, input) => placeOrder(parts, trader, input),
		replaceOrder: (trader, input) => replaceOrder(parts, trader, input),
		reduceOrder: (trader, input) => reduceOrder(parts, trader, input),
		cancelOrder: (trader, input) => cancelOrder(parts, trader, input),
		listOrders: async ({ accountId }, { symbol, status, fromId, limit, offset }) => {
			const list = status === 'open' ? listOpenOrders : listOrders;
			const from = fromId === undefined ? undefined : await found(parts, accountId, fromId);
			const orders = await list(database, accountId, { symbol, from, limit, offset });
			return Promise.all(orders.map((order) => wireOf(parts, order)));
		},
		getOrder: async ({ accountId }, { orderId }) =>
			wireOf(parts, await found(parts, accountId, orderId)),
		getOrderByClientId: async ({ accountId }, { clientOrderId }) => {
			const order = await findOrder(database, accountId, { clientOrderId });
			if (order === undefined) throw orderNotFound(clientOrderId);
			return wireOf(parts, order);
		},
		cancelAllOrders: async ({ accountId }, { symbol }) => {
			const market = await marketOf(parts, symbol);
			const { reports = [] } = await changed(parts, market, { kind: 'CANCEL_ALL', accountId });
			return reports.map((report) => reportWire(market, report));
		},
	};
}

function orderNotFound(id: string) {
	return refuse('Exchange_OrderNotFound', id.slice(0, 100));
}

/** An order names a market that is there. */
async function wireOf({ markets }: HandlerParts, order: ReadOrder): Promise<Model<'Order'>> {
	const market = await markets.find(order.market);
	if (market === undefined) throw new Error(`an order names the market ${order.market}`);
	return orderWire(market, order);
}

function symbolOf(market: Market): string {
	return market.description.symbol;
}

function isOpen(order: ReadOrder | undefined): boolean {
	const status = order && orderStatus(order);
	return status === 'NEW' || status === 'PARTIALLY_FILLED' || status === 'PENDING_NEW';
}

interface OpenOrder {
	readonly market: Market;
	readonly orderId: number;
}

/** The order of the path, when it is the caller's and can still be changed. */
async function openOrder(
	parts: HandlerParts,
	{ accountId }: Trader,
	text: string,
): Promise<OpenOrder> {
	const order = await found(parts, accountId, text);
	if (!isOpen(order)) throw refuse('Exchange_OrderNotOpen', text, orderStatus(order));
	return { market: await marketOf(parts, order.market), orderId: order.orderId };
}

/** An order of the account by its id; refused where there is none. */
async function found(
	{ database }: HandlerParts,
	accountId: string,
	text: string,
): Promise<ReadOrder> {
	const key = readOrderId(text);
	const order = key && (await findOrder(database, accountId, key));
	if (order === undefined) throw orderNotFound(text);
	return order;
}

function changed({ feed, intake }: HandlerParts, market: Market, submission: Submission) {
	return submitAndWait(feed, symbolOf(market), () => intake.submit(market, submission));
}

/** The order as it stands after a command; it was there before. */
async function orderAfter(
	{ database }: HandlerParts,
	accountId: string,
	{ market, orderId }: OpenOrder,
): Promise<ReadOrder> {
	const symbol = symbolOf(market);
	const order = await findOrder(database, accountId, { market: symbol, orderId });
	if (order === undefined) throw new Error(`order ${orderIdText(symbol, orderId)} is not there`);
	return order;
}

async function cancelOrder(
	parts: HandlerParts,
	trader: Trader,
	{ orderId: text }: InputOf<'cancelOrder'>,
): Promise<Model<'Order'>> {
	const { accountId } = trader;
	const open = await openOrder(parts, trader, text);
	await changed(parts, open.market, { kind: 'CANCEL', accountId, orderId: open.orderId });
	const order = await orderAfter(parts, accountId, open);
	const status = orderStatus(order);
	if (status !== 'CANCELED' && !isOpen(order)) throw refuse('Exchange_OrderNotOpen', text, status);
	return orderWire(open.market, order);
}

async function reduceOrder(
	parts: HandlerParts,
	trader: Trader,
	{ orderId: text, quantity }: InputOf<'reduceOrder'>,
): Promise<Model<'Order'>> {
	const { accountId } = trader;
	const open = await openOrder(parts, trader, text);
	const { market, orderId } = open;
	const newQuantityLots = quantityLotsOf(market, quantity);
	if (newQuantityLots === null) {
		const { stepSize } = market.description;
		throw badQuantity(`must be a multiple of the step ${stepSize} above 0`);
	}
	const reduction = { kind: 'REDUCE', accountId, orderId, newQuantityLots } as const;
	const { reports } = await changed(parts, market, reduction);
	if (reports?.length === 0) {
		throw badQuantity(
			'must be below the quantity of the order, above what is executed, and within the limits of the market',
		);
	}
	return orderWire(market, await orderAfter(parts, accountId, open));
}

function badQuantity(fault: string) {
	return refuse('Request_Invalid', 'quantity', fault);
}

interface NewOrder {
	readonly market: Market;
	readonly input: InputOf<'placeOrder'> | InputOf<'replaceOrder'>;
	readonly origOrderId: number | undefined;
}

interface Placed {
	readonly status: 200 | 201;
	readonly body: Model<'Order'>;
}

/** 201 for a new order, 200 for one that was accepted before. */
async function newOrder(
	parts: HandlerParts,
	{ accountId }: Trader,
	{ market, input, origOrderId }: NewOrder,
): Promise<Placed> {
	const { clientOrderId, newOrderRespType } = input;
	// Checked again for an order that waited for its deposit: its time may be over.
	const terms = orderTerms(market, input, parts.clock.now());
	const submission = { kind: 'ORDER', accountId, clientOrderId, terms, origOrderId } as const;
	const submit = () => parts.intake.submit(market, submission);
	let accepted: Accepted;
	if (newOrderRespType === 'ACK') accepted = await submit();
	else ({ accepted } = await submitAndWait(parts.feed, symbolOf(market), submit));
	const { sequence: orderId, market: symbol, repeated } = accepted;
	const order = await findOrder(parts.database, accountId, { market: symbol, orderId });
	if (order === undefined) throw new Error(`order ${orderIdText(symbol, orderId)} is not there`);
	return { status: repeated ? 200 : 201, body: await wireOf(parts, order) };
}

/** Places an order, after pulling what it lacks where that is asked for. */
async function placeOrder(
	parts: HandlerParts,
	trader: Trader,
	input: InputOf<'placeOrder'>,
): ReturnType<Handler<'placeOrder'>> {
	const market = await marketOf(parts, input.symbol);
	if (input.fund === true && !(await isPlaced(parts, trader, input))) {
		await checkTrading(parts, market);
		const terms = orderTerms(market, input, parts.clock.now());
		const deposit = await fund(parts, trader, { market, terms, input });
		if (deposit !== undefined) return { status: 202, body: { status: 'PENDING_FUNDING', deposit } };
	}
	return newOrder(parts, trader, { market, input, origOrderId: undefined });
}

/** Nothing is pulled in for an order that will not be taken. */
async function checkTrading({ markets }: HandlerParts, market: Market): Promise<void> {
	const symbol = symbolOf(market);
	const listed = await markets.listed(symbol);
	if (listed?.status === 'TRADING') return;
	throw refuse('Exchange_MarketNotTrading', symbol, listed?.status ?? '');
}

/** A repeated order has been funded before. */
async function isPlaced(
	{ database }: HandlerParts,
	{ accountId }: Trader,
	{ clientOrderId }: InputOf<'placeOrder'>,
): Promise<boolean> {
	if (clientOrderId === undefined) return false;
	return (await findOrder(database, accountId, { clientOrderId })) !== undefined;
}

/**
 * The deposit the order must wait for, while its outcome is not known; undefined when the order
 * can be placed.
 */
async function fund(
	parts: HandlerParts,
	trader: Trader,
	order: {
		readonly market: Market;
		readonly terms: OrderTerms;
		readonly input: InputOf<'placeOrder'>;
	},
): Promise<Model<'Deposit'> | undefined> {
	const settlement = connected(parts);
	const { market, terms, input } = order;
	const { clientOrderId } = input;
	if (clientOrderId === undefined) {
		throw refuse('Request_Invalid', 'clientOrderId', 'is needed for an order that funds itself');
	}
	const { accountId } = trader;
	const traderKey = await trackerKeyOf(settlement.treasury, trader, input['x-tracker-key']);
	const request = { accountId, clientOrderId, market, terms, traderKey };
	const requested = await requestFunding(settlement.treasury, request);
	if (requested === undefined) return undefined;
	const intent = await outcomeOf(settlement, requested);
	if (intent.state === 'SETTLED') return undefined;
	if (intent.state === 'REFUSED') throw depositRefused(intent);
	return shown(settlement, intent, depositRecord);
}

/** That the original is open is checked by the intake, after the request may have been repeated. */
async function replaceOrder(
	parts: HandlerParts,
	trader: Trader,
	input: InputOf<'replaceOrder'>,
): Promise<Placed> {
	const text = input.orderId;
	const key = readOrderId(text);
	const market = key && (await parts.markets.find(key.market));
	if (key === undefined || market === undefined) throw orderNotFound(text);
	const placed = await newOrder(parts, trader, { market, input, origOrderId: key.orderId });
	const { reason, orderId } = placed.body;
	if (reason === 'ORIGINAL_CHANGED') throw refuse('Exchange_OrderChanged', text, orderId);
	if (reason === 'UNKNOWN_ORDER') {
		const original = await findOrder(parts.database, trader.accountId, key);
		throw refuse('Exchange_OrderNotOpen', text, original ? orderStatus(original) : '');
	}
	return placed;
}
