/**
 * A program as a process: it ends cleanly on SIGTERM and SIGINT, and what keeps it from starting
 * or from ending is printed in one sentence.
 */
import { keepNewFilesPrivate } from './private-files';

/** How a program has ended. */
export interface Ending {
	/** Requests that were cut. */
	cutCount: number;
}

export interface Running {
	readonly ending: Ending;
	/** Finishes what is under way. */
	end(signal: NodeJS.Signals): Promise<void>;
}

/** The program has ended, and its deadline cut replies: what they were for may or may not be done. */
const cutExitCode = 75;

export function runProgram(open: () => Promise<Running>): void {
	keepNewFilesPrivate();
	outliveFullDisk(process.stdout);
	outliveFullDisk(process.stderr);
	open().then(endOnSignal).catch(fail);
}

/** A log that is kept in a file loses the lines it has no room for, which is no reason to end. */
function outliveFullDisk(output: NodeJS.WriteStream): void {
	output.on('error', (fault: NodeJS.ErrnoException) => {
		if (!['ENOSPC', 'EDQUOT', 'EFBIG'].includes(fault.code ?? '')) throw fault;
	});
}

function endOnSignal(running: Running): void {
	let isEnding = false;
	const end = (signal: NodeJS.Signals) => {
		if (isEnding) return;
		isEnding = true;
		running
			.end(signal)
			.then(() => process.exit(running.ending.cutCount === 0 ? 0 : cutExitCode), fail);
	};
	process.on('SIGTERM', end);
	process.on('SIGINT', end);
}

function fail(fault: unknown): void {
	process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
	process.exit(1);
}
