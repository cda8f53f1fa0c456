/**
 * The Redis the exchange works with: that of REDIS_URL, or a private one. What would lose work on
 * a foreign one is reported at start; it costs time but never an order, which stand in the database.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
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

/** A connection that waits for a server that is away, as BullMQ's workers need. */
export function connect(url: string, onFault: (fault: unknown) => void): Redis {
	const redis = new Redis(url, { maxRetriesPerRequest: null, reconnectOnError: leadElsewhere });
	redis.on('error', onFault);
	return redis;
}

/** A server that takes no changes has given its place to another; what it refused is asked again. */
function leadElsewhere(fault: Error): 2 | false {
	return fault.message.includes('READONLY') ? 2 : false;
}

const patienceMs = 2_000;

/**
 * Resolves when the server does not serve, or the connection is closed. What waits for the server
 * then is given up: a program that ends would be kept by it for good.
 */
export async function letGoOfAbsent(redis: Redis): Promise<void> {
	try {
		for (;;) {
			await within(patienceMs, redis.ping());
			await delay(patienceMs, undefined, { ref: false });
		}
	} catch {
		redis.disconnect();
	}
}

/** One sentence for each setting of the server that endangers the queues. */
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
