/**
 * The streams of a market's ticker, best prices and candles: the current value, then a new one after every
 * change.
 */
import type { StreamEvent } from '../../../api/types';
import type { CandleInterval } from '../../../api/exchange/language/candle-intervals';
import { readCandles, type Division } from '../../trading/lane/candles';
import type { CommittedBatch } from '../../trading/lane/batch-text';
import type { Market } from '../../trading/markets/market';
import { readTicker } from '../../market-data/tickers';
import type { EventStream } from '../../../server/http/streams/event-stream';
import type { HandlerParts, Open } from '../../operations/handler';
import { divisionOf } from '../../market-data/candle-divisions';
import { readDepth } from '../../market-data/market-data';
import { bookTickerWire, candleWire, tickerWire } from '../../market-data/wire';
import { ThrottledRefresh, type Reading } from './throttled-refresh';

type TickerEvent = StreamEvent<'exchange', 'streamTicker'>;
type BookTickerEvent = StreamEvent<'exchange', 'streamBookTicker'>;
type CandleEvent = StreamEvent<'exchange', 'streamCandles'>;
type Candles = readonly CandleEvent[];

interface CandleRequest {
	readonly interval: CandleInterval;
	/** Starts with the candle that opened then; undefined: with the current one. */
	readonly since: number | undefined;
	readonly open: Open<'streamCandles'>;
}

/** Candles read at a time for a reader who reconnects; others need only the newest. */
const candlesAtOnce = 500;

export class RefreshStreams {
	private readonly tickers = new Map<string, ThrottledRefresh<TickerEvent>>();
	private readonly bookTickers = new Map<string, ThrottledRefresh<BookTickerEvent>>();
	private readonly candleRows = new Map<string, ThrottledRefresh<Candles>>();

	constructor(private readonly parts: HandlerParts) {}

	async ticker(market: Market, open: Open<'streamTicker'>): Promise<void> {
		const { symbol } = market.description;
		const read = async (): Promise<TickerEvent> => {
			const ticker = await readTicker(this.parts.reader, symbol, this.parts.clock.now());
			return { event: 'ticker', data: tickerWire(market, ticker) };
		};
		const reading = { symbol, isChangedBy: () => true, read };
		const refresh = this.sharedRefresh(this.tickers, symbol, reading);
		const out = open();
		let asOf = 0;
		const take = (event: TickerEvent) => {
			if (Number(event.data.closeTime) < asOf) return;
			asOf = Number(event.data.closeTime);
			out.send(event);
		};
		await follow({ refresh, out, take }, async () => take(await read()));
	}

	async bookTicker(market: Market, open: Open<'streamBookTicker'>): Promise<void> {
		const { symbol } = market.description;
		const read = async (): Promise<BookTickerEvent> => {
			const depth = await readDepth(this.parts.reader, symbol, 1);
			return { event: 'bookTicker', data: bookTickerWire(market, depth) };
		};
		const isChangedBy = ({ levels }: CommittedBatch) => levels.length > 0;
		const refresh = this.sharedRefresh(this.bookTickers, symbol, { symbol, isChangedBy, read });
		const out = open();
		let asOf = -1;
		let sent: string | undefined;
		const take = (event: BookTickerEvent) => {
			const { lastUpdateId, ...best } = event.data;
			if (Number(lastUpdateId) < asOf) return;
			asOf = Number(lastUpdateId);
			const text = JSON.stringify(best);
			if (text !== sent) out.send(event);
			sent = text;
		};
		await follow({ refresh, out, take }, async () => take(await read()));
	}

	async candles(market: Market, { interval, since, open }: CandleRequest): Promise<void> {
		const { symbol } = market.description;
		const division = divisionOf(interval);
		const now = this.parts.clock.now();
		const present = division.openingOf(now);
		const read = (from: number) => this.readCandles(market, division, from);
		const refresh = this.sharedRefresh(this.candleRows, `${interval} ${symbol}`, {
			symbol,
			isChangedBy: ({ reports }) => reports.some(({ fill }) => fill !== undefined),
			read: newestFrom(present, read),
		});
		const out = open();
		// A candle of the future was never sent.
		const openTime = since !== undefined && since <= now ? since : present;
		const last = { openTime, trades: 0 };
		const take = (candles: Candles) => {
			for (const event of candles) {
				const [openTime, trades] = [Number(event.data.openTime), Number(event.data.trades)];
				const isNew = openTime > last.openTime;
				if (!isNew && (openTime < last.openTime || trades <= last.trades)) continue;
				out.send(event);
				Object.assign(last, { openTime, trades });
			}
		};
		await follow({ refresh, out, take }, async () => {
			for (let isMore = true; isMore;) {
				const candles = await read(last.openTime);
				take(candles);
				isMore = candles.length === candlesAtOnce && (await out.ready());
			}
		});
	}

	private sharedRefresh<Value>(
		refreshes: Map<string, ThrottledRefresh<Value>>,
		name: string,
		reading: Reading<Value>,
	): ThrottledRefresh<Value> {
		const known = refreshes.get(name);
		if (known?.isFollowed === true) return known;
		const refresh = new ThrottledRefresh(this.parts, reading);
		refreshes.set(name, refresh);
		return refresh;
	}

	private async readCandles(market: Market, division: Division, since: number): Promise<Candles> {
		const { reader } = this.parts;
		const range = { division, since, until: Number.MAX_SAFE_INTEGER, limit: candlesAtOnce };
		const candles = await readCandles(reader, market.description.symbol, range);
		return candles.map((candle) => {
			const data = candleWire(market, candle);
			return { event: 'candle', id: String(data.openTime), data };
		});
	}
}

/** Reads from the newest candle of the last reading on, because that one may have changed. */
function newestFrom(since: number, read: (from: number) => Promise<Candles>) {
	let from = since;
	return async () => {
		const candles = await read(from);
		from = Number(candles.at(-1)?.data.openTime ?? from);
		return candles;
	};
}

/** Sends what `begin` sends, then every refresh, including those in between. */
async function follow<Value>(
	{
		refresh,
		out,
		take,
	}: {
		readonly refresh: ThrottledRefresh<Value>;
		readonly out: EventStream<never>;
		readonly take: (value: Value) => void;
	},
	begin: () => Promise<void>,
): Promise<void> {
	const early: Value[] = [];
	let onValue: (value: Value) => void = (value) => early.push(value);
	try {
		out.onEnd(await refresh.listen((value) => onValue(value)));
		await begin();
		for (const value of early) take(value);
		onValue = take;
	} catch (fault) {
		out.end();
		throw fault;
	}
}
