/** The clock of a machine on which several programs run, which can be set while they do. */
import fs from 'node:fs';
import path from 'node:path';
import type { ProgramProcess } from '../programs/program-process';

export class MachineClock {
	constructor(private readonly file: string) {
		fs.writeFileSync(file, '0');
	}

	/** Part of the environment of the programs whose clock it is; they may have more options of Node. */
	environment(nodeOptions = ''): Readonly<Record<string, string>> {
		return {
			NODE_OPTIONS: `--require ${path.join(__dirname, 'set-clock.js')} ${nodeOptions}`,
			TEST_CLOCK_FILE: this.file,
		};
	}

	/** Ahead of the true time; a program that does not run has it from its start on. */
	set(aheadMs: number, programs: readonly ProgramProcess[]): void {
		fs.writeFileSync(this.file, String(aheadMs));
		for (const program of programs) program.signal('SIGUSR2');
	}
}
