/**
 * Runs text comparisons in processes of their own, few at a time and by turns, so that no pair of
 * texts can stall the service or take its memory; a thread with a full heap would end it. A process
 * that takes too long or too much memory is ended, and its texts have no comparison; one that nobody
 * waits for any more is ended as well.
 */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { FairSlots } from '../comparison/running/fair-slots';
import type { TextOutcome, TextTask } from './text-task';

export interface ProcessLimits {
	readonly processesMax: number;
	readonly timeoutMs: number;
	readonly memoryMebibytes: number;
}

export const usualLimits: ProcessLimits = {
	processesMax: 2,
	timeoutMs: 60_000,
	memoryMebibytes: 512,
};

/** For whom a comparison is made. */
export interface AskedFor {
	/** Those who take turns. */
	readonly owner: string;
	/** Aborted when nobody waits for the outcome any more. */
	readonly signal: AbortSignal;
}

/** What a process is sent: the module whose `runTextTask` it calls, and the task. */
export interface ProcessInput {
	readonly module: string;
	readonly task: TextTask;
}

/** The files lie beside this one: TypeScript in the sources, JavaScript when built. */
const ending = path.extname(__filename);
const processFile = path.join(__dirname, `text-process${ending}`);
const taskModule = path.join(__dirname, `text-task${ending}`);

export class TextProcesses {
	private readonly slots: FairSlots;

	constructor(private readonly limits: ProcessLimits = usualLimits) {
		this.slots = new FairSlots(limits.processesMax);
	}

	/**
	 * The outcome of a task, or nothing when it took more than the limits allow. The task is made when
	 * its turn has come, so that none waits in memory.
	 */
	async run(
		makeTask: () => Promise<TextTask>,
		{ owner, signal }: AskedFor,
	): Promise<TextOutcome | undefined> {
		const release = await this.slots.take(owner, signal);
		try {
			const task = await makeTask();
			signal.throwIfAborted();
			return await runInProcess(task, this.limits, signal);
		} finally {
			release();
		}
	}
}

function start(memoryMebibytes: number): ChildProcess {
	return fork(processFile, {
		env: {},
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		execArgv: [
			`--max-old-space-size=${memoryMebibytes}`,
			// Said when it runs from the TypeScript source; it is no fault.
			'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
		],
	});
}

/** Settles when the process has ended, so that none outlives the call. */
function runInProcess(
	task: TextTask,
	{ timeoutMs, memoryMebibytes }: ProcessLimits,
	signal: AbortSignal,
): Promise<TextOutcome | undefined> {
	const child = start(memoryMebibytes);
	const input: ProcessInput = { module: taskModule, task };
	let outcome: TextOutcome | undefined;
	let complaint = '';
	return new Promise((resolve, reject) => {
		const kill = () => child.kill('SIGKILL');
		const timer = setTimeout(kill, timeoutMs);
		signal.addEventListener('abort', kill, { once: true });
		child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
		child.once('message', (message) => (outcome = message as TextOutcome));
		child.once('error', reject);
		child.once('close', (_code, endedBy) => {
			clearTimeout(timer);
			signal.removeEventListener('abort', kill);
			// The engine aborts a process whose heap is full; the timer kills.
			const wasEnded = endedBy === 'SIGKILL' || endedBy === 'SIGABRT';
			if (signal.aborted) reject(signal.reason as Error);
			else if (outcome !== undefined || wasEnded) resolve(outcome);
			else reject(new Error(`a text comparison ended without an outcome: ${complaint}`));
		});
		// A process that ends before it has read the input says so by ending, not here.
		child.send(input, () => undefined);
	});
}
