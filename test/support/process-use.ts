/** What a process uses, as the operating system counts it. */
import fs from 'node:fs';
import type { ProgramProcess } from './program-process';

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
