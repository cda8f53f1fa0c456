/** How long the event loop of a program that runs with the watcher, or of this one, was held at most. */
import path from 'node:path';
import type { ProgramProcess } from './program-process';
import { until } from './requests';

/** Part of the environment of a program that is to be watched. */
export const watched = { NODE_OPTIONS: `--require ${path.join(__dirname, 'loop-watcher.js')}` };

const told = /the loop was held for ([\d.]+) ms/g;

/** In milliseconds, since it was last asked. */
export async function loopHeldMs(program: ProgramProcess): Promise<number> {
	const answers = () => [...program.output().matchAll(told)].map(([, ms]) => Number(ms));
	const before = answers().length;
	program.signal('SIGUSR2');
	return until(() => Promise.resolve(answers()[before]));
}

const tickMs = 2;

/** In milliseconds that this thread computed without a turn of the loop, while the work was done. */
export async function heldMsDuring(work: () => Promise<unknown>): Promise<number> {
	let before = process.threadCpuUsage();
	let longestMs = 0;
	const watch = setInterval(() => {
		const { user, system } = process.threadCpuUsage(before);
		before = process.threadCpuUsage();
		longestMs = Math.max(longestMs, (user + system) / 1000);
	}, tickMs);
	try {
		await work();
	} finally {
		clearInterval(watch);
	}
	return longestMs;
}
