/**
 * The processes of comparisons: each is confined, serves one order and ends. After the end of one the next is
 * started, and waits for its order, since the start of a process takes longer than most comparisons.
 */
import fs from 'node:fs';
import path from 'node:path';
import { at } from '../../server/at';
import { ending, Launcher, loading, ProcessFault, type ConfinedProcess } from './launcher';

/** Share of the heap; the rest is for buffers and pictures. */
const heapShare = 0.75;

/** The young generation takes up to three times this, in addition to the old one's limit. */
const youngMebibytes = 8;

const processFile = path.join(__dirname, `comparison-process${ending}`);

/** The folder of all code: the project with its sources, or its `dist`. */
const code = path.resolve(__dirname, '..', '..');
const project = ending === '.ts' ? code : path.dirname(code);
/** Of the sources; beside them may lie the data of a service. */
const sources = ['api', 'comparison', 'proof', 'server', 'start'];

/**
 * Packages of the project, and those that npm installs for one workspace; of an installed release,
 * those beside it.
 */
const packages = ['node_modules', 'comparison/node_modules', 'server/node_modules'];
const beside = path.dirname(project);
const packagesBeside = path.basename(beside) === 'node_modules' ? [beside] : [];

/**
 * What the process may read: its own code and packages, wherever links lead, and what sharp asks about the
 * system's library.
 */
const readable = [
	...(ending === '.ts' ? sources.map((name) => path.join(code, name)) : [code]),
	...[...packages, 'package.json'].map((name) => path.join(project, name)),
	...packagesBeside,
	'/usr/bin/ldd',
].flatMap((place) => (fs.existsSync(place) ? [place, fs.realpathSync(place)] : []));

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

export class Processes {
	private readonly launcher = new Launcher();
	private waiting: Promise<ConfinedProcess> | undefined;
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
	async take(memoryMebibytes: number): Promise<ConfinedProcess> {
		const isUsual = memoryMebibytes === this.memoryMebibytes;
		const waiting = isUsual ? this.waiting : undefined;
		if (waiting !== undefined) this.leave();
		const child = await (waiting ?? this.start(memoryMebibytes)).catch((fault: unknown) => {
			if (!(fault instanceof ProcessFault)) throw fault;
			// Node.js may end a launcher whose pipes did not arrive while too many files were open.
			return this.start(memoryMebibytes);
		});
		if (isUsual) void child.ended.then(() => this.prepare());
		return child;
	}

	/** Ends the process that waits. Those that compare end with their orders. */
	close(): void {
		this.isClosed = true;
		this.endWaiting();
		this.launcher.close();
	}

	/** It waits for its order (comparison-process.ts). */
	private start(memoryMebibytes: number): Promise<ConfinedProcess> {
		return this.launcher.start([...confinedOptions(memoryMebibytes), processFile]);
	}

	private prepare(): void {
		if (this.isClosed || this.waiting !== undefined) return;
		const waiting = this.start(this.memoryMebibytes);
		const onGone = () => {
			if (this.waiting === waiting) this.leave();
		};
		// Of one that could not be started nobody needs to know: who needs one starts another.
		void waiting.then(({ ended }) => ended).then(onGone, onGone);
		this.waiting = waiting;
		this.readyTimer = setTimeout(() => this.endWaiting(), this.readyMsMax).unref();
	}

	private endWaiting(): void {
		void this.waiting?.then(({ kill }) => kill()).catch(() => undefined);
		this.leave();
	}

	/** The process that waits was taken, or has ended. */
	private leave(): void {
		clearTimeout(this.readyTimer);
		this.waiting = undefined;
	}
}
