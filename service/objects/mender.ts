/**
 * Brings every shard to its bucket that is not there: those in the outbox are delivered, missing
 * ones are rebuilt from the others, those of a bucket that came back empty among them. One pass
 * works at a time; a shard whose bucket is still down waits for the next. What is done twice after a
 * crash is done to the same end.
 */
import type { ProcessSession } from '../../server/database/process-session';
import type { Database } from '../database/database';
import { BucketFault } from './buckets/bucket';
import type { StorageLog } from './open-buckets';
import { withinPatience } from './buckets/deadline';
import { parseShardKey, shardKey } from './code/layout';
import { takeInEmptied } from './emptied-buckets';
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

type Waiting = Awaited<ReturnType<typeof shardsToMend>>[number];

export interface MendReport {
	readonly mended: number;
	/** Shards that still are not in their buckets, each with the reason. */
	readonly waiting: readonly { readonly key: string; readonly reason: string }[];
}

export class Mender {
	private running: Promise<MendReport> = Promise.resolve({ mended: 0, waiting: [] });
	/** The pass that follows the one under way; it serves all who ask meanwhile. */
	private next: Promise<MendReport> | undefined;
	private closed = false;

	constructor(private readonly parts: MenderParts) {}

	/** A pass over everything that waits, after the one under way. */
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

	/** Has what waits mended soon; a fault of ours is logged, and met again in the next pass. */
	wake(): void {
		this.mend().catch((fault: unknown) => {
			this.parts.log.error({ err: fault }, 'mending shards met a fault');
		});
	}

	/** Ends after the shard under way. */
	async close(): Promise<void> {
		this.closed = true;
		await this.running.catch(() => undefined);
	}

	/** One process mends at a time; what the others left waiting it brings to its buckets as well. */
	private async passInTurn(): Promise<MendReport> {
		const done = await this.parts.session.tryTurn('mend', () => this.pass());
		await this.clearOutbox();
		return done ?? { mended: 0, waiting: [] };
	}

	/**
	 * Removes from the outbox of this process what another one has brought to its bucket. What no file
	 * map knows stays: it may be of a file newer than a database that was restored.
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
		await takeInEmptied(this.parts);
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

	/** Why the shard still waits, or nothing when it is in its bucket now. */
	private async attempt(shard: Waiting, down: Map<string, string>): Promise<string | undefined> {
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

	private async deliver({ objectId, shard, bucket: name }: Waiting): Promise<void> {
		const { database, map, settings } = this.parts;
		const bucket = map.bucket(name);
		const key = shardKey(objectId, shard);
		await withinPatience({ bucket: name, timeoutMs: settings.timeoutMs }, bucket.check());
		const found = await findObject(database, objectId);
		// Somebody forgot it meanwhile.
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

/** Whether the file map says so. */
async function isInItsBucket(database: Database, key: string): Promise<boolean> {
	const parsed = parseShardKey(key);
	if (parsed === undefined) return false;
	const shards = await shardsOf(database, parsed.objectId);
	return shards.some(({ shard, state }) => shard === parsed.shard && state === 'STORED');
}
