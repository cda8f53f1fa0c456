/**
 * Executes one order in a new process: starts it, streams the files to it by pipes, and ends it
 * when it exceeds its limits or nobody awaits the result any more. The content of an order does
 * not matter here.
 */
import { fork, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import type { Outcome } from '../outcome';
import type { ComparisonOrder } from './comparison-task';
import { watchMemory } from './memory-watch';
import type { Printed, PrintedOrder, PrintOrder } from './prints-task';

/** A file for the process; each call reads it from the beginning. */
export interface FileToRead {
	readonly sizeBytes: number;
	readonly read: () => Promise<AsyncIterable<Uint8Array>>;
}

/** The requester. */
export interface Requester {
	/** Owner, for fair turns. */
	readonly owner: string;
	/** Aborted when nobody awaits the result any more. */
	readonly signal: AbortSignal;
	/** Called from time to time with the share done, 0 to 1. */
	readonly onProgress?: (share: number) => void;
}

/** Messages of the process after it received the order. */
export type ProcessAnswer =
	| { readonly progress: number }
	/** A comparer failed, and the process continues without it. */
	| { readonly fault: string }
	/** The process wants to read the files again, in parallel. */
	| { readonly again: true }
	| { readonly result: ProcessResult };

export type ProcessOrder = ComparisonOrder | PrintOrder | PrintedOrder;
export type ProcessResult = Outcome | Printed;

type ResultOf<Order> = Order extends { readonly sent: unknown } ? Outcome : Printed;

/**
 * File descriptors after the standard ones: one pipe per file, the message channel, and one more
 * pipe per file.
 */
const firstPipe = 3;
const firstPipeAgain = 6;

/** Limits of one process, and its requester. */
interface Bounds extends Requester {
	readonly timeoutMs: number;
	readonly memoryMebibytes: number;
	readonly onFault: (fault: Error) => void;
}

/** The process ended unexpectedly: a crash or an uncaught error. */
export class ProcessFault extends Error {}

/** Share of the memory limit for the heap; the rest is for bytes of files and pictures. */
const heapShare = 0.75;

/** Young objects take up to three times this, in addition to the limit of old ones. */
const youngMebibytes = 8;

/** Maximum characters kept of a crashed process's error output. */
const errorOutputMax = 4000;

/**
 * About a third of the CPU time if the service or another program needs all of it, but never none.
 */
const niceness = 5;

/** The file in the same folder: TypeScript in the sources, JavaScript when built. */
const ending = path.extname(__filename);
const processFile = path.join(__dirname, `comparison-process${ending}`);

/** When run from the sources, the process loads TypeScript the same way as this one. */
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
	// Small requests have priority over comparisons.
	if (child.pid !== undefined) os.setPriority(child.pid, niceness);
	return child;
}

/**
 * Resolves when the process has ended, so that none outlives the call; with undefined if it
 * exceeded its limits.
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
	// If the process ends before it has read its order, its exit is reported, not this error.
	child.send(order, () => undefined);
	sendAll(sendFiles(child, files));
	// Reads for a process that has ended stop at its pipe.
	const result = await ended;
	if (readFault !== undefined) throw readFault;
	// Each kind of order has one kind of result (comparison-process.ts).
	return result as ResultOf<Order> | undefined;
}

/** Sends the files one after the other, each by its own pipe. */
async function sendFiles(child: ChildProcess, files: readonly FileToRead[]): Promise<void> {
	for (const [index, file] of files.entries()) {
		await sendFile(file, child.stdio[firstPipe + index] as Writable);
	}
}

/** Sends the files in parallel, so that one that is not read does not block the other. */
async function sendFilesAgain(child: ChildProcess, files: readonly FileToRead[]): Promise<void> {
	await Promise.all(
		files.map((file, index) => sendFile(file, child.stdio[firstPipeAgain + index] as Writable)),
	);
}

/** Rejects if the file cannot be read, but not if the process has ended. */
async function sendFile(file: FileToRead, pipe: Writable): Promise<void> {
	// The pipe to an ended process fails later; the end itself is already reported.
	pipe.on('error', () => undefined);
	for await (const bytes of await file.read()) {
		if (pipe.destroyed) return;
		if (!pipe.write(bytes)) await untilTaken(pipe);
	}
	pipe.end();
}

/** Resolves when the pipe accepts more or is closed. */
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
	let errorOutput = '';
	return new Promise((resolve, reject) => {
		const kill = () => child.kill('SIGKILL');
		const timer = setTimeout(kill, timeoutMs);
		const unwatch = watchMemory(child, memoryMebibytes, kill);
		signal.addEventListener('abort', kill, { once: true });
		if (signal.aborted) kill();
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			errorOutput = (errorOutput + text).slice(-errorOutputMax);
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
			// V8 aborts a process whose heap is full; timer and memory watch kill it.
			const wasEnded = endedBy === 'SIGKILL' || endedBy === 'SIGABRT';
			if (signal.aborted) reject(signal.reason as Error);
			else if (result !== undefined || wasEnded) resolve(result);
			else reject(new ProcessFault(`a comparison ended (${endedBy ?? code}): ${errorOutput}`));
		});
	});
}
