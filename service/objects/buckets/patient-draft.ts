/**
 * Opens drafts that do not wait for ever: every step of a draft opened here counts as failed when
 * its bucket takes too long. What a bucket does after that goes unseen.
 */
import type { Bucket, ShardDraft } from './bucket';
import { withinPatience } from './deadline';

/** Making a large shard durable may take longer than one step, by its size. */
const slowestBytesPerMs = 1000;

/** A draft in `bucket`; it and all its steps throw a `BucketFault` rather than hang. */
export async function openDraft(
	bucket: Bucket,
	key: string,
	timeoutMs: number,
): Promise<ShardDraft> {
	const { name } = bucket;
	const patience = { bucket: name, timeoutMs };
	const draft = await withinPatience(patience, bucket.draft(key), (late) => late.discard());
	return {
		get sizeBytes() {
			return draft.sizeBytes;
		},
		read: (at, lengthBytes) => withinPatience(patience, draft.read(at, lengthBytes)),
		write: (at, parts) => withinPatience(patience, draft.write(at, parts)),
		rest: () => withinPatience(patience, draft.rest()),
		publish: () => {
			const extraMs = draft.sizeBytes / slowestBytesPerMs;
			return withinPatience({ bucket: name, timeoutMs: timeoutMs + extraMs }, draft.publish());
		},
		discard: () => withinPatience(patience, draft.discard()),
		close: () => draft.close(),
	};
}
