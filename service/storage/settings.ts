/**
 * What an operator can choose about storage: the code, the buckets and the patience with them. The
 * defaults need nothing but the data folder; a set of buckets of one's own is read from the file
 * `buckets.json` in it.
 */
import type { Scheme } from './layout';
import { configurationFault } from './placement';

export interface FolderBucketSettings {
	readonly kind: 'folder';
	readonly name: string;
	/** Relative to the data folder, or absolute. */
	readonly folder: string;
}

export type BucketSettings = FolderBucketSettings;

export interface StorageSettings {
	readonly scheme: Scheme;
	readonly buckets: readonly BucketSettings[];
	/** How long a bucket may take for one step before it counts as not answering. */
	readonly timeoutMs: number;
	/** How long a read waits for a slow bucket before it asks another beside it. */
	readonly hedgeMs: number;
	/** How often shards that wait for their bucket are tried again. */
	readonly mendEveryMs: number;
	/** How long after one scrub has ended the next begins. */
	readonly scrubEveryMs: number;
}

const hourMs = 3_600_000;

export const defaultSettings: StorageSettings = {
	scheme: { dataShards: 6, parityShards: 2, blockSizeBytes: 128 * 1024 },
	buckets: Array.from({ length: 8 }, (_, index) => ({
		kind: 'folder',
		name: `bucket-${index + 1}`,
		folder: `buckets/bucket-${index + 1}`,
	})),
	timeoutMs: 10_000,
	hedgeMs: 500,
	mendEveryMs: 30_000,
	scrubEveryMs: 7 * 24 * hourMs,
};

/** Throws, with the reason, when these settings could not keep what storage promises. */
export function assertSound(settings: StorageSettings): void {
	const fault = configurationFault(settings.scheme, settings.buckets.length);
	if (fault !== undefined) throw new Error(`storage: ${fault}`);
	const names = settings.buckets.map(({ name }) => name);
	const repeated = names.find((name, index) => names.indexOf(name) !== index);
	if (repeated !== undefined) throw new Error(`storage: two buckets are named ${repeated}`);
}
