/**
 * The live state of one market: book, trades, candles, ticker and own open orders. All of it is
 * bounded, and listeners are called at most every `restMs`.
 */
import type { Model } from '../../../api/types';
import type { Depth, DepthUpdate } from '../../../clients/exchange/operations';
import { OrderBook } from '../../../clients/exchange/order-book';
import { publicClient } from './exchange';
import { Feed, type FeedState, type Followed } from './feed';

/** Those that the chart offers. */
export const chartIntervals = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type CandleInterval = (typeof chartIntervals)[number];
export type Part = 'state' | 'book' | 'trades' | 'candles' | 'ticker' | 'own';
type Trade = Model<'Trade'>;
type Candle = Model<'Candle'>;

const tradesKept = 50;
const candlesKept = 300;
/** Price levels per side; the checksum detects if deeper ones mattered. */
const levelsAsked = 1_000;
/** Pause between two notifications. */
const restMs = 100;

interface LiveOptions {
	readonly symbol: string;
	readonly key: string | undefined;
	readonly onKeyEnded: (reason: Error) => void;
}

export class LiveMarket {
	state: FeedState = { kind: 'connecting' };
	book: OrderBook | undefined;
	/** The newest first. */
	trades: readonly Trade[] = [];
	/** The oldest first. */
	candles: readonly Candle[] | undefined;
	ticker: Model<'Ticker'> | undefined;
	/** Counts changes of own orders, and resubscriptions. */
	ownChanges = 0;
	lastReport: Model<'ExecutionReport'> | undefined;
	interval: CandleInterval = '1m';
	private hasPastCandles = false;
	private feed: Feed;
	private readonly listeners = new Map<Part, Set<() => void>>();
	private readonly changed = new Set<Part>();
	private isResting = false;

	constructor(private readonly options: LiveOptions) {
		this.feed = this.openFeed();
	}

	close(): void {
		this.feed.close();
	}

	/** Switches to candles of another interval. */
	setInterval(interval: CandleInterval): void {
		if (interval === this.interval) return;
		this.interval = interval;
		this.candles = undefined;
		this.tell('candles');
		this.hasPastCandles = false;
		this.feed.close();
		this.feed = this.openFeed();
	}

	/** Adds a listener; returns a function that removes it. */
	listen(part: Part, listener: () => void): () => void {
		const listeners = this.listeners.get(part) ?? new Set();
		this.listeners.set(part, listeners.add(listener));
		return () => void listeners.delete(listener);
	}

	private openFeed(): Feed {
		const { key, onKeyEnded } = this.options;
		const own = key === undefined ? [] : [this.reports()];
		return new Feed({
			followed: [
				this.depth(),
				this.tradesStream(),
				this.tickerStream(),
				this.candleStream(),
				...own,
			],
			key,
			onKeyEnded,
			onState: (state) => {
				this.state = state;
				this.tell('state');
				if (state.kind === 'live' && !this.hasPastCandles) void this.fetchCandles();
			},
		});
	}

	private depth(): Followed {
		const { symbol } = this.options;
		return {
			channel: 'depth',
			params: () => ({ symbol, limit: levelsAsked }),
			take: ({ event, data }) => {
				if (event === 'snapshot') this.book = new OrderBook(data as Depth);
				// A gap, or a wrong checksum: subscribe again.
				else if (this.book?.apply(data as DepthUpdate) === false) return this.feed.again();
				this.tell('book');
			},
		};
	}

	private tradesStream(): Followed {
		const { symbol } = this.options;
		return {
			channel: 'trades',
			params: () => {
				const seen = this.trades[0]?.tradeId;
				return { symbol, limit: tradesKept, ...(seen !== undefined && { lastEventId: `${seen}` }) };
			},
			take: ({ data }) => {
				const trade = data as Trade;
				if (trade.tradeId <= (this.trades[0]?.tradeId ?? 0)) return;
				this.trades = [trade, ...this.trades.slice(0, tradesKept - 1)];
				this.tell('trades');
			},
		};
	}

	private tickerStream(): Followed {
		const { symbol } = this.options;
		return {
			channel: 'ticker',
			params: () => ({ symbol }),
			take: ({ data }) => {
				this.ticker = data as Model<'Ticker'>;
				this.tell('ticker');
			},
		};
	}

	private candleStream(): Followed {
		const { symbol } = this.options;
		const { interval } = this;
		return {
			channel: 'candles',
			params: () => {
				const seen = this.candles?.at(-1)?.openTime;
				return { symbol, interval, ...(seen !== undefined && { lastEventId: `${seen}` }) };
			},
			take: ({ data }) => {
				if (interval === this.interval) this.addCandles([data as Candle]);
			},
		};
	}

	/** Each subscription begins with the open orders, so nothing is missing. */
	private reports(): Followed {
		const { symbol } = this.options;
		return {
			channel: 'reports',
			params: () => ({ symbol }),
			take: ({ event, data }) => {
				if (event === 'executionReport') this.lastReport = data as Model<'ExecutionReport'>;
				this.ownChanges += 1;
				this.tell('own');
			},
		};
	}

	/** Loads the earlier candles. */
	private async fetchCandles(): Promise<void> {
		const { symbol } = this.options;
		const { interval } = this;
		const input = { symbol, interval, endTime: Number.MAX_SAFE_INTEGER, limit: candlesKept };
		const fetched = await publicClient.call('candles', input).catch(() => undefined);
		// Without an answer they are loaded again after the reconnection.
		if (fetched === undefined || interval !== this.interval) return;
		this.hasPastCandles = true;
		this.addCandles(fetched);
	}

	/** Of two candles with the same time, the one with more trades is newer. */
	private addCandles(candles: readonly Candle[]): void {
		const known = new Map((this.candles ?? []).map((candle) => [candle.openTime, candle]));
		for (const candle of candles) {
			const before = known.get(candle.openTime);
			if (before === undefined || before.trades <= candle.trades) {
				known.set(candle.openTime, candle);
			}
		}
		const sorted = [...known.values()].sort(
			(one, other) => Number(one.openTime) - Number(other.openTime),
		);
		this.candles = sorted.slice(-candlesKept);
		this.tell('candles');
	}

	private tell(part: Part): void {
		this.changed.add(part);
		if (this.isResting) return;
		this.isResting = true;
		requestAnimationFrame(() => {
			const parts = [...this.changed];
			this.changed.clear();
			for (const one of parts) for (const listener of this.listeners.get(one) ?? []) listener();
			setTimeout(() => {
				this.isResting = false;
				const [waiting] = this.changed;
				if (waiting !== undefined) this.tell(waiting);
			}, restMs);
		});
	}
}
