/** Compares PDFs in a process that stays until it is ended. */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type {
	Compared,
	ComparisonTask,
	Outline,
	Unreadable,
} from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import type { ReportFile } from '../../../../comparison/core/report-file';
import type { CompareRules } from '../../../../comparison/core/rules';

type Task = Omit<ComparisonTask, 'onProgress'>;

export interface Asked {
	readonly number: number;
	readonly task: Task;
}

export interface Answered {
	readonly number: number;
	readonly outcome: Compared | Unreadable;
	readonly outline: Outline | Unreadable | undefined;
	readonly html: string;
	readonly files: readonly ReportFile[];
}

export interface Options {
	readonly level?: Level;
	readonly rules?: CompareRules;
	readonly isReported?: boolean;
}

const runner = path.join(__dirname, '..', '..', '..', 'support', 'run', 'run-typescript.js');

export class PdfComparing {
	private readonly process: ChildProcess = fork(
		runner,
		[path.join(__dirname, 'comparing-process.ts')],
		{ serialization: 'advanced', execArgv: ['--max-old-space-size=320'] },
	);
	private readonly waiting = new Map<number, PromiseWithResolvers<Answered>>();
	private count = 0;
	private isEnded = false;

	constructor() {
		this.process.on('message', (message) => {
			const answered = message as Answered;
			this.waiting.get(answered.number)?.resolve(answered);
		});
		this.process.on('exit', () => {
			this.isEnded = true;
			for (const { reject } of this.waiting.values()) reject(new Error('the process ended'));
		});
	}

	async answer(kept: Uint8Array, sent: Uint8Array, options: Options = {}): Promise<Answered> {
		if (this.isEnded) throw new Error('the process ended');
		const number = (this.count += 1);
		const waiting = Promise.withResolvers<Answered>();
		this.waiting.set(number, waiting);
		const { level = 'High', rules = {}, isReported = false } = options;
		const task: Task = {
			kept: { bytes: kept, fileName: 'kept.pdf' },
			sent: { bytes: sent, fileName: 'sent.pdf' },
			...{ level, rules, isReported },
		};
		this.process.send({ number, task } satisfies Asked);
		return waiting.promise.finally(() => this.waiting.delete(number));
	}

	/** The comparison of two files that can be read. */
	async compare(kept: Uint8Array, sent: Uint8Array, options: Options = {}): Promise<Compared> {
		const { outcome } = await this.answer(kept, sent, options);
		if (outcome.isReadable) return outcome;
		throw new Error(`the ${outcome.side} file: ${outcome.reason}`);
	}

	end(): void {
		this.process.kill();
	}
}
