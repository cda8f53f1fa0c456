/** Asks a program, run with the watcher, how long its event loop was held at most. */
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
