/**
 * Rounds of faults while traders fund, trade and withdraw: every part is killed or held in its
 * turn, and every transfer goes through a proxy that loses, delays and repeats. In the end the
 * proxy is honest, everything comes to rest, and everything must be where it belongs.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../exchange/database/database';
import type { Resolver } from '../../../exchange/settlement/setup/settings';
import type { DatabaseKind, TestDatabases } from '../../support/databases';
import { randomOf } from '../support/random';
import { hasSettled } from '../support/settling';
import { startSettlingProcesses, type SettlingProcesses } from '../support/settling-processes';
import { startSettlementLoad } from './settlement-load';
import { exposedKeys, lostRequests, settlementFaults } from './settlement-truth';

/** Requests answered between two faults. */
const requestsPerRound = 12;

/** Longer than a worker owns a call, so that another one takes it over. */
const workerHeldMs = 3_000;

/** Short enough for a request that waits for it to land within the quiet time. */
const serviceHeldMs = 400;

type Fault = (settling: SettlingProcesses, random: (below: number) => number) => Promise<void>;

interface Holdable {
	signal(signal: NodeJS.Signals): void;
}

const faults: readonly Fault[] = [
	({ exchange: { workers } }, random) => killed(workers[random(workers.length)]),
	({ service }) => killed(service),
	({ exchange: { api } }) => killed(api),
	({ exchange: { workers } }, random) => held(workers[random(workers.length)], workerHeldMs),
	({ exchange }) => exchange.killRedis(),
	({ service }) => held(service, serviceHeldMs),
	({ exchange: { api } }) => held(api, 700),
	({ exchange: { redis } }) => {
		const pid = redis.pid();
		if (pid === undefined) throw new Error('Redis does not run');
		return held({ signal: (signal) => void process.kill(pid, signal) }, 700);
	},
];

async function killed(part: { kill(): Promise<void>; start(): Promise<void> } | undefined) {
	await part?.kill();
	await part?.start();
}

async function held(part: Holdable | undefined, heldMs: number) {
	part?.signal('SIGSTOP');
	await delay(heldMs);
	part?.signal('SIGCONT');
}

/** Runs the rounds on a new database and checks everything afterwards. */
export async function settlementRounds(
	databases: TestDatabases,
	options: {
		readonly kind: DatabaseKind;
		readonly resolver: Resolver;
		readonly rounds: number;
		readonly seed: number;
	},
): Promise<void> {
	const { kind, resolver, rounds, seed } = options;
	const place = await databases.place(kind);
	const settling = await startSettlingProcesses(place, { seed, resolver });
	try {
		const { exchange, traders, proxy, database } = settling;
		const load = startSettlementLoad(exchange.url, traders, seed);
		const random = randomOf(seed);
		for (let round = 0; round < rounds; round += 1) {
			await load.more(requestsPerRound);
			await delay(random(100));
			await faults[round < faults.length ? round : random(faults.length)]?.(settling, random);
		}
		await load.more(requestsPerRound);
		proxy.beHonest();
		await load.stop();
		await atRest(database);
		expect(await settlementFaults(settling)).toEqual([]);
		expect(await lostRequests(settling, load.acknowledged)).toEqual([]);
		expect(await exposedKeys(settling)).toEqual([]);
		await checkSomethingHappened(settling);
	} finally {
		await settling.close();
	}
}

/** Resolves when no transfer is open, every window is counted, and one more window has passed. */
export async function atRest(database: Database): Promise<void> {
	let restsSince: bigint | undefined;
	for (;;) {
		const { last_window: window } = await database
			.selectFrom('settlement_state')
			.select('last_window')
			.executeTakeFirstOrThrow();
		if (!(await nothingOpen(database))) restsSince = undefined;
		else if (restsSince === undefined) restsSince = window;
		else if (window >= restsSince + 2n) return;
		await delay(50);
	}
}

async function nothingOpen(database: Database): Promise<boolean> {
	const inUse = await database
		.selectFrom('transit_accounts')
		.select('email')
		.where('state', '<>', 'FREE')
		.executeTakeFirst();
	return inUse === undefined && (await hasSettled(database));
}

/** Rounds in which nothing was traded, paid or put in doubt would prove nothing. */
async function checkSomethingHappened({ database, proxy }: SettlingProcesses): Promise<void> {
	const rows = await database.selectFrom('intents').select(['kind', 'state']).execute();
	const ended = new Set(rows.map(({ kind, state }) => `${kind} ${state}`));
	expect([...ended].sort()).toEqual(['DEPOSIT REFUSED', 'DEPOSIT SETTLED', 'PAYOUT SETTLED']);
	const doubts = await database
		.selectFrom('intent_steps')
		.select('intent_id')
		.where('state', '=', 'UNKNOWN')
		.execute();
	expect(doubts.length).toBeGreaterThan(0);
	expect(await database.selectFrom('trades').selectAll().execute()).not.toEqual([]);
	expect(proxy.done.size).toBeGreaterThan(0);
}
