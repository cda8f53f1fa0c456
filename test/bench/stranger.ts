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

const programs = { service: startKeyedService, exchange: startKeyedExchange };

/** How many connections of one address ask for the log of the service without a wait for answers. */
const pipelined = [1, 45];

/** Of the worst call beside pipelined requests. */
const worstMsMax = 100;

export async function run(): Promise<BenchResult> {
	const conditions = { ...machineConditions(), seconds };
	const figures: Record<string, number> = {};
	for (const [name, start] of Object.entries(programs)) {
		Object.assign(figures, figuresOf(name, await measure(start)));
	}
	for (const connections of pipelined) {
		const name = `pipelined${connections}`;
		const tookMs = await measure(startKeyedService, connections);
		Object.assign(figures, figuresOf(name, tookMs), {
			[`${name}_worstMs`]: max(tookMs.attacked),
			[`${name}_worstAloneMs`]: max(tookMs.alone),
		});
	}
	const targets = Object.fromEntries(
		Object.keys(figures).flatMap((name) => {
			if (name.endsWith('_times')) return [[name, { atMost: 2 }]];
			return name.endsWith('_worstMs') ? [[name, { atMost: worstMsMax }]] : [];
		}),
	);
	return { name: 'stranger', conditions, figures: rounded(figures), targets };
}

interface CallTimes {
	readonly attacked: readonly number[];
	readonly alone: readonly number[];
}

const max = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);

/** How long calls took of the program that is attacked and of one that nobody attacks, in milliseconds. */
async function measure(
	start: () => Promise<KeyedProgram>,
	pipeliningConnections?: number,
): Promise<CallTimes> {
	const [program, other] = [await start(), await start()];
	const clients = [program, other].map((each) => new KeyedClient(each));
	// What is compiled at first is not counted.
	await callByTurns(clients, 2);
	const { here, gone } = letIn(program.url, seconds + 2, pipeliningConnections);
	await here;
	const [attacked = [], alone = []] = await callByTurns(clients, seconds);
	await gone;
	for (const client of clients) await client.leave();
	for (const each of [program, other]) await each.close();
	return { attacked, alone };
}

function figuresOf(name: string, { attacked, alone }: CallTimes): Readonly<Record<string, number>> {
	const figures: Record<string, number> = {};
	for (const [level, share] of Object.entries(shares)) {
		const beside = quantile(attacked, share);
		const undisturbed = quantile(alone, share);
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
