/**
 * Has the processes of comparisons started by a small process of its own: the start of a process holds the one
 * that starts it the longer, the more memory that one has, and the service has requests to answer.
 *
 *   a process   entered by                              left by
 *   starting    start                                   its number; a failure; the end of the launcher
 *   running     its number, which follows its pipes     its end; the end of the launcher
 */
import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import path from 'node:path';

/** TypeScript in the sources, JavaScript when built. */
export const ending = path.extname(__filename);

/** From the sources, a process reads TypeScript as this one does, by a loader that keeps what it has read. */
export const loading = ending === '.ts' ? process.execArgv : [];

const launcherFile = path.join(__dirname, `launcher-process${ending}`);

/** It holds nothing but numbers and the last lines of a process. That a pipe did not arrive is told here. */
const launcherOptions = [
	...['--max-old-space-size=32', '--max-semi-space-size=1'],
	...['--disable-warning=SentHandleNotReceivedWarning', ...loading],
];

/** One to talk, and for each of two files one to send it and one to send it again. */
const pipeCount = 5;

export type LauncherOrder =
	| { readonly start: number; readonly args: readonly string[] }
	| { readonly kill: number };

/** A pipe comes with a number alone. */
export interface LauncherNews {
	readonly id: number;
	readonly pid?: number;
	readonly end?: ProcessEnd;
}

export interface ProcessEnd {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
	/** Its last output, or why it could not be started. */
	readonly complaint: string;
}

/** Neither it nor its pipes hold the program open. */
export interface ConfinedProcess {
	readonly pid: number;
	/** For the order, and for what comes of it. */
	readonly talk: Socket;
	/** One for each file, then one more for each. */
	readonly files: readonly Socket[];
	readonly ended: Promise<ProcessEnd>;
	/** Does nothing once it has ended. */
	readonly kill: () => void;
}

/** A process crashed or ended with an uncaught error. */
export class ProcessFault extends Error {}

interface Started {
	readonly running: PromiseWithResolvers<ConfinedProcess>;
	readonly ended: PromiseWithResolvers<ProcessEnd>;
	readonly pipes: Socket[];
	pid?: number;
}

export class Launcher {
	private process: ChildProcess | undefined;
	private readonly started = new Map<number, Started>();
	private startedCount = 0;
	private isClosed = false;

	/** Starts Node.js with these arguments. */
	start(args: readonly string[]): Promise<ConfinedProcess> {
		const id = (this.startedCount += 1);
		const [running, ended] = [
			Promise.withResolvers<ConfinedProcess>(),
			Promise.withResolvers<ProcessEnd>(),
		];
		this.started.set(id, { running, ended, pipes: [] });
		this.process ??= this.open();
		this.tell({ start: id, args });
		return running.promise;
	}

	/** Ends as soon as no process is there. */
	close(): void {
		this.isClosed = true;
		if (this.started.size > 0) return;
		this.process?.stdin?.destroy();
		this.process = undefined;
	}

	private open(): ChildProcess {
		const launcher = fork(launcherFile, {
			env: {},
			execArgv: [...launcherOptions],
			// It ends when its standard input does. In a group of its own the priority would not count.
			stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
		});
		launcher.on('message', (news, pipe) => this.hear(news as LauncherNews, pipe as Socket));
		launcher.once('error', (fault) => this.lose(launcher, fault));
		launcher.once('exit', (code, signal) =>
			this.lose(launcher, new ProcessFault(`what starts comparisons ended (${signal ?? code})`)),
		);
		for (const part of [launcher, launcher.channel, launcher.stdin as Socket | null]) part?.unref();
		return launcher;
	}

	/** A launcher that has gone, or never came, is told nothing; its end tells. */
	private tell(order: LauncherOrder): void {
		if (this.process?.connected === true) this.process.send(order, () => undefined);
	}

	private hear({ id, pid, end }: LauncherNews, pipe: Socket | undefined): void {
		const started = this.started.get(id);
		// Of a launcher that was lost some news may come later.
		if (started === undefined) pipe?.destroy();
		else if (pipe !== undefined) started.pipes.push(pipe.unref());
		else if (pid !== undefined) this.run(id, pid, started);
		else if (end !== undefined) this.end(id, started, end, new Error(end.complaint));
	}

	private run(id: number, pid: number, started: Started): void {
		const { running, ended, pipes } = started;
		started.pid = pid;
		const kill = () => this.tell({ kill: id });
		const [talk, ...files] = pipes;
		if (talk !== undefined && pipes.length === pipeCount) {
			running.resolve({ pid, talk, files, kill, ended: ended.promise });
			return;
		}
		// Node.js gives up a pipe that this program has no room for; Windows hands none over.
		kill();
		running.reject(new Error('too many files are open for the pipes of a comparison'));
	}

	/** `why` is told to who waits for its start. */
	private end(id: number, { running, ended, pipes }: Started, end: ProcessEnd, why: Error): void {
		const [talk, ...files] = pipes;
		for (const pipe of files) pipe.destroy();
		// It closes when it has been read.
		talk?.resume();
		running.reject(why);
		ended.resolve(end);
		this.started.delete(id);
		if (this.isClosed) this.close();
	}

	private lose(launcher: ChildProcess, why: Error): void {
		if (this.process !== launcher) return;
		this.process = undefined;
		const end = { code: null, signal: null, complaint: why.message };
		for (const [id, started] of [...this.started]) {
			killLeft(started.pid);
			this.end(id, started, end, why);
		}
	}
}

/** Ends a process whose launcher was killed a moment ago: its end was not told, so the number is still its own. */
function killLeft(pid: number | undefined): void {
	try {
		if (pid !== undefined) process.kill(pid, 'SIGKILL');
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault;
	}
}
