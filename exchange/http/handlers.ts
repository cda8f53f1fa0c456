/**
 * What each endpoint does. Fields arrive checked by their description; rules of the market are
 * checked by the intake's terms, rules of the book by the engine. A command answers when it is
 * durable and, if asked for, when the lane has carried it out.
 */
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../server/clock';
import { ORDER_TYPES, SELF_TRADE_PREVENTION_MODES, TIMES_IN_FORCE } from '../engine/command';
import type { Accepted } from '../intake/append';
import type { Intake } from '../intake/intake';
import { orderTerms, type OrderRequest } from '../intake/order-terms';
import type { Submission } from '../intake/submission';
import { quantityLotsOf, type Market } from '../markets/market';
import type { Markets } from '../markets/markets';
import { refuse } from '../../server/refusal';
import type { EndpointName } from './endpoints';
import type { EventStreams } from './event-stream';
import type { Feed } from './feed';
import type { Reading } from './reading';
import { carriedOut } from './results';
import { fundOrder, settlementHandlers, type SettlementParts } from './settlement-handlers';
import { streamDepth, streamReports, streamTrades } from './streams';
import type { Values } from './values';
import { marketWire, orderIdText, readOrderId, reportWire } from './wire';

export interface Call {
	readonly values: Values;
	/** The account the key belongs to; '' where no key is needed. */
	readonly accountId: string;
	/** The caller's key, only to be handed on to the tracker. */
	readonly key: string;
	readonly reply: FastifyReply;
	readonly lastEventId: string | undefined;
}

export interface HandlerParts {
	readonly markets: Markets;
	readonly intake: Intake;
	readonly reading: Reading;
	readonly feed: Feed;
	readonly streams: EventStreams;
	readonly clock: Clock;
	/** Absent where the exchange has no tracker. */
	readonly settlement: SettlementParts | undefined;
}

/** Answers the body of the reply; a stream answers nothing and keeps the reply. */
export type Handler = (call: Call) => Promise<unknown>;

const intervalMs: Readonly<Record<string, number>> = {
	'1m': 60_000,
	'5m': 300_000,
	'15m': 900_000,
	'1h': 3_600_000,
	'4h': 14_400_000,
	'1d': 86_400_000,
};

export function createHandlers(parts: HandlerParts): Readonly<Record<EndpointName, Handler>> {
	return {
		...marketHandlers(parts),
		...orderHandlers(parts),
		...accountHandlers(parts),
		...settlementHandlers(parts.settlement),
	};
}

function marketHandlers(parts: HandlerParts) {
	const { markets, reading } = parts;
	const market = (values: Values) => marketOf(parts, values.text('symbol'));
	return {
		listMarkets: async () => (await markets.list()).map(marketWire),
		getMarket: async ({ values }: Call) => {
			const symbol = values.text('symbol');
			const listed = await markets.listed(symbol);
			if (listed === undefined) throw refuse('Exchange_MarketNotFound', symbol);
			return marketWire(listed);
		},
		depth: async ({ values }: Call) => reading.depth(await market(values), values.whole('limit')),
		streamDepth: async ({ values, reply }: Call) =>
			streamDepth(parts, { reply, market: await market(values) }, values.whole('limit')),
		trades: async ({ values }: Call) =>
			reading.trades(await market(values), {
				limit: values.whole('limit'),
				fromId: values.has('fromId') ? values.whole('fromId') : undefined,
			}),
		streamTrades: async ({ values, reply, lastEventId }: Call) =>
			streamTrades(
				parts,
				{ reply, market: await market(values) },
				{
					limit: values.whole('limit'),
					lastId: /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : undefined,
				},
			),
		candles: async ({ values }: Call) =>
			reading.candles(await market(values), {
				spanMs: intervalMs[values.text('interval')] ?? 60_000,
				since: values.whole('startTime'),
				until: values.whole('endTime'),
				limit: values.whole('limit'),
			}),
	};
}

function orderHandlers(parts: HandlerParts) {
	const { reading } = parts;
	return {
		placeOrder: (call: Call) => placeOrder(parts, call),
		replaceOrder: (call: Call) => replaceOrder(parts, call),
		listOrders: ({ values, accountId }: Call) => {
			const filter = {
				symbol: values.has('symbol') ? values.text('symbol') : undefined,
				limit: values.whole('limit'),
				offset: values.whole('offset'),
			};
			const open = values.text('status') === 'open';
			return open ? reading.openOrders(accountId, filter) : reading.orders(accountId, filter);
		},
		getOrder: async ({ values, accountId }: Call) => {
			const text = values.text('orderId');
			const id = readOrderId(text);
			const order =
				id && (await reading.order(accountId, { market: id.symbol, orderId: id.orderId }));
			if (order === undefined) throw refuse('Exchange_OrderNotFound', text);
			return order;
		},
		getOrderByClientId: async ({ values, accountId }: Call) => {
			const clientOrderId = values.text('clientOrderId');
			const order = await reading.order(accountId, { clientOrderId });
			if (order === undefined) throw refuse('Exchange_OrderNotFound', clientOrderId);
			return order;
		},
		cancelOrder: async (call: Call) => {
			const { market, orderId } = await openOrder(parts, call);
			const { accountId } = call;
			await changed(parts, market, { kind: 'CANCEL', accountId, orderId });
			const order = await reading.order(accountId, { market: symbolOf(market), orderId });
			if (order?.status !== 'CANCELED' && !isOpen(order?.status)) {
				throw refuse('Exchange_OrderNotOpen', call.values.text('orderId'), order?.status ?? '');
			}
			return order;
		},
		cancelAllOrders: async ({ values, accountId }: Call) => {
			const market = await marketOf(parts, values.text('symbol'));
			const { reports } = await changed(parts, market, { kind: 'CANCEL_ALL', accountId });
			return (reports ?? []).map((report) => reportWire(market, report));
		},
		reduceOrder: (call: Call) => reduceOrder(parts, call),
	};
}

function accountHandlers(parts: HandlerParts) {
	const { reading } = parts;
	return {
		account: async ({ accountId }: Call) => ({
			accountId,
			payouts: await reading.payoutMode(accountId),
			balances: await reading.balances(accountId),
		}),
		accountTrades: async ({ values, accountId }: Call) =>
			reading.ownTrades(accountId, await marketOf(parts, values.text('symbol')), {
				limit: values.whole('limit'),
				offset: values.whole('offset'),
			}),
		streamReports: async ({ values, accountId, reply }: Call) =>
			streamReports(
				parts,
				{ reply, market: await marketOf(parts, values.text('symbol')) },
				accountId,
			),
	};
}

async function marketOf({ markets }: HandlerParts, symbol: string): Promise<Market> {
	const market = await markets.find(symbol);
	if (market === undefined) throw refuse('Exchange_MarketNotFound', symbol.slice(0, 100));
	return market;
}

function symbolOf(market: Market): string {
	return market.description.symbol;
}

function isOpen(status: string | undefined): boolean {
	return status === 'NEW' || status === 'PARTIALLY_FILLED' || status === 'PENDING_NEW';
}

/** The order of the path, when it is the caller's and can still be changed. */
async function openOrder(parts: HandlerParts, { values, accountId }: Call) {
	const text = values.text('orderId');
	const id = readOrderId(text);
	const order =
		id && (await parts.reading.order(accountId, { market: id.symbol, orderId: id.orderId }));
	if (id === undefined || order === undefined) {
		throw refuse('Exchange_OrderNotFound', text.slice(0, 100));
	}
	if (!isOpen(order.status)) throw refuse('Exchange_OrderNotOpen', text, order.status);
	return { market: await marketOf(parts, id.symbol), orderId: id.orderId };
}

function changed({ feed, intake }: HandlerParts, market: Market, submission: Submission) {
	return carriedOut(feed, symbolOf(market), () => intake.submit(market, submission));
}

async function newOrder(
	parts: HandlerParts,
	call: Call,
	{ market, origOrderId }: { readonly market: Market; readonly origOrderId: number | undefined },
) {
	const { values, accountId, reply } = call;
	const terms = orderTerms(market, requestOf(values), parts.clock.now());
	const submission: Submission = {
		kind: 'ORDER',
		accountId,
		clientOrderId: values.has('clientOrderId') ? values.text('clientOrderId') : undefined,
		terms,
		origOrderId,
	};
	const submit = () => parts.intake.submit(market, submission);
	let accepted: Accepted;
	if (values.text('newOrderRespType') === 'ACK') accepted = await submit();
	else ({ accepted } = await carriedOut(parts.feed, symbolOf(market), submit));
	if (accepted.repeated) reply.code(200);
	const { sequence: orderId, market: symbol } = accepted;
	const order = await parts.reading.order(accountId, { market: symbol, orderId });
	if (order === undefined) throw new Error(`order ${orderIdText(symbol, orderId)} is not there`);
	return order;
}

/** Places an order, after pulling what it lacks where that is asked for. */
async function placeOrder(parts: HandlerParts, call: Call) {
	const { values, reply } = call;
	const market = await marketOf(parts, values.text('symbol'));
	if (values.flag('fund') && !(await isPlaced(parts, call))) {
		await checkTrading(parts, market);
		const terms = orderTerms(market, requestOf(values), parts.clock.now());
		const pending = await fundOrder(parts.settlement, call, { market, terms });
		if (pending !== undefined) {
			reply.code(202);
			return pending;
		}
	}
	return newOrder(parts, call, { market, origOrderId: undefined });
}

/** Nothing is pulled in for an order that will not be taken. */
async function checkTrading({ markets }: HandlerParts, market: Market): Promise<void> {
	const symbol = symbolOf(market);
	const status = (await markets.listed(symbol))?.status ?? '';
	if (status !== 'TRADING') throw refuse('Exchange_MarketNotTrading', symbol, status);
}

/** A repeated order has been funded before. */
async function isPlaced({ reading }: HandlerParts, { values, accountId }: Call): Promise<boolean> {
	if (!values.has('clientOrderId')) return false;
	const clientOrderId = values.text('clientOrderId');
	return (await reading.order(accountId, { clientOrderId })) !== undefined;
}

/** That the original is open is checked by the intake, after the request may have been repeated. */
async function replaceOrder(parts: HandlerParts, call: Call) {
	const text = call.values.text('orderId');
	const id = readOrderId(text);
	const market = id && (await parts.markets.find(id.symbol));
	if (id === undefined || market === undefined) {
		throw refuse('Exchange_OrderNotFound', text.slice(0, 100));
	}
	const order = await newOrder(parts, call, { market, origOrderId: id.orderId });
	const { reason } = order;
	if (reason === 'ORIGINAL_CHANGED') throw refuse('Exchange_OrderChanged', text, order.orderId);
	if (reason === 'UNKNOWN_ORDER') {
		const original = await parts.reading.order(call.accountId, {
			market: id.symbol,
			orderId: id.orderId,
		});
		throw refuse('Exchange_OrderNotOpen', text, original?.status ?? '');
	}
	return order;
}

function requestOf(values: Values): OrderRequest {
	const text = (name: 'price' | 'stopPrice' | 'quantity' | 'quoteOrderQty' | 'icebergQty') =>
		values.has(name) ? { [name]: values.text(name) } : {};
	return {
		side: values.choice('side', ['BUY', 'SELL']),
		type: values.choice('type', ORDER_TYPES),
		...(values.has('timeInForce') && {
			timeInForce: values.choice('timeInForce', TIMES_IN_FORCE),
		}),
		...text('price'),
		...text('stopPrice'),
		...text('quantity'),
		...text('quoteOrderQty'),
		...text('icebergQty'),
		...(values.has('expireTime') && { expireTime: values.whole('expireTime') }),
		...(values.has('postOnly') && { postOnly: values.flag('postOnly') }),
		...(values.has('selfTradePreventionMode') && {
			selfTradePreventionMode: values.choice(
				'selfTradePreventionMode',
				SELF_TRADE_PREVENTION_MODES,
			),
		}),
	};
}

async function reduceOrder(parts: HandlerParts, call: Call) {
	const { market, orderId } = await openOrder(parts, call);
	const { accountId, values } = call;
	const quantity = values.text('quantity');
	const newQuantityLots = quantityLotsOf(market, quantity);
	if (newQuantityLots === null) {
		const { stepSize } = market.description;
		throw refuse(
			'Request_Invalid',
			'quantity',
			`must be a multiple of the step ${stepSize} above 0`,
		);
	}
	const { reports } = await changed(parts, market, {
		kind: 'REDUCE',
		accountId,
		orderId,
		newQuantityLots,
	});
	if (reports?.length === 0) {
		throw refuse(
			'Request_Invalid',
			'quantity',
			'must be below the quantity of the order, above what is executed, and within the limits of the market',
		);
	}
	return parts.reading.order(accountId, { market: symbolOf(market), orderId });
}
