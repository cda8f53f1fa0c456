/**
 * The same stream through nodejs-order-book, which others wrote and use. It is asked only what it
 * answers well: whole prices and sizes, no self-trade modes, no changes of an order.
 */
import { OrderBook, Side } from 'nodejs-order-book';
import type { Command } from '../../../exchange/engine/command';
import { apply, createBook } from '../../../exchange/engine/engine';
import { depthOf } from '../../../exchange/engine/view';
import { BENCH_MARKET, commandAt, makeStream, STREAM_SHAPES } from '../../bench/order-stream';

interface Outcome {
	/** Orders of the book that ended filled by this command, in the order of their fills. */
	readonly filledIds: number[];
	readonly tradedLots: number;
}

function ours(book: ReturnType<typeof createBook>, command: Command): Outcome {
	const trades = apply(book, command).filter((event) => event.execType === 'TRADE');
	return {
		filledIds: trades
			.filter(({ makerStatus }) => makerStatus === 'FILLED')
			.map(({ makerOrderId }) => makerOrderId),
		tradedLots: trades.reduce((sum, { quantityLots }) => sum + quantityLots, 0),
	};
}

function theirs(book: OrderBook, command: Command): Outcome {
	if (command.kind === 'CANCEL') {
		book.cancel(String(command.orderId));
		return { filledIds: [], tradedLots: 0 };
	}
	if (command.kind !== 'PLACE') throw new Error(`the stream has no ${command.kind}`);
	const { orderId, priceTicks, quantityLots = 0 } = command;
	const side = command.side === 'BUY' ? Side.BUY : Side.SELL;
	const id = String(orderId);
	const result =
		priceTicks === undefined
			? book.market({ id, side, size: quantityLots })
			: book.limit({ id, side, size: quantityLots, price: priceTicks });
	if (result.err !== null) throw new Error('the other engine refused', { cause: result.err });
	return {
		filledIds: result.done.map((order) => Number(order.id)).filter((done) => done !== orderId),
		tradedLots: quantityLots - result.quantityLeft,
	};
}

test.each([
	['steady', { ...STREAM_SHAPES.steady, operationCount: 60_000 }],
	['fat', { ...STREAM_SHAPES.fat, preloadCount: 2_000, operationCount: 10_000 }],
	['wide', { ...STREAM_SHAPES.wide, preloadCount: 5_000, operationCount: 20_000 }],
])('nodejs-order-book fills the same orders in the same order on the %s stream', (_name, shape) => {
	const stream = makeStream(shape);
	const book = createBook(BENCH_MARKET);
	const other = new OrderBook();
	let tradedLots = 0;
	for (let index = 0; index < shape.preloadCount + shape.operationCount; index += 1) {
		const command = commandAt(stream, index);
		const [mine, yours] = [ours(book, command), theirs(other, command)];
		if (JSON.stringify(mine) !== JSON.stringify(yours)) expect({ index, ...mine }).toEqual(yours);
		tradedLots += mine.tradedLots;
	}
	expect(tradedLots).toBeGreaterThan(10_000);
	const [asks, bids] = other.depth();
	const pairs = (levels: readonly { priceTicks: number; quantityLots: number }[]) =>
		levels.map(({ priceTicks, quantityLots }) => [priceTicks, quantityLots]);
	const depth = depthOf(book, Infinity);
	expect(pairs(depth.asks)).toEqual(asks.toSorted(([one], [two]) => one - two));
	expect(pairs(depth.bids)).toEqual(bids.toSorted(([one], [two]) => two - one));
});
