/**
 * The three streams. Each listens first, then reads what is there, then sends what the lane has
 * committed behind it, so that a reader who applies updates in order has no gap and no double:
 * an update tells the first and the last sequence it covers, and the next one follows it.
 */
import type { FastifyReply } from 'fastify';
import { isOpenStatus } from '../lane/report';
import type { Market } from '../markets/market';
import type { EventStream, EventStreams } from './event-stream';
import type { Feed } from './feed';
import type { CommittedBatch, Reading } from './reading';
import { levelWire, reportWire } from './wire';

export interface StreamParts {
	readonly streams: EventStreams;
	readonly feed: Pick<Feed, 'listen'>;
	readonly reading: Reading;
}

/** Sends a snapshot by `begin`, which answers its sequence, then `follow` for each later batch. */
async function stream(
	parts: StreamParts,
	{ reply, market }: { readonly reply: FastifyReply; readonly market: Market },
	scene: {
		readonly begin: (stream: EventStream) => Promise<number>;
		readonly follow: (stream: EventStream, batch: CommittedBatch) => void;
	},
): Promise<void> {
	const early: CommittedBatch[] = [];
	let take = (batch: CommittedBatch) => void early.push(batch);
	const { symbol } = market.description;
	const { stop } = await parts.feed.listen(symbol, (batch) => take(batch));
	try {
		const out = parts.streams.open(reply);
		out.onEnd(stop);
		const sequence = await scene.begin(out);
		take = (batch) => {
			if (batch.lastSequence > sequence) scene.follow(out, batch);
		};
		for (const batch of early) take(batch);
	} catch (fault) {
		stop();
		throw fault;
	}
}

export function streamDepth(
	parts: StreamParts,
	place: { readonly reply: FastifyReply; readonly market: Market },
	limit: number,
): Promise<void> {
	const { market } = place;
	return stream(parts, place, {
		async begin(out) {
			const depth = await parts.reading.depth(market, limit);
			out.send({ event: 'snapshot', id: String(depth.lastUpdateId), data: depth });
			return depth.lastUpdateId;
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
	});
}

export function streamTrades(
	parts: StreamParts,
	place: { readonly reply: FastifyReply; readonly market: Market },
	{ limit, lastId }: { readonly limit: number; readonly lastId: number | undefined },
): Promise<void> {
	const { market } = place;
	let sent = 0;
	return stream(parts, place, {
		async begin(out) {
			const send = (trades: readonly { readonly tradeId: number }[]) => {
				for (const trade of trades) {
					out.send({ event: 'trade', id: String(trade.tradeId), data: trade });
					sent = trade.tradeId;
				}
				return trades.length;
			};
			sent = lastId ?? 0;
			const read = (fromId: number | undefined) => parts.reading.trades(market, { limit, fromId });
			let count = send(await read(lastId === undefined ? undefined : lastId + 1));
			while (lastId !== undefined && count === limit) count = send(await read(sent + 1));
			// Which batches the trades above came from is told by their own ids.
			return 0;
		},
		follow(out, { reports }) {
			for (const report of reports) {
				const { fill } = report;
				if (fill === undefined || fill.isMaker || fill.tradeId <= sent) continue;
				const wire = reportWire(market, report);
				const data = {
					tradeId: fill.tradeId,
					price: wire.lastPrice,
					quantity: wire.lastQty,
					quoteQty: wire.lastQuoteQty,
					takerSide: report.side,
					time: report.time,
				};
				out.send({ event: 'trade', id: String(fill.tradeId), data });
				sent = fill.tradeId;
			}
		},
	});
}

/** More open orders than one account will have; the stream starts with all of them. */
const openOrdersMax = 100_000;

export function streamReports(
	parts: StreamParts,
	place: { readonly reply: FastifyReply; readonly market: Market },
	accountId: string,
): Promise<void> {
	const { market } = place;
	const { symbol } = market.description;
	return stream(parts, place, {
		async begin(out) {
			// Read before the orders: a report that both show is told twice rather than never.
			const sequence = await parts.reading.cursor(symbol);
			const filter = { symbol, limit: openOrdersMax, offset: 0 };
			const orders = await parts.reading.openOrders(accountId, filter);
			const known = orders.filter(({ status }) => isOpenStatus(status));
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
	});
}
