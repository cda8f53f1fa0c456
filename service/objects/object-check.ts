/**
 * Checks an object against its map: reads each shard to its end, and hashes the file. A check only
 * reads; `markLost` is a separate step.
 * `damaged`, `missing`, `unavailable`: result of reading the shard. `waiting`: it is sound and
 * lies in the outbox. `mismatch`: the shards form a file that differs from the database's
 * description. `orphan`, `foreign`: it belongs to no file map.
 */
import type { Database } from '../database/database';
import { releaseBlock } from './buckets/block-pool';
import { parseShardKey, shardKey, stripeAt, stripeCount } from './code/layout';
import { SealedKeyFault } from './keys/key-ring';
import {
	findObject,
	setShardState,
	shardsOf,
	type ObjectRecord,
	type ShardRecord,
} from './object-rows';
import type { StorageSettings } from './buckets/settings';
import { ShardChannel } from './shards/shard-channel';
import type { ShardMap } from './shard-map';
import { readObject, WrongContent } from './shards/object-reader';
import { shardFault } from './shards/stripe-reader';
import type { ShardSource, StoredObject } from './shards/stored-object';
import { TooFewBuckets } from './shards/too-few-buckets';

/**
 * `damaged`, `missing`, `unavailable`: what reading the shard met. `waiting`: it is sound and lies
 * in the outbox. `mismatch`: the shards make a file, and not the one the database describes.
 * `orphan`, `foreign`: it lies in a bucket and belongs to no file map.
 */
export type Problem =
	| 'damaged'
	| 'missing'
	| 'unavailable'
	| 'waiting'
	| 'mismatch'
	| 'orphan'
	| 'foreign';

export interface Finding {
	/** Key of the shard; for a `mismatch`, the id of the object. */
	readonly key: string;
	/** Absent for a `mismatch`. */
	readonly bucket?: string;
	readonly problem: Problem;
	readonly message: string;
}

export interface CheckParts {
	readonly database: Database;
	readonly map: ShardMap;
	readonly settings: StorageSettings;
	/** Called with the plain bytes checked since the last call. */
	readonly onChecked?: (plainBytes: number) => void;
}

/** Problems of a stored object's shards, in order; empty if all are sound. */
export async function checkObject(parts: CheckParts, id: string): Promise<readonly Finding[]> {
	const { database, map, settings } = parts;
	const found = await findObject(database, id);
	// The object was removed meanwhile.
	if (found?.state !== 'STORED') return [];
	const object = storedOf(parts, found.object);
	if ('problem' in object) return [object];
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
	return findings.filter((each) => each !== undefined);
}

/**
 * Reads a file like a download and returns a mismatch with its description. Lost shards and a key
 * that does not open are reported by checkObject and not repeated.
 */
export async function checkContent(parts: CheckParts, id: string): Promise<Finding | undefined> {
	const { database, map, settings } = parts;
	const found = await findObject(database, id);
	if (found === undefined) throw new Error(`there is no object ${id}`);
	const object = storedOf(parts, found.object);
	if ('problem' in object) return undefined;
	const sources = map.sources(id, await shardsOf(database, id));
	try {
		const bytes = await readObject({ ...settings, object, sources, onFault: () => undefined });
		while ((await bytes.next()).done !== true);
		return undefined;
	} catch (error) {
		if (error instanceof TooFewBuckets) return undefined;
		return mismatch(id, error, WrongContent);
	}
}

/** The readable object, or a finding if its row is wrong. */
function storedOf({ map }: CheckParts, record: ObjectRecord): StoredObject | Finding {
	try {
		return map.stored(record);
	} catch (error) {
		return mismatch(record.id, error, SealedKeyFault);
	}
}

function mismatch(
	key: string,
	error: unknown,
	kind: typeof WrongContent | typeof SealedKeyFault,
): Finding {
	if (error instanceof kind) return { key, problem: 'mismatch', message: error.message };
	throw error;
}

/** Marks damaged and missing shards, so that the next mending rebuilds them. */
export async function markLost(database: Database, findings: readonly Finding[]): Promise<void> {
	for (const { key, problem } of findings) {
		const shard = parseShardKey(key);
		if (shard === undefined || !isLost(problem)) continue;
		await setShardState(database, shard, 'MISSING');
	}
}

/** True if the shard must be rebuilt. */
function isLost(problem: Problem): boolean {
	switch (problem) {
		case 'damaged':
		case 'missing':
			return true;
		case 'unavailable':
		case 'waiting':
		case 'mismatch':
		case 'orphan':
		case 'foreign':
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
			releaseBlock(await channel.block(stripe));
			options.onStripe(stripe.plainBytes);
		}
		return undefined;
	} catch (error) {
		return shardFault(channel, error);
	} finally {
		await channel.close();
	}
}

/**
 * A sound shard in the outbox is waiting, and so is a sound one that is still marked as missing.
 */
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
