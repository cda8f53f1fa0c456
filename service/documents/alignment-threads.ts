/**
 * Runs alignments in threads of their own, few at a time, so that two unrelated texts cannot
 * stall the service. A thread that takes too long or too much memory is ended, and its pairs
 * count as too different to be aligned.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Alignment, AlignmentTask, Pair } from './aligner';

/** One alignment for each pair, in their order. */
export type Align = (pairs: readonly Pair[]) => Promise<readonly Alignment[]>;

export interface ThreadLimits {
	readonly threadsMax: number;
	/** Bounds the search itself; a search within it takes about a second. */
	readonly budget: number;
	/** The last guard, for lists that are slow to search although they are much alike. */
	readonly timeoutMs: number;
	readonly memoryMebibytes: number;
}

export const usualLimits: ThreadLimits = {
	threadsMax: 2,
	budget: 18_000_000,
	timeoutMs: 15_000,
	memoryMebibytes: 512,
};

/** The thread's file lies beside this one: TypeScript in the sources, JavaScript when built. */
const threadFile = path.join(__dirname, `aligner${path.extname(__filename)}`);

export class AlignmentThreads {
	private running = 0;
	private readonly waiting: (() => void)[] = [];

	constructor(private readonly limits: ThreadLimits = usualLimits) {}

	readonly align: Align = async (pairs) => {
		if (pairs.length === 0) return [];
		if (this.running >= this.limits.threadsMax) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else this.running += 1;
		try {
			return await alignInThread(pairs, this.limits);
		} finally {
			const next = this.waiting.shift();
			if (next === undefined) this.running -= 1;
			else next();
		}
	};
}

function alignInThread(
	pairs: readonly Pair[],
	{ budget, timeoutMs, memoryMebibytes }: ThreadLimits,
): Promise<readonly Alignment[]> {
	const task: AlignmentTask = { alignPairs: pairs, budget };
	const thread = new Worker(threadFile, {
		workerData: task,
		env: {},
		// Said when the thread runs from the TypeScript source; it would only fill the log.
		execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
		resourceLimits: { maxOldGenerationSizeMb: memoryMebibytes },
	});
	const tooDifferent = pairs.map(() => undefined);
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			resolve(tooDifferent);
			void thread.terminate();
		}, timeoutMs);
		thread.once('message', resolve);
		thread.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(tooDifferent);
			else reject(error);
		});
		thread.once('exit', () => {
			clearTimeout(timer);
			reject(new Error('the alignment thread ended without an answer'));
		});
	});
}
