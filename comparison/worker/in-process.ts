/**
 * Runs one order in a child process: streams the files through pipes, and kills the process if it
 * exceeds its limits or is aborted.
 */
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { Outcome } from '../core/outcome';
import type { ComparisonOrder } from './comparison-task';
import { watchMemory } from './memory-watch';
import type { Printed, PrintedOrder, PrintOrder } from './prints-task';
import type { Processes } from './processes';

/** A file for the process; every call reads from the start. */
export interface FileToRead {
	readonly sizeBytes: number;
	readonly read: () => Promise<AsyncIterable<Uint8Array>>;
}

/** The caller of an order. */
export interface AskedFor {
	/** Owner; the slots are shared fairly between owners. */
	readonly owner: string;
	/** Aborted when nobody waits for the result any more. */
	readonly signal: AbortSignal;
	/** Called with the progress, 0 to 1. */
	readonly onProgress?: (share: number) => void;
	/** True if no request waits, so that its turn may come at any time. */
	readonly isPatient?: true;
}

/** Messages of the process after it got the order. */
export type ProcessAnswer =
	| { readonly progress: number }
	/** A comparer failed; the process continues without it. */
	| { readonly fault: string }
	/** The process needs the files again, both at once. */
	| { readonly again: true }
	| { readonly result: ProcessResult };

export type ProcessOrder = ComparisonOrder | PrintOrder | PrintedOrder;
export type ProcessResult = Outcome | Printed;

type ResultOf<Order> = Order extends { readonly sent: unknown } ? Outcome : Printed;

/** File descriptors of the pipes: one per file, then the IPC channel, then one more per file. */
const firstPipe = 3;
const firstPipeAgain = 6;

/** Limits of one process, and its caller. */
interface Bounds extends AskedFor {
	readonly processes: Processes;
	readonly timeoutMs: number;
	readonly memoryMebibytes: number;
	readonly onFault: (fault: Error) => void;
}

/** The process crashed or ended with an uncaught error. */
export class ProcessFault extends Error {}

/** How much of a crashed process's last output is kept. */
const complaintLengthMax = 4000;

/**
 * Resolves when the process has ended, so that none outlives the call; with undefined if it
 * exceeded its limits.
 */
export async function runInProcess<Order extends ProcessOrder>(
	order: Order,
	files: readonly FileToRead[],
	bounds: Bounds,
): Promise<ResultOf<Order> | undefined> {
	const child = bounds.processes.take(bounds.memoryMebibytes);
	let readFault: Error | undefined;
	const sendAll = (sending: Promise<unknown>) =>
		void sending.catch((fault: Error) => {
			readFault = fault;
			child.kill('SIGKILL');
		});
	const ended = resultOf(child, bounds, () => sendAll(sendFilesAgain(child, files)));
	// A process that ends before reading its order is reported by its end.
	child.send(order, () => undefined);
	sendAll(sendFiles(child, files));
	// Reads for a process that has ended stop at the closed pipe.
	const result = await ended;
	if (readFault !== undefined) throw readFault;
	// Each order has one kind of result (comparison-process.ts).
	return result as ResultOf<Order> | undefined;
}

/** Sends the files one after the other, each through its own pipe. */
async function sendFiles(child: ChildProcess, files: readonly FileToRead[]): Promise<void> {
	for (const [index, file] of files.entries()) {
		await sendFile(file, child.stdio[firstPipe + index] as Writable);
	}
}

/** Sends the files in parallel: back pressure of one does not delay the other. */
async function sendFilesAgain(child: ChildProcess, files: readonly FileToRead[]): Promise<void> {
	await Promise.all(
		files.map((file, index) => sendFile(file, child.stdio[firstPipeAgain + index] as Writable)),
	);
}

/** Rejects if the file cannot be read, but not if the process has ended. */
async function sendFile(file: FileToRead, pipe: Writable): Promise<void> {
	// A pipe to an ended process breaks later; the end is reported already.
	pipe.on('error', () => undefined);
	for await (const bytes of await file.read()) {
		if (pipe.destroyed) return;
		if (!pipe.write(bytes)) await untilTaken(pipe);
	}
	pipe.end();
}

/** Waits until the pipe drains or closes. */
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
			// V8 aborts a process whose heap is full; the timer and the watch kill it.
			const wasEnded = endedBy === 'SIGKILL' || endedBy === 'SIGABRT';
			if (signal.aborted) reject(signal.reason as Error);
			else if (result !== undefined || wasEnded) resolve(result);
			else reject(new ProcessFault(`a comparison ended (${endedBy ?? code}): ${complaint}`));
		});
	});
}
