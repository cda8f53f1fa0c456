/** What a process uses, as the operating system counts it. */
import fs from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
import type { ProgramProcess } from './program-process';
import { until } from '../clients/requests';

export interface ProcessUse {
	readonly descriptors: number;
	readonly residentBytes: number;
}

/** Those that a program has open. */
export async function descriptorsOf({ pid }: ProgramProcess): Promise<number> {
	if (pid === undefined) throw new Error('the program does not run');
	return (await fs.promises.readdir(`/proc/${pid}/fd`)).length;
}

/** Of a program that runs. */
export async function processUse(program: ProgramProcess): Promise<ProcessUse> {
	const descriptors = await descriptorsOf(program);
	const { pid } = program;
	const status = await fs.promises.readFile(`/proc/${pid}/status`, 'utf8');
	const [, residentKib] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
	return { descriptors, residentBytes: Number(residentKib) * 1024 };
}

/** Node's option for a program that is to tell its heap. */
export const heapTelling = `--require ${path.join(__dirname, 'heap-teller.js')}`;

const told = /the heap holds (\d+) bytes/g;

/** What the heap of a program holds, and what that refers to, when all is given back that nobody needs. */
export async function heapBytes(program: ProgramProcess): Promise<number> {
	const answers = () => [...program.output().matchAll(told)].map(([, bytes]) => Number(bytes));
	const before = answers().length;
	program.signal('SIGUSR2');
	return until(() => Promise.resolve(answers()[before]));
}

/** The same of this process. */
export function ownHeapBytes(): number {
	v8.setFlagsFromString('--expose-gc');
	(vm.runInNewContext('gc') as () => void)();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}
