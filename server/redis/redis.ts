/**
 * The Redis the exchange works with: that of REDIS_URL, or a private one. What would lose work on
 * a foreign one is reported at start; it costs time but never an order, which stand in the database.
 */
import { Redis } from 'ioredis';
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
	const redis = new Redis(url, { maxRetriesPerRequest: null });
	redis.on('error', onFault);
	return redis;
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
