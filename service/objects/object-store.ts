/**
 * The object store of all areas: bytes in, an id out, and the same bytes back as long as
 * enough shards can be read. It knows no file names; callers decide who may read an id.
 */
import { isoTime, type Clock } from '../../server/clock';
import { soleSession, type ProcessSession } from '../../server/database/process-session';
import type { Database, Transaction } from '../database/database';
import { BucketFault, type Bucket } from './buckets/bucket';
import { openBuckets, openOutbox, storageFolder, storeIdOf, type StorageLog } from './open-buckets';
import { withTimeout } from './buckets/deadline';
import { assertCodeWorks } from './code/erasure-code';
import { fsck, type FsckReport, type FsckSummary } from './fsck';
import {
	openWrapped,
	wrapKey,
	type KeyRing,
	type KeyRingPlace,
	type WrappedKey,
} from './keys/key-ring';
import { openKeyRing, provenKeyRing } from './keys/open-key-ring';
import { shardBytes, shardCount, shardKey } from './code/layout';
import { storeTagOf } from './code/shard-header';
import { Mender, type MendReport } from './mender';
import { readObject, type ByteRange } from './shards/object-reader';
import {
	detachObject,
	findObject,
	incompleteBuckets,
	setShardState,
	shardsOf,
	type ObjectRecord,
	type ShardRecord,
} from './object-rows';
import { Quota } from './quota';
import { bucketsToWrite } from './code/placement';
import { Scrub } from './scrub';
import { spoolUpload } from './spooled-upload';
import {
	assertSound,
	readSettings,
	type BucketsPlace,
	type StorageSettings,
} from './buckets/settings';
import { ShardMap } from './shard-map';
import type { StagedObject } from './staged-object';
import { StagedSweep } from './staged-sweep';
import { stageObject } from './staging';
import { TooFewBuckets } from './shards/too-few-buckets';
import type { ShardFault } from './shards/stripe-reader';
import { storedBytes } from './usage-rows';

export type { StagedObject } from './staged-object';

type OpenOptions = ObjectStoreOptions & { readonly session: ProcessSession };

/** Holds outbox, default buckets and, unless given from outside, master keys and settings. */
export type StoragePlace = KeyRingPlace & BucketsPlace;

export interface ObjectStoreOptions extends StoragePlace {
	readonly database: Database;
	readonly clock: Clock;
	readonly log: StorageLog;
	/** Default: this is the only process. */
	readonly session?: ProcessSession;
	readonly settings?: StorageSettings;
	/** Quota of each owner in bytes of shards; undefined means none. */
	readonly quotaBytes?: number | undefined;
	/** Open buckets to use instead of those of the settings. */
	readonly buckets?: readonly Bucket[];
}

/** An object being read; iterating `bytes` throws if they do not match the hash. */
export interface ReadObject {
	readonly sizeBytes: number;
	readonly hash: string;
	readonly bytes: AsyncIterableIterator<Uint8Array>;
}

/** The file map of an object. */
export interface ObjectInfo {
	readonly sizeBytes: number;
	/** Size of all shards. */
	readonly storedSizeBytes: number;
	readonly hash: string;
	/** Key of each shard, in order. */
	readonly shardKeys: readonly string[];
	/** `degraded` while a shard is not in its bucket, or its bucket does not answer. */
	readonly status: 'complete' | 'degraded';
}

export interface BucketHealth {
	readonly name: string;
	readonly host: string;
	readonly region: string;
	/** `degraded`: it answers but lacks shards. */
	readonly status: 'up' | 'degraded' | 'down';
}

export class ObjectStore {
	/** Background check of all objects; `start` runs it regularly. */
	readonly scrub: Scrub;
	private readonly mender: Mender;
	private readonly quota: Quota;
	private readonly sweep: StagedSweep;
	private readonly backgroundWork = new Set<Promise<void>>();
	/** Objects that are read here now, each with a member for every reader. */
	private readonly readers = new Map<string, Set<object>>();
	private timer: NodeJS.Timeout | undefined;

	private constructor(
		private readonly options: OpenOptions,
		private readonly settings: StorageSettings,
		private readonly shardMap: ShardMap,
		private readonly keyRing: KeyRing,
	) {
		this.quota = new Quota(options.database, options.quotaBytes);
		this.mender = new Mender({ ...options, map: shardMap, settings });
		this.scrub = new Scrub({ ...options, map: shardMap, settings, mender: this.mender });
		const isRead = (id: string) => this.readers.has(id);
		this.sweep = new StagedSweep({ ...options, map: shardMap, settings, isRead });
	}

	static async open(given: ObjectStoreOptions): Promise<ObjectStore> {
		const options = { ...given, session: given.session ?? soleSession() };
		// Under a lock over all processes of the database, so that only one of them initialises a new
		// bucket or makes a key.
		return options.session.turn('open storage', () => ObjectStore.openAlone(options));
	}

	private static async openAlone(options: OpenOptions): Promise<ObjectStore> {
		const settings = options.settings ?? readSettings(options);
		assertSound(settings);
		assertCodeWorks(settings.scheme.dataShards, settings.scheme.parityShards);
		const { database } = options;
		// Checked first: a process with wrong keys must not initialise a new bucket.
		await provenKeyRing(database, options);
		const buckets = options.buckets ?? (await openBuckets(options, settings));
		const keyRing = await openKeyRing(database, options);
		const outbox = await openOutbox(options);
		const storeTag = storeTagOf(await storeIdOf(options));
		const shardMap = new ShardMap(buckets, outbox, keyRing, storeTag);
		const store = new ObjectStore(options, settings, shardMap, keyRing);
		await store.sweep.removeLeftovers();
		return store;
	}

	/** Starts the regular work: scrub, delivery, repair, removal of abandoned objects. */
	start(): void {
		this.timer = setInterval(() => {
			this.track(this.sweep.retry());
			this.mender.wake();
		}, this.settings.mendEveryMs);
		this.mender.wake();
		this.scrub.start();
	}

	/** Bytes of shards that an owner has stored, and the quota. */
	async usage(
		ownerId: string,
	): Promise<{ readonly storedBytes: number; readonly quotaBytes?: number }> {
		const { bytesMax: quotaBytes } = this.quota;
		const stored = await storedBytes(this.options.database, ownerId);
		return { storedBytes: stored, ...(quotaBytes !== undefined && { quotaBytes }) };
	}

	/** Stages a stream, whose bytes count to the owner's quota; see `stageObject`. */
	stage(source: AsyncIterable<Uint8Array>, ownerId: string): Promise<StagedObject> {
		const { options, settings, shardMap: map, keyRing, quota, bucketsNeeded } = this;
		const { database, clock, session } = options;
		return stageObject(
			{
				database,
				clock,
				session,
				settings,
				map,
				keyRing,
				quota,
				bucketsNeeded,
				sweep: (id) => this.sweep.remove(id),
				onShortage: (fault) => this.noteShortage(fault),
			},
			source,
			ownerId,
		);
	}

	/** Takes a stream that is to be compared; its bytes count to the owner's quota once it is kept. */
	spool(source: AsyncIterable<Uint8Array>, ownerId: string): Promise<StagedObject> {
		return spoolUpload(source, storageFolder(this.options.dataFolder), (bytes) =>
			this.stage(bytes, ownerId),
		);
	}

	/** Encrypts a secret of 32 bytes under the master key, bound to this name. */
	wrap(name: string, secret: Buffer): WrappedKey {
		return wrapKey(this.keyRing, name, secret);
	}

	/** Undefined if the master key has changed since. */
	unwrap(name: string, wrapped: WrappedKey): Buffer | undefined {
		return openWrapped(this.keyRing, name, wrapped);
	}

	/**
	 * Reads a stored object, or a range of it. The first bytes are there when it returns; throws
	 * `TooFewBuckets` if they cannot be read.
	 */
	async read(id: string, range?: ByteRange): Promise<ReadObject> {
		const leave = this.enter(id);
		try {
			const { object: record, shards } = await this.find(id);
			const options = {
				...this.settings,
				object: this.shardMap.stored(record),
				sources: this.shardMap.sources(id, shards),
				onFault: (fault: ShardFault) => this.noteFault(id, fault),
			};
			const bytes = await readObject(options, range, leave);
			return { sizeBytes: record.sizeBytes, hash: record.hash, bytes };
		} catch (fault) {
			leave();
			throw fault;
		}
	}

	/** Counts a reader until the returned function is called; shards of a removed object wait for the last. */
	private enter(id: string): () => void {
		const readers = this.readers.get(id) ?? new Set();
		const reader = {};
		this.readers.set(id, readers.add(reader));
		return () => {
			readers.delete(reader);
			if (readers.size > 0 || this.readers.get(id) !== readers) return;
			this.readers.delete(id);
			if (this.sweep.isWaiting(id)) this.track(this.sweep.remove(id));
		};
	}

	/** Size and hash of a stored object, from the database only. */
	async describe(id: string): Promise<{ readonly sizeBytes: number; readonly hash: string }> {
		const { sizeBytes, hash } = (await this.find(id)).object;
		return { sizeBytes, hash };
	}

	/**
	 * Removes stored objects: `forget` removes what refers to them in the same transaction, then
	 * their shards are deleted; readers of this process that began before have them to their end.
	 */
	async remove(
		ids: readonly string[],
		forget: (transaction: Transaction) => Promise<void>,
	): Promise<void> {
		const { database, session, clock } = this.options;
		const by = { processId: session.processId, createdAt: isoTime(clock) };
		await database.transaction().execute(async (transaction) => {
			await forget(transaction);
			for (const id of ids) await detachObject(transaction, { id, ...by });
		});
		for (const id of ids) await this.sweep.remove(id);
	}

	async info(id: string): Promise<ObjectInfo> {
		const { object, shards } = await this.find(id);
		const { scheme, sizeBytes, hash } = object;
		const down = await this.silentBuckets();
		const isWhole = shards.every(({ state, bucket }) => state === 'STORED' && !down.has(bucket));
		return {
			sizeBytes,
			storedSizeBytes: shardCount(scheme) * shardBytes(scheme, sizeBytes),
			hash,
			shardKeys: shards.map(({ shard }) => shardKey(id, shard)),
			status: isWhole ? 'complete' : 'degraded',
		};
	}

	/** Number of buckets that must answer for an upload. */
	get bucketsNeeded(): number {
		return bucketsToWrite(this.settings.scheme, this.shardMap.buckets.length);
	}

	/** Tries every bucket now: one that cannot be written to is down. */
	async health(): Promise<readonly BucketHealth[]> {
		const incomplete = await incompleteBuckets(this.options.database);
		return Promise.all(
			this.shardMap.buckets.map(async (bucket): Promise<BucketHealth> => {
				const { name, host, region } = bucket;
				const statusIfUp = incomplete.has(name) ? 'degraded' : 'up';
				const isUp = await this.succeeds(bucket, () => bucket.tryOut());
				return { name, host, region, status: isUp ? statusIfUp : 'down' };
			}),
		);
	}

	/** Delivers and repairs everything that is possible now. */
	async deliverShards(): Promise<MendReport> {
		await Promise.all(this.backgroundWork);
		return this.mender.mend();
	}

	/** Checks everything and rebuilds lost shards; no upload may be under way. */
	checkAndRepairAll(report: FsckReport): Promise<FsckSummary> {
		const { options, shardMap: map, settings, mender } = this;
		return fsck({ database: options.database, map, settings, mender }, report);
	}

	/** Closes background work and buckets; reads must have ended. */
	async close(): Promise<void> {
		clearInterval(this.timer);
		await this.scrub.close();
		await Promise.all(this.backgroundWork);
		await this.mender.close();
		await this.shardMap.close();
	}

	private async find(
		id: string,
	): Promise<{ readonly object: ObjectRecord; readonly shards: readonly ShardRecord[] }> {
		const found = await findObject(this.options.database, id);
		if (found?.state !== 'STORED') throw new Error(`there is no stored object ${id}`);
		return { object: found.object, shards: await shardsOf(this.options.database, id) };
	}

	/** Buckets that shards cannot be read from. */
	private async silentBuckets(): Promise<ReadonlySet<string>> {
		const { buckets } = this.shardMap;
		const answers = await Promise.all(
			buckets.map((bucket) => this.succeeds(bucket, () => bucket.check())),
		);
		return new Set(buckets.filter((_, at) => answers[at] === false).map(({ name }) => name));
	}

	private async succeeds({ name }: Bucket, step: () => Promise<void>): Promise<boolean> {
		try {
			await withTimeout({ bucket: name, timeoutMs: this.settings.healthTimeoutMs }, step());
			return true;
		} catch (error) {
			if (!(error instanceof BucketFault)) throw error;
			return false;
		}
	}

	/** Marks a wrong shard for repair; a bucket that is down is only logged. */
	private noteFault(objectId: string, fault: ShardFault): void {
		this.options.log.warn({ objectId, ...fault }, 'a shard could not be read');
		switch (fault.reason) {
			case 'unavailable':
				return;
			case 'damaged':
			case 'missing':
				this.track(this.markMissing({ objectId, shard: fault.shard }));
		}
	}

	private async markMissing(shard: { readonly objectId: string; readonly shard: number }) {
		await setShardState(this.options.database, shard, 'MISSING');
		this.mender.wake();
	}

	/** Tracks background work for close(), and logs its fault. */
	private track(work: Promise<void>): void {
		const done = work
			.catch((fault: unknown) => {
				this.options.log.error({ err: fault }, 'background work of storage met a fault');
			})
			.finally(() => this.backgroundWork.delete(done));
		this.backgroundWork.add(done);
	}

	/**
	 * Logs the shortage for the operator, because uploads fail until it ends; the caller gets a
	 * refusal.
	 */
	private noteShortage(fault: unknown): void {
		if (!(fault instanceof TooFewBuckets)) return;
		const { needed, present, faults } = fault;
		this.options.log.warn({ needed, present, faults }, 'too few buckets take a file in');
	}
}

/** Opens the store of a data folder and removes what an earlier process left unfinished. */
export function openObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
	return ObjectStore.open(options);
}
