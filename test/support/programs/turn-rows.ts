/** How many rows a program that runs with the counter read within one turn of its event loop. */
import path from 'node:path';
import type { ProgramProcess } from './program-process';
import { until } from '../clients/requests';

/** Node's option for a program that is to count them. */
export const rowsCounting = `--require ${path.join(__dirname, 'row-counter.js')}`;

const told = /(\d+) rows were read in a turn at most/g;

/** At most, since it was last asked. */
export async function mostRowsOfTurn(program: ProgramProcess): Promise<number> {
	const answers = () => [...program.output().matchAll(told)].map(([, rows]) => Number(rows));
	const before = answers().length;
	program.signal('SIGWINCH');
	return until(() => Promise.resolve(answers()[before]));
}
