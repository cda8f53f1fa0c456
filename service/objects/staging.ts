/**
 * Writes a stream as drafts of shards into the buckets. Nothing is durable yet, and no row is
 * written.
 */
import { randomBytes } from 'node:crypto';
import { isoTime, newId, type Clock } from '../../server/clock';
import { wrapKey, type KeyRing } from './keys/key-ring';
import { objectCipher } from './keys/object-cipher';
import type { Bucket } from './buckets/bucket';
import { shardBytes, shardCount } from './code/layout';
import { bucketOfShard } from './code/placement';
import { ObjectWriter } from './shards/object-writer';
import { Staged, type StagedObject, type StagedParts } from './staged-object';

export interface StagingParts extends Pick<
	StagedParts,
	'database' | 'map' | 'settings' | 'bucketsNeeded' | 'quota' | 'sweep' | 'onShortage'
> {
	readonly clock: Clock;
	readonly session: { readonly processId: string };
	readonly keyRing: KeyRing;
}

/**
 * Uses constant memory. If the stream fails, too few buckets answer, or the quota is exceeded,
 * removes what was written and rethrows the error.
 */
export async function stageObject(
	parts: StagingParts,
	source: AsyncIterable<Uint8Array>,
	ownerId: string,
): Promise<StagedObject> {
	const { scheme, timeoutMs } = parts.settings;
	const id = newId(parts.clock);
	const key = randomBytes(32);
	const cipher = objectCipher(key);
	const code = parts.map.code(scheme);
	const buckets = bucketsOf(parts);
	const { bucketsNeeded, onShortage } = parts;
	const { storeTag } = parts.map;
	const opening = { id, scheme, code, cipher, storeTag, buckets, bucketsNeeded, timeoutMs };
	const writer = await ObjectWriter.open(opening).catch((fault: unknown) => {
		onShortage(fault);
		throw fault;
	});
	const claim = parts.quota.claim(ownerId);
	try {
		for await (const chunk of source) {
			await claim.take(chunk.length);
			await writer.write(chunk);
		}
		const hash = await writer.finish();
		const { sizeBytes } = writer;
		const record = {
			id,
			scheme,
			sizeBytes,
			hash,
			ownerId,
			storedSizeBytes: shardCount(scheme) * shardBytes(scheme, sizeBytes),
			key: wrapKey(parts.keyRing, id, key),
			bucketNames: buckets.map(({ name }) => name),
			createdAt: isoTime(parts.clock),
			processId: parts.session.processId,
		};
		const object = { id, scheme, sizeBytes, hash, cipher, code, storeTag };
		return new Staged({ ...parts, writer, record, object, claim });
	} catch (error) {
		claim.release();
		onShortage(error);
		await writer.discard();
		throw error;
	}
}

/** The bucket of each shard. */
function bucketsOf({ map: { buckets }, settings }: StagingParts): readonly Bucket[] {
	return Array.from({ length: shardCount(settings.scheme) }, (_, shard) => {
		const bucket = buckets[bucketOfShard(shard, buckets.length)];
		if (bucket === undefined) throw new Error('there are no buckets');
		return bucket;
	});
}
