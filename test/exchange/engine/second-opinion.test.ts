/**
 * The same stream through nodejs-order-book, which others wrote and use. It is asked only what it
 * answers well: whole prices and sizes, no self-trade modes, no changes of an order. Pairs, stop
 * orders and those that follow the market reach it through a broker; what is refused is left to the
 * naive engine.
 */
import { OrderBook, Side } from 'nodejs-order-book';
import type { Command, NewOrder, Side as OrderSide } from '../../../exchange/engine/command';
import { apply, createBook } from '../../../exchange/engine/engine';
import type { Event } from '../../../exchange/engine/event';
import { takeSnapshot } from '../../../exchange/engine/snapshot';
import { depthOf } from '../../../exchange/engine/view';
import {
	BENCH_MARKET,
	commandAt,
	makeStream,
	seededRandom,
	STREAM_SHAPES,
} from '../../bench/parts/order-stream';
import { ForeignBroker } from './foreign-broker';

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

/** What a broker tells of these events. */
function wordsOf(events: readonly Event[]): string[] {
	return events.flatMap((event) => {
		if (event.execType === 'TRADE') {
			const { takerOrderId, quantityLots, makerOrderId, priceTicks } = event;
			return `${takerOrderId} takes ${quantityLots} of ${makerOrderId} at ${priceTicks}`;
		}
		if (event.execType === 'TRIGGERED') return `${event.orderId} is set off`;
		const ended = event.execType === 'CANCELED' || event.execType === 'EXPIRED';
		return ended && event.reason === 'ORDER_LIST' ? `${event.orderId} ends for its pair` : [];
	});
}

/** Orders around the last price, which wanders; some of them make no sense and are refused. */
class PairsAndStops {
	private readonly random = seededRandom(20_261_122);
	private lastId = 0;

	next(last: number): Command {
		const draw = this.random();
		const side = this.random() < 0.5 ? 'BUY' : 'SELL';
		if (draw < 0.35) return this.place({ ...this.order(side), ...this.limit(side, last) });
		if (draw < 0.5) return this.place({ ...this.order(side), type: 'MARKET' });
		if (draw < 0.6) {
			const orderId = 1 + this.below(this.lastId + 1);
			return { kind: 'CANCEL', orderId, accountId: `account-${orderId % 7}` };
		}
		if (draw < 0.8) return this.place({ ...this.order(side), ...this.stop(side, last) });
		const limit = { ...this.order(side), ...this.limit(side, last), postOnly: true };
		const { accountId, quantityLots } = limit;
		const stop = { ...this.order(side), ...this.stop(side, last), accountId, quantityLots };
		return { kind: 'PLACE_OCO', limit, stop };
	}

	private place(order: NewOrder): Command {
		return { kind: 'PLACE', ...order };
	}

	private order(side: OrderSide): Omit<NewOrder, 'type'> {
		this.lastId += 1;
		const { lastId: orderId } = this;
		const quantityLots = 1 + this.below(40);
		return { orderId, accountId: `account-${orderId % 7}`, side, quantityLots };
	}

	private limit(side: OrderSide, last: number): { type: 'LIMIT'; priceTicks: number } {
		const away = this.below(60) - 4;
		return { type: 'LIMIT', priceTicks: last + (side === 'BUY' ? -away : away) };
	}

	/** Follows the market or stands, with a limit price or none. */
	private stop(side: OrderSide, last: number): Pick<NewOrder, 'type' | 'stopPriceTicks'> {
		const sign = side === 'BUY' ? 1 : -1;
		const priced = this.random() < 0.3;
		const follows = this.random() < 0.5;
		const stopPriceTicks = last + sign * (1 + this.below(40));
		return {
			type: priced ? 'STOP_LOSS_LIMIT' : 'STOP_LOSS',
			...(priced && { priceTicks: stopPriceTicks + sign * this.below(10) }),
			...(follows && { trailingDelta: 10 + this.below(300) }),
			...((!follows || this.random() < 0.5) && { stopPriceTicks }),
		};
	}

	private below(bound: number): number {
		return Math.floor(this.random() * bound);
	}
}

test('a broker in front of nodejs-order-book sees the same pairs end, stops follow and orders trade', () => {
	const book = createBook(BENCH_MARKET);
	const broker = new ForeignBroker();
	const stream = new PairsAndStops();
	const seen = { carriedOut: 0, 'set off': 0, 'its pair': 0, takes: 0 };
	for (let index = 0; index < 4_000; index += 1) {
		const command = stream.next(book.lastPriceTicks === 0 ? 1_000 : book.lastPriceTicks);
		const events = apply(book, command);
		if (events.some(({ execType }) => execType === 'REJECTED')) continue;
		const words = wordsOf(events);
		const theirs = broker.follow(command);
		if (words.join() !== theirs.join())
			expect({ index, command, words }).toEqual({ words: theirs });
		seen.carriedOut += 1;
		for (const word of words) {
			for (const kind of ['set off', 'its pair', 'takes'] as const) {
				if (word.includes(kind)) seen[kind] += 1;
			}
		}
	}
	const waiting = takeSnapshot(book).orders.filter((order) => order.waiting);
	expect(waiting.map(({ orderId }) => orderId).sort((one, other) => one - other)).toEqual(
		broker.waitingIds,
	);
	for (const [kind, least] of Object.entries({
		carriedOut: 2_000,
		'set off': 150,
		'its pair': 150,
		takes: 700,
	})) {
		expect([kind, seen[kind as keyof typeof seen] >= least]).toEqual([kind, true]);
	}
});
