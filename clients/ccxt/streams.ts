/** The streams of the exchange's WebSocket, as the watch methods of ccxt. */
import { createPrivateKey, hash, sign } from 'node:crypto';
import { ArgumentsRequired, ChecksumError, NetworkError, Precise } from 'ccxt';
import type {
	Balances,
	Dict,
	MarketInterface,
	OHLCV,
	Order,
	OrderBook as UnifiedBook,
	Str,
	Ticker,
	Trade,
} from 'ccxt';
import type { Depth, DepthUpdate } from '../exchange/operations.ts';
import { OrderBook } from '../exchange/order-book.ts';
import { pkcs8Of } from '../exchange/signing.ts';
import { SealkeeperRecords, type ListOf } from './records.ts';

/** What is used here of ccxt's connection. */
interface Connection {
	readonly subscriptions: Record<string, Partial<Following>>;
	readonly futures: Record<string, { resolve(value: unknown): void }>;
	resolve(value: unknown, hash: string): void;
	reject(fault: Error, hash?: string): void;
	send(message: Dict): Promise<unknown>;
	onError(fault: unknown): void;
}

/** A channel of a market, or of the account, that is followed. */
interface Following {
	/** Of the message that asked for it. */
	readonly id: number;
	readonly name: string;
	readonly channel: string;
	/** None of the account's channel. */
	readonly market: MarketInterface | undefined;
	/** By asset, as they were told last. */
	readonly balances: Map<string, Dict>;
	/** Of a channel of depth, from its snapshot on. */
	book?: OrderBook;
	readonly levels: number;
	/** The number its messages carry, once it is answered. */
	subscription?: number;
}

/** Channels that go on behind the last event seen; the others begin with how it is. */
const resumable = new Set(['trades', 'candles', 'reports', 'account']);

const ownChannels = new Set(['reports', 'account']);

const keptMax = 1_000;
const checkedLevels = 10;

/** What came, by what tells one entry from another, and which of it nobody was told yet. */
class News {
	private readonly known = new Map<unknown, object>();
	private readonly fresh = new Set<unknown>();

	add(id: unknown, entry: object): void {
		this.known.delete(id);
		this.known.set(id, entry);
		this.fresh.delete(id);
		this.fresh.add(id);
		const [oldest] = this.known.keys();
		if (this.known.size <= keptMax) return;
		this.known.delete(oldest);
		this.fresh.delete(oldest);
	}

	get(id: unknown): object | undefined {
		return this.known.get(id);
	}

	take(): object[] {
		const taken = [...this.known].filter(([id]) => this.fresh.has(id));
		this.fresh.clear();
		return taken.map(([, entry]) => entry);
	}
}

function ownChannelOf(symbol: Str): string {
	return symbol === undefined ? 'account' : 'reports';
}

export class SealkeeperStreams extends SealkeeperRecords {
	private readonly news = new Map<string, News>();
	/** Behind which event a channel goes on when the connection was lost. */
	private readonly lastEventIds = new Map<string, string>();
	private messages = 0;

	/** The best `limit` prices, 100 when left out; the first call for a market decides. */
	override async watchOrderBook(
		symbol: string,
		limit = 100,
		params: Dict = {},
	): Promise<UnifiedBook> {
		const asked = { limit: Math.max(limit, checkedLevels), ...params };
		return (await this.follow('depth', 'book', symbol, asked)).at(-1) as UnifiedBook;
	}

	override async watchTicker(symbol: string, params: Dict = {}): Promise<Ticker> {
		return (await this.follow('ticker', 'ticker', symbol, params)).at(-1) as Ticker;
	}

	override async watchTrades(
		symbol: string,
		...[since, limit, params]: [since?: number, limit?: number, params?: Dict]
	): Promise<Trade[]> {
		const trades = await this.follow('trades', 'trades', symbol, params);
		return this.filterBySinceLimit(trades, since, limit, 'timestamp', true) as Trade[];
	}

	override async watchOHLCV(
		symbol: string,
		timeframe = '1m',
		...[since, limit, params]: [since?: number, limit?: number, params?: Dict]
	): Promise<OHLCV[]> {
		const interval = this.safeString(this.timeframes, timeframe, timeframe);
		const candles = await this.follow('candles', 'candles', symbol, { interval, ...params });
		return this.filterBySinceLimit(candles, since, limit, 0, true) as OHLCV[];
	}

	/** What the account has of each currency, whenever that has changed. */
	override async watchBalance(params: Dict = {}): Promise<Balances> {
		return (await this.follow('account', 'balance', undefined, params)).at(-1) as Balances;
	}

	/** The open ones, of a market or of all, first, then each as it is after whatever happened to it. */
	override async watchOrders(...[symbol, since, limit, params]: ListOf): Promise<Order[]> {
		const orders = await this.follow(ownChannelOf(symbol), 'orders', symbol, params);
		return this.filterBySinceLimit(orders, since, limit, 'timestamp', true) as Order[];
	}

	override async watchMyTrades(...[symbol, since, limit, params]: ListOf): Promise<Trade[]> {
		const trades = await this.follow(ownChannelOf(symbol), 'myTrades', symbol, params);
		return this.filterBySinceLimit(trades, since, limit, 'timestamp', true) as Trade[];
	}

	/** Where the exchange is, without a slash at the end. */
	protected address(): string {
		const address = this.safeString(this.urls, 'api', '');
		if (address.includes('{hostname}') && !this.hostname) {
			throw new ArgumentsRequired(
				`${this.id} requires the address of an exchange: give urls: { api: 'http://localhost:8090' }, or a hostname`,
			);
		}
		return this.implodeHostname(address).replace(/\/+$/, '');
	}

	/** What came of a channel since it was asked for last, or what comes next. */
	private async follow(channel: string, kind: string, symbol: Str, fields: Dict = {}) {
		await this.loadMarkets();
		const market = channel === 'account' ? undefined : this.market(symbol);
		const name = [channel, market?.symbol, fields['interval']].join(':');
		const hash = `${kind} of ${name}`;
		for (;;) {
			const taken = this.newsOf(hash).take();
			if (taken.length > 0) return taken;
			const url = `${this.address().replace(/^http/, 'ws')}/socket`;
			// ccxt opens connections without TLS by an agent that it wants asked for.
			if (url.startsWith('ws:')) await this.loadHttpProxyAgent();
			if (ownChannels.has(channel)) await this.authenticated(url);
			const lastEventId = this.lastEventIds.get(name);
			const id = (this.messages += 1);
			const asked = { channel, symbol: market?.id, lastEventId, ...fields };
			const following: Following = {
				id,
				name,
				channel,
				market,
				balances: new Map(),
				levels: this.safeInteger(fields, 'limit', 0),
			};
			await this.watch(url, hash, { id, method: 'subscribe', params: asked }, name, following);
		}
	}

	/** Says whose a request is, without waiting: by `apiKey`, or as its id by the `secret` that signs. */
	protected signed(method: string, path: string, body?: Str) {
		const { apiKey: keyId } = this;
		const recvWindow: number = this.safeInteger(this.options, 'recvWindow', 5_000);
		// What `loadTimeDifference` has found.
		const timestamp = this.milliseconds() - this.safeInteger(this.options, 'timeDifference', 0);
		const sum = body === undefined ? '' : hash('sha256', body, 'hex');
		const text = [keyId, timestamp, recvWindow, method, path, sum].join('\n');
		const key = Buffer.from(pkcs8Of(this.secret));
		const signer = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
		const signature = sign(null, Buffer.from(text), signer).toString('base64');
		return { keyId, timestamp, recvWindow, signature, sum };
	}

	/** Says whose the connection is, once. */
	private async authenticated(url: string): Promise<void> {
		this.checkRequiredCredentials();
		const name = 'authenticated';
		const id = (this.messages += 1);
		const { sum: _, ...signed } = this.secret ? this.signed('SOCKET', '/socket') : { sum: '' };
		const params = this.secret ? signed : { key: this.apiKey };
		const message = { id, method: 'authenticate', params };
		await this.watch(url, name, message, name, { id, name });
	}

	override handleMessage(connection: Connection, message: Dict): void {
		const all = Object.values(connection.subscriptions);
		// An event has an id as well, which is its place in the stream.
		if (message['subscription'] === undefined) {
			const asked = all.find(({ id }) => id === message['id']);
			if (asked !== undefined) this.handleAnswer(connection, asked, message);
			return;
		}
		const following = all.find(({ subscription }) => subscription === message['subscription']);
		// None where it was given up while this was on its way.
		if (following === undefined) return;
		this.handleEvent(connection, following as Following, message);
	}

	private handleAnswer(connection: Connection, asked: Partial<Following>, answer: Dict): void {
		const { name = '' } = asked;
		const refusal = this.safeDict(answer, 'error');
		if (refusal === undefined) {
			asked.subscription = this.safeInteger(this.safeDict(answer, 'result'), 'subscription');
			// Settled and kept, so that whoever asks later finds it done.
			if (asked.channel === undefined) connection.futures[name]?.resolve(true);
			return;
		}
		const statusCode = this.safeInteger(answer, 'status', 0);
		const text = this.json(refusal);
		this.giveUp(connection, name, this.faultOf(refusal, { statusCode, text, isOrder: false }));
	}

	private handleEvent(connection: Connection, following: Following, message: Dict): void {
		const { name, channel, subscription } = following;
		const eventId = this.safeString(message, 'id');
		if (eventId !== undefined && resumable.has(channel)) this.lastEventIds.set(name, eventId);
		const event = this.safeString(message, 'event', '');
		if (event === 'ended') {
			this.giveUp(connection, name, new NetworkError(`${this.id} ended the stream ${name}`));
			return;
		}
		const data = this.safeDict(message, 'data', {});
		if (channel !== 'depth') {
			for (const [kind, id, entry] of this.entriesOf(following, event, data)) {
				this.tell(connection, `${kind} of ${name}`, id, entry);
			}
			return;
		}
		if (event === 'snapshot') following.book = new OrderBook(data as Depth);
		const { book } = following;
		if (book !== undefined && (event === 'snapshot' || book.apply(data as DepthUpdate))) {
			this.tell(connection, `book of ${name}`, name, this.bookOf(following, book));
			return;
		}
		const unsubscribe = {
			id: (this.messages += 1),
			method: 'unsubscribe',
			params: { subscription },
		};
		connection.send(unsubscribe).catch((fault: unknown) => connection.onError(fault));
		const fault = new ChecksumError(`${this.id} lost track of ${name}; watch it again`);
		this.giveUp(connection, name, fault);
	}

	/** What an event brings: for whom, what tells it from others, and itself. */
	private entriesOf(
		following: Following,
		event: string,
		data: Dict,
	): ReadonlyArray<readonly [kind: string, id: unknown, entry: object]> {
		const { market } = following;
		switch (event) {
			case 'account':
			case 'balances':
				return [['balance', 'all', this.balanceAfter(following, data)]];
			case 'trade':
				return [['trades', data['tradeId'], this.parseTrade(data, market)]];
			case 'ticker':
				return [['ticker', data['symbol'], this.parseTicker(data, market)]];
			case 'candle':
				return [['candles', data['openTime'], this.parseOHLCV(data)]];
			case 'openOrders':
				return this.safeList(data, 'orders', []).map((order: Dict) => [
					'orders',
					order['orderId'],
					this.parseOrder(order, market),
				]);
			case 'executionReport':
				return this.entriesOfReport(following, data);
			default:
				return [];
		}
	}

	/** Each tells of some; those told before are as they were. */
	private balanceAfter({ balances }: Following, told: Dict): Balances {
		for (const balance of this.safeList(told, 'balances', []) as Dict[]) {
			balances.set(this.safeString(balance, 'asset', ''), balance);
		}
		return this.parseBalance({ ...told, balances: [...balances.values()] });
	}

	private entriesOfReport({ name }: Following, report: Dict) {
		const id = report['orderId'];
		const market = this.safeMarket(this.safeString(report, 'symbol'));
		const orders = this.newsOf(`orders of ${name}`);
		const order = this.orderAfter(orders.get(id) as Order | undefined, market, report);
		const entries = [['orders', id, order] as const];
		if (report['execType'] !== 'TRADE') return entries;
		const trade = {
			...report,
			price: report['lastPrice'],
			quantity: report['lastQty'],
			quoteQty: report['lastQuoteQty'],
		};
		const own = { ...this.parseTrade(trade, market), info: report };
		return [...entries, ['myTrades', report['reportId'], own] as const];
	}

	/** A report has nothing of what an order was placed with, and the commission of its trade alone. */
	private orderAfter(before: Order | undefined, market: MarketInterface, report: Dict): Order {
		const time = this.safeInteger(report, 'time');
		const began = { timestamp: time, datetime: this.iso8601(time), ...before };
		const order = this.parseOrder(report, market);
		const told = Object.entries(order).filter(([, value]) => value !== undefined);
		const paid = this.numberToString(before?.fee?.cost ?? 0);
		const cost = Precise.stringAdd(paid, this.safeString(report, 'commission', '0'));
		const fee = { cost: this.parseNumber(cost), currency: market.quote };
		const isTrade = report['execType'] === 'TRADE';
		const lastTradeTimestamp = isTrade ? time : before?.lastTradeTimestamp;
		const ofTrades = { fee, fees: [fee], lastTradeTimestamp };
		return { ...order, ...began, ...Object.fromEntries(told), ...ofTrades };
	}

	private bookOf({ market, levels }: Following, book: OrderBook): UnifiedBook {
		return {
			...this.parseOrderBook(book.best(levels), market?.symbol ?? ''),
			nonce: book.lastUpdateId,
		};
	}

	private tell(connection: Connection, hash: string, id: unknown, entry: object): void {
		this.newsOf(hash).add(id, entry);
		connection.resolve(entry, hash);
	}

	/** Whoever waits hears of it; whoever asks next begins anew. */
	private giveUp(connection: Connection, name: string, fault: Error): void {
		delete connection.subscriptions[name];
		for (const hash of Object.keys(connection.futures)) {
			if (hash.endsWith(name)) connection.reject(fault, hash);
		}
	}

	private newsOf(hash: string): News {
		const news = this.news.get(hash) ?? new News();
		this.news.set(hash, news);
		return news;
	}
}
