/** How long the event loop of a program that runs with the watcher was held at most. */
import path from 'node:path';
import { projectRoot } from '../../../start/machine/project-root';
import type { ProgramProcess } from '../../support/programs/program-process';
import { until } from '../../support/clients/requests';

/** Node's option for a program that is to be watched. */
export const loopWatching = `--require ${path.join(projectRoot(), 'test/bench/parts/loop-watcher.js')}`;

const told = /the loop was held for ([\d.]+) ms/g;

/** In milliseconds, since it was last asked. */
export async function loopHeldMs(program: ProgramProcess): Promise<number> {
	const answers = () => [...program.output().matchAll(told)].map(([, ms]) => Number(ms));
	const before = answers().length;
	program.signal('SIGUSR2');
	return until(() => Promise.resolve(answers()[before]));
}
