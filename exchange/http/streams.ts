/**
 * The three streams. Each listens first, then reads what is there, then sends what the lane has
 * committed behind it, so that a reader who applies updates in order has no gap and no double:
 * an update tells the first and the last sequence it covers, and the next one follows it. What is
 * the same for every reader of a market is made once for all of them.
 */
import type { StreamEvent } from '../../api/types';
import type { Market } from '../markets/market';
import {
	readCursor,
	readDepth,
	readTrades,
	type CommittedBatch,
	type ReadTrade,
} from '../reading/market-data';
import { openOrderPages } from '../reading/orders';
import type { EventStream } from './event-stream';
import { marketOf, type HandlerParts, type Handlers, type Open } from './handler';
import { depthWire, levelWire, orderWire, reportWire, tradeWire } from './wire';

export function streamHandlers(
	parts: HandlerParts,
): Handlers<'streamDepth' | 'streamTrades' | 'streamReports'> {
	const updateOf = once(depthUpdate);
	const tradesOf = once(tradeEvents);
	return {
		streamDepth: async (_caller, { symbol, limit }, open) =>
			streamDepth(parts, await marketOf(parts, symbol), { limit, open, updateOf }),
		streamTrades: async (_caller, { symbol, limit, 'last-event-id': id = '' }, open) => {
			// An id we never gave is passed over, for a browser sends back whatever it has.
			const lastId = /^\d{1,15}$/.test(id) ? Number(id) : undefined;
			return streamTrades(parts, await marketOf(parts, symbol), { limit, lastId, open, tradesOf });
		},
		streamReports: async ({ accountId }, { symbol }, open) =>
			streamReports(parts, await marketOf(parts, symbol), { accountId, open }),
	};
}

type OfBatch<Value> = (market: Market, batch: CommittedBatch) => Value;

/** Of a batch, which every listener is handed as the same object, only once. */
function once<Value>(of: OfBatch<Value>): OfBatch<Value> {
	const known = new WeakMap<CommittedBatch, Value>();
	return (market, batch) => {
		const value = known.get(batch) ?? of(market, batch);
		known.set(batch, value);
		return value;
	};
}

/** Kept for a reader who still reads what was there when they came. */
const earlyBatchesMax = 1_000;

/** Sends a snapshot by `begin`, which answers its sequence, then `follow` for each later batch. */
async function stream<Event>(
	{ feed }: HandlerParts,
	{ market, out }: { readonly market: Market; readonly out: EventStream<Event> },
	telling: {
		/** What may take as long as the reader; nothing is kept for them meanwhile. */
		readonly before?: () => Promise<void>;
		readonly begin: () => Promise<number>;
		readonly follow: (batch: CommittedBatch) => void;
	},
): Promise<void> {
	const early: CommittedBatch[] = [];
	let take = (batch: CommittedBatch) => {
		early.push(batch);
		// Their reader takes so long over what was there that they had better come back.
		if (early.length > earlyBatchesMax) out.end();
	};
	try {
		await telling.before?.();
		const { stop } = await feed.listen(market.description.symbol, (batch) => take(batch));
		out.onEnd(stop);
		const sequence = await telling.begin();
		take = (batch) => {
			if (batch.lastSequence > sequence) telling.follow(batch);
		};
		for (const batch of early) take(batch);
	} catch (fault) {
		// Nothing would ever follow; who comes back is served anew.
		out.end();
		throw fault;
	}
}

type DepthEvent = StreamEvent<'exchange', 'streamDepth'>;

function depthUpdate(market: Market, batch: CommittedBatch): DepthEvent {
	const side = (name: 'BUY' | 'SELL') =>
		batch.levels
			.filter(([levelSide]) => levelSide === name)
			.map(([, priceTicks, lots]) => levelWire(market, priceTicks, lots));
	const { firstSequence: firstUpdateId, lastSequence: lastUpdateId } = batch;
	const data = { firstUpdateId, lastUpdateId, bids: side('BUY'), asks: side('SELL') };
	return { event: 'update', id: String(lastUpdateId), data };
}

function streamDepth(
	parts: HandlerParts,
	market: Market,
	asked: {
		readonly limit: number;
		readonly open: Open<'streamDepth'>;
		readonly updateOf: OfBatch<DepthEvent>;
	},
): Promise<void> {
	const out = asked.open();
	return stream(
		parts,
		{ market, out },
		{
			async begin() {
				const depth = await readDepth(parts.database, market.description.symbol, asked.limit);
				out.send({ event: 'snapshot', id: String(depth.sequence), data: depthWire(market, depth) });
				return depth.sequence;
			},
			follow: (batch) => out.send(asked.updateOf(market, batch)),
		},
	);
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

/** Trades that are sent again to a reader who comes back, read at a time. */
const tradesAtOnce = 1_000;

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
	const { lastId } = asked;
	const out = asked.open();
	let sent = lastId ?? 0;
	const send = (trades: readonly SentTrade[]) => {
		const unsent = trades.filter(({ tradeId }) => tradeId > sent);
		sent = unsent.at(-1)?.tradeId ?? sent;
		if (unsent.length > 0) out.send(...unsent.map(({ event }) => event));
	};
	const sendTrades = async (limit: number, fromId?: number) => {
		const trades = await readTrades(parts.database, symbol, { limit, fromId });
		send(trades.map((trade) => sentTrade(market, trade)));
		return trades.length;
	};
	/** Everything behind what was seen, no faster than the reader takes it. */
	const catchUp = async () => {
		let isMore = lastId !== undefined;
		while (isMore) {
			const count = await sendTrades(tradesAtOnce, sent + 1);
			isMore = count === tradesAtOnce && (await out.ready());
		}
	};
	return stream(
		parts,
		{ market, out },
		{
			before: catchUp,
			async begin() {
				if (lastId === undefined) await sendTrades(asked.limit);
				else await catchUp();
				// Which batches the trades above came from is told by their own ids.
				return 0;
			},
			follow: (batch) => send(asked.tradesOf(market, batch)),
		},
	);
}

function streamReports(
	parts: HandlerParts,
	market: Market,
	{ accountId, open }: { readonly accountId: string; readonly open: Open<'streamReports'> },
): Promise<void> {
	const { symbol } = market.description;
	const out = open();
	async function* openOrders() {
		for await (const page of openOrderPages(parts.database, accountId, symbol)) {
			yield page.map((order) => orderWire(market, order));
		}
	}
	return stream(
		parts,
		{ market, out },
		{
			async begin() {
				// Read before the orders: a report that both show is told twice rather than never.
				const sequence = await readCursor(parts.database, symbol);
				const event = {
					event: 'openOrders',
					data: { lastUpdateId: sequence, orders: [] },
				} as const;
				await out.sendPages(event, openOrders());
				return sequence;
			},
			follow({ reports }) {
				for (const report of reports) {
					if (report.accountId !== accountId) continue;
					const data = reportWire(market, report);
					out.send({ event: 'executionReport', id: data.reportId, data });
				}
			},
		},
	);
}
