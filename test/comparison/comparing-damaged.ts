/** Comparisons of damaged files by their seeds, in a process that stays, and what must hold of each. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Outcome } from '../../comparison/core/outcome';

export interface ComparedDamage {
	readonly seed: number;
	readonly fileName: string;
	readonly outcome: Omit<Outcome, 'report'>;
	readonly html: string | undefined;
	/** What comparers threw. */
	readonly faults: readonly string[];
	readonly cpuMs: number;
}

const runner = path.join(__dirname, '..', 'support', 'run', 'run-typescript.js');

/** Of one pair of small files; a good pair takes a few hundredths of it. */
const cpuMsMax = 10_000;

/** As much as a comparison has at first. */
const heapMebibytes = 300;

/** Libraries keep some of what they read; in the service a process makes one comparison alone. */
const pairsOfProcessMax = 1000;

export async function compareDamaged(seeds: readonly number[]): Promise<readonly ComparedDamage[]> {
	const answers: ComparedDamage[] = [];
	for (let from = 0; from < seeds.length; from += pairsOfProcessMax) {
		answers.push(...(await compareInProcess(seeds.slice(from, from + pairsOfProcessMax))));
	}
	return answers;
}

async function compareInProcess(seeds: readonly number[]): Promise<readonly ComparedDamage[]> {
	const child = fork(runner, [path.join(__dirname, 'damage-process.ts')], {
		serialization: 'advanced',
		execArgv: [`--max-old-space-size=${heapMebibytes}`],
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
	let said = '';
	child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)));
	const ended = once(child, 'exit');
	const answers: ComparedDamage[] = [];
	for (const seed of seeds) {
		const answer = once(child, 'message');
		child.send(seed);
		const first: unknown[] | undefined = await Promise.race([answer, ended.then(() => undefined)]);
		if (first === undefined) throw new Error(`seed ${seed} ended the process: ${said}`);
		answers.push(first[0] as ComparedDamage);
	}
	child.kill();
	await ended;
	return answers;
}

/** An outcome, a report where one was asked for, no fault, and in bounded time. */
export function expectSound({
	seed,
	fileName,
	outcome,
	html,
	faults,
	cpuMs,
}: ComparedDamage): void {
	const { accuracy, counts, changes } = outcome;
	const whole = Object.values(counts).every((count) => Number.isSafeInteger(count) && count >= 0);
	expect({
		...{ seed, fileName, faults, whole },
		isShare: accuracy >= 0 && accuracy <= 1,
		isOneWhenEqual: outcome.outcome !== 'different' || accuracy < 1,
		isListed: changes.length <= 1000,
		isPage: html === undefined || /^<!doctype html>[^]*<\/html>\s*$/i.test(html),
		isInTime: cpuMs < cpuMsMax,
	}).toEqual({
		...{ seed, fileName, faults: [], whole: true, isShare: true, isOneWhenEqual: true },
		...{ isListed: true, isPage: true, isInTime: true },
	});
}
