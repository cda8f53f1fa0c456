/**
 * Remembers on disk which processes were started, so that the next start can end those that
 * outlived a killed parent. A pid alone proves nothing (pids are used again), so a record also
 * holds the moment the process started as the system tells it; a process is ended only when both
 * agree.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessRecord {
	readonly name: string;
	readonly pid: number;
	/** As the system writes it; only equality has a meaning. */
	readonly startedAt: string;
}

/** For what has no deadline of its own. */
export const endDeadlineMs = 10_000;
const pollMs = 50;

/** The system's own word for when a process started; undefined when there is no such process. */
export function processStart(pid: number): string | undefined {
	if (process.platform === 'linux') return linuxProcessStart(pid);
	if (process.platform === 'win32') return undefined;
	try {
		const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
		return line.trim() || undefined;
	} catch {
		// ps exits with 1 when the process does not exist.
		return undefined;
	}
}

/** Boot id and start ticks; a zombie counts as ended. */
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

/** Writes down a process just started; answers a function that forgets it again. */
export function recordProcess(folder: string, name: string, pid: number): () => void {
	const startedAt = processStart(pid);
	if (startedAt === undefined) return () => undefined;
	fs.mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${pid}.json`);
	const record: ProcessRecord = { name, pid, startedAt };
	fs.writeFileSync(file, JSON.stringify(record));
	return () => fs.rmSync(file, { force: true });
}

/** Ends every recorded process that is still alive, with its process group; answers their names. */
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
		// Half-written by a process that was killed: nothing can be known about it.
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
	/** Aborted when there is to be no more waiting. */
	readonly atOnce?: AbortSignal;
}

/**
 * Asks a process to end (SIGTERM) and, after a deadline or when it is to be at once, ends it with
 * all of its process group (SIGKILL). Resolves when no process of the group is left.
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

/** Sends a signal; a process (or, for a negative number, a group) that is gone is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(pid, signal);
		return true;
	} catch (error) {
		if (isGone(error)) return false;
		throw error;
	}
}

/** Members that ended but were not yet waited for by their parent do not count. */
function groupAlive(pid: number): boolean {
	if (process.platform !== 'linux') return signalProcess(-pid, 0);
	return fs
		.readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.some((name) => linuxStat(Number(name))?.group === pid);
}
