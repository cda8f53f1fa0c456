/**
 * Keeps candles of a minute, an hour and a day. Other spans are combined from them when read. A
 * trade belongs to the span in which its command was accepted.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Insertion, Value } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import type { Schema } from '../../database/schema';
import type { Trade } from './accounting';

/** The stored spans, each a multiple of the one before. */
export const keptSpansMs = [60_000, 3_600_000, 86_400_000] as const;

/** One span of time; prices in ticks, volumes exact. */
export interface Candle {
	/** Milliseconds since 1970. */
	readonly openedAt: number;
	readonly open: number;
	high: number;
	low: number;
	close: number;
	volumeLots: bigint;
	quoteVolume: bigint;
	trades: number;
}

const newCandle = {
	table: 'candles',
	columns: [
		'market',
		'span_ms',
		'opened_at',
		'open_ticks',
		'high_ticks',
		'low_ticks',
		'close_ticks',
		'volume_lots',
		'quote_volume',
		'trades',
	],
	ending: `on conflict (market, span_ms, opened_at) do update set ${[
		'high_ticks',
		'low_ticks',
		'close_ticks',
		'volume_lots',
		'quote_volume',
		'trades',
	]
		.map((name) => `${name} = excluded.${name}`)
		.join(', ')}`,
} as const;

/**
 * The newest candle of each span. Only the lane's owner writes candles, so it can keep them in
 * memory. After a failed commit this object must not be used again.
 */
export class NewestCandles {
	private bySpan: Map<number, Candle> | undefined;

	/** Adds trades to their candles; returns the rows to write. */
	async add(
		transaction: Database,
		market: string,
		trades: readonly Trade[],
	): Promise<Insertion<Schema>> {
		const minutes: Candle[] = [];
		addTrades(minutes, trades, keptSpansMs[0]);
		this.bySpan ??= await readNewest(transaction, market);
		const rows: Value[][] = [];
		for (const spanMs of keptSpansMs) {
			const newest = this.bySpan.get(spanMs);
			const candles = newest === undefined ? [] : [newest];
			for (const minute of minutes) addCandle(candles, minute, openingIn(spanMs, minute));
			const last = candles.at(-1);
			if (last === undefined || minutes.length === 0) continue;
			this.bySpan.set(spanMs, last);
			rows.push(...candles.map((candle) => rowOf(market, spanMs, candle)));
		}
		return { ...newCandle, rows };
	}
}

async function readNewest(transaction: Database, market: string): Promise<Map<number, Candle>> {
	const newest = new Map<number, Candle>();
	for (const spanMs of keptSpansMs) {
		const row = await transaction
			.selectFrom('candles')
			.selectAll()
			.where('market', '=', market)
			.where('span_ms', '=', BigInt(spanMs))
			.orderBy('opened_at', 'desc')
			.executeTakeFirst();
		if (row !== undefined) newest.set(spanMs, candleOf(row));
	}
	return newest;
}

function candleOfTrade({ time, event }: Trade): Candle {
	const { priceTicks, quantityLots, quoteAmount } = event;
	return {
		openedAt: time,
		open: priceTicks,
		high: priceTicks,
		low: priceTicks,
		close: priceTicks,
		volumeLots: BigInt(quantityLots),
		quoteVolume: quoteAmount,
		trades: 1,
	};
}

function rowOf(market: string, spanMs: number, candle: Candle): Value[] {
	const { openedAt, open, high, low, close, trades } = candle;
	const volumes = [candle.volumeLots.toString(), candle.quoteVolume.toString()];
	return [market, spanMs, openedAt, open, high, low, close, ...volumes, trades];
}

/** How time is divided into candles. */
export interface Division {
	/** The stored span that each of them consists of. */
	readonly keptMs: number;
	/** When the candle that a time belongs to opens. */
	readonly openingOf: (time: number) => number;
	/** When the candle behind one opens. */
	readonly nextOf: (openedAt: number) => number;
}

/** Candles of one length, a multiple of a stored span; one of them opens at `opensAt`. */
export function evenly(spanMs: number, opensAt = 0): Division {
	return {
		keptMs: keptSpansMs.findLast((kept) => spanMs % kept === 0) ?? keptSpansMs[0],
		openingOf: (time) => time - ((((time - opensAt) % spanMs) + spanMs) % spanMs),
		nextOf: (openedAt) => openedAt + spanMs,
	};
}

export interface CandleRange {
	readonly division: Division;
	/** Range of opening times in milliseconds, inclusive; without `since` it ends with the newest. */
	readonly since: number | undefined;
	readonly until: number;
	readonly limit: number;
}

/** Reads the candles that open in the range, the oldest first. */
export async function readCandles(
	database: Database,
	market: string,
	range: CandleRange,
): Promise<Candle[]> {
	const { division, until, limit } = range;
	const { keptMs, openingOf, nextOf } = division;
	const from = range.since ?? (await newestOpening(database, market, range));
	const opening = openingOf(from);
	const end = nextOf(openingOf(until));
	const candles: Candle[] = [];
	let since = opening < from ? nextOf(opening) : opening;
	// One more than wanted, so that the last of them is complete.
	while (candles.length <= limit) {
		const rows = await keptRows(database, market, keptMs)
			.selectAll()
			.where('opened_at', '>=', BigInt(since))
			.where('opened_at', '<', BigInt(end))
			.orderBy('opened_at')
			.limit(rowsAtOnce)
			.execute();
		for (const row of rows) {
			const candle = candleOf(row);
			addCandle(candles, candle, openingOf(candle.openedAt));
		}
		const last = rows.at(-1);
		if (last === undefined || rows.length < rowsAtOnce) break;
		since = Number(last.opened_at) + keptMs;
		await nextTurn();
	}
	return candles.slice(0, limit);
}

/** When the first of the newest `limit` candles opens; `until` if there are none. */
async function newestOpening(
	database: Database,
	market: string,
	{ division: { keptMs, openingOf, nextOf }, until, limit }: CandleRange,
): Promise<number> {
	const openings = new Set<number>();
	let end = nextOf(openingOf(until));
	let first = until;
	for (;;) {
		const rows = await keptRows(database, market, keptMs)
			.select('opened_at')
			.where('opened_at', '<', BigInt(end))
			.orderBy('opened_at', 'desc')
			.limit(rowsAtOnce)
			.execute();
		for (const { opened_at: openedAt } of rows) {
			end = Number(openedAt);
			const opening = openingOf(end);
			if (openings.size === limit && !openings.has(opening)) return first;
			openings.add(opening);
			first = opening;
		}
		if (rows.length < rowsAtOnce) return first;
	}
}

/** Rows per query, so that other work gets a turn in between. */
const rowsAtOnce = 500;

function keptRows(database: Database, market: string, keptMs: number) {
	return database
		.selectFrom('candles')
		.where('market', '=', market)
		.where('span_ms', '=', BigInt(keptMs));
}

function openingIn(spanMs: number, { openedAt }: Candle): number {
	return openedAt - (openedAt % spanMs);
}

function candleOf(row: Selectable<Schema['candles']>): Candle {
	return {
		openedAt: Number(row.opened_at),
		open: Number(row.open_ticks),
		high: Number(row.high_ticks),
		low: Number(row.low_ticks),
		close: Number(row.close_ticks),
		volumeLots: BigInt(row.volume_lots),
		quoteVolume: BigInt(row.quote_volume),
		trades: Number(row.trades),
	};
}

/** Adds trades to candles of a span, whose last one may go on. */
export function addTrades(candles: Candle[], trades: readonly Trade[], spanMs: number): void {
	for (const trade of trades) {
		const candle = candleOfTrade(trade);
		addCandle(candles, candle, openingIn(spanMs, candle));
	}
}

/**
 * Merges a candle, or one trade, into the last longer candle, or starts the next one, which opens
 * at `openedAt`.
 */
function addCandle(longer: Candle[], candle: Candle, openedAt: number): void {
	const last = longer.at(-1);
	if (last?.openedAt !== openedAt) {
		longer.push({ ...candle, openedAt });
		return;
	}
	last.high = Math.max(last.high, candle.high);
	last.low = Math.min(last.low, candle.low);
	last.close = candle.close;
	last.volumeLots += candle.volumeLots;
	last.quoteVolume += candle.quoteVolume;
	last.trades += candle.trades;
}
