/**
 * Starts a process in its own process group with its output in a log file, and ends it. Running
 * processes are recorded (process-record.ts). Because of the own group, Ctrl-C in the terminal
 * reaches only the launcher, which then ends its children in order.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { endDeadlineMs, endGroup, recordProcess } from './process-record';

export interface ChildPlan {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly folder: string;
	readonly environment: NodeJS.ProcessEnv;
	/** Receives standard error, and standard output unless `outputFile` is set. */
	readonly logFile: string;
	readonly outputFile?: string;
	/** Where the process is recorded while it runs. */
	readonly recordFolder: string;
	/** The process limits its own shutdown time, so it is waited for without a deadline. */
	readonly hasOwnDeadline?: true;
}

export interface ChildEnd {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

export interface Child {
	readonly name: string;
	readonly pid: number;
	readonly logFile: string;
	readonly ended: Promise<ChildEnd>;
	/**
	 * Sends SIGTERM, and SIGKILL to the whole group after a deadline or when `atOnce` aborts.
	 * Resolves when all are gone.
	 */
	stop(atOnce?: AbortSignal): Promise<void>;
}

/** A command failed; the message ends with the last lines of its log. */
export class CommandFailed extends Error {}

export async function startChild(plan: ChildPlan): Promise<Child> {
	fs.mkdirSync(path.dirname(plan.logFile), { recursive: true });
	const log = fs.openSync(plan.logFile, 'a');
	const output = plan.outputFile === undefined ? log : fs.openSync(plan.outputFile, 'w');
	const child = spawn(plan.command, plan.args, {
		cwd: plan.folder,
		env: plan.environment,
		stdio: ['ignore', output, log],
		detached: true,
	});
	fs.closeSync(log);
	if (output !== log) fs.closeSync(output);
	const pid = await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('spawn', () => resolve(child.pid ?? NaN));
	});
	const forget = recordProcess(plan.recordFolder, plan.name, pid);
	const ended = new Promise<ChildEnd>((resolve) => {
		child.once('exit', (code, signal) => resolve({ code, signal }));
	});
	void ended.then(forget);
	const stop = async (atOnce?: AbortSignal) => {
		const deadlineMs = plan.hasOwnDeadline ? Infinity : endDeadlineMs;
		await endGroup(pid, { deadlineMs, atOnce });
		await ended;
	};
	return { name: plan.name, pid, logFile: plan.logFile, ended, stop };
}

/** Runs a command to its end; throws CommandFailed if it fails. Ends it if the signal aborts. */
export async function runCommand(plan: ChildPlan, signal: AbortSignal): Promise<void> {
	signal.throwIfAborted();
	const child = await startChild(plan);
	let stopped: Promise<void> | undefined;
	const onAbort = () => {
		stopped = child.stop();
	};
	signal.addEventListener('abort', onAbort, { once: true });
	const end = await child.ended;
	signal.removeEventListener('abort', onAbort);
	await stopped;
	signal.throwIfAborted();
	if (end.code !== 0) throw new CommandFailed(describeEnd(plan, end));
}

/** One sentence on how a process ended, with the end of its log. */
export function describeEnd(child: { name: string; logFile: string }, end: ChildEnd): string {
	const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`;
	return `${child.name} ended ${how}. The end of ${child.logFile}:\n${logTail(child.logFile)}`;
}

const tailLines = 25;
const tailBytes = 16_384;

export function logTail(file: string): string {
	const content = fs.readFileSync(file);
	const text = content.subarray(Math.max(0, content.length - tailBytes)).toString('utf8');
	return text.trimEnd().split('\n').slice(-tailLines).join('\n');
}

/** Renames the previous run's log to `<name>.previous.log`, so that each run has its own file. */
export function freshLog(folder: string, name: string): string {
	fs.mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${name}.log`);
	if (fs.existsSync(file)) fs.renameSync(file, path.join(folder, `${name}.previous.log`));
	return file;
}
