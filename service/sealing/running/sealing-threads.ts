/**
 * Runs sealing tasks in a thread, one after the other, so that no file blocks requests. A file
 * that takes too much time or memory ends the thread; the next task starts a new one.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SealingResult, SealingTask } from './sealing-task';

export type ThreadAnswer = { readonly result: unknown } | { readonly fault: string };

/** A file took more time or memory than allowed. */
export class SealingLimitError extends Error {
	override readonly name = 'TooMuchToSeal';
}

const timeoutMs = 60_000;
const heapMebibytes = 1024;

/**
 * The thread's file has the same extension as this one: TypeScript in the sources, JavaScript when
 * built.
 */
const ending = path.extname(__filename);
const threadFile = path.join(__dirname, `sealing-thread${ending}`);

export class SealingThreads {
	private worker: Worker | undefined;
	private latest: Promise<unknown> = Promise.resolve();

	/**
	 * Runs a task; `task` is called when its turn comes. Rejects with `SealingLimitError` or the
	 * task's fault.
	 */
	run<Task extends SealingTask>(task: () => Task | Promise<Task>): Promise<SealingResult<Task>> {
		const result = this.latest.then(async () => this.runNow(await task()));
		this.latest = result.catch(() => undefined);
		return result as Promise<SealingResult<Task>>;
	}

	async close(): Promise<void> {
		await this.latest;
		await this.worker?.terminate();
	}

	private async runNow(task: SealingTask): Promise<unknown> {
		const worker = (this.worker ??= this.next());
		const answer = await answerOf(worker, task).catch(async (fault: unknown) => {
			await this.giveUp(worker);
			throw fault;
		});
		if ('fault' in answer) throw new Error(answer.fault);
		return answer.result;
	}

	/** A thread that ends while idle is dropped without an error. */
	private next(): Worker {
		const worker = start();
		worker.on('error', () => undefined);
		worker.once('exit', () => {
			if (this.worker === worker) this.worker = undefined;
		});
		return worker;
	}

	private async giveUp(worker: Worker): Promise<void> {
		this.worker = undefined;
		await worker.terminate();
	}
}

/** Rejects with the thread's own error if it ends by one. */
async function answerOf(worker: Worker, task: SealingTask): Promise<ThreadAnswer> {
	const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
	const end = () => reject(new SealingLimitError('it took more time or memory than a seal may'));
	const fail = (fault: Error) => (isOutOfMemory(fault) ? end() : reject(fault));
	const timer = setTimeout(end, timeoutMs);
	worker.once('message', resolve).once('error', fail).once('exit', end);
	worker.postMessage(task);
	try {
		return await promise;
	} finally {
		clearTimeout(timer);
		worker.off('message', resolve).off('error', fail).off('exit', end);
	}
}

const isOutOfMemory = (fault: Error) =>
	'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** When run from the sources, the thread gets this process's TypeScript loader. */
function start(): Worker {
	const worker = new Worker(threadFile, {
		resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
		execArgv: ending === '.ts' ? process.execArgv : [],
	});
	// The thread must not keep the process alive.
	worker.unref();
	return worker;
}
