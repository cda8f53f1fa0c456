/**
 * Records started processes on disk, so that the next start can end those that outlived a killed
 * parent. Because pids are reused, a record also has the process's start time according to the
 * system; a process is ended only if both match.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessRecord {
	readonly name: string;
	readonly pid: number;
	/** In the system's format; only compared for equality. */
	readonly startedAt: string;
}

/** For processes without their own deadline. */
export const endDeadlineMs = 10_000;
const pollMs = 50;

/** The start time according to the system; undefined if there is no such process. */
export function processStart(pid: number): string | undefined {
	if (process.platform === 'linux') return linuxProcessStart(pid);
	if (process.platform === 'win32') return undefined;
	try {
		const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
		return line.trim() || undefined;
	} catch {
		// ps exits with 1 if the process does not exist.
		return undefined;
	}
}

/** Boot id and start ticks. A zombie counts as ended. */
function linuxProcessStart(pid: number): string | undefined {
	const stat = linuxStat(pid);
	if (stat === undefined) return undefined;
	const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
	return `${boot} ${stat.startTicks}`;
}

interface LinuxStat {
	readonly group: number;
	readonly startTicks: string;
}

/** Fields 5 and 22 of /proc/pid/stat, see proc(5); undefined for no such process or a zombie. */
function linuxStat(pid: number): LinuxStat | undefined {
	try {
		const line = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The second field, the command in brackets, may itself hold blanks and brackets.
		const [state, , group, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
		const startTicks = rest[16];
		if (state === 'Z' || startTicks === undefined) return undefined;
		return { group: Number(group), startTicks };
	} catch (error) {
		if (isGone(error)) return undefined;
		throw error;
	}
}

function isGone(error: unknown): boolean {
	if (typeof error !== 'object' || error === null || !('code' in error)) return false;
	return error.code === 'ENOENT' || error.code === 'ESRCH';
}

/** Records a started process. Returns a function that removes the record. */
export function recordProcess(folder: string, name: string, pid: number): () => void {
	const startedAt = processStart(pid);
	if (startedAt === undefined) return () => undefined;
	fs.mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${pid}.json`);
	const record: ProcessRecord = { name, pid, startedAt };
	fs.writeFileSync(file, JSON.stringify(record));
	return () => fs.rmSync(file, { force: true });
}

/** Ends every recorded process that still runs, with its process group. Returns their names. */
export async function endRecordedProcesses(
	folder: string,
	deadlineMs = endDeadlineMs,
): Promise<readonly string[]> {
	if (!fs.existsSync(folder)) return [];
	const ended: string[] = [];
	for (const file of fs.readdirSync(folder).map((name) => path.join(folder, name))) {
		const record = readRecord(file);
		if (record && processStart(record.pid) === record.startedAt) {
			await endGroup(record.pid, { deadlineMs });
			ended.push(record.name);
		}
		fs.rmSync(file, { force: true });
	}
	return ended;
}

function readRecord(file: string): ProcessRecord | undefined {
	try {
		const parsed: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
		return isRecord(parsed) ? parsed : undefined;
	} catch (error) {
		// Half-written by a killed process; it contains nothing usable.
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

function isRecord(value: unknown): value is ProcessRecord {
	return (
		typeof value === 'object' &&
		value !== null &&
		'name' in value &&
		typeof value.name === 'string' &&
		'pid' in value &&
		typeof value.pid === 'number' &&
		'startedAt' in value &&
		typeof value.startedAt === 'string'
	);
}

export interface EndOptions {
	readonly deadlineMs?: number;
	/** Aborted to stop waiting. */
	readonly atOnce?: AbortSignal;
}

/**
 * Sends SIGTERM to a process and, after a deadline or when `atOnce` aborts, SIGKILL to its process
 * group. Resolves when no process of the group is left.
 */
export async function endGroup(
	pid: number,
	{ deadlineMs = endDeadlineMs, atOnce }: EndOptions = {},
): Promise<void> {
	signalProcess(pid, 'SIGTERM');
	const deadline = Date.now() + deadlineMs;
	const mayWait = () => atOnce?.aborted !== true && Date.now() < deadline;
	while (processStart(pid) !== undefined && mayWait()) await delay(pollMs);
	signalProcess(-pid, 'SIGKILL');
	while (groupAlive(pid)) await delay(pollMs);
}

/** Sends a signal to a process or, for a negative number, a group. Returns false if it is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(pid, signal);
		return true;
	} catch (error) {
		if (isGone(error)) return false;
		throw error;
	}
}

/** Zombies do not count. */
function groupAlive(pid: number): boolean {
	if (process.platform !== 'linux') return signalProcess(-pid, 0);
	return fs
		.readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.some((name) => linuxStat(Number(name))?.group === pid);
}
