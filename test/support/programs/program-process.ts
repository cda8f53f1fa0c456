/**
 * A TypeScript program of the project as a process that can be stopped, killed and started again,
 * and that keeps everything it ever printed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../start/machine/project-root';

const root = projectRoot();
const runner = path.join(root, 'test/support/run/run-typescript.js');

export interface Program {
	/** Below the root of the project. */
	readonly file: string;
	readonly args: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	/** What it prints when it runs. */
	readonly running: RegExp;
	/** Where it prints beside its errors, in the place of this process; it then runs once started. */
	readonly logFile?: string;
}

/** For a program to run, and to end; it takes a second or two. Shorter than the time of a test, which would say nothing. */
const startPatienceMs = 240_000;
const endPatienceMs = 240_000;
const startAttempts = 10;

function isWithoutDatabase(fault: unknown): boolean {
	return fault instanceof Error && /ended: 1\nthe database does not answer\n?$/.test(fault.message);
}

export class ProgramProcess {
	private child: ChildProcess | undefined;
	private printed = '';

	constructor(private readonly program: Program) {}

	/**
	 * Resolves when the program says that it runs. One that ends for want of a database is started
	 * again, as a system would do.
	 */
	async start(attempts = startAttempts): Promise<void> {
		try {
			await this.startOnce();
		} catch (fault) {
			if (attempts === 1 || !isWithoutDatabase(fault)) throw fault;
			await this.start(attempts - 1);
		}
	}

	private async startOnce(): Promise<void> {
		const { file, args, environment, running, logFile } = this.program;
		const output = logFile === undefined ? 'pipe' : fs.openSync(logFile, 'a');
		const child = spawn(process.execPath, [runner, file, ...args], {
			cwd: root,
			env: { ...process.env, ...environment },
			stdio: ['ignore', output, 'pipe'],
		});
		this.child = child;
		if (typeof output === 'number') fs.closeSync(output);
		const before = this.printed.length;
		let timer: NodeJS.Timeout | undefined;
		const started = new Promise<void>((resolve, reject) => {
			let runs = false;
			const read = (chunk: Buffer) => {
				this.printed += chunk.toString();
				runs ||= running.test(this.printed.slice(before));
				if (runs) resolve();
			};
			child.stdout?.on('data', read);
			child.stderr?.on('data', read);
			if (logFile !== undefined) child.once('spawn', resolve);
			const fail = (what: string) =>
				reject(new Error(`${file} ${args.join(' ')} ${what}\n${this.printed.slice(before)}`));
			child.once('exit', (code) => fail(`ended: ${code}`));
			timer = setTimeout(() => fail('does not say that it runs'), startPatienceMs);
		});
		await started.finally(() => clearTimeout(timer));
	}

	/** Everything printed since the first start. */
	output(): string {
		return this.printed;
	}

	get pid(): number | undefined {
		return this.child?.pid;
	}

	signal(signal: NodeJS.Signals): void {
		this.child?.kill(signal);
	}

	/** Ends the process at once, as a power cut would. */
	async kill(): Promise<void> {
		await this.end('SIGKILL');
	}

	/** Ends the process as an administrator would; answers its exit code. */
	async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
		const { child } = this;
		if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
		const exited = once(child, 'exit');
		child.kill(signal);
		// One that stands still hears nothing else.
		child.kill('SIGCONT');
		let isLate = false;
		const timer = setTimeout(() => (isLate = child.kill('SIGKILL')), endPatienceMs);
		await exited;
		clearTimeout(timer);
		if (isLate) throw new Error(`${this.program.file} does not end\n${this.printed.slice(-2_000)}`);
		return child.exitCode;
	}
}
