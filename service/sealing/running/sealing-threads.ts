/**
 * Reads and seals PDFs in a thread of its own, one after the other, so that no file holds up requests. A
 * file that takes too long or too much memory ends the thread, and the next one starts another.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SealingResult, SealingTask } from './sealing-task';

export type ThreadAnswer = { readonly result: unknown } | { readonly fault: string };

/** Told of a file that took more time or memory than a seal may. */
export class TooMuchToSeal extends Error {
	override readonly name = 'TooMuchToSeal';
}

const timeoutMs = 60_000;
const heapMebibytes = 1024;

/** The file lies beside this one: TypeScript in the sources, JavaScript when built. */
const ending = path.extname(__filename);
const threadFile = path.join(__dirname, `sealing-thread${ending}`);

export class SealingThreads {
	private worker: Worker | undefined;
	private latest: Promise<unknown> = Promise.resolve();

	/** The task is asked for when its turn comes. Rejects with `TooMuchToSeal`, or with what the task met. */
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

	/** One that ends while it has nothing to do is forgotten; its fault is no file's. */
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

/** A thread that ends of a fault of its own rejects with that, so that it is told as what it is. */
async function answerOf(worker: Worker, task: SealingTask): Promise<ThreadAnswer> {
	const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
	const end = () => reject(new TooMuchToSeal('it took more time or memory than a seal may'));
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

/** From the sources it is started with what this process reads TypeScript by. */
function start(): Worker {
	const worker = new Worker(threadFile, {
		resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
		execArgv: ending === '.ts' ? process.execArgv : [],
	});
	// A program that has nothing else to do may end.
	worker.unref();
	return worker;
}
