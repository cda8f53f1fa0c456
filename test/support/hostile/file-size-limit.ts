/**
 * Keeps a process from writing files, as a full disk does, for anybody and on any file system: the
 * operating system's limit of the size of its files, which may be taken back.
 */
import { execFileSync } from 'node:child_process';
import type { ProgramProcess } from '../programs/program-process';

export function takeRoom({ pid }: Pick<ProgramProcess, 'pid'>): void {
	limit(pid, '1');
}

export function giveRoom({ pid }: Pick<ProgramProcess, 'pid'>): void {
	limit(pid, 'unlimited');
}

function limit(pid: number | undefined, soft: string): void {
	if (pid === undefined) throw new Error('the program does not run');
	execFileSync('prlimit', ['--pid', String(pid), `--fsize=${soft}:unlimited`]);
}
