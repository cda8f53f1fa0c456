/**
 * Opens the Redis of REDIS_URL, or a private one. Settings of a foreign one that could lose jobs
 * are reported at start; lost jobs cost time but no order, because orders are in the database.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { at } from '../at';
import { addressesOf } from '../config/host-list';
import { within } from '../deadline';
import { privateRedis, type RunningRedis } from './private-redis';

export interface RedisPlace {
	readonly redisUrl: string | undefined;
	readonly dataFolder: string;
}

export async function openRedis({ redisUrl, dataFolder }: RedisPlace): Promise<RunningRedis> {
	if (redisUrl === undefined) return privateRedis(dataFolder);
	return { url: redisUrl, pid: () => undefined, close: () => Promise.resolve() };
}

/**
 * Longest wait for the server's end of a connection. It is over for one that is closed already, so
 * a longer one would only keep an ending program alive.
 */
const disconnectTimeoutMs = 100;

/** A connection that waits while the server is away, as BullMQ's workers need. */
export function connect(url: string, onFault: (fault: unknown) => void): Redis {
	const redis = redisAt(url, { maxRetriesPerRequest: null });
	redis.on('error', onFault);
	return redis;
}

/** A connection to the server that an address names, or that sentinels know. */
export function redisAt(url: string, differing: RedisOptions): Redis {
	const options: RedisOptions = {
		reconnectOnError: reconnectIfReadOnly,
		disconnectTimeout: disconnectTimeoutMs,
		...differing,
	};
	return url.startsWith(sentinelScheme)
		? new Redis({ ...options, ...behindSentinels(url) })
		: new Redis(url, options);
}

const sentinelScheme = 'redis-sentinel://';
const sentinelPort = 26_379;

/**
 * Sentinels and the name by which they know the server, of
 * `redis-sentinel://user:secret@one:26379,two:26379/NAME`. User and secret are those of the server.
 */
function behindSentinels(url: string): RedisOptions {
	const addresses = addressesOf(url).map((address) => new URL(address));
	const [{ username, password, pathname, searchParams }] = [at(addresses, 0)];
	const name = decodeURIComponent(pathname.slice(1));
	if (name === '') {
		throw new Error(
			'REDIS_URL names sentinels; end it with the name of their server, as /mymaster',
		);
	}
	const sentinelPassword = searchParams.get('sentinelPassword') ?? undefined;
	return {
		sentinels: addresses.map(({ hostname, port }) => ({
			host: hostname.replace(/^\[|\]$/g, ''),
			port: port === '' ? sentinelPort : Number(port),
		})),
		name,
		...(username !== '' && { username: decodeURIComponent(username) }),
		...(password !== '' && { password: decodeURIComponent(password) }),
		...(sentinelPassword !== undefined && { sentinelPassword }),
	};
}

/** A read-only server is a former primary: reconnect and resend the command. */
function reconnectIfReadOnly(fault: Error): 2 | false {
	return fault.message.includes('READONLY') ? 2 : false;
}

const pingEveryMs = 2_000;

/**
 * Disconnects when the server stops answering, and then resolves: commands waiting for it would
 * keep an ending program alive.
 */
export async function letGoOfAbsent(redis: Redis): Promise<void> {
	try {
		for (;;) {
			await within(pingEveryMs, redis.ping());
			await delay(pingEveryMs, undefined, { ref: false });
		}
	} catch {
		redis.disconnect();
	}
}

/** A sentence for each setting of the server that could lose jobs. */
export async function settingFaults(redis: Redis): Promise<readonly string[]> {
	const info = await redis.info();
	const valueOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
	const faults: string[] = [];
	const policy = valueOf('maxmemory_policy');
	if (policy !== 'noeviction') {
		faults.push(`Redis has the maxmemory-policy ${policy}, which drops jobs; set noeviction`);
	}
	if (valueOf('aof_enabled') !== '1') {
		faults.push('Redis keeps no append-only file, so a restart loses jobs; set appendonly yes');
	}
	return faults;
}
