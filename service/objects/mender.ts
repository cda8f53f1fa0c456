/**
 * Repairs shards: delivers those in the outbox and rebuilds missing ones, also those of an emptied
 * bucket. One pass runs at a time; a shard whose bucket is down waits for the next. Every step is
 * idempotent, so a crash does no harm.
 */
import type { ProcessSession } from '../../server/database/process-session';
import type { Database } from '../database/database';
import { BucketFault } from './buckets/bucket';
import type { StorageLog } from './open-buckets';
import { withTimeout } from './buckets/deadline';
import { parseShardKey, shardKey } from './code/layout';
import { recoverEmptied } from './emptied-buckets';
import { findObject, setShardState, shardsOf, shardsToMend } from './object-rows';
import { openDraft } from './buckets/patient-draft';
import { restoreShard } from './shards/shard-restorer';
import { TooFewBuckets } from './shards/too-few-buckets';
import type { ShardMap } from './shard-map';
import type { StorageSettings } from './buckets/settings';

export interface MenderParts {
	readonly database: Database;
	readonly map: ShardMap;
	readonly settings: Pick<StorageSettings, 'timeoutMs' | 'hedgeMs'>;
	readonly log: StorageLog;
	readonly session: ProcessSession;
}

type WaitingShard = Awaited<ReturnType<typeof shardsToMend>>[number];

export interface MendReport {
	readonly mended: number;
	/** Shards that are still not in their buckets, with the reason. */
	readonly waiting: readonly { readonly key: string; readonly reason: string }[];
}

export class Mender {
	private running: Promise<MendReport> = Promise.resolve({ mended: 0, waiting: [] });
	/** The pass after the current one; all calls meanwhile share it. */
	private next: Promise<MendReport> | undefined;
	private closed = false;

	constructor(private readonly parts: MenderParts) {}

	/** Runs a pass after the current one. */
	mend(): Promise<MendReport> {
		if (this.next !== undefined) return this.next;
		const begin = (): Promise<MendReport> => {
			this.next = undefined;
			return this.passInTurn();
		};
		this.next = this.running.then(begin, begin);
		this.running = this.next;
		return this.next;
	}

	/** Starts a pass in the background; a fault is logged and met again in the next pass. */
	wake(): void {
		this.mend().catch((fault: unknown) => {
			this.parts.log.error({ err: fault }, 'mending shards met a fault');
		});
	}

	/** Waits for the shard under way. */
	async close(): Promise<void> {
		this.closed = true;
		await this.running.catch(() => undefined);
	}

	/** One process mends at a time, for all processes. */
	private async passInTurn(): Promise<MendReport> {
		const done = await this.parts.session.tryTurn('mend', () => this.pass());
		await this.clearOutbox();
		return done ?? { mended: 0, waiting: [] };
	}

	/**
	 * Removes shards from this process's outbox that another process has delivered. Shards of
	 * unknown objects stay: they may belong to files newer than a restored database.
	 */
	private async clearOutbox(): Promise<void> {
		const { database, map } = this.parts;
		try {
			for await (const key of map.outbox.keys()) {
				if (await isInItsBucket(database, key)) await map.outbox.remove(key);
			}
		} catch (error) {
			if (!(error instanceof BucketFault)) throw error;
			this.parts.log.warn({ reason: error.message }, 'the outbox is down');
		}
	}

	private async pass(): Promise<MendReport> {
		await recoverEmptied(this.parts);
		const waiting: { key: string; reason: string }[] = [];
		const down = new Map<string, string>();
		let mended = 0;
		for (const shard of await shardsToMend(this.parts.database)) {
			if (this.closed) break;
			const key = shardKey(shard.objectId, shard.shard);
			const reason = down.get(shard.bucket) ?? (await this.attempt(shard, down));
			if (reason === undefined) mended += 1;
			else waiting.push({ key, reason });
		}
		if (mended > 0) this.parts.log.info({ mended, waiting: waiting.length }, 'shards mended');
		return { mended, waiting };
	}

	/** Returns why the shard still waits; undefined if it was delivered. */
	private async attempt(
		shard: WaitingShard,
		down: Map<string, string>,
	): Promise<string | undefined> {
		try {
			await this.deliver(shard);
			return undefined;
		} catch (error) {
			if (error instanceof BucketFault) {
				if (error.bucket === shard.bucket) down.set(shard.bucket, error.message);
				return error.message;
			}
			if (error instanceof TooFewBuckets) return error.message;
			throw error;
		}
	}

	private async deliver({ objectId, shard, bucket: name }: WaitingShard): Promise<void> {
		const { database, map, settings } = this.parts;
		const bucket = map.bucket(name);
		const key = shardKey(objectId, shard);
		await withTimeout({ bucket: name, timeoutMs: settings.timeoutMs }, bucket.check());
		const found = await findObject(database, objectId);
		// The object was removed meanwhile.
		if (found?.state !== 'STORED') return;
		const sources = map.sources(objectId, await shardsOf(database, objectId));
		const draft = await openDraft(bucket, key, settings.timeoutMs);
		try {
			await restoreShard(
				{
					...settings,
					object: map.stored(found.object),
					sources,
					shard,
					copy: sources.find((each) => each.shard === shard),
					onFault: () => undefined,
				},
				draft,
			);
			await draft.publish();
		} catch (error) {
			await draft.discard();
			throw error;
		}
		await setShardState(database, { objectId, shard }, 'STORED');
		await map.outbox.remove(key);
	}
}

/** True if the file map says that the shard is in its bucket. */
async function isInItsBucket(database: Database, key: string): Promise<boolean> {
	const parsed = parseShardKey(key);
	if (parsed === undefined) return false;
	const shards = await shardsOf(database, parsed.objectId);
	return shards.some(({ shard, state }) => shard === parsed.shard && state === 'STORED');
}
