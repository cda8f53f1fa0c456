/**
 * Builds the exchange from its database and its Redis: the API, the workers, or both. Whatever is
 * opened here is closed in the opposite order: requests, jobs, connections, database, Redis.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { HttpShell } from '../server/http/app/app';
import { eraseInBackground } from '../server/database/erasing';
import { openParts } from '../server/opening';
import { processLog } from '../server/http/process-log';
import type { EventOperations } from '../server/events/operations';
import { eventMetrics } from '../server/events/record/event-metrics';
import { eventTables } from '../server/events/record/tables';
import type { Ending } from '../server/running';
import { Accounts } from './accounts/accounts';
import { StreamTokens } from './accounts/stream-tokens';
import type { Archive } from './history/archive/history';
import { openArchive } from './history/archive/open';
import { systemClock, type Clock } from '../server/clock';
import type { Config } from './config';
import { openDatabase, openReader, type Database } from './database/database';
import type { AccountReports } from './events/account-reports';
import { openDelivery, openEvents } from './events/open-events';
import { createHandlers } from './handlers/handlers';
import { mountApi, openShell } from './http/app';
import { EventStreams } from '../server/http/streams/event-stream';
import { Feed } from './feeds/feed';
import { IntentFeed } from './feeds/intent-feed';
import { defaultWaits, type Waits } from './feeds/waits';
import { KeyWatch } from '../server/http/streams/key-watch';
import { mountOperating } from './http/operating';
import { mountPages } from './http/built-pages';
import { mountSignIn } from './http/sign-in';
import { streamPlaces } from './http/stream-limits';
import type { RequestLimits } from './operations/handler';
import { reportWire } from './operations/wire';
import { Intake } from './trading/intake/intake';
import { mountSocket } from './socket/route';
import { Sockets } from './socket/sockets';
import { committedChannel, intentChannel, keyPrefix, readCommitted } from './workers/jobs';
import { Markets } from './trading/markets/markets';
import { Doorbell } from '../server/redis/doorbell';
import { connect, openRedis, settingFaults } from '../server/redis/redis';
import { ringByJob } from './workers/doorbell';
import { TraderBalances } from './settlement/trader-balances';
import { openTreasury, type Treasury } from './settlement/treasury';
import { requireKeyRetention } from './settlement/setup/key-retention';
import { createSecretVault, secretOf } from './settlement/setup/key-vault';
import { ringSlot } from './workers/settlement-workers';
import { closeQueues, openQueues, type Queues } from './workers/queues';
import { reportWaiting } from './workers/waiting-report';
import { startWorkers, type Workers } from './workers/workers';

export const parts = ['api', 'worker', 'both'] as const;
export type Part = (typeof parts)[number];

export interface Edges {
	readonly clock: Clock;
	/** Receives the log, one JSON object per line. */
	readonly log: NodeJS.WritableStream;
	/** Folder of the built pages; undefined: no pages are served. */
	readonly pagesFolder?: string;
	readonly waits?: Waits;
	/** Monotonic clock of the request limits, in milliseconds. */
	readonly nowMs?: () => number;
}

/** The built pages lie beside the compiled exchange. */
const processEdges: Edges = {
	clock: systemClock,
	log: processLog,
	pagesFolder: path.join(__dirname, '..', 'pages'),
};

export interface Exchange {
	/** With workers alone it serves health and metrics only. */
	readonly app: FastifyInstance;
	readonly ending: Ending;
	readonly database: Database;
	readonly redisUrl: string;
	/** Process id of the private Redis while it runs. */
	redisPid(): number | undefined;
	/** Repeated calls have no further effect. */
	close(): Promise<void>;
}

/** Opens the wanted parts; the application does not listen yet. */
export async function openExchange(
	config: Config,
	part: Part,
	edges: Edges = processEdges,
): Promise<Exchange> {
	if (part !== 'both' && config.redisUrl === undefined) {
		// A private Redis ends with the process that started it, and the other part would be left
		// without.
		throw new Error('REDIS_URL is needed where api and worker run apart');
	}
	return openParts((opened) => open(config, { ...edges, part }, opened));
}

async function open(
	config: Config,
	{ part, clock, log, pagesFolder, waits = defaultWaits, nowMs }: Edges & { readonly part: Part },
	stack: AsyncDisposableStack,
): Promise<Omit<Exchange, 'close'>> {
	await fs.mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
	const server = await openRedis(config);
	stack.defer(() => server.close());
	const database = await openDatabase(config);
	stack.defer(() => database.destroy());
	const accounts = new Accounts(database, clock);
	const streams = new EventStreams(streamPlaces(config));
	const sockets = new Sockets();
	const endStreams = () => {
		streams.closeAll();
		sockets.closeAll();
	};
	const shell = openShell({ ...config, accounts, endStreams, log, nowMs });
	const { app, ending } = shell;
	const onFault = (fault: unknown) => app.repeatedFaults.tell(fault, 'background work met a fault');
	const erasing = eraseInBackground(database, onFault);
	stack.defer(() => erasing.end());
	const { redis, queues } = await openJobs(shell, { url: server.url, onFault }, stack);
	const onAlarm = (message: string) => app.log.error(message);
	const treasury = await openCheckedTreasury(config, { database, clock, onAlarm }, stack);
	const markets = new Markets(database, clock);
	const feed = new Feed(database, onFault, waits);
	stack.defer(() => feed.close());
	const { reader, close } = openReader(database, config);
	stack.defer(close);
	const archive = openArchive(config);
	const parts = { clock, database, reader, markets, queues, treasury, onFault };
	const eventSources = { database, clock, markets, onFault, queue: queues.events };
	const eventEdges = { ...eventSources, shownReport: reportWire, ...eventSettings(config) };
	const events = part === 'worker' ? undefined : openEvents({ ...eventEdges, reader });
	stack.defer(() => events?.close());
	let laneNotifier: LaneNotifier = new Doorbell(ringByJob(queues.lanes), onFault);
	if (part !== 'api') {
		const work = { ...parts, archive, onAlarm, redis, feed, eventEdges };
		laneNotifier = await openWork(config, { ...work, onPlaced: () => events?.wake() }, stack);
	}
	if (events !== undefined) {
		const access = { accounts, streams, sockets, keyLifetimeDays: config.keyLifetimeDays };
		const told = { events: events.operations, accountReports: events.reports, limits: config };
		const edges = { ...parts, ...access, ...told, feed, laneNotifier, waits };
		await openApi(shell, { ...edges, archive: archive?.archive, redisUrl: server.url }, stack);
		mountPages(app, pagesFolder);
		mountSignIn(app, { ...config, database, accounts, treasury });
	}
	shell.metrics.add(eventMetrics(eventTables(database)));
	const { dataFolder } = config;
	mountOperating(shell, { database, redis, nowMs, dataFolder, queues: Object.values(queues) });
	stack.defer(() => app.close());
	return { app, ending, database, redisUrl: server.url, redisPid: () => server.pid() };
}

interface WorkEdges extends Omit<Parameters<typeof startWorkers>[0], 'onCommitted'> {
	readonly feed: Feed;
	readonly eventEdges: Omit<
		Parameters<typeof openDelivery>[0],
		'redis' | 'databaseUrl' | 'eventsKeptDays' | 'onPlaced'
	>;
	/** Called when events have got their places. */
	readonly onPlaced: () => void;
}

/** Starts what is done without a request: deliveries of events, lanes, schedules and settlement. */
async function openWork(
	{ databaseUrl, eventsKeptDays, signInUrl, publicUrl }: Config,
	{ feed, eventEdges, onPlaced, ...parts }: WorkEdges,
	stack: AsyncDisposableStack,
): Promise<LaneNotifier> {
	const { redis } = parts;
	const delivery = await openDelivery({
		...eventEdges,
		redis,
		databaseUrl,
		eventsKeptDays,
		onPlaced,
	});
	stack.defer(() => delivery.close());
	const onCommitted: typeof feed.committed = (market, batch) => {
		feed.committed(market, batch);
		delivery.wake();
	};
	const workers = await startWorkers({ ...parts, onCommitted });
	stack.defer(() => workers.close());
	const { treasury } = parts;
	if (signInUrl !== undefined && treasury !== undefined) {
		const reporting = reportWaiting({ ...parts, treasury, publicUrl });
		stack.defer(() => reporting.end());
	}
	return workers;
}

/** Throws if the tracker would forget keys while their transfers can still be retried. */
async function openCheckedTreasury(
	config: Config,
	edges: Parameters<typeof openTreasury>[1],
	stack: AsyncDisposableStack,
): Promise<Treasury | undefined> {
	const treasury = await openTreasury(config, edges);
	if (treasury === undefined) return undefined;
	stack.defer(() => treasury.tracker.close());
	await requireKeyRetention(treasury);
	return treasury;
}

/** Opens the Redis connection and its queues; unsafe settings of Redis are logged. */
async function openJobs(
	{ app }: Pick<HttpShell, 'app'>,
	{ url, onFault }: { readonly url: string; readonly onFault: (fault: unknown) => void },
	stack: AsyncDisposableStack,
) {
	const redis = connect(url, onFault);
	stack.defer(() => redis.disconnect());
	for (const sentence of await settingFaults(redis)) app.log.error(sentence);
	const queues = openQueues(redis, onFault);
	stack.defer(() => closeQueues(queues));
	return { redis, queues };
}

function eventSettings(config: Config) {
	return {
		vault: createSecretVault(secretOf(config)),
		webhookNetworks: config.webhookNetworks,
		redisPrefix: keyPrefix,
	};
}

/** Wakes the lane of a market. */
type LaneNotifier = Pick<Workers, 'ring'> &
	Partial<Pick<Workers, 'lanesIdle' | 'appendAndCarryOut' | 'ringSlot'>>;

interface ApiEdges {
	readonly accounts: Accounts;
	readonly events: EventOperations;
	readonly accountReports: AccountReports;
	readonly limits: RequestLimits;
	readonly keyLifetimeDays: number | undefined;
	readonly clock: Clock;
	readonly database: Database;
	readonly reader: Database;
	readonly archive: Archive | undefined;
	readonly markets: Markets;
	readonly queues: Queues;
	readonly treasury: Treasury | undefined;
	readonly streams: EventStreams;
	readonly sockets: Sockets;
	readonly feed: Feed;
	readonly laneNotifier: LaneNotifier;
	readonly waits: Waits;
	readonly redisUrl: string;
	readonly onFault: (fault: unknown) => void;
}

async function openApi(
	shell: HttpShell,
	parts: ApiEdges,
	stack: AsyncDisposableStack,
): Promise<void> {
	const { accounts, database, clock, queues, treasury, feed, laneNotifier, onFault } = parts;
	const { lanesIdle, appendAndCarryOut } = laneNotifier;
	const intake = new Intake({
		database,
		clock,
		onAccepted: (market, commands) => laneNotifier.ring(market, commands),
		lanesIdle,
		appendAndCarryOut,
	});
	const subscriber = connect(parts.redisUrl, onFault);
	const intents = new IntentFeed(database, parts.waits);
	subscriber.on('message', (channel, text) => {
		if (channel === committedChannel) {
			const { market, lastSequence } = readCommitted(text);
			return feed.look(market, lastSequence);
		}
		for (const intentId of text.split(',')) intents.look(intentId);
	});
	await subscriber.subscribe(committedChannel, intentChannel);
	stack.defer(() => subscriber.disconnect());
	const streamTokens = new StreamTokens(database, clock);
	const keyWatch = new KeyWatch((ids) => accounts.keysInUse(ids), onFault);
	stack.defer(() => keyWatch.close());
	const handlerParts = {
		...parts,
		keyWatch,
		streamTokens,
		intake,
		onAppended: (market: string) => laneNotifier.ring(market),
		settlement: treasury && {
			treasury,
			intents,
			accounts,
			traderBalances: new TraderBalances(treasury.tracker, treasury.settings),
			onPlanned:
				laneNotifier.ringSlot ?? ((slot) => ringSlot({ queue: queues.settlement, onFault }, slot)),
		},
		settlementSettings: () => treasury?.settings,
		queues: Object.values(queues),
	};
	// The socket serves the same handlers.
	const handlers = createHandlers(handlerParts);
	await mountApi(shell, { ...handlerParts, handlers });
	const { places } = parts.streams;
	mountSocket(shell, { ...parts, streamTokens, keyWatch, places, handlers });
	stack.defer(() => intake.idle());
}
