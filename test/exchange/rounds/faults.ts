/**
 * What is done to the exchange while it is under load, as a table: what begins, how it ends, and what
 * goes on meanwhile. What is done to its database stands in venue-database.ts.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { ProgramProcess } from '../../support/programs/program-process';
import type { Stage, Venue } from './stage';

export interface Fault {
	readonly name: string;
	/** What is seen of it before it ends: orders that trade, or requests that are answered. */
	readonly goesOn?: 'TRADES' | 'ANSWERS';
	/** It may hold a lock that there is only one of in an SQLite file; nobody changes anything then. */
	readonly mayHoldAll?: true;
	/** Answers how it ends. Where there are several parts alike, one is drawn. */
	readonly begin: (
		stage: Stage,
		draw: <Part>(parts: readonly Part[]) => Part,
	) => Promise<() => Promise<unknown>>;
}

/** Short enough for a request that waits for it to land within the quiet time. */
const trackerHeldMs = 400;

const hourMs = 3_600_000;

const nothing = () => Promise.resolve();

/** Kill -9; it is started again on the same data. */
async function killed(part: ProgramProcess): Promise<() => Promise<void>> {
	await part.kill();
	return () => part.start();
}

/** It knows nothing of the time that passes until it goes on. */
async function held(part: Pick<ProgramProcess, 'signal'>): Promise<() => Promise<void>> {
	part.signal('SIGSTOP');
	return () => Promise.resolve(part.signal('SIGCONT'));
}

export const programsOf = ({ exchange, services }: Venue): readonly ProgramProcess[] => [
	...exchange.apis,
	...exchange.workers,
	...services,
];

const redisPart = ({ exchange: { redis } }: Stage) => ({
	signal(signal: NodeJS.Signals) {
		const pid = redis.pid();
		if (pid === undefined) throw new Error('Redis does not run');
		process.kill(pid, signal);
	},
});

async function wiped({ exchange }: Stage): Promise<typeof nothing> {
	const redis = new Redis(exchange.redis.url);
	try {
		await redis.flushall();
	} finally {
		redis.disconnect();
	}
	return nothing;
}

export const faults: readonly Fault[] = [
	{
		name: 'kill -9 of a worker',
		goesOn: 'TRADES',
		begin: ({ exchange }, draw) => killed(draw(exchange.workers)),
	},
	{
		// Trades go on when another has taken over what it had, which is when its locks are over.
		name: 'SIGSTOP of a worker',
		goesOn: 'TRADES',
		mayHoldAll: true,
		begin: ({ exchange }, draw) => held(draw(exchange.workers)),
	},
	{
		name: 'kill -9 of an API',
		goesOn: 'ANSWERS',
		begin: ({ exchange }, draw) => killed(draw(exchange.apis)),
	},
	{
		name: 'SIGSTOP of an API',
		goesOn: 'ANSWERS',
		mayHoldAll: true,
		begin: ({ exchange }, draw) => held(draw(exchange.apis)),
	},
	{
		name: 'kill -9 of the tracker',
		goesOn: 'ANSWERS',
		begin: ({ services }, draw) => killed(draw(services)),
	},
	{
		name: 'SIGSTOP of the tracker',
		async begin({ services }, draw) {
			const goOn = await held(draw(services));
			await delay(trackerHeldMs);
			return goOn;
		},
	},
	{
		name: 'kill -9 of Redis',
		goesOn: 'TRADES',
		async begin({ exchange }) {
			await exchange.killRedis();
			return nothing;
		},
	},
	{ name: 'SIGSTOP of Redis', goesOn: 'TRADES', begin: (stage) => held(redisPart(stage)) },
	{ name: 'FLUSHALL', goesOn: 'TRADES', begin: wiped },
	{
		name: 'a clock an hour ahead, and set back',
		goesOn: 'TRADES',
		async begin(stage) {
			stage.clock.set(hourMs, programsOf(stage));
			return () => Promise.resolve(stage.clock.set(0, programsOf(stage)));
		},
	},
];
