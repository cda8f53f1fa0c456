/** Drafts with a timeout for every step. What a bucket does after the timeout is ignored. */
import type { Bucket, ShardDraft } from './bucket';
import { withTimeout } from './deadline';

/** Publishing a large shard gets extra time at this rate. */
const slowestBytesPerMs = 1000;

/** Opens a draft; it and all its steps throw a `BucketFault` after the timeout. */
export async function openDraft(
	bucket: Bucket,
	key: string,
	timeoutMs: number,
): Promise<ShardDraft> {
	const { name } = bucket;
	const limit = { bucket: name, timeoutMs };
	const draft = await withTimeout(limit, bucket.draft(key), (late) => late.discard());
	return {
		get sizeBytes() {
			return draft.sizeBytes;
		},
		read: (at, lengthBytes) => withTimeout(limit, draft.read(at, lengthBytes)),
		write: (at, parts) => withTimeout(limit, draft.write(at, parts)),
		rest: () => withTimeout(limit, draft.rest()),
		publish: () => {
			const extraMs = draft.sizeBytes / slowestBytesPerMs;
			return withTimeout({ bucket: name, timeoutMs: timeoutMs + extraMs }, draft.publish());
		},
		discard: () => withTimeout(limit, draft.discard()),
		close: () => draft.close(),
	};
}
