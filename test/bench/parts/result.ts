/**
 * What every benchmark answers and how it is printed: the conditions first, the figures as one
 * line each, and one line of JSON at the end for a program that compares runs.
 */
import { cpus, loadavg, totalmem } from 'node:os';

export interface BenchResult extends Figures {
	readonly name: string;
}

export interface Figures {
	/** Machine, sizes, mix: what a reader needs to repeat the run. */
	readonly conditions: Readonly<Record<string, string | number>>;
	readonly figures: Readonly<Record<string, number>>;
	/** For some figures the least or the most that is aimed at; never asserted. */
	readonly targets: Readonly<
		Record<string, { readonly atLeast: number } | { readonly atMost: number }>
	>;
}

/**
 * How much of something a benchmark works on. A short run (`BENCH_SIZES=short`) shows that the
 * benchmark works; its figures mean nothing.
 */
export function sized(usual: number, short: number): number {
	return process.env.BENCH_SIZES === 'short' ? short : usual;
}

/** The machine and its load at the moment, for `conditions`. */
export function machineConditions(): Record<string, string | number> {
	const processors = cpus();
	return {
		node: process.version,
		processor: processors[0]?.model ?? 'unknown',
		processors: processors.length,
		memoryGiB: Math.round(totalmem() / 2 ** 30),
		loadAtStart: Number(loadavg()[0]?.toFixed(2)),
	};
}

export function printResult(result: BenchResult): void {
	const lines = [`benchmark ${result.name}`];
	for (const [name, value] of Object.entries(result.conditions)) lines.push(`  ${name}: ${value}`);
	for (const [name, value] of Object.entries(result.figures)) {
		lines.push(`  ${name} = ${value}${verdict(value, result.targets[name])}`);
	}
	process.stdout.write(`${lines.join('\n')}\n${JSON.stringify(result)}\n`);
}

function verdict(value: number, target: BenchResult['targets'][string] | undefined): string {
	if (target === undefined) return '';
	if ('atLeast' in target) {
		return `  (at least ${target.atLeast}: ${value >= target.atLeast ? 'reached' : 'missed'})`;
	}
	return `  (at most ${target.atMost}: ${value <= target.atMost ? 'reached' : 'missed'})`;
}

/** The value that a share of all lies below. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** To two digits behind the point. */
export function rounded(figures: Readonly<Record<string, number>>): Record<string, number> {
	return Object.fromEntries(
		Object.entries(figures).map(([name, value]) => [name, Math.round(value * 100) / 100]),
	);
}
