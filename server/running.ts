/**
 * Runs a program as a process: ends it cleanly on SIGTERM and SIGINT, and prints a fault of start
 * or end in one sentence.
 */
import type { FastifyInstance } from 'fastify';
import { keepNewFilesPrivate } from './private-files';

export interface Ending {
	/** Requests aborted at the deadline. */
	cutCount: number;
}

export interface Running {
	readonly app: FastifyInstance;
	readonly ending: Ending;
	/** For the operator: what runs and where it listens. */
	readonly sentence: string;
	/** Time on SIGTERM in which the program is unready and serves what comes. */
	readonly drainSeconds: number;
	/** Finishes requests under way. */
	close(): Promise<void>;
}

/** Exit code if the deadline aborted requests, which may or may not have been carried out. */
const cutExitCode = 75;

export function runProgram(open: () => Promise<Running>): void {
	keepNewFilesPrivate();
	outliveFullDisk(process.stdout);
	outliveFullDisk(process.stderr);
	open().then(endOnSignal).catch(fail);
}

/** A log file on a full disk loses lines, which must not end the program. */
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
		closed(running, signal).then(
			() => process.exit(running.ending.cutCount === 0 ? 0 : cutExitCode),
			fail,
		);
	};
	process.on('SIGTERM', end);
	process.on('SIGINT', end);
	// Whoever reads it may end the program at once.
	process.stdout.write(`${running.sentence}\n`);
}

/** SIGINT comes from a person who waits. */
async function closed(running: Running, signal: NodeJS.Signals): Promise<void> {
	const { app, drainSeconds } = running;
	app.log.info({ signal }, 'ending');
	if (signal === 'SIGTERM' && drainSeconds > 0) await app.drain(drainSeconds);
	await running.close();
}

/** Before the program has a log. */
export function tellOperator(sentence: string): void {
	process.stderr.write(`${sentence}\n`);
}

function fail(fault: unknown): void {
	tellOperator(takenPort(fault) ?? (fault instanceof Error ? fault.message : String(fault)));
	process.exit(1);
}

function takenPort(fault: unknown): string | undefined {
	if (!(fault instanceof Error) || !('code' in fault && 'port' in fault)) return undefined;
	if (fault.code !== 'EADDRINUSE') return undefined;
	return `Port ${String(fault.port)} is taken by another program: end that one, or set PORT, for the exchange EXCHANGE_PORT, to another port.`;
}
