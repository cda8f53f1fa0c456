/**
 * The processes of comparisons: each is confined, serves one order and ends. After the end of one the next is
 * started, and waits for its order, since the start of a process takes longer than most comparisons.
 */
import { fork, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { at } from '../../server/at';

/** Share of the heap; the rest is for buffers and pictures. */
const heapShare = 0.75;

/** The young generation takes up to three times this, in addition to the old one's limit. */
const youngMebibytes = 8;

/** Priority: about a third of the processor if others need it, but never none. */
const niceness = 5;

/** TypeScript in the sources, JavaScript when built. */
const ending = path.extname(__filename);
const processFile = path.join(__dirname, `comparison-process${ending}`);

/** The folder of all code: the project with its sources, or its `dist`. */
const code = path.resolve(__dirname, '..', '..');
const project = ending === '.ts' ? code : path.dirname(code);
/** Of the sources; beside them may lie the data of a service. */
const sources = ['api', 'comparison', 'proof', 'server', 'start'];

/** Packages of the project, and those that npm installs for one workspace. */
const packages = ['node_modules', 'comparison/node_modules', 'server/node_modules'];

/**
 * What the process may read: its own code and packages, wherever links lead, and what sharp asks about the
 * system's library.
 */
const readable = [
	...(ending === '.ts' ? sources.map((name) => path.join(code, name)) : [code]),
	...[...packages, 'package.json'].map((name) => path.join(project, name)),
	'/usr/bin/ldd',
].flatMap((place) => (fs.existsSync(place) ? [place, fs.realpathSync(place)] : []));

/** From the sources, the process reads TypeScript as this one does, by a loader that keeps what it has read. */
const loading = ending === '.ts' ? process.execArgv : [];
const loaderAt = loading.indexOf('--require') + 1;
const loaders = loaderAt === 0 ? [] : [at(loading, loaderAt)];
const transformed = loaders.map((loader) => path.join(path.dirname(loader), 'transformed'));

/**
 * Options of Node.js for the process. A fault of a package that reads pictures or PDFs must not reach the
 * keys: the process may write nothing, start nothing and read no data.
 */
export function confinedOptions(memoryMebibytes: number): readonly string[] {
	return [
		`--max-old-space-size=${Math.floor(memoryMebibytes * heapShare)}`,
		`--max-semi-space-size=${youngMebibytes}`,
		// The warning says that native code is not confined by it.
		...['--permission', '--allow-addons', '--disable-warning=PERM0001'],
		...[...readable, ...loaders, ...transformed].map((place) => `--allow-fs-read=${place}`),
		...transformed.map((place) => `--allow-fs-write=${place}`),
		...loading,
	];
}

/** Starts a process that waits for its order (comparison-process.ts). */
function start(memoryMebibytes: number): ChildProcess {
	const child = fork(processFile, {
		env: {},
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'ipc', 'pipe', 'pipe'],
		execArgv: [...confinedOptions(memoryMebibytes)],
	});
	// Small requests have priority over comparisons.
	if (child.pid !== undefined) os.setPriority(child.pid, niceness);
	return child;
}

export class Processes {
	private waiting: ChildProcess | undefined;
	private readyTimer: NodeJS.Timeout | undefined;
	private isClosed = false;

	/** Processes with this memory are kept ready; one that waits longer than `readyMsMax` milliseconds ends. */
	constructor(
		private readonly memoryMebibytes: number,
		private readonly readyMsMax: number,
	) {}

	/**
	 * Gives the process that waits, or a new one. The next is started when it has ended, so that it takes no
	 * processor time of a comparison.
	 */
	take(memoryMebibytes: number): ChildProcess {
		if (memoryMebibytes !== this.memoryMebibytes) return start(memoryMebibytes);
		const child = this.waiting ?? start(memoryMebibytes);
		this.leave();
		holdOpen(child, true);
		child.once('exit', () => this.prepare());
		return child;
	}

	/** Ends the process that waits. Those that compare end with their orders. */
	close(): void {
		this.isClosed = true;
		this.endWaiting();
	}

	private prepare(): void {
		if (this.isClosed || this.waiting !== undefined) return;
		const child = start(this.memoryMebibytes);
		holdOpen(child, false);
		const onGone = () => {
			if (this.waiting === child) this.leave();
		};
		child.on('exit', onGone).on('error', onGone);
		this.waiting = child;
		this.readyTimer = setTimeout(() => this.endWaiting(), this.readyMsMax).unref();
	}

	private endWaiting(): void {
		const child = this.waiting;
		this.leave();
		child?.kill('SIGKILL');
	}

	/** The process that waits was taken, or has ended. */
	private leave(): void {
		clearTimeout(this.readyTimer);
		this.waiting = undefined;
	}
}

/** Says whether this process goes on while the child and its pipes are there. */
function holdOpen(child: ChildProcess, isHeld: boolean): void {
	// Node.js gives no pipes where too many files are open; `error` tells.
	const pipes = (child.stdio as readonly (Socket | null)[] | undefined) ?? [];
	for (const part of [child, child.channel, ...pipes]) {
		if (isHeld) part?.ref();
		else part?.unref();
	}
}
