/**
 * Two services and two exchanges on one PostgreSQL, one Redis, S3 buckets and a mail server. Each kind
 * is reached through a proxy without sticky sessions, by clients and by each other.
 */
import path from 'node:path';
import { openDatabase } from '../../exchange/database/database';
import { privateRedis } from '../../server/redis/private-redis';
import { startProcesses } from '../exchange/support/processes';
import { putRedisOnPath } from '../exchange/support/redis-program';
import { writeSettings } from '../exchange/support/settling';
import { addMarket, type Venue } from '../exchange/rounds/stage';
import { startSeveral, type SeveralProcesses } from '../service/several-processes';
import { MachineClock } from '../support/clocks/machine-clock';
import { Balancer } from '../support/servers/balancer';
import type { TestDatabases } from '../support/servers/databases';
import { accessKeyId, S3Server, secretAccessKey } from '../support/servers/s3-server';
import { TestSmtpServer } from '../support/servers/smtp-server';

export interface Fleet extends Venue {
	readonly several: SeveralProcesses;
	/** Of each exchange itself. */
	readonly exchangeUrls: readonly string[];
	/** Before the exchanges. */
	readonly exchangeUrl: string;
	readonly smtp: TestSmtpServer;
	/** As `BUCKETS` says it. */
	readonly buckets: string;
	/** Of the services. */
	readonly clock: MachineClock;
	close(): Promise<void>;
}

const bucketCount = 8;
const storedBytesMax = 1_000_000_000;

/** The proxy is on this machine, and says for whom it asks. */
const proxies = '127.0.0.1';

type Closing = (() => Promise<unknown>)[];

export async function startFleet(databases: TestDatabases): Promise<Fleet> {
	const closing: Closing = [];
	const close = async () => {
		for (const action of closing.splice(0).reverse()) await action();
	};
	try {
		return { ...(await open(databases, closing)), close };
	} catch (fault) {
		await close();
		throw fault;
	}
}

async function open(databases: TestDatabases, closing: Closing): Promise<Omit<Fleet, 'close'>> {
	const { dataFolder } = await databases.place('SQLite');
	putRedisOnPath();
	const redis = await privateRedis(dataFolder);
	closing.push(() => redis.close());
	const smtp = await TestSmtpServer.start();
	closing.push(() => smtp.close());
	const clock = new MachineClock(path.join(dataFolder, 'ahead-ms'));
	const buckets = await openBuckets(closing);
	const several = await startSeveral(2, {
		REDIS_URL: redis.url,
		BUCKETS: buckets,
		STORED_BYTES_PER_ORGANISATION_MAX: String(storedBytesMax),
		SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
		MAIL_FROM: 'seals@harbour.test',
		TRUSTED_PROXIES: proxies,
		...clock.environment(),
	});
	closing.push(() => several.close());
	const urls = several.parts.map(({ url }) => url);
	const { url } = await balance(urls, closing);
	const place = { dataFolder, databaseUrl: several.databaseUrl };
	const [admin] = several.users;
	if (admin === undefined) throw new Error('there are no users');
	const tracker = { url, organisation: { products: several.products, admin } };
	return {
		...{ several, smtp, buckets, clock, place, tracker },
		...(await openExchanges({ several, place, tracker }, closing)),
		services: several.parts.map(({ process }) => process),
	};
}

async function openExchanges(
	{ several, place, tracker }: Pick<Fleet, 'several' | 'place' | 'tracker'>,
	closing: Closing,
) {
	const database = await openDatabase(place);
	closing.push(() => database.destroy());
	const market = await addMarket({ ...tracker, addUser: several.addUser }, database);
	const [escrow] = market.own;
	if (escrow === undefined) throw new Error('escrow is the first of the own accounts');
	const given = { timeoutMs: 1_000, quietMs: 2_500, windowMs: 300 };
	writeSettings(place.dataFolder, tracker, escrow, given);
	const exchange = await startProcesses(place, {
		...({ apis: 2, apiPart: 'both', workers: 0 } as const),
		environment: { LOG_LEVEL: 'info', EXCHANGE_TRUSTED_PROXIES: proxies },
	});
	closing.push(() => exchange.close());
	const { url: exchangeUrl } = await balance(exchange.urls, closing);
	return { ...market, database, exchange, exchangeUrls: exchange.urls, exchangeUrl };
}

async function balance(urls: readonly string[], closing: Closing): Promise<Balancer> {
	const balancer = await Balancer.open(urls);
	closing.push(() => balancer.close());
	return balancer;
}

/** What `BUCKETS` says of buckets on a server of their own. */
async function openBuckets(closing: Closing): Promise<string> {
	const server = await S3Server.start();
	closing.push(() => server.stop());
	const buckets = Array.from({ length: bucketCount }, (_, index) => {
		const bucket = `fleet-${index + 1}`;
		server.createBucket(bucket);
		const { endpoint } = server;
		const place = { kind: 's3', name: bucket, endpoint, region: 'us-east-1', bucket };
		return { ...place, accessKeyId, secretAccessKey };
	});
	return JSON.stringify({ buckets });
}
