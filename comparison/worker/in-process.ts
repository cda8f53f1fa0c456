/**
 * Runs one order in a child process: streams the files through pipes, and kills the process if it
 * exceeds its limits or is aborted.
 */
import type { Writable } from 'node:stream';
import { at } from '../../server/at';
import type { Outcome } from '../core/outcome';
import type { ComparisonOrder } from './comparison-task';
import { ProcessFault, type ConfinedProcess } from './launcher';
import { watchMemory } from './memory-watch';
import { receive, send } from './messages';
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

/** Pipes for files: one for each, then one more for each. */
const firstAgain = 2;

/** Limits of one process, and its caller. */
interface Bounds extends AskedFor {
	readonly processes: Processes;
	readonly timeoutMs: number;
	readonly memoryMebibytes: number;
	readonly onFault: (fault: Error) => void;
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
	const taking = bounds.processes.take(bounds.memoryMebibytes);
	const kill = () => void taking.then((child) => child.kill()).catch(() => undefined);
	// Of what was started this alone holds the program open, until the end.
	const timer = setInterval(kill, bounds.timeoutMs);
	try {
		const child = await taking;
		let readFault: Error | undefined;
		const sendAll = (sending: Promise<unknown>) =>
			void sending.catch((fault: Error) => {
				readFault = fault;
				child.kill();
			});
		const ended = resultOf(child, bounds, () => sendAll(sendFilesAgain(child, files)));
		// A process that ends before reading its order is reported by its end.
		send(child.talk, order);
		sendAll(sendFiles(child, files));
		// Reads for a process that has ended stop at the closed pipe.
		const result = await ended;
		if (readFault !== undefined) throw readFault;
		// Each order has one kind of result (comparison-process.ts).
		return result as ResultOf<Order> | undefined;
	} finally {
		clearInterval(timer);
	}
}

/** Sends the files one after the other, each through its own pipe. */
async function sendFiles(child: ConfinedProcess, files: readonly FileToRead[]): Promise<void> {
	for (const [index, file] of files.entries()) {
		await sendFile(file, at(child.files, index));
	}
}

/** Sends the files in parallel: back pressure of one does not delay the other. */
async function sendFilesAgain(child: ConfinedProcess, files: readonly FileToRead[]): Promise<void> {
	await Promise.all(
		files.map((file, index) => sendFile(file, at(child.files, firstAgain + index))),
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

async function resultOf(
	child: ConfinedProcess,
	{ memoryMebibytes, signal, onProgress, onFault }: Bounds,
	onAgain: () => void,
): Promise<ProcessResult | undefined> {
	let result: ProcessResult | undefined;
	let unreadable: Error | undefined;
	const unwatch = watchMemory(child.pid, memoryMebibytes, child.kill);
	signal.addEventListener('abort', child.kill, { once: true });
	if (signal.aborted) child.kill();
	const told = receive(child.talk, (message) => {
		const answer = message as ProcessAnswer;
		if ('result' in answer) result = answer.result;
		else if ('again' in answer) onAgain();
		else if ('fault' in answer) onFault(new Error(`a comparer failed: ${answer.fault}`));
		else onProgress?.(answer.progress);
	}).catch((fault: Error) => {
		unreadable = fault;
		child.kill();
	});
	const { code, signal: endedBy, complaint } = await child.ended;
	await told;
	unwatch();
	signal.removeEventListener('abort', child.kill);
	if (signal.aborted) throw signal.reason;
	// V8 aborts a process whose heap is full; the timer and the watch kill it.
	const wasEnded = endedBy === 'SIGKILL' || endedBy === 'SIGABRT';
	if (unreadable === undefined && (result !== undefined || wasEnded)) return result;
	throw new ProcessFault(`a comparison ended (${endedBy ?? code}): ${unreadable ?? complaint}`);
}
