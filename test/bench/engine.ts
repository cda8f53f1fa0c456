/**
 * How fast the engine is, beside nodejs-order-book on the same streams in the same run: operations
 * per second in batches of commands made outside the clock, the time of single operations in a
 * pass of its own, and the memory a resting order takes. Passes of both alternate, so that a busy
 * machine is busy for both.
 */
import { OrderBook, Side } from 'nodejs-order-book';
import type { Book } from '../../exchange/engine/book';
import type { Command } from '../../exchange/engine/command';
import { apply, createBook } from '../../exchange/engine/engine';
import type { Market } from '../../exchange/engine/market';
import {
	BENCH_MARKET,
	commandAt,
	makeStream,
	STREAM_SHAPES,
	type OrderStream,
	type StreamShape,
} from './parts/order-stream';
import { machineConditions, printResult, sized, type BenchResult } from './parts/result';

const BATCH_COUNT = 1_000;
const PASS_COUNT = sized(5, 1);
const PEER_PASS_COUNT = sized(3, 1);
const PEER_TIME_MAX_MS = 15_000;

/** One contender: a fresh book that takes commands prepared for it. */
interface Contender<Prepared> {
	readonly prepare: (command: Command) => Prepared;
	readonly start: () => (prepared: Prepared) => void;
}

export async function run(): Promise<BenchResult> {
	const figures: Record<string, number> = {};
	for (const [name, shape] of Object.entries(STREAM_SHAPES)) {
		Object.assign(figures, measureShape(name, shape));
	}
	figures.steadyWithFeesOpsPerSecond = Math.round(measureWithFees());
	return {
		name: 'engine',
		conditions: {
			...machineConditions(),
			mix: '60 % limit (8 % of them crossing), 30 % cancel (70 % recent), 10 % market',
			steady: describeShape(STREAM_SHAPES.steady),
			fat: describeShape(STREAM_SHAPES.fat),
			wide: describeShape(STREAM_SHAPES.wide),
			passes: `median of ${PASS_COUNT}, nodejs-order-book ${PEER_PASS_COUNT}`,
			fees: 'none, as nodejs-order-book has none; steadyWithFees: maker 10 bps, taker 20 bps',
		},
		figures,
		targets: {
			steadyOpsPerSecond: { atLeast: 1_500_000 },
			steadyTimesPeer: { atLeast: 15 },
			steadyP99Us: { atMost: 10 },
			steadyWorstUs: { atMost: 5_000 },
			steadyBytesPerRestingOrder: { atMost: 120 },
			fatOpsPerSecond: { atLeast: 750_000 },
			fatTimesPeer: { atLeast: 10 },
			fatP99Us: { atMost: 10 },
			wideTimesPeer: { atLeast: 8 },
			wideWorstUs: { atMost: 5_000 },
			wideBytesPerRestingOrder: { atMost: 120 },
		},
	};
}

function measureShape(name: string, shape: StreamShape): Record<string, number> {
	const stream = makeStream(shape);
	const passes: Pass[] = [];
	const peerPasses: Pass[] = [];
	for (let pass = 0; pass < PASS_COUNT; pass += 1) {
		passes.push(measurePass(stream, ENGINE, Infinity));
		if (pass < PEER_PASS_COUNT) peerPasses.push(measurePass(stream, PEER, PEER_TIME_MAX_MS));
	}
	const wall = median(passes.map(({ opsPerSecond }) => opsPerSecond));
	const peer = median(peerPasses.map(({ opsPerSecond }) => opsPerSecond));
	const cpu = median(passes.map(({ opsPerCpuSecond }) => opsPerCpuSecond));
	const timesUs = measureSingleOperations(stream);
	const memory = measureMemory(stream);
	return {
		[`${name}OpsPerSecond`]: Math.round(wall),
		[`${name}OpsPerCpuSecond`]: Math.round(cpu),
		[`${name}PeerOpsPerSecond`]: Math.round(peer),
		[`${name}TimesPeer`]: round(wall / peer),
		[`${name}TimesPeerByCpu`]: round(cpu / median(peerPasses.map((pass) => pass.opsPerCpuSecond))),
		[`${name}P50Us`]: round(quantile(timesUs, 0.5)),
		[`${name}P99Us`]: round(quantile(timesUs, 0.99)),
		[`${name}P999Us`]: round(quantile(timesUs, 0.999)),
		[`${name}WorstUs`]: round(quantile(timesUs, 1)),
		[`${name}RestingOrders`]: memory.restingCount,
		[`${name}BytesPerRestingOrder`]: Math.round(memory.bytesPerOrder),
	};
}

function engineOn(market: Market): Contender<Command> {
	return {
		prepare: (command) => command,
		start: () => {
			const book = createBook(market);
			return (command) => void apply(book, command);
		},
	};
}

const ENGINE = engineOn(BENCH_MARKET);

function measureWithFees(): number {
	const stream = makeStream(STREAM_SHAPES.steady);
	const contender = engineOn({ ...BENCH_MARKET, makerFeeBps: 10, takerFeeBps: 20 });
	const passes = Array.from({ length: 3 }, () => measurePass(stream, contender, Infinity));
	return median(passes.map(({ opsPerSecond }) => opsPerSecond));
}

type PeerCall = (book: OrderBook) => unknown;

const PEER: Contender<PeerCall> = {
	prepare: (command) => {
		if (command.kind === 'CANCEL') {
			const id = String(command.orderId);
			return (book) => book.cancel(id);
		}
		if (command.kind !== 'PLACE') throw new Error(`the stream has no ${command.kind}`);
		const { orderId, priceTicks, quantityLots: size = 0 } = command;
		const side = command.side === 'BUY' ? Side.BUY : Side.SELL;
		if (priceTicks === undefined) return (book) => book.market({ side, size });
		const order = { id: String(orderId), side, size, price: priceTicks };
		return (book) => book.limit(order);
	},
	start: () => {
		const book = new OrderBook();
		return (call) => void call(book);
	},
};

interface Pass {
	readonly opsPerSecond: number;
	/** By the time this thread really ran; it tells a slow engine from a busy machine. */
	readonly opsPerCpuSecond: number;
}

function measurePass<T>(stream: OrderStream, contender: Contender<T>, timeMaxMs: number): Pass {
	const take = contender.start();
	let index = 0;
	for (; index < stream.preloadCount; index += 1) {
		take(contender.prepare(commandAt(stream, index)));
	}
	globalThis.gc?.();
	const end = stream.preloadCount + stream.operationCount;
	let wallMs = 0;
	let cpuUs = 0;
	while (index < end && wallMs < timeMaxMs) {
		const batch: T[] = [];
		while (batch.length < BATCH_COUNT && index < end) {
			batch.push(contender.prepare(commandAt(stream, index)));
			index += 1;
		}
		const cpuBefore = process.threadCpuUsage();
		const before = performance.now();
		for (const prepared of batch) take(prepared);
		wallMs += performance.now() - before;
		const cpu = process.threadCpuUsage(cpuBefore);
		cpuUs += cpu.user + cpu.system;
	}
	const count = index - stream.preloadCount;
	return { opsPerSecond: (count / wallMs) * 1e3, opsPerCpuSecond: (count / cpuUs) * 1e6 };
}

/** The times of all operations, sorted; the clock's own cost, some 50 ns, is in each. */
function measureSingleOperations(stream: OrderStream): Float64Array {
	const book = createBook(BENCH_MARKET);
	for (let index = 0; index < stream.preloadCount; index += 1) {
		apply(book, commandAt(stream, index));
	}
	const timesUs = new Float64Array(stream.operationCount);
	for (let at = 0; at < stream.operationCount; at += 1) {
		const command = commandAt(stream, stream.preloadCount + at);
		const before = performance.now();
		apply(book, command);
		timesUs[at] = (performance.now() - before) * 1e3;
	}
	return timesUs.sort();
}

function measureMemory(stream: OrderStream): { restingCount: number; bytesPerOrder: number } {
	const before = bytesInUse();
	const book = filledBook(stream);
	const bytes = bytesInUse() - before;
	return { restingCount: book.orders.size, bytesPerOrder: bytes / book.orders.size };
}

function filledBook(stream: OrderStream): Book {
	const book = createBook(BENCH_MARKET);
	for (let index = 0; index < stream.preloadCount + stream.operationCount; index += 1) {
		apply(book, commandAt(stream, index));
	}
	return book;
}

/** Of the heap and of what lies outside it, as typed arrays do. */
function bytesInUse(): number {
	if (globalThis.gc === undefined) throw new Error('run with --expose-gc');
	globalThis.gc();
	globalThis.gc();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

function describeShape(shape: StreamShape): string {
	const { preloadCount, operationCount, distanceMaxTicks } = shape;
	return `${preloadCount} resting first, then ${operationCount} operations, ${distanceMaxTicks} ticks a side`;
}

function median(values: readonly number[]): number {
	return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;
}

function quantile(sorted: Float64Array, share: number): number {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}

if (require.main === module) void run().then(printResult);
