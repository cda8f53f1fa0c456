/**
 * Does one order in a process of its own: starts it, hands it the files by pipes as they are read, and ends
 * it when it takes more than it may, or when nobody waits for it any more. What is ordered is not known here.
 */
import { fork, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import type { Outcome } from '../outcome';
import type { ComparisonOrder } from './comparison-task';
import { watchMemory } from './memory-watch';
import type { Printed, PrintedOrder, PrintOrder } from './prints-task';

/** What the process reads, from the start at every call. */
export interface FileToRead {
	readonly sizeBytes: number;
	readonly read: () => Promise<AsyncIterable<Uint8Array>>;
}

/** For whom it is done. */
export interface AskedFor {
	/** Those who take turns. */
	readonly owner: string;
	/** Aborted when nobody waits for the outcome any more. */
	readonly signal: AbortSignal;
	/** Told from time to time how much is done, 0 to 1. */
	readonly onProgress?: (share: number) => void;
}

/** What a process sends, after it was sent the order. */
export type ProcessAnswer =
	| { readonly progress: number }
	/** Of a comparer, which the process goes on without. */
	| { readonly fault: string }
	/** The files are wanted once more, side by side. */
	| { readonly again: true }
	| { readonly result: ProcessResult };

export type ProcessOrder = ComparisonOrder | PrintOrder | PrintedOrder;
export type ProcessResult = Outcome | Printed;

type ResultOf<Order> = Order extends { readonly sent: unknown } ? Outcome : Printed;

/** Behind the usual places: one pipe for each file, the channel of messages, and for each one more. */
const firstPipe = 3;
const firstPipeAgain = 6;

/** What one process is held to, and who waits for it. */
interface Bounds extends AskedFor {
	readonly timeoutMs: number;
	readonly memoryMebibytes: number;
	readonly onFault: (fault: Error) => void;
}

/** A process ended before its time, of itself: a crash, or a fault that nothing caught. */
export class ProcessFault extends Error {}

/** The heap is a part of what a process takes; the rest is bytes of files and pictures. */
const heapShare = 0.75;

/** Young objects take up to thrice this, beyond the limit of the old ones. */
const youngMebibytes = 8;

/** Of what a process that crashes says last. */
const complaintLengthMax = 4000;

/** A third of the processor's time where the service or another program wants it all, and never none. */
const niceness = 5;

/** The file lies beside this one: TypeScript in the sources, JavaScript when built. */
const ending = path.extname(__filename);
const processFile = path.join(__dirname, `comparison-process${ending}`);

/** From the sources it is started with what this process reads TypeScript by. */
function start(memoryMebibytes: number): ChildProcess {
	const child = fork(processFile, {
		env: {},
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'ipc', 'pipe', 'pipe'],
		execArgv: [
			`--max-old-space-size=${Math.floor(memoryMebibytes * heapShare)}`,
			`--max-semi-space-size=${youngMebibytes}`,
			...(ending === '.ts' ? process.execArgv : []),
		],
	});
	// Those who wait for the answer to a small request go before a comparison.
	if (child.pid !== undefined) os.setPriority(child.pid, niceness);
	return child;
}

/**
 * Settles when the process has ended, so that none outlives the call; with nothing when it took more
 * than the limits allow.
 */
export async function runInProcess<Order extends ProcessOrder>(
	order: Order,
	files: readonly FileToRead[],
	bounds: Bounds,
): Promise<ResultOf<Order> | undefined> {
	const child = start(bounds.memoryMebibytes);
	let readFault: Error | undefined;
	const sendAll = (sending: Promise<unknown>) =>
		void sending.catch((fault: Error) => {
			readFault = fault;
			child.kill('SIGKILL');
		});
	const ended = resultOf(child, bounds, () => sendAll(sendFilesAgain(child, files)));
	// A process that ends before it has read its order says so by ending, not here.
	child.send(order, () => undefined);
	sendAll(sendFiles(child, files));
	// What is still being read for a process that has ended stops at its pipe; nobody waits for that.
	const result = await ended;
	if (readFault !== undefined) throw readFault;
	// An order has one kind of result (comparison-process.ts).
	return result as ResultOf<Order> | undefined;
}

/** One after the other, each by a pipe of its own. */
async function sendFiles(child: ChildProcess, files: readonly FileToRead[]): Promise<void> {
	for (const [index, file] of files.entries()) {
		await sendFile(file, child.stdio[firstPipe + index] as Writable);
	}
}

/** Side by side: what is not taken of one waits and does not hold up the other. */
async function sendFilesAgain(child: ChildProcess, files: readonly FileToRead[]): Promise<void> {
	await Promise.all(
		files.map((file, index) => sendFile(file, child.stdio[firstPipeAgain + index] as Writable)),
	);
}

/** Rejects when the file cannot be read, not when the process has ended and takes no more. */
async function sendFile(file: FileToRead, pipe: Writable): Promise<void> {
	// A pipe to a process that was ended breaks in its own time, which its end has told already.
	pipe.on('error', () => undefined);
	for await (const bytes of await file.read()) {
		if (pipe.destroyed) return;
		if (!pipe.write(bytes)) await untilTaken(pipe);
	}
	pipe.end();
}

/** Until the pipe takes more, or is gone. */
function untilTaken(pipe: Writable): Promise<void> {
	return new Promise((resolve) => {
		const go = () => {
			pipe.off('drain', go).off('close', go);
			resolve();
		};
		pipe.on('drain', go).on('close', go);
	});
}

function resultOf(
	child: ChildProcess,
	{ timeoutMs, memoryMebibytes, signal, onProgress, onFault }: Bounds,
	onAgain: () => void,
): Promise<ProcessResult | undefined> {
	let result: ProcessResult | undefined;
	let complaint = '';
	return new Promise((resolve, reject) => {
		const kill = () => child.kill('SIGKILL');
		const timer = setTimeout(kill, timeoutMs);
		const unwatch = watchMemory(child, memoryMebibytes, kill);
		signal.addEventListener('abort', kill, { once: true });
		if (signal.aborted) kill();
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			complaint = (complaint + text).slice(-complaintLengthMax);
		});
		child.on('message', (message) => {
			const answer = message as ProcessAnswer;
			if ('result' in answer) result = answer.result;
			else if ('again' in answer) onAgain();
			else if ('fault' in answer) onFault(new Error(`a comparer failed: ${answer.fault}`));
			else onProgress?.(answer.progress);
		});
		child.once('error', reject);
		child.once('close', (code, endedBy) => {
			clearTimeout(timer);
			unwatch();
			signal.removeEventListener('abort', kill);
			// The engine aborts a process whose heap is full; timer and watch kill.
			const wasEnded = endedBy === 'SIGKILL' || endedBy === 'SIGABRT';
			if (signal.aborted) reject(signal.reason as Error);
			else if (result !== undefined || wasEnded) resolve(result);
			else reject(new ProcessFault(`a comparison ended (${endedBy ?? code}): ${complaint}`));
		});
	});
}
