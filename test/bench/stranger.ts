/**
 * What a stranger without a key costs a client with one: for a minute they send all they can to a
 * process with its usual limits, from the client's own address, while the client calls it and a second
 * process by turns, which nobody attacks. So both latencies are of the same time and machine.
 */
import {
	startKeyedExchange,
	startKeyedService,
	type KeyedProgram,
} from '../support/keyed-programs';
import { strangeVisit } from '../support/strange-visit';
import { machineConditions, printResult, quantile, rounded, type BenchResult } from './result';

const seconds = 60;
const shares = { p50: 0.5, p95: 0.95 };

export async function run(): Promise<BenchResult> {
	const conditions = { ...machineConditions(), seconds };
	const figures = {
		...(await measure('service', startKeyedService)),
		...(await measure('exchange', startKeyedExchange)),
	};
	const targets = Object.fromEntries(
		Object.keys(figures)
			.filter((name) => name.endsWith('_times'))
			.map((name) => [name, { atMost: 2 }]),
	);
	return { name: 'stranger', conditions, figures: rounded(figures), targets };
}

async function measure(name: string, start: () => Promise<KeyedProgram>) {
	const { attacked, alone } = await strangeVisit(start, seconds);
	const figures: Record<string, number> = {};
	for (const [level, share] of Object.entries(shares)) {
		const beside = quantile(attacked.timesMs, share);
		const undisturbed = quantile(alone.timesMs, share);
		figures[`${name}_${level}Ms`] = beside;
		figures[`${name}_${level}AloneMs`] = undisturbed;
		figures[`${name}_${level}_times`] = beside / undisturbed;
	}
	return figures;
}

if (require.main === module) void run().then(printResult);
