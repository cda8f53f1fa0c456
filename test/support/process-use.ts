/** What a process uses, as the operating system counts it. */
import fs from 'node:fs';
import path from 'node:path';
import type { ProgramProcess } from './program-process';
import { until } from './requests';

export interface ProcessUse {
	readonly descriptors: number;
	readonly residentBytes: number;
}

/** Of a program that runs. */
export async function processUse({ pid }: ProgramProcess): Promise<ProcessUse> {
	if (pid === undefined) throw new Error('the program does not run');
	const descriptors = await fs.promises.readdir(`/proc/${pid}/fd`);
	const status = await fs.promises.readFile(`/proc/${pid}/status`, 'utf8');
	const [, residentKib] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
	return { descriptors: descriptors.length, residentBytes: Number(residentKib) * 1024 };
}

/** Node's option for a program that is to tell its heap. */
export const heapTelling = `--require ${path.join(__dirname, 'heap-teller.js')}`;

const told = /the heap holds (\d+) bytes/g;

/** What the heap of a program holds when all is given back that nobody needs. */
export async function heapBytes(program: ProgramProcess): Promise<number> {
	const answers = () => [...program.output().matchAll(told)].map(([, bytes]) => Number(bytes));
	const before = answers().length;
	program.signal('SIGUSR2');
	return until(() => Promise.resolve(answers()[before]));
}
