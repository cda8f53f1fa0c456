/** Works the candles of a market out again from its trades, and compares them as they are complete. */
import type { Database } from '../../database/database';
import type { Trade } from '../../trading/lane/accounting';
import { addTrades, keptSpansMs, type Candle } from '../../trading/lane/candles';
import { asText, difference } from './differences';
import type { RowCounts } from './row-counts';

interface CandleParts {
	readonly snapshot: Database;
	readonly symbol: string;
	readonly counts: RowCounts;
	readonly onFault: (fault: string) => void;
}

export class CandleProof {
	private readonly spans: readonly SpanProof[];

	constructor(parts: CandleParts) {
		this.spans = keptSpansMs.map((spanMs) => new SpanProof(parts, spanMs));
	}

	async add(trades: readonly Trade[]): Promise<void> {
		for (const span of this.spans) await span.add(trades);
	}

	/** Compares the newest candles, which may go on. */
	async end(): Promise<void> {
		for (const span of this.spans) await span.end();
	}
}

class SpanProof {
	private candles: Candle[] = [];
	private comparedTo = -1;

	constructor(
		private readonly parts: CandleParts,
		private readonly spanMs: number,
	) {}

	async add(trades: readonly Trade[]): Promise<void> {
		addTrades(this.candles, trades, this.spanMs);
		const complete = this.candles.slice(0, -1);
		const last = complete.at(-1);
		if (last === undefined) return;
		await this.compare(complete, last.openedAt);
		this.candles = this.candles.slice(-1);
	}

	end(): Promise<void> {
		return this.compare(this.candles, Number.MAX_SAFE_INTEGER);
	}

	private async compare(expected: readonly Candle[], upTo: number): Promise<void> {
		const { snapshot, symbol, counts, onFault } = this.parts;
		const rows = await snapshot
			.selectFrom('candles')
			.selectAll()
			.where('market', '=', symbol)
			.where('span_ms', '=', BigInt(this.spanMs))
			.where('opened_at', '>', BigInt(this.comparedTo))
			.where('opened_at', '<=', BigInt(upTo))
			.orderBy('opened_at')
			.limit(expected.length + 1)
			.execute();
		this.comparedTo = upTo;
		counts.add('candles', rows.length);
		const within = `${symbol} of ${this.spanMs} ms`;
		const compared = { table: 'candles', within, key: ['opened_at'], by: 'the trades' } as const;
		const fault = difference(compared, rows.map(asText), expected.map(candleRow));
		if (fault !== undefined) onFault(fault);
	}
}

function candleRow(candle: Candle) {
	return {
		opened_at: `${candle.openedAt}`,
		open_ticks: `${candle.open}`,
		high_ticks: `${candle.high}`,
		low_ticks: `${candle.low}`,
		close_ticks: `${candle.close}`,
		volume_lots: `${candle.volumeLots}`,
		quote_volume: `${candle.quoteVolume}`,
		trades: `${candle.trades}`,
	};
}
