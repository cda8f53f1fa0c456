/** The processes of comparisons, and the one that starts them, as the operating system shows them. */
import fs from 'node:fs';
import { until } from '../clients/requests';

/** Those that have not ended; the last one is the newest. */
export function comparisonProcesses(launchers = launchersOf()): readonly number[] {
	return launchers.flatMap((launcher) => childrenOf(launcher, 'comparison-process'));
}

/** Begins a comparison, and answers its process; those that wait for an order are ended before. */
export async function processOf(begin: () => void, launchers = launchersOf): Promise<number> {
	const there = () => comparisonProcesses(launchers());
	for (const waiting of there()) process.kill(waiting, 'SIGKILL');
	await until(() => Promise.resolve(there().length === 0 || undefined));
	begin();
	return until(() => Promise.resolve(there()[0]));
}

/** Those that start comparisons for a program, the newest last. */
export function launchersOf(pid = process.pid): readonly number[] {
	return childrenOf(pid, 'launcher-process');
}

/** Those of this process from now on: test files that ran in it before may have left theirs. */
export function ownLaunchers(): () => readonly number[] {
	const before = new Set(launchersOf());
	return () => launchersOf().filter((pid) => !before.has(pid));
}

/** A process is what it is once it has its command line: before, it is a copy of the one that starts it. */
function childrenOf(pid: number, file: string): readonly number[] {
	const children = textOf(pid, `task/${pid}/children`).trim().split(' ').map(Number);
	return children.filter((child) => textOf(child, 'cmdline').includes(file));
}

/** Empty if the process has ended. */
function textOf(pid: number, file: string): string {
	try {
		return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch {
		return '';
	}
}

/** Until somebody has been told of its end. */
export function isThere(pid: number): boolean {
	return fs.existsSync(`/proc/${pid}`);
}
