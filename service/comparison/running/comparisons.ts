/**
 * Runs comparisons in processes of their own, few at a time and by turns, so that no pair of files can
 * stall the service or take its memory. A process that takes too long or too much memory is ended, and
 * its files are compared as pieces of bytes; one that nobody waits for any more is ended as well. Files
 * go to a process as they are read and lie nowhere in between.
 */
import { fork, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import type { ComparisonOrder, Sides } from './comparison-task';
import { FairSlots } from './fair-slots';
import { watchMemory } from './memory-watch';
import { identicalOutcome, type Outcome } from '../outcome';
import { reportPage } from '../report/page';
import { markup } from '../../html/markup';

export interface ComparedFile {
	readonly fileName: string;
	readonly sizeBytes: number;
	/** BLAKE2b-256, lower-case hex. */
	readonly hash: string;
	/** The bytes, from the start at every call. */
	readonly read: () => Promise<AsyncIterable<Uint8Array>>;
}

export interface FilesToCompare extends Pick<ComparisonOrder, 'level' | 'rules' | 'facts'> {
	readonly kept: ComparedFile;
	readonly sent: ComparedFile;
}

/** For whom a comparison is made. */
export interface AskedFor {
	/** Those who take turns. */
	readonly owner: string;
	/** Aborted when nobody waits for the outcome any more. */
	readonly signal: AbortSignal;
	/** Told from time to time how much is done, 0 to 1. */
	readonly onProgress?: (share: number) => void;
}

export interface ProcessLimits {
	readonly processesMax: number;
	/** For the contents; pieces of bytes get time by their number. */
	readonly timeoutMs: number;
	/** Of the whole process, for the contents; pieces of bytes take what they need, which is bounded. */
	readonly memoryMebibytes: number;
	/** Larger files are not held in memory: they are compared as pieces. */
	readonly contentMebibytes: number;
}

export const usualLimits: ProcessLimits = {
	processesMax: 2,
	timeoutMs: 60_000,
	memoryMebibytes: 400,
	contentMebibytes: 64,
};

/** What a process is sent: the module whose `runComparison` it calls, and what to do. */
export interface ProcessInput {
	readonly module: string;
	readonly order: ComparisonOrder;
}

export type ProcessAnswer = { readonly progress: number } | { readonly outcome: Outcome };

const tooMuch =
	'The contents took more time or memory than a comparison may: the files were compared as pieces of bytes.';

/** Pieces take a minute at most, and the time a slow machine needs to read the files. */
const piecesTimeoutMs = 60_000;
const slowestBytesPerSecond = 5_000_000;

/** Enough for the most pieces that two files are cut into; there is nothing to fall back to from them. */
const piecesMebibytesMin = 320;

/** What one process is held to. */
type RunLimits = Pick<ProcessLimits, 'timeoutMs' | 'memoryMebibytes'>;

/** And who waits for it. */
type Bounds = RunLimits & AskedFor;

/** The heap is a part of what a process takes; the rest is bytes of files and pictures. */
const heapShare = 0.75;

/** Young objects take up to thrice this, beyond the limit of the old ones. */
const youngMebibytes = 8;

/** A third of the processor's time where the service or another program wants it all, and never none. */
const niceness = 5;

/** The files lie beside this one: TypeScript in the sources, JavaScript when built. */
const ending = path.extname(__filename);
const processFile = path.join(__dirname, `comparison-process${ending}`);
const taskModule = path.join(__dirname, `comparison-task${ending}`);

export class Comparisons {
	private readonly limits: ProcessLimits;
	private readonly slots: FairSlots;

	constructor(limits: ProcessLimits = usualLimits) {
		this.limits = limits;
		this.slots = new FairSlots(limits.processesMax);
	}

	/** What the two files come to. Rejects with the signal's reason, or when a file cannot be read. */
	async run(files: FilesToCompare, askedFor: AskedFor): Promise<Outcome> {
		const { kept, sent, facts } = files;
		if (kept.hash === sent.hash && kept.sizeBytes === sent.sizeBytes) return identical(facts);
		const release = await this.slots.take(askedFor.owner, askedFor.signal);
		try {
			const { contentMebibytes } = this.limits;
			if (Math.max(kept.sizeBytes, sent.sizeBytes) > contentMebibytes * 1024 * 1024) {
				const tooLarge = `Files of more than ${contentMebibytes} MiB are compared as pieces of bytes.`;
				return await this.onlyPieces(files, askedFor, tooLarge);
			}
			const outcome = await this.runOnce(files, askedFor, this.limits);
			return outcome ?? (await this.onlyPieces(files, askedFor, tooMuch));
		} finally {
			release();
		}
	}

	private async onlyPieces(files: FilesToCompare, askedFor: AskedFor, why: string) {
		const sizeBytes = files.kept.sizeBytes + files.sent.sizeBytes;
		const timeoutMs = piecesTimeoutMs + (sizeBytes / slowestBytesPerSecond) * 1000;
		const memoryMebibytes = Math.max(this.limits.memoryMebibytes, piecesMebibytesMin);
		const outcome = await this.runOnce(files, askedFor, { timeoutMs, memoryMebibytes }, why);
		if (outcome === undefined) throw new Error('not even the pieces of two files were compared');
		return outcome;
	}

	private runOnce(
		{ kept, sent, level, rules, facts }: FilesToCompare,
		askedFor: AskedFor,
		{ timeoutMs, memoryMebibytes }: RunLimits,
		onlyPieces?: string,
	): Promise<Outcome | undefined> {
		const named = ({ fileName, sizeBytes }: ComparedFile) => ({ fileName, sizeBytes });
		const order = { kept: named(kept), sent: named(sent), level, rules, facts, onlyPieces };
		return runInProcess(order, { kept, sent }, { ...askedFor, timeoutMs, memoryMebibytes });
	}
}

function identical(facts: FilesToCompare['facts']): Outcome {
	if (facts === undefined) return identicalOutcome;
	const html = reportPage(facts, identicalOutcome, { content: markup``, files: [] });
	return { ...identicalOutcome, report: { html, files: [] } };
}

function start(memoryMebibytes: number): ChildProcess {
	const child = fork(processFile, {
		env: {},
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'ipc'],
		execArgv: [
			`--max-old-space-size=${Math.floor(memoryMebibytes * heapShare)}`,
			`--max-semi-space-size=${youngMebibytes}`,
			...(ending === '.ts' ? fromSource : []),
		],
	});
	// Those who wait for the answer to a small request go before a comparison.
	if (child.pid !== undefined) os.setPriority(child.pid, niceness);
	return child;
}

/** What Node.js says when it runs the TypeScript source is no fault. */
const fromSource = [
	'--experimental-transform-types',
	'--disable-warning=ExperimentalWarning',
	'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
];

/**
 * Settles when the process has ended, so that none outlives the call; with nothing when it took more
 * than the limits allow.
 */
async function runInProcess(
	order: ComparisonOrder,
	files: Sides<ComparedFile>,
	bounds: Bounds,
): Promise<Outcome | undefined> {
	const child = start(bounds.memoryMebibytes);
	const ended = outcomeOf(child, bounds);
	const input: ProcessInput = { module: taskModule, order };
	// A process that ends before it has read its input says so by ending, not here.
	child.send(input, () => undefined);
	let readFault: Error | undefined;
	void sendFiles(child, files).catch((fault: Error) => {
		readFault = fault;
		child.kill('SIGKILL');
	});
	// What is still being read for a process that has ended stops at its pipe; nobody waits for that.
	const outcome = await ended;
	if (readFault !== undefined) throw readFault;
	return outcome;
}

async function sendFiles(child: ChildProcess, { kept, sent }: Sides<ComparedFile>): Promise<void> {
	await sendFile(kept, child.stdio[3] as Writable);
	await sendFile(sent, child.stdio[4] as Writable);
}

/** Rejects when the file cannot be read, not when the process has ended and takes no more. */
async function sendFile(file: ComparedFile, pipe: Writable): Promise<void> {
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

function outcomeOf(
	child: ChildProcess,
	{ timeoutMs, memoryMebibytes, signal, onProgress }: Bounds,
): Promise<Outcome | undefined> {
	let outcome: Outcome | undefined;
	let complaint = '';
	return new Promise((resolve, reject) => {
		const kill = () => child.kill('SIGKILL');
		const timer = setTimeout(kill, timeoutMs);
		const unwatch = watchMemory(child, memoryMebibytes, kill);
		signal.addEventListener('abort', kill, { once: true });
		if (signal.aborted) kill();
		child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
		child.on('message', (message) => {
			const answer = message as ProcessAnswer;
			if ('outcome' in answer) outcome = answer.outcome;
			else onProgress?.(answer.progress);
		});
		child.once('error', reject);
		child.once('close', (_code, endedBy) => {
			clearTimeout(timer);
			unwatch();
			signal.removeEventListener('abort', kill);
			// The engine aborts a process whose heap is full; timer and watch kill.
			const wasEnded = endedBy === 'SIGKILL' || endedBy === 'SIGABRT';
			if (signal.aborted) reject(signal.reason as Error);
			else if (outcome !== undefined || wasEnded) resolve(outcome);
			else reject(new Error(`a comparison ended without an outcome: ${complaint}`));
		});
	});
}
