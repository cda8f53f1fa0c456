/**
 * Checks every byte of one object against its map: each shard is read to its end, wherever it is
 * said to lie. What is found wrong is marked, so that mending takes it up; nothing is repaired here.
 */
import type { Database } from '../database/database';
import { giveBack } from './buckets/block-pool';
import { shardKey, stripeAt, stripeCount } from './code/layout';
import { findObject, setShardState, shardsOf, type ShardRecord } from './object-rows';
import type { StorageSettings } from './buckets/settings';
import { ShardChannel } from './shards/shard-channel';
import type { ShardMap } from './shard-map';
import { shardFault } from './shards/stripe-reader';
import type { ShardSource, StoredObject } from './shards/stored-object';

/**
 * `damaged`, `missing`, `unavailable`: what reading the shard met. `waiting`: it is sound and lies
 * in the outbox. `orphan`: it lies in a bucket and belongs to no file map.
 */
export type Problem = 'damaged' | 'missing' | 'unavailable' | 'waiting' | 'orphan';

export interface Finding {
	readonly key: string;
	readonly bucket: string;
	readonly problem: Problem;
	readonly message: string;
}

export interface CheckParts {
	readonly database: Database;
	readonly map: ShardMap;
	readonly settings: StorageSettings;
	/** Told of the plain bytes checked since the last time, over all shards of an object. */
	readonly onChecked?: (plainBytes: number) => void;
}

/** What is wrong with the shards of a stored object, in their order; empty when all is right. */
export async function checkObject(parts: CheckParts, id: string): Promise<readonly Finding[]> {
	const { database, map, settings } = parts;
	const found = await findObject(database, id);
	if (found === undefined) throw new Error(`there is no object ${id}`);
	const object = map.stored(found.object);
	const shards = await shardsOf(database, id);
	const sources = map.sources(id, shards);
	const findings = await Promise.all(
		sources.map(async (source, index) => {
			const problem = await checkShard(object, source, {
				timeoutMs: settings.timeoutMs,
				onStripe: (plainBytes) => parts.onChecked?.(plainBytes / sources.length),
			});
			return finding(id, shards[index], problem);
		}),
	);
	for (const [index, each] of findings.entries()) {
		const record = shards[index];
		if (record === undefined || each === undefined) continue;
		if (!isLost(each.problem)) continue;
		await setShardState(database, { objectId: id, shard: record.shard }, 'MISSING');
	}
	return findings.filter((each) => each !== undefined);
}

/** Whether the shard is to be made again; an orphan and one that waits are not. */
function isLost(problem: Problem): boolean {
	switch (problem) {
		case 'damaged':
		case 'missing':
			return true;
		case 'unavailable':
		case 'waiting':
		case 'orphan':
			return false;
	}
}

type Fault = { readonly reason: Problem; readonly message: string };

async function checkShard(
	object: StoredObject,
	source: ShardSource,
	options: { readonly timeoutMs: number; readonly onStripe: (plainBytes: number) => void },
): Promise<Fault | undefined> {
	const { scheme, sizeBytes } = object;
	const channel = new ShardChannel(source, object, options.timeoutMs);
	try {
		for (let index = 0; index < stripeCount(scheme, sizeBytes); index += 1) {
			const stripe = stripeAt(scheme, sizeBytes, index);
			giveBack(await channel.block(stripe));
			options.onStripe(stripe.plainBytes);
		}
		return undefined;
	} catch (error) {
		return shardFault(channel, error);
	} finally {
		await channel.close();
	}
}

/** A sound shard in the outbox is waiting; a sound one marked missing only waits for its mark. */
function finding(
	objectId: string,
	record: ShardRecord | undefined,
	fault: Fault | undefined,
): Finding | undefined {
	if (record === undefined) return undefined;
	const { shard, bucket, state } = record;
	const place = { key: shardKey(objectId, shard), bucket };
	if (fault !== undefined) return { ...place, problem: fault.reason, message: fault.message };
	const waiting = (where: string): Finding => ({
		...place,
		problem: 'waiting',
		message: `${bucket}: ${where}`,
	});
	switch (state) {
		case 'STORED':
			return undefined;
		case 'OUTBOX':
			return waiting('it lies in the outbox');
		case 'MISSING':
			return waiting('it is marked as missing');
	}
}
