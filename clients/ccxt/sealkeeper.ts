/**
 * A Sealkeeper exchange as one of ccxt's: programs that trade at other venues by ccxt trade at this
 * one by the same calls. Everybody runs an exchange of their own, so its address is an option.
 */
import { InvalidAddress, InvalidOrder, OperationFailed, Precise } from 'ccxt';
import type {
	Balances,
	Dict,
	Int,
	Market,
	MarketInterface,
	Num,
	OHLCV,
	Order,
	OrderBook,
	OrderRequest,
	OrderSide,
	OrderType,
	Status,
	Str,
	Ticker,
	Tickers,
	Trade,
	TradingFeeInterface,
	TradingFees,
	Transaction,
} from 'ccxt';
import { description, pageMax, symbolsMax } from './description.ts';
import type { ListOf } from './records.ts';
import { SealkeeperStreams } from './streams.ts';

/** How a list is asked for its next page, by the page before. */
const nextPages = new WeakMap<object, Dict>();

const defaultLimit = 100;

/** What lists are asked for by names of ccxt's own. */
const listOptions = ['until', 'paginate'];

const isWhole = ({ paginate = false }: Dict) => Boolean(paginate);

export class Sealkeeper extends SealkeeperStreams {
	override describe(): Dict {
		return this.deepExtend(super.describe(), description);
	}

	override async fetchTime(params: Dict = {}): Promise<Int> {
		return this.safeInteger(await this.request('time', 'public', 'GET', params), 'serverTime');
	}

	override async fetchStatus(params: Dict = {}): Promise<Status> {
		const status: Dict = await this.request('status', 'public', 'GET', params);
		return {
			status: this.safeString(status, 'status') === 'NORMAL' ? 'ok' : 'maintenance',
			updated: this.safeInteger(status, 'since'),
			eta: this.safeInteger(status, 'endsAt'),
			url: undefined,
			info: status,
		};
	}

	override async fetchMarkets(params: Dict = {}): Promise<Market[]> {
		const markets: Dict[] = await this.request('markets', 'public', 'GET', params);
		return markets.map((market) => this.parseMarket(market));
	}

	override async fetchTicker(symbol: string, params: Dict = {}): Promise<Ticker> {
		const { market, request } = await this.forMarket(symbol, params);
		const ticker: Dict = await this.request('markets/{symbol}/ticker', 'public', 'GET', request);
		return this.parseTicker(ticker, market);
	}

	override async fetchTickers(symbols?: string[], params: Dict = {}): Promise<Tickers> {
		await this.loadMarkets();
		const wanted = this.marketSymbols(symbols);
		const isNamed = wanted !== undefined && wanted.length <= symbolsMax;
		const request = isNamed ? { symbols: this.marketIds(wanted) } : {};
		const tickers = await this.request('tickers', 'public', 'GET', this.extend(request, params));
		return this.parseTickers(tickers, wanted);
	}

	override async fetchOrderBook(
		symbol: string,
		limit?: Int,
		params: Dict = {},
	): Promise<OrderBook> {
		const { market, request } = await this.forMarket(symbol, { limit, ...params });
		const depth: Dict = await this.request('markets/{symbol}/depth', 'public', 'GET', request);
		const book = this.parseOrderBook(depth, market.symbol);
		book.nonce = this.safeInteger(depth, 'lastUpdateId');
		return book;
	}

	/** The newest, or those from `since` on; `params.paginate` for all of them. */
	override async fetchTrades(
		symbol: string,
		since?: Int,
		limit?: Int,
		params: Dict = {},
	): Promise<Trade[]> {
		const startTime = since ?? (isWhole(params) ? 0 : undefined);
		const { market, request } = await this.forMarket(symbol, { startTime, ...params });
		return this.oldestFirst('markets/{symbol}/trades', request, limit, (trade) => [
			this.parseTrade(trade, market),
		]);
	}

	/** The newest, or those from `since` on; `params.paginate` for all of them. A span without a trade has no candle. */
	override async fetchOHLCV(
		symbol: string,
		timeframe = '1m',
		since?: Int,
		limit?: Int,
		params: Dict = {},
	): Promise<OHLCV[]> {
		const startTime = since ?? (isWhole(params) ? 0 : undefined);
		const interval = this.safeString(this.timeframes, timeframe, timeframe);
		const { request } = await this.forMarket(symbol, { interval, startTime, ...params });
		return this.oldestFirst('markets/{symbol}/candles', request, limit, (candle) => [
			this.parseOHLCV(candle),
		]);
	}

	override async fetchTradingFees(): Promise<TradingFees> {
		await this.loadMarkets();
		const fees = this.symbols.map((symbol) => [symbol, this.feeOf(this.market(symbol))] as const);
		return Object.fromEntries(fees);
	}

	override async fetchTradingFee(symbol: string): Promise<TradingFeeInterface> {
		await this.loadMarkets();
		return this.feeOf(this.market(symbol));
	}

	override async fetchBalance(params: Dict = {}): Promise<Balances> {
		await this.loadMarkets();
		return this.parseBalance(await this.request('account', 'private', 'GET', params));
	}

	/**
	 * Placed once, whatever the options say of repeating: where no answer came, send it again under the
	 * same `params.clientOrderId`, which the exchange accepts once.
	 */
	override async createOrder(
		symbol: string,
		type: OrderType,
		side: OrderSide,
		amount: Num,
		price?: Num,
		params: Dict = {},
	): Promise<Order> {
		await this.loadMarkets();
		const market = this.market(symbol);
		const request = this.orderRequest(market, { type, side, amount, price, params });
		const order: Dict = await this.request('orders', 'private', 'POST', request);
		if (this.safeString(order, 'status') === 'PENDING_FUNDING') {
			throw new OperationFailed(
				`${this.id} has not placed the order, which waits for a deposit; send it again under the same clientOrderId: ${this.json(order)}`,
			);
		}
		return this.parseOrder(order, market);
	}

	/** Buys or sells for an amount of the quote currency. */
	override createMarketOrderWithCost(
		symbol: string,
		side: OrderSide,
		cost: number,
		params: Dict = {},
	): Promise<Order> {
		return this.createOrder(symbol, 'market', side, undefined, undefined, { ...params, cost });
	}

	override createMarketBuyOrderWithCost(
		symbol: string,
		cost: number,
		params: Dict = {},
	): Promise<Order> {
		return this.createMarketOrderWithCost(symbol, 'buy', cost, params);
	}

	override createMarketSellOrderWithCost(
		symbol: string,
		cost: number,
		params: Dict = {},
	): Promise<Order> {
		return this.createMarketOrderWithCost(symbol, 'sell', cost, params);
	}

	/** In one commit, each answered for itself: one that was refused is `rejected`. */
	override async createOrders(orders: OrderRequest[], params: Dict = {}): Promise<Order[]> {
		await this.loadMarkets();
		const requests = orders.map(({ symbol, ...terms }) =>
			this.orderRequest(this.market(symbol), terms),
		);
		const request = this.extend({ orders: requests }, params);
		const results: Dict[] = await this.request('orders/batch', 'private', 'POST', request);
		return results.map((result, at) => {
			const { params: asked, ...terms } = orders[at] ?? {};
			const clientOrderId = this.safeString(asked, 'clientOrderId');
			return this.parseResult(result, { ...terms, clientOrderId, status: 'rejected' });
		});
	}

	/**
	 * With a price, another order takes its place, under an id of its own. With an amount alone it
	 * becomes smaller, what is filled counted, and keeps its place in the book.
	 */
	override async editOrder(
		id: string,
		symbol: string,
		type: OrderType,
		side: OrderSide,
		amount?: Num,
		price?: Num,
		params: Dict = {},
	): Promise<Order> {
		await this.loadMarkets();
		const market = this.market(symbol);
		if (price === undefined && Object.keys(params).length === 0) {
			const quantity = this.amountToPrecision(symbol, amount);
			const smaller = { orderId: id, quantity };
			const order = await this.request('orders/{orderId}', 'private', 'PATCH', smaller);
			return this.parseOrder(order, market);
		}
		const { symbol: _, ...terms } = this.orderRequest(market, {
			type,
			side,
			amount,
			price,
			params,
		});
		const request = { orderId: id, ...terms };
		const order = await this.request('orders/{orderId}/replace', 'private', 'POST', request);
		return this.parseOrder(order, market);
	}

	/** By its id, or by `params.clientOrderId`. */
	override async cancelOrder(id: string, _symbol?: Str, params: Dict = {}): Promise<Order> {
		await this.loadMarkets();
		const clientOrderId = this.safeString(params, 'clientOrderId');
		if (clientOrderId === undefined) {
			const request = this.extend({ orderId: id }, params);
			const order = await this.request('orders/{orderId}', 'private', 'DELETE', request);
			return this.parseOrder(order);
		}
		const path = 'client-orders/{clientOrderId}';
		return this.parseOrder(await this.request(path, 'private', 'DELETE', params));
	}

	/** By their ids, or by `params.clientOrderIds`; one that was not cancelled has no status. */
	override async cancelOrders(ids: string[], symbol?: Str, params: Dict = {}): Promise<Order[]> {
		await this.loadMarkets();
		const clientOrderIds = this.safeList(params, 'clientOrderIds') as string[] | undefined;
		const orders: Dict[] =
			clientOrderIds?.map((clientOrderId) => ({ clientOrderId })) ??
			ids.map((orderId) => ({ orderId }));
		const request = this.extend({ orders }, this.omit(params, 'clientOrderIds'));
		const results = await this.request('orders/batch-cancel', 'private', 'POST', request);
		return results.map((result: Dict, at: number) => {
			const { orderId, clientOrderId } = orders[at] ?? {};
			return this.parseResult(result, { id: orderId, clientOrderId, symbol });
		});
	}

	override cancelOrdersWithClientOrderIds(
		clientOrderIds: string[],
		symbol?: Str,
		params: Dict = {},
	): Promise<Order[]> {
		return this.cancelOrders([], symbol, { ...params, clientOrderIds });
	}

	/** Of a market, or of all one after another. */
	override async cancelAllOrders(symbol?: Str, params: Dict = {}): Promise<Order[]> {
		await this.loadMarkets();
		const open = symbol === undefined ? await this.fetchOpenOrders() : [];
		const symbols = symbol === undefined ? open.map((order) => order.symbol) : [symbol];
		const cancelled: Order[] = [];
		for (const each of new Set(symbols)) {
			const market = this.market(each);
			const request = this.extend({ symbol: market.id }, params);
			const reports: Dict[] = await this.request('orders', 'private', 'DELETE', request);
			cancelled.push(...reports.map((report) => this.parseOrder(report, market)));
		}
		return cancelled;
	}

	/** Unless it is called again before `timeout` milliseconds are over; 0 turns it off. */
	override async cancelAllOrdersAfter(timeout: Int, params: Dict = {}): Promise<Dict> {
		await this.loadMarkets();
		const symbol = this.safeString(params, 'symbol');
		const request = this.extend({ countdownTime: timeout }, params);
		if (symbol !== undefined) request.symbol = this.market(symbol).id;
		return await this.request('orders/cancel-after', 'private', 'POST', request);
	}

	/** By its id, or by `params.clientOrderId`. */
	override async fetchOrder(id: string, _symbol?: Str, params: Dict = {}): Promise<Order> {
		await this.loadMarkets();
		const isByOwnId = this.safeString(params, 'clientOrderId') !== undefined;
		const path = isByOwnId ? 'client-orders/{clientOrderId}' : 'orders/{orderId}';
		const request = isByOwnId ? params : this.extend({ orderId: id }, params);
		return this.parseOrder(await this.request(path, 'private', 'GET', request));
	}

	override fetchOpenOrders(...asked: ListOf): Promise<Order[]> {
		const [symbol, since, limit, params] = asked;
		const every = { status: 'open', paginate: true, ...params };
		return this.ordersWith(['open'], symbol, since, limit, every);
	}

	override fetchClosedOrders(...asked: ListOf): Promise<Order[]> {
		return this.ordersWith(['closed'], ...asked);
	}

	override fetchCanceledOrders(...asked: ListOf): Promise<Order[]> {
		return this.ordersWith(['canceled', 'expired'], ...asked);
	}

	override fetchCanceledAndClosedOrders(...asked: ListOf): Promise<Order[]> {
		return this.ordersWith(['canceled', 'expired', 'closed'], ...asked);
	}

	override fetchOrders(...asked: ListOf): Promise<Order[]> {
		return this.ordersWith(['open', 'canceled', 'expired', 'closed', 'rejected'], ...asked);
	}

	/** The newest, or those from `since` on; of a market. `params.paginate` for all of them. */
	override async fetchMyTrades(...[symbol, since, limit, params = {}]: ListOf): Promise<Trade[]> {
		const { market, request } = await this.forMarket(symbol, params);
		return this.newestFirst('account/trades', request, [since, limit], (trade) => [
			this.parseTrade(trade, market),
		]);
	}

	override fetchOrderTrades(
		id: string,
		...[symbol, since, limit, params]: ListOf
	): Promise<Trade[]> {
		return this.fetchMyTrades(symbol, since, limit, { ...params, orderId: id });
	}

	/** What was pulled from the account at the tracker. */
	override fetchDeposits(...asked: ListOf): Promise<Transaction[]> {
		return this.transfers('deposits', ...asked);
	}

	/** What was paid out to the account at the tracker. */
	override fetchWithdrawals(...asked: ListOf): Promise<Transaction[]> {
		return this.transfers('payouts', ...asked);
	}

	/** A payout, which goes to the own account at the tracker and nowhere else; its address is ''. */
	override async withdraw(
		code: string,
		amount: number,
		address: string,
		tag?: Str,
		params: Dict = {},
	): Promise<Transaction> {
		if (address || tag) {
			throw new InvalidAddress(
				`${this.id} withdraw() pays out to your own account at the tracker; leave address and tag empty`,
			);
		}
		await this.loadMarkets();
		const currency = this.currency(code);
		const terms = { asset: currency.id, amount: this.currencyToPrecision(code, amount) };
		const request = this.extend(terms, params);
		const payout: Dict = await this.request('payouts', 'private', 'POST', request);
		return this.parseTransaction(payout, currency);
	}

	/** What changes something is sent once, whatever the options say: a lost answer leaves open whether it was done. */
	override request(
		path: string,
		api: unknown = 'public',
		method = 'GET',
		params: Dict = {},
		headers?: Dict,
		body?: string,
		config?: Dict,
	) {
		const made = method === 'GET' ? params : this.extend(params, { maxRetriesOnFailure: 0 });
		return super.request(path, api, method, made, headers, body, config);
	}

	override sign(
		path: string,
		api: unknown = 'public',
		method = 'GET',
		params: Dict = {},
		headers?: Dict,
		body?: Str,
	): Dict {
		const names = this.extractParams(path);
		const ids = names.map((name) => [name, encodeURIComponent(this.safeString(params, name, ''))]);
		const rest: Dict = this.omit(params, names);
		const address = `${this.address()}/${this.implodeParams(path, Object.fromEntries(ids))}`;
		const sent: Dict = { ...headers };
		if (method === 'GET' || method === 'DELETE') {
			const query = this.urlencodeWithArrayRepeat(rest);
			const url = query === '' ? address : `${address}?${query}`;
			return this.withKey(api, { url, method, body, headers: sent });
		}
		sent['content-type'] = 'application/json';
		const text = body ?? this.json(rest);
		return this.withKey(api, { url: address, method, body: text, headers: sent });
	}

	/** With a `secret`, `apiKey` is the id of the key that signs. */
	private withKey(
		api: unknown,
		request: { url: string; method: string; body: Str; headers: Dict },
	): Dict {
		if (api !== 'private') return request;
		this.checkRequiredCredentials();
		const { url, method, body, headers } = request;
		if (!this.secret) return { ...request, headers: { ...headers, 'x-api-key': this.apiKey } };
		const { pathname, search } = new URL(url);
		const before = new URL(this.address()).pathname.replace(/\/+$/, '');
		const signed = this.signed(method, pathname.slice(before.length) + search, body);
		const own = {
			'x-key-id': signed.keyId,
			'x-timestamp': String(signed.timestamp),
			'x-recv-window': String(signed.recvWindow),
			'x-signature': signed.signature,
			...(body !== undefined && { 'x-body-sha256': signed.sum }),
		};
		return { ...request, headers: { ...headers, ...own } };
	}

	override handleErrors(
		statusCode: number,
		_statusText: string,
		url: string,
		method: string,
		responseHeaders: Dict,
		responseBody: string,
		response: Dict | undefined,
	): undefined {
		this.followLimit(responseHeaders);
		if (statusCode >= 400) {
			// An order is what is sent to such an address, and what is wrong with it is the order.
			const isOrder = method !== 'GET' && /\/(client-)?order/.test(new URL(url).pathname);
			if (this.safeString(response, 'errorCode') === undefined) return;
			throw this.faultOf(response ?? {}, { statusCode, text: responseBody, isOrder });
		}
		const link = this.safeString(responseHeaders, 'Link', '');
		const next = /<\?([^>]*)>; rel="next"/.exec(link)?.[1];
		if (next === undefined || response === undefined) return;
		nextPages.set(response, Object.fromEntries(new URLSearchParams(next)));
	}

	/** As many requests a minute as the exchange says it takes. */
	private followLimit(headers: Dict): void {
		const perMinute = this.safeInteger(headers, 'X-Ratelimit-Limit');
		if (perMinute === undefined) return;
		this.rateLimit = 60_000 / perMinute;
		(this.throttler as { config: Dict }).config['maxWeight'] = perMinute;
	}

	/** What a call about a market is asked with. */
	private async forMarket(
		symbol: Str,
		params: Dict,
	): Promise<{ market: MarketInterface; request: Dict }> {
		await this.loadMarkets();
		const market = this.market(symbol);
		return { market, request: this.extend({ symbol: market.id }, params) };
	}

	private orderRequest(
		market: MarketInterface,
		{ type, side, amount, price, params = {} }: Omit<OrderRequest, 'symbol'>,
	): Dict {
		const isMarket = type === 'market';
		if (!isMarket && type !== 'limit') {
			throw new InvalidOrder(`${this.id} takes orders of type limit or market, and not ${type}`);
		}
		const [postOnly, terms] = this.handlePostOnly(isMarket, false, params) as [boolean, Dict];
		const stops = ['triggerPrice', 'stopLossPrice', 'stopPrice', 'trailingTriggerPrice'];
		const profitPrice = this.safeString(terms, 'takeProfitPrice');
		const lossPrice = this.safeStringN(terms, stops);
		if (lossPrice !== undefined && profitPrice !== undefined) {
			throw new InvalidOrder(`${this.id} takes an order with one price that sets it off`);
		}
		const stopPrice = lossPrice ?? profitPrice;
		const trailing = this.safeString(terms, 'trailingPercent');
		const isStop = stopPrice !== undefined || trailing !== undefined;
		const waiting = profitPrice === undefined ? 'STOP_LOSS' : 'TAKE_PROFIT';
		const cost = this.safeString(terms, 'cost');
		const request: Dict = {
			symbol: market.id,
			side: String(side).toUpperCase(),
			type: isStop ? (isMarket ? waiting : `${waiting}_LIMIT`) : type.toUpperCase(),
			timeInForce: this.safeStringUpper(terms, 'timeInForce'),
			selfTradePreventionMode: this.safeStringUpper(terms, 'selfTradePrevention'),
			stopPrice: this.priceToPrecision(market.symbol, stopPrice),
		};
		if (postOnly) request.postOnly = true;
		if (!isMarket) request.price = this.priceToPrecision(market.symbol, price);
		if (cost === undefined) request.quantity = this.amountToPrecision(market.symbol, amount);
		else request.quoteOrderQty = this.costToPrecision(market.symbol, cost);
		if (trailing !== undefined) request.trailingDelta = Number(Precise.stringMul(trailing, '100'));
		const unified = [
			...stops,
			'takeProfitPrice',
			'trailingPercent',
			'cost',
			'timeInForce',
			'selfTradePrevention',
		];
		return this.extend(request, this.omit(terms, unified));
	}

	/** Of several markets at once where `symbol` is left out. */
	private async ordersWith(
		statuses: readonly string[],
		...[symbol, since, limit, params = {}]: ListOf
	): Promise<Order[]> {
		await this.loadMarkets();
		const market = symbol === undefined ? undefined : this.market(symbol);
		const request = this.extend({ status: 'all', symbol: market?.id }, params);
		return this.newestFirst('orders', request, [since, limit], (entry) => {
			const order = this.parseOrder(entry, market);
			return statuses.includes(order.status ?? '') ? [order] : [];
		});
	}

	private async transfers(
		path: string,
		...[code, since, limit, params = {}]: ListOf
	): Promise<Transaction[]> {
		await this.loadMarkets();
		const currency = code === undefined ? undefined : this.currency(code);
		return this.newestFirst(path, params, [since, limit], (entry) => {
			const transfer = this.parseTransaction(entry);
			return currency === undefined || transfer.currency === code ? [transfer] : [];
		});
	}

	private feeOf({ symbol, maker, taker, info }: MarketInterface): TradingFeeInterface {
		return { symbol, maker, taker, percentage: true, tierBased: false, info };
	}

	/**
	 * Of a list that has its newest entries first, what `read` makes of them, the oldest first. From
	 * `since` on means reading down to there, so that the first page after it has no gap.
	 */
	private async newestFirst<Entry>(
		path: string,
		params: Dict,
		[since, limit]: readonly [since: Int, limit: Int],
		read: (entry: Dict) => readonly Entry[],
	): Promise<Entry[]> {
		const isBounded = since === undefined && !isWhole(params);
		const wanted = isBounded ? (limit ?? defaultLimit) : Infinity;
		// Some of a page may not be wanted, so that a small page may not be enough.
		const pageSize = Math.min(Math.max(wanted, defaultLimit), pageMax);
		const query = this.extend({ startTime: since, limit: pageSize }, params);
		const found = (await this.gather(path, 'private', query, wanted, read)).reverse();
		if (since !== undefined) return found.slice(0, limit);
		return found.slice(-Math.min(limit ?? Infinity, wanted));
	}

	private async oldestFirst<Entry>(
		path: string,
		params: Dict,
		limit: Int,
		read: (entry: Dict) => readonly Entry[],
	): Promise<Entry[]> {
		const wanted = isWhole(params) ? Infinity : (limit ?? defaultLimit);
		return (await this.gather(path, 'public', params, wanted, read)).slice(0, wanted);
	}

	/** Page after page, until there are as many as are wanted. */
	private async gather<Entry>(
		path: string,
		api: string,
		params: Dict,
		wanted: number,
		read: (entry: Dict) => readonly Entry[],
	): Promise<Entry[]> {
		const span = { limit: Math.min(wanted, pageMax), endTime: params['until'] };
		const first = this.extend(span, this.omit(params, listOptions));
		const found: Entry[] = [];
		for (let query: Dict | undefined = first; query !== undefined;) {
			const page: Dict[] = await this.request(path, api, 'GET', query);
			found.push(...page.flatMap(read));
			const next = nextPages.get(page);
			query = next && found.length < wanted ? this.extend(first, next) : undefined;
		}
		return found;
	}
}
