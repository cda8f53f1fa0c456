/**
 * The three streams. Each listens first, then reads what is there, then sends what the lane has
 * committed behind it, so that a reader who applies updates in order has no gap and no double:
 * an update tells the first and the last sequence it covers, and the next one follows it.
 */
import { isOpenStatus } from '../lane/report';
import type { Market } from '../markets/market';
import {
	readCursor,
	readDepth,
	readTrades,
	type CommittedBatch,
	type ReadTrade,
} from '../reading/market-data';
import { listOpenOrders } from '../reading/orders';
import type { EventStream } from './event-stream';
import { marketOf, type HandlerParts, type Handlers, type Open } from './handler';
import { depthWire, levelWire, orderWire, reportWire, tradeWire } from './wire';

export function streamHandlers(
	parts: HandlerParts,
): Handlers<'streamDepth' | 'streamTrades' | 'streamReports'> {
	return {
		streamDepth: async (_caller, { symbol, limit }, open) =>
			streamDepth(parts, await marketOf(parts, symbol), { limit, open }),
		streamTrades: async (_caller, { symbol, limit, 'last-event-id': id = '' }, open) => {
			// An id we never gave is passed over, for a browser sends back whatever it has.
			const lastId = /^\d{1,15}$/.test(id) ? Number(id) : undefined;
			return streamTrades(parts, await marketOf(parts, symbol), { limit, lastId, open });
		},
		streamReports: async ({ accountId }, { symbol }, open) =>
			streamReports(parts, await marketOf(parts, symbol), { accountId, open }),
	};
}

/** Sends a snapshot by `begin`, which answers its sequence, then `follow` for each later batch. */
async function stream<Event>(
	{ feed }: HandlerParts,
	{ market, open }: { readonly market: Market; readonly open: () => EventStream<Event> },
	telling: {
		readonly begin: (stream: EventStream<Event>) => Promise<number>;
		readonly follow: (stream: EventStream<Event>, batch: CommittedBatch) => void;
	},
): Promise<void> {
	const early: CommittedBatch[] = [];
	let take = (batch: CommittedBatch) => void early.push(batch);
	const { stop } = await feed.listen(market.description.symbol, (batch) => take(batch));
	try {
		const out = open();
		out.onEnd(stop);
		const sequence = await telling.begin(out);
		take = (batch) => {
			if (batch.lastSequence > sequence) telling.follow(out, batch);
		};
		for (const batch of early) take(batch);
	} catch (fault) {
		stop();
		throw fault;
	}
}

function streamDepth(
	parts: HandlerParts,
	market: Market,
	{ limit, open }: { readonly limit: number; readonly open: Open<'streamDepth'> },
): Promise<void> {
	const { symbol } = market.description;
	return stream(
		parts,
		{ market, open },
		{
			async begin(out) {
				const depth = await readDepth(parts.database, symbol, limit);
				out.send({ event: 'snapshot', id: String(depth.sequence), data: depthWire(market, depth) });
				return depth.sequence;
			},
			follow(out, { firstSequence, lastSequence, levels }) {
				const side = (name: 'BUY' | 'SELL') =>
					levels
						.filter(([levelSide]) => levelSide === name)
						.map(([, priceTicks, lots]) => levelWire(market, priceTicks, lots));
				out.send({
					event: 'update',
					id: String(lastSequence),
					data: {
						firstUpdateId: firstSequence,
						lastUpdateId: lastSequence,
						bids: side('BUY'),
						asks: side('SELL'),
					},
				});
			},
		},
	);
}

function streamTrades(
	parts: HandlerParts,
	market: Market,
	{
		limit,
		lastId,
		open,
	}: {
		readonly limit: number;
		readonly lastId: number | undefined;
		readonly open: Open<'streamTrades'>;
	},
): Promise<void> {
	const { symbol } = market.description;
	let sent = lastId ?? 0;
	const send = (out: ReturnType<typeof open>, trade: ReadTrade) => {
		out.send({ event: 'trade', id: String(trade.tradeId), data: tradeWire(market, trade) });
		sent = trade.tradeId;
	};
	return stream(
		parts,
		{ market, open },
		{
			async begin(out) {
				const read = (fromId: number | undefined) =>
					readTrades(parts.database, symbol, { limit, fromId });
				let trades = await read(lastId === undefined ? undefined : lastId + 1);
				for (const trade of trades) send(out, trade);
				while (lastId !== undefined && trades.length === limit) {
					trades = await read(sent + 1);
					for (const trade of trades) send(out, trade);
				}
				// Which batches the trades above came from is told by their own ids.
				return 0;
			},
			follow(out, { reports }) {
				for (const { fill, side: takerSide, time } of reports) {
					if (fill === undefined || fill.isMaker || fill.tradeId <= sent) continue;
					const { tradeId } = fill;
					send(out, {
						tradeId,
						priceTicks: BigInt(fill.priceTicks),
						quantityLots: BigInt(fill.quantityLots),
						quoteAmount: BigInt(fill.quoteAmount),
						takerSide,
						time,
					});
				}
			},
		},
	);
}

/** More open orders than one account will have; the stream starts with all of them. */
const openOrdersMax = 100_000;

function streamReports(
	parts: HandlerParts,
	market: Market,
	{ accountId, open }: { readonly accountId: string; readonly open: Open<'streamReports'> },
): Promise<void> {
	const { symbol } = market.description;
	return stream(
		parts,
		{ market, open },
		{
			async begin(out) {
				// Read before the orders: a report that both show is told twice rather than never.
				const sequence = await readCursor(parts.database, symbol);
				const filter = { symbol, limit: openOrdersMax, offset: 0 };
				const orders = await listOpenOrders(parts.database, accountId, filter);
				const known = orders
					.filter(({ state }) => state !== undefined && isOpenStatus(state.status))
					.map((order) => orderWire(market, order));
				out.send({ event: 'openOrders', data: { lastUpdateId: sequence, orders: known } });
				return sequence;
			},
			follow(out, { reports }) {
				for (const report of reports) {
					if (report.accountId !== accountId) continue;
					const data = reportWire(market, report);
					out.send({ event: 'executionReport', id: data.reportId, data });
				}
			},
		},
	);
}
