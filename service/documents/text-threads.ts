/**
 * Runs text comparisons in threads of their own, few at a time, so that no pair of texts can
 * stall the service. A thread that takes too long or too much memory is ended; its texts then
 * have no comparison.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TextOutcome, TextTask } from './text-task';

export interface ThreadLimits {
	readonly threadsMax: number;
	readonly timeoutMs: number;
	readonly memoryMebibytes: number;
}

export const usualLimits: ThreadLimits = {
	threadsMax: 2,
	timeoutMs: 60_000,
	memoryMebibytes: 256,
};

/** What a thread is started with: the module whose `runTextTask` it calls, and the task. */
export interface ThreadInput {
	readonly module: string;
	readonly task: TextTask;
}

/** The files lie beside this one: TypeScript in the sources, JavaScript when built. */
const ending = path.extname(__filename);
const threadFile = path.join(__dirname, `text-thread${ending}`);
const taskModule = path.join(__dirname, `text-task${ending}`);

export class TextThreads {
	private running = 0;
	private readonly waiting: (() => void)[] = [];

	constructor(private readonly limits: ThreadLimits = usualLimits) {}

	/** The outcome of a task, or nothing when it took more than the limits allow. */
	async run(task: TextTask): Promise<TextOutcome | undefined> {
		if (this.running >= this.limits.threadsMax) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else this.running += 1;
		try {
			return await runInThread(task, this.limits);
		} finally {
			const next = this.waiting.shift();
			if (next === undefined) this.running -= 1;
			else next();
		}
	}
}

function runInThread(
	task: TextTask,
	{ timeoutMs, memoryMebibytes }: ThreadLimits,
): Promise<TextOutcome | undefined> {
	const input: ThreadInput = { module: taskModule, task };
	const thread = new Worker(threadFile, {
		workerData: input,
		env: {},
		// Said when the thread runs from the TypeScript source; it would only fill the log.
		execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
		resourceLimits: { maxOldGenerationSizeMb: memoryMebibytes },
	});
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			resolve(undefined);
			void thread.terminate();
		}, timeoutMs);
		thread.once('message', resolve);
		thread.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(undefined);
			else reject(error);
		});
		thread.once('exit', () => {
			clearTimeout(timer);
			reject(new Error('the thread of a text comparison ended without an outcome'));
		});
	});
}
