/**
 * The exchange under the unified names and structures that programs written for many venues know:
 * symbols with a slash, numbers for amounts, an order's life as open, closed, canceled, expired or
 * rejected. It stands on the client library alone, as a trader's adapter would.
 */
import { exchangeClient, type ExchangeClient } from '../../../clients/exchange/client';
import { ExchangeRefusal } from '../../../clients/exchange/faults';
import { followBook } from '../../../clients/exchange/order-book';
import { exchangeSocket, type ExchangeSocket } from '../../../clients/exchange/socket';
import type {
	AccountTrade,
	Market,
	Order,
	OrderResult,
	PlaceOrderInput,
	Ticker,
	Trade,
} from '../../../clients/exchange/operations';

export class InsufficientFunds extends Error {}
export class InvalidOrder extends Error {}
export class OrderNotFound extends Error {}
export class AuthenticationError extends Error {}

const faults: Readonly<Record<string, new (message: string, options: ErrorOptions) => Error>> = {
	Exchange_InsufficientBalance: InsufficientFunds,
	Exchange_OrderNotFound: OrderNotFound,
	Exchange_OrderNotOpen: OrderNotFound,
	Exchange_OrderChanged: OrderNotFound,
	Auth_KeyInvalid: AuthenticationError,
	Request_Invalid: InvalidOrder,
};

export type OrderSide = 'buy' | 'sell';

export interface UnifiedOrder {
	readonly id: string;
	readonly clientOrderId: string;
	readonly symbol: string;
	readonly timestamp: number;
	readonly type: string;
	readonly side: OrderSide;
	readonly price: number | undefined;
	readonly amount: number;
	readonly filled: number;
	readonly remaining: number;
	readonly cost: number;
	readonly average: number | undefined;
	readonly status: 'open' | 'closed' | 'canceled' | 'expired' | 'rejected';
	readonly fee: { readonly cost: number; readonly currency: string };
}

const statuses: Readonly<Record<Order['status'], UnifiedOrder['status']>> = {
	NEW: 'open',
	PENDING_NEW: 'open',
	PARTIALLY_FILLED: 'open',
	FILLED: 'closed',
	CANCELED: 'canceled',
	EXPIRED: 'expired',
	EXPIRED_IN_MATCH: 'expired',
	REJECTED: 'rejected',
};

const slashed = (symbol: string) => symbol.replace('-', '/');
const dashed = (symbol: string) => symbol.replace('/', '-');
const side = (name: 'BUY' | 'SELL') => (name === 'BUY' ? 'buy' : 'sell');
const pairs = (levels: readonly (readonly [string, string])[]) =>
	levels.map(([price, quantity]) => [Number(price), Number(quantity)] as const);

function unified(order: Order): UnifiedOrder {
	return {
		id: order.orderId,
		clientOrderId: order.clientOrderId,
		symbol: slashed(order.symbol),
		timestamp: order.createdAt,
		type: order.type.toLowerCase(),
		side: side(order.side),
		price: order.price === undefined ? undefined : Number(order.price),
		amount: Number(order.quantity ?? order.executedQty),
		filled: Number(order.executedQty),
		remaining: Number(order.leavesQty),
		cost: Number(order.executedQuoteQty),
		average: Number(order.executedQty) === 0 ? undefined : Number(order.avgPrice),
		status: statuses[order.status],
		fee: { cost: Number(order.commission), currency: order.commissionAsset },
	};
}

function unifiedTrade(trade: AccountTrade) {
	return {
		id: String(trade.tradeId),
		order: trade.orderId,
		symbol: slashed(trade.symbol),
		timestamp: trade.time,
		side: side(trade.side),
		takerOrMaker: trade.isMaker ? 'maker' : 'taker',
		price: Number(trade.price),
		amount: Number(trade.quantity),
		cost: Number(trade.quoteQty),
		fee: { cost: Number(trade.commission), currency: trade.commissionAsset },
	} as const;
}

function unifiedPublicTrade({ tradeId, price, quantity, takerSide, time }: Trade) {
	return {
		id: String(tradeId),
		timestamp: time,
		side: side(takerSide),
		price: Number(price),
		amount: Number(quantity),
	} as const;
}

function unifiedTicker(ticker: Ticker) {
	const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
	return {
		symbol: slashed(ticker.symbol),
		timestamp: ticker.closeTime,
		bid: number(ticker.bidPrice),
		ask: number(ticker.askPrice),
		open: number(ticker.openPrice),
		high: number(ticker.highPrice),
		low: number(ticker.lowPrice),
		last: number(ticker.lastPrice),
		baseVolume: Number(ticker.volume),
		quoteVolume: Number(ticker.quoteVolume),
	};
}

function unifiedMarket(market: Market) {
	return {
		id: market.symbol,
		symbol: slashed(market.symbol),
		base: market.baseAsset,
		quote: market.quoteAsset,
		active: market.status === 'TRADING',
		maker: market.makerFeeBps / 10_000,
		taker: market.takerFeeBps / 10_000,
		precision: { amount: Number(market.stepSize), price: Number(market.tickSize) },
		limits: {
			amount: { min: Number(market.minQty), max: Number(market.maxQty) },
			cost: { min: Number(market.minNotional) },
		},
	};
}

export interface Asked {
	readonly symbol: string;
	readonly type: 'limit' | 'market';
	readonly side: OrderSide;
	readonly amount: number;
	readonly price?: number;
	readonly params?: Partial<Pick<PlaceOrderInput, 'clientOrderId' | 'postOnly' | 'timeInForce'>>;
}

function asked({ symbol, type, side: name, amount, price, params = {} }: Asked) {
	return {
		symbol: dashed(symbol),
		type: type === 'limit' ? 'LIMIT' : 'MARKET',
		side: name === 'buy' ? 'BUY' : 'SELL',
		quantity: String(amount),
		...(price !== undefined && { price: String(price) }),
		...params,
	} as const;
}

export class UnifiedExchange {
	private readonly client: ExchangeClient;
	private readonly socket: ExchangeSocket;

	constructor(options: { readonly url: string; readonly key: string }) {
		this.client = exchangeClient(options);
		this.socket = exchangeSocket(options);
	}

	/** Ends the connection that orders and streams go over. */
	close(): void {
		this.socket.close();
	}

	async fetchTime(): Promise<number> {
		return (await this.client.serverTime()).serverTime;
	}

	async loadMarkets() {
		const markets = (await this.client.listMarkets()).map(unifiedMarket);
		return Object.fromEntries(markets.map((market) => [market.symbol, market]));
	}

	async fetchTicker(symbol: string) {
		return unifiedTicker(await this.client.ticker({ symbol: dashed(symbol) }));
	}

	async fetchTickers() {
		const tickers = (await this.client.listTickers()).map(unifiedTicker);
		return Object.fromEntries(tickers.map((ticker) => [ticker.symbol, ticker]));
	}

	async fetchOrderBook(symbol: string, limit = 100) {
		const depth = await this.client.depth({ symbol: dashed(symbol), limit });
		return { symbol, nonce: depth.lastUpdateId, bids: pairs(depth.bids), asks: pairs(depth.asks) };
	}

	async fetchTrades(symbol: string, limit = 100) {
		const trades = await this.client.trades({ symbol: dashed(symbol), limit });
		return trades.map(unifiedPublicTrade);
	}

	/** Rows of time, open, high, low, close and volume. */
	async fetchOHLCV(symbol: string, interval: '1m' | '1h' | '1d' = '1m', since = 0) {
		const input = { symbol: dashed(symbol), interval, startTime: since };
		const candles = await this.client.candles(input);
		return candles.map(({ openTime, open, high, low, close, volume }) => [
			openTime,
			...[open, high, low, close, volume].map(Number),
		]);
	}

	async fetchBalance() {
		const { balances } = await this.client.account();
		return Object.fromEntries(
			balances.map(({ asset, available, held }) => {
				const [free, used] = [Number(available), Number(held)];
				return [asset, { free, used, total: free + used }];
			}),
		);
	}

	createOrder(order: Asked): Promise<UnifiedOrder> {
		return translated(async () => {
			const placed = await this.socket.placeOrder(asked(order));
			if (!('orderId' in placed)) throw new Error('the order waits for a deposit');
			return unified(placed);
		});
	}

	async createOrders(orders: readonly Asked[]) {
		return (await this.socket.placeOrders({ orders: orders.map(asked) })).map(resultOf);
	}

	cancelOrder(id: string): Promise<UnifiedOrder> {
		return translated(async () => unified(await this.socket.cancelOrder({ orderId: id })));
	}

	async cancelOrders(ids: readonly string[]) {
		const orders = ids.map((orderId) => ({ orderId }));
		return (await this.socket.cancelOrders({ orders })).map(resultOf);
	}

	cancelAllOrders(symbol: string) {
		return this.socket.cancelAllOrders({ symbol: dashed(symbol) });
	}

	editOrder(id: string, order: Asked): Promise<UnifiedOrder> {
		const { symbol: _symbol, ...terms } = asked(order);
		return translated(async () =>
			unified(await this.socket.replaceOrder({ orderId: id, ...terms })),
		);
	}

	fetchOrder(id: string): Promise<UnifiedOrder> {
		return translated(async () => unified(await this.socket.getOrder({ orderId: id })));
	}

	fetchOpenOrders(symbol: string): Promise<UnifiedOrder[]> {
		return this.orders(symbol, 'open');
	}

	async fetchClosedOrders(symbol: string): Promise<UnifiedOrder[]> {
		const all = await this.orders(symbol, 'all');
		return all.filter(({ status }) => status !== 'open');
	}

	async fetchMyTrades(symbol: string) {
		const trades = [];
		for await (const trade of this.client.all.accountTrades({ symbol: dashed(symbol) })) {
			trades.push(unifiedTrade(trade));
		}
		return trades.reverse();
	}

	async fetchOrderTrades(id: string, symbol: string) {
		const trades = await this.client.accountTrades({ symbol: dashed(symbol), orderId: id });
		return trades.map(unifiedTrade);
	}

	/** The book after each change, the best of it. */
	async *watchOrderBook(symbol: string, signal: AbortSignal, limit = 10) {
		const input = { symbol: dashed(symbol) };
		const depth = () => this.socket.follow.streamDepth(input, { signal });
		for await (const book of followBook(depth)) {
			const { bids, asks } = book.best(limit);
			yield { symbol, nonce: book.lastUpdateId, bids: pairs(bids), asks: pairs(asks) };
		}
	}

	/** The tape as it is written. */
	async *watchTrades(symbol: string, signal: AbortSignal) {
		const input = { symbol: dashed(symbol) };
		for await (const { data } of this.socket.follow.streamTrades(input, { signal })) {
			yield unifiedPublicTrade(data);
		}
	}

	/** Own orders as they stand after whatever has happened to them. */
	async *watchOrders(symbol: string, signal: AbortSignal) {
		const input = { symbol: dashed(symbol) };
		for await (const { event, data } of this.socket.follow.streamReports(input, { signal })) {
			const changed = event === 'openOrders' ? data.orders : [data];
			for (const { orderId, status, leavesQty } of changed) {
				yield { id: orderId, status: statuses[status], remaining: Number(leavesQty) };
			}
		}
	}

	/** The fills of own orders as they happen. */
	async *watchMyTrades(symbol: string, signal: AbortSignal) {
		const input = { symbol: dashed(symbol) };
		for await (const event of this.socket.follow.streamReports(input, { signal })) {
			if (event.event !== 'executionReport' || event.data.execType !== 'TRADE') continue;
			const { orderId, lastPrice, lastQty, isMaker } = event.data;
			yield {
				order: orderId,
				price: Number(lastPrice),
				amount: Number(lastQty),
				side: side(event.data.side),
				takerOrMaker: isMaker === true ? 'maker' : 'taker',
			} as const;
		}
	}

	private async orders(symbol: string, status: 'open' | 'all'): Promise<UnifiedOrder[]> {
		const found = [];
		for await (const order of this.client.all.listOrders({ symbol: dashed(symbol), status })) {
			found.push(unified(order));
		}
		return found;
	}
}

/** The order of one entry of a batch, or why there is none. */
function resultOf({ order, error }: OrderResult): UnifiedOrder | Error {
	return order === undefined ? new InvalidOrder(error?.message) : unified(order);
}

async function translated<Result>(call: () => Promise<Result>): Promise<Result> {
	try {
		return await call();
	} catch (fault) {
		if (!(fault instanceof ExchangeRefusal)) throw fault;
		const Kind = faults[fault.errorCode];
		throw Kind === undefined ? fault : new Kind(fault.message, { cause: fault });
	}
}
