/**
 * An object between its upload and the transaction that stores it. Nothing is durable and no row exists
 * until a caller wants to keep it; then its row is STAGED until the caller's transaction attaches it. So
 * whatever a crash leaves is removed by the next start, or by another process on the same database.
 *
 *   1. drafts written in the buckets          removed by the next start
 *   2. row STAGED                             swept
 *   3. shards published, fsync and rename     swept, shards first
 *   4. shards of failed buckets to the outbox swept, shards first
 *   5. caller's transaction: STORED           kept
 */
import type { Database, Transaction } from '../database/database';
import { BucketFault } from './buckets/bucket';
import { shardKey } from './code/layout';
import { readObject } from './shards/object-reader';
import {
	assertWritable,
	discardDraft,
	type DraftedShard,
	type ObjectWriter,
} from './shards/object-writer';
import { attachObject, insertStaged, type NewObject, type ShardRecord } from './object-rows';
import { openDraft } from './buckets/patient-draft';
import type { Claim, Quota } from './quota';
import type { ShardMap } from './shard-map';
import { restoreShard } from './shards/shard-restorer';
import type { StorageSettings } from './buckets/settings';
import type { ShardSource, StoredObject } from './shards/stored-object';

/** A file of a request of which only size and hash were computed. */
export interface MeasuredFile {
	/** Plain bytes. */
	readonly sizeBytes: number;
	/** BLAKE2b-256 of the plain bytes, lower-case hex. */
	readonly hash: string;
	/** Closes file descriptors until it is read or made durable. */
	rest(): Promise<void>;
	/** Removes it; does nothing once an attaching transaction has committed. */
	discard(): Promise<void>;
}

/** A file of a request with its bytes. */
export interface ReadableFile extends MeasuredFile {
	/** Reads the plain bytes; may be called repeatedly, before and after it is durable. */
	read(): AsyncIterable<Uint8Array>;
}

/** An upload in the store, not yet kept. */
export interface StagedObject extends ReadableFile {
	/** 24 lower-case hex characters. */
	readonly id: string;
	/** Bytes of all shards together. */
	readonly storedSizeBytes: number;
	/**
	 * Makes every shard durable in its bucket or in the outbox. Throws `TooFewBuckets` or
	 * `QuotaExceeded`, with nothing left behind.
	 */
	makeDurable(): Promise<void>;
	/** Keeps it in the caller's transaction; it must be durable. */
	attach(transaction: Transaction): Promise<void>;
}

export interface StagedParts {
	readonly database: Database;
	readonly map: ShardMap;
	readonly settings: StorageSettings;
	readonly writer: ObjectWriter;
	readonly record: NewObject;
	readonly object: StoredObject;
	readonly bucketsNeeded: number;
	/** Quota claim while no row counts its bytes. */
	readonly claim: Claim;
	readonly quota: Quota;
	/** Removes shards and row, now or when its buckets answer. */
	readonly sweep: (id: string) => Promise<void>;
	/** Called with the fault if it cannot become durable. */
	readonly onShortage: (fault: unknown) => void;
}

export class Staged implements StagedObject {
	readonly id: string;
	readonly sizeBytes: number;
	readonly storedSizeBytes: number;
	readonly hash: string;
	private durable: Promise<readonly ShardRecord[]> | undefined;

	constructor(private readonly parts: StagedParts) {
		this.id = parts.record.id;
		this.sizeBytes = parts.record.sizeBytes;
		this.storedSizeBytes = parts.record.storedSizeBytes;
		this.hash = parts.record.hash;
	}

	async *read(): AsyncIterable<Uint8Array> {
		const { settings, object } = this.parts;
		const sources = await this.sources();
		yield* await readObject({ ...settings, object, sources, onFault: () => undefined });
	}

	async rest(): Promise<void> {
		if (this.durable === undefined) await this.parts.writer.rest();
	}

	async makeDurable(): Promise<void> {
		this.durable ??= this.publishAll();
		try {
			await this.durable;
		} catch (error) {
			this.parts.onShortage(error);
			await this.discard();
			throw error;
		}
	}

	async attach(transaction: Transaction): Promise<void> {
		if (this.durable === undefined) throw new Error(`object ${this.id} is not durable yet`);
		await attachObject(transaction, this.parts.record, await this.durable);
	}

	async discard(): Promise<void> {
		this.parts.claim.release();
		await this.parts.writer.discard();
		if (this.durable !== undefined) await this.parts.sweep(this.id);
	}

	private async sources(): Promise<readonly ShardSource[]> {
		if (this.durable !== undefined) {
			return this.parts.map.sources(this.id, await this.durable);
		}
		return this.parts.writer.shards.flatMap(({ shard, bucket, draft }) =>
			draft === undefined
				? []
				: [{ shard, bucket: bucket.name, doubtful: false, open: () => Promise.resolve(draft) }],
		);
	}

	private async publishAll(): Promise<readonly ShardRecord[]> {
		const { database, record, writer, bucketsNeeded, claim, quota } = this.parts;
		if (record.sizeBytes === 0) throw new Error('an empty object cannot be made durable');
		const isCounted = await insertStaged(database, record, quota.bytesMax);
		if (!isCounted) throw await quota.exceeded(record.ownerId);
		claim.release();
		await Promise.all(writer.shards.map((shard) => this.publish(shard)));
		assertWritable(writer.shards, bucketsNeeded);
		const records = writer.shards.map(({ shard, bucket, fault }): ShardRecord => {
			return { shard, bucket: bucket.name, state: fault === undefined ? 'STORED' : 'OUTBOX' };
		});
		for (const { shard, state } of records) {
			if (state === 'OUTBOX') await this.putInOutbox(shard, records);
		}
		return records;
	}

	private async publish(shard: DraftedShard): Promise<void> {
		if (shard.draft === undefined) return;
		try {
			await shard.draft.publish();
			shard.draft = undefined;
		} catch (error) {
			if (!(error instanceof BucketFault)) throw error;
			shard.fault = error;
			await discardDraft(shard);
		}
	}

	/** Rebuilds the shard of a failed bucket from the durable ones, into the outbox. */
	private async putInOutbox(shard: number, records: readonly ShardRecord[]): Promise<void> {
		const { map, settings, object } = this.parts;
		const durable = records.filter(({ state }) => state === 'STORED');
		const draft = await openDraft(map.outbox, shardKey(this.id, shard), settings.timeoutMs);
		try {
			await restoreShard(
				{
					...settings,
					object,
					shard,
					sources: map.sources(this.id, durable),
					onFault: () => undefined,
				},
				draft,
			);
			await draft.publish();
		} catch (error) {
			await draft.discard();
			throw error;
		}
	}
}
