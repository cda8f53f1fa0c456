/**
 * Handlers of all streams, and the stream of trades, which resumes after the last trade seen. What
 * is the same for every reader of a market is computed once per batch.
 */
import type { StreamEvent } from '../../api/types';
import type { CommittedBatch } from '../trading/lane/batch-text';
import type { Market } from '../trading/markets/market';
import { idBeforeNewest, readTrades, type ReadTrade } from '../market-data/market-data';
import { DepthBooks } from './market-data/depth-books';
import { streamDepth } from './market-data/depth-stream';
import { oncePerBatch, stream, type OfBatch } from '../operations/following';
import { marketOf, type HandlerParts, type Handlers, type Open } from '../operations/handler';
import { tradeWire } from '../market-data/wire';
import { RefreshStreams } from './market-data/refresh-streams';
import { streamAccount } from './account/account-stream';
import { streamAllReports } from './account/all-reports-stream';
import { streamReports } from './account/report-stream';

export function streamHandlers(
	parts: HandlerParts,
): Handlers<
	| 'streamDepth'
	| 'streamTrades'
	| 'streamTicker'
	| 'streamBookTicker'
	| 'streamCandles'
	| 'streamReports'
	| 'streamAccount'
> {
	const books = new DepthBooks(parts);
	const refreshes = new RefreshStreams(parts);
	const tradesOf = oncePerBatch(tradeEvents);
	return {
		streamDepth: async (_caller, { symbol, limit }, open) =>
			streamDepth(parts, await marketOf(parts, symbol), { limit, open, books }),
		streamTicker: async (_caller, { symbol }, open) =>
			refreshes.ticker(await marketOf(parts, symbol), open),
		streamBookTicker: async (_caller, { symbol }, open) =>
			refreshes.bookTicker(await marketOf(parts, symbol), open),
		streamCandles: async (_caller, { symbol, interval, ...seen }, open) => {
			const since = idNumber(lastEventIdOf(seen));
			return refreshes.candles(await marketOf(parts, symbol), { interval, since, open });
		},
		streamTrades: async (_caller, { symbol, limit, ...seen }, open) => {
			const market = await marketOf(parts, symbol);
			const lastId = await seenTrade(parts, symbol, lastEventIdOf(seen));
			return streamTrades(parts, market, { limit, lastId, open, tradesOf });
		},
		streamReports: async ({ accountId }, { symbol, ...seen }, open) => {
			const lastId = lastEventIdOf(seen);
			if (symbol === undefined) return streamAllReports(parts, { accountId, lastId, open });
			return streamReports(parts, await marketOf(parts, symbol), { accountId, lastId, open });
		},
		streamAccount: ({ accountId }, seen, open) =>
			streamAccount(parts, { accountId, lastId: lastEventIdOf(seen), open }),
	};
}

interface LastSeen {
	readonly 'last-event-id'?: string;
	readonly lastEventId?: string;
}

/**
 * A browser's header is newer than the parameter of the address it opened. An unknown id is
 * ignored, because a browser sends whatever it has.
 */
function lastEventIdOf({ 'last-event-id': sent, lastEventId }: LastSeen): string | undefined {
	return sent ?? lastEventId;
}

/** The last trade a reader has seen; undefined if there is no trade of this id yet. */
async function seenTrade(
	{ reader }: HandlerParts,
	symbol: string,
	id: string | undefined,
): Promise<number | undefined> {
	const seen = idNumber(id);
	if (seen === undefined) return undefined;
	return seen <= (await idBeforeNewest(reader, symbol, 0)) ? seen : undefined;
}

function idNumber(id = ''): number | undefined {
	return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

interface SentTrade {
	readonly tradeId: number;
	readonly event: StreamEvent<'exchange', 'streamTrades'>;
}

function sentTrade(market: Market, trade: ReadTrade): SentTrade {
	const { tradeId } = trade;
	return {
		tradeId,
		event: { event: 'trade', id: String(tradeId), data: tradeWire(market, trade) },
	};
}

function tradeEvents(market: Market, { reports }: CommittedBatch): readonly SentTrade[] {
	return reports.flatMap(({ fill, side: takerSide, time }) => {
		if (fill === undefined || fill.isMaker) return [];
		const trade = {
			tradeId: fill.tradeId,
			priceTicks: BigInt(fill.priceTicks),
			quantityLots: BigInt(fill.quantityLots),
			quoteAmount: BigInt(fill.quoteAmount),
			takerSide,
			time,
		};
		return [sentTrade(market, trade)];
	});
}

/** Trades read at a time; a reader who leaves costs no more than these. */
const tradesAtOnce = 100;

function streamTrades(
	parts: HandlerParts,
	market: Market,
	asked: {
		readonly limit: number;
		readonly lastId: number | undefined;
		readonly open: Open<'streamTrades'>;
		readonly tradesOf: OfBatch<readonly SentTrade[]>;
	},
): Promise<void> {
	const { symbol } = market.description;
	const out = asked.open();
	let sent = asked.lastId;
	const send = (trades: readonly SentTrade[]) => {
		const unsent = trades.filter(({ tradeId }) => tradeId > (sent ?? 0));
		sent = unsent.at(-1)?.tradeId ?? sent;
		if (unsent.length > 0) out.send(...unsent.map(({ event }) => event));
	};
	/** Sends all trades after the last seen, or the newest, no faster than the reader takes them. */
	const catchUp = async () => {
		sent ??= await idBeforeNewest(parts.reader, symbol, asked.limit);
		for (let isMore = true; isMore;) {
			const page = { limit: tradesAtOnce, fromId: sent + 1 };
			const trades = await readTrades(parts.reader, symbol, page);
			send(trades.map((trade) => sentTrade(market, trade)));
			isMore = trades.length === tradesAtOnce && (await out.ready());
		}
	};
	return stream(
		parts,
		{ market, out },
		{
			before: catchUp,
			async begin() {
				await catchUp();
				// 0: the trades' own ids tell which were sent above.
				return 0;
			},
			follow: (batch) => send(asked.tradesOf(market, batch)),
		},
	);
}
