/**
 * Puts the exchange together on its database and its Redis: the API, the workers, or both. What
 * it opens it closes in the opposite order: requests, jobs, connections, database, Redis.
 */
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { databaseCheck } from '../server/http/database-state';
import { openParts } from '../server/opening';
import { Accounts } from './accounts/accounts';
import { systemClock, type Clock } from '../server/clock';
import type { Config } from './config';
import { openDatabase, type Database } from './database/database';
import { openApp } from './http/app';
import { EventStreams } from './http/event-stream';
import { Feed } from './http/feed';
import { IntentFeed } from './http/intent-feed';
import { Intake } from './intake/intake';
import { committedChannel, intentChannel } from './jobs/jobs';
import { Markets } from './markets/markets';
import { connect, openRedis, settingFaults } from '../server/redis/redis';
import { Doorbell } from './workers/doorbell';
import { openTreasury, type Treasury } from './settlement/treasury';
import { ringSlot } from './workers/settlement-workers';
import { closeQueues, openQueues, startWorkers } from './workers/workers';

export const parts = ['api', 'worker', 'both'] as const;
export type Part = (typeof parts)[number];

export interface Edges {
	readonly clock: Clock;
	/** Where the log goes, one JSON object a line. */
	readonly log: NodeJS.WritableStream;
}

const processEdges: Edges = { clock: systemClock, log: process.stdout };

export interface Exchange {
	/** Absent without the API. */
	readonly app: FastifyInstance | undefined;
	readonly database: Database;
	readonly redisUrl: string;
	/** Of the private server, while it runs. */
	redisPid(): number | undefined;
	/** Once, however often called. */
	close(): Promise<void>;
}

interface Opened extends Edges {
	readonly config: Config;
	readonly database: Database;
	readonly markets: Markets;
	readonly redis: Redis;
	readonly redisUrl: string;
	readonly onFault: (fault: unknown) => void;
}

/** Opens the parts asked for; the API does not listen yet. */
export async function openExchange(
	config: Config,
	part: Part,
	edges: Edges = processEdges,
): Promise<Exchange> {
	if (part !== 'both' && config.redisUrl === undefined) {
		// A private server ends with the process that keeps it, and would leave the other part alone.
		throw new Error('REDIS_URL is needed where api and worker run apart');
	}
	return openParts((opened) => open(config, { ...edges, part }, opened));
}

async function open(
	config: Config,
	{ part, ...edges }: Edges & { readonly part: Part },
	stack: AsyncDisposableStack,
): Promise<Omit<Exchange, 'close'>> {
	const onFault = (fault: unknown) => logFault(config, edges, fault);
	const server = await openRedis(config);
	stack.defer(() => server.close());
	const database = await openDatabase(config);
	stack.defer(() => database.destroy());
	const redis = connect(server.url, onFault);
	stack.defer(() => redis.disconnect());
	for (const fault of await settingFaults(redis)) onFault(new Error(fault));
	const markets = new Markets(database, edges.clock);
	const opened = { ...edges, config, database, markets, redis, redisUrl: server.url, onFault };
	const treasury = await openTreasury(config, {
		...opened,
		onAlarm: (message) => onFault(new Error(message)),
	});
	if (treasury !== undefined) stack.defer(() => treasury.tracker.close());
	if (part !== 'api') {
		const workers = await startWorkers({ ...opened, treasury });
		stack.defer(() => workers.close());
	}
	const app = part === 'worker' ? undefined : await openApi(opened, treasury, stack);
	return { app, database, redisUrl: server.url, redisPid: () => server.pid() };
}

async function openApi(
	opened: Opened,
	treasury: Treasury | undefined,
	stack: AsyncDisposableStack,
): Promise<FastifyInstance> {
	const { config, database, markets, clock, log, redis, onFault } = opened;
	const queues = openQueues(redis, onFault);
	stack.defer(() => closeQueues(queues));
	const doorbell = new Doorbell(queues.lanes, onFault);
	const intake = new Intake({ database, clock, onAccepted: (market) => doorbell.ring(market) });
	const feed = new Feed(database, onFault);
	const subscriber = connect(opened.redisUrl, onFault);
	const intents = new IntentFeed(database);
	subscriber.on('message', (channel, name) => {
		if (channel !== intentChannel) return feed.look(name);
		for (const intentId of name.split(',')) intents.look(intentId);
	});
	await subscriber.subscribe(committedChannel, intentChannel);
	stack.defer(() => subscriber.disconnect());
	stack.defer(() => feed.close());
	const accounts = new Accounts(database, clock);
	const app = await openApp({
		database,
		markets,
		intake,
		feed,
		clock,
		streams: new EventStreams(config.streamsMax),
		accounts,
		settlement: treasury && {
			treasury,
			intents,
			accounts,
			onPlanned: (slot) => ringSlot({ queue: queues.settlement, onFault }, slot),
		},
		queues: [queues.lanes, queues.schedules, queues.settlement],
		requestsPerMinuteMax: config.requestsPerMinuteMax,
		logLevel: config.logLevel,
		log,
		healthChecks: {
			database: databaseCheck(database),
			redis: async () => {
				await redis.ping();
				return 'up';
			},
		},
	});
	stack.defer(() => intake.idle());
	stack.defer(() => app.close());
	return app;
}

/** Background faults as a line of the log; an error's own text never holds a key or a password. */
function logFault({ logLevel }: Config, { clock, log }: Edges, fault: unknown): void {
	if (logLevel === 'silent' || logLevel === 'fatal') return;
	const message = fault instanceof Error ? fault.message : String(fault);
	log.write(`${JSON.stringify({ level: 50, time: clock.now(), msg: message })}\n`);
}
