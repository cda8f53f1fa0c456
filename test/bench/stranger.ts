/**
 * What a stranger without a key costs a client with one: for a minute they send all they can to a
 * process with its usual limits, from the client's own address, while the client calls it and a second
 * process by turns, which nobody attacks. So both latencies are of the same time and machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
	startKeyedExchange,
	startKeyedService,
	type KeyedProgram,
} from '../support/programs/keyed-programs';
import { KeyedClient, letIn } from '../support/hostile/strange-visit';
import {
	machineConditions,
	printResult,
	quantile,
	rounded,
	sized,
	type BenchResult,
} from './parts/result';

const seconds = sized(60, 4);
const pauseMs = 20;
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
	const [attacked, alone] = [await start(), await start()];
	const clients = [attacked, alone].map((program) => new KeyedClient(program));
	// What is compiled at first is not counted.
	await callByTurns(clients, 2);
	const { here, gone } = letIn(attacked.url, seconds + 2);
	await here;
	const [attackedMs = [], aloneMs = []] = await callByTurns(clients, seconds);
	await gone;
	for (const client of clients) await client.leave();
	for (const program of [attacked, alone]) await program.close();
	const figures: Record<string, number> = {};
	for (const [level, share] of Object.entries(shares)) {
		const beside = quantile(attackedMs, share);
		const undisturbed = quantile(aloneMs, share);
		figures[`${name}_${level}Ms`] = beside;
		figures[`${name}_${level}AloneMs`] = undisturbed;
		figures[`${name}_${level}_times`] = beside / undisturbed;
	}
	return figures;
}

/** How long the calls of each client took, in milliseconds. */
async function callByTurns(
	clients: readonly KeyedClient[],
	forSeconds: number,
): Promise<readonly (readonly number[])[]> {
	const times = clients.map((client) => ({ client, tookMs: [] as number[] }));
	const endsAt = performance.now() + forSeconds * 1000;
	while (performance.now() < endsAt) {
		for (const { client, tookMs } of times) {
			const startedAt = performance.now();
			await client.callNext();
			tookMs.push(performance.now() - startedAt);
			await delay(pauseMs);
		}
	}
	return times.map(({ tookMs }) => tookMs);
}

if (require.main === module) void run().then(printResult);
