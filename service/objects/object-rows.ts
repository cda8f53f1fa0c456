/**
 * Database rows of objects. An object's row exists before its first shard is visible in a bucket, and
 * becomes STORED only in the transaction that also writes the rows referring to it.
 *
 *   object   entered by                             left by
 *   STAGED   make durable, before any shard         attach -> STORED; sweep: shards and row removed
 *   STORED   attach, with the caller's own rows     detach -> STAGED, to be swept; counts to no quota
 *
 *   shard    entered by                             left by
 *   STORED   attach; mend, when it is in its bucket read or scrub finds it wrong -> MISSING
 *   OUTBOX   attach, its bucket failed the write    mend -> STORED
 *   MISSING  read, scrub, a bucket that is empty    mend -> STORED
 */
import { present } from '../../server/at';
import { forUpdate } from '../../server/database/locks';
import type { Database, Transaction } from '../database/database';
import { countAway, tellShards } from './file-events';
import type { WrappedKey } from './keys/key-ring';
import type { Scheme } from './code/layout';
import { countBytes, uncountBytes } from './usage-rows';

export type ShardState = 'STORED' | 'OUTBOX' | 'MISSING';

export interface ShardRecord {
	readonly shard: number;
	readonly bucket: string;
	readonly state: ShardState;
}

export interface ObjectRecord {
	readonly id: string;
	readonly scheme: Scheme;
	readonly sizeBytes: number;
	readonly hash: string;
	readonly key: WrappedKey;
	/** Bucket of each shard, in order. */
	readonly bucketNames: readonly string[];
}

export interface NewObject extends ObjectRecord {
	/** Process that is uploading it. */
	readonly processId: string;
	/** Organisation whose quota it counts to. */
	readonly ownerId: string;
	/** Size of all its shards. */
	readonly storedSizeBytes: number;
	readonly createdAt: string;
}

/** Inserts a STAGED row; returns false, and writes nothing, if the owner's quota is exceeded. */
export async function insertStaged(
	database: Database,
	object: NewObject,
	quotaBytes: number | undefined,
): Promise<boolean> {
	return database.transaction().execute(async (transaction) => {
		const { ownerId, storedSizeBytes } = object;
		const isCounted = await countBytes(transaction, { ownerId, storedSizeBytes, quotaBytes });
		if (isCounted) await insertObject(transaction, object);
		return isCounted;
	});
}

async function insertObject(transaction: Transaction, object: NewObject): Promise<void> {
	await transaction
		.insertInto('storage_objects')
		.values({
			id: object.id,
			state: 'STAGED',
			data_shards: object.scheme.dataShards,
			parity_shards: object.scheme.parityShards,
			block_size_bytes: object.scheme.blockSizeBytes,
			bucket_names: JSON.stringify(object.bucketNames),
			size_bytes: object.sizeBytes,
			hash: object.hash,
			master_key_id: object.key.masterKeyId,
			wrapped_key: object.key.wrapped,
			process_id: object.processId,
			owner_id: object.ownerId,
			stored_size_bytes: object.storedSizeBytes,
			created_at: object.createdAt,
		})
		.execute();
}

/** Sets STAGED to STORED and inserts its shards; throws unless this process staged it. */
export async function attachObject(
	transaction: Transaction,
	{ id, processId }: Pick<NewObject, 'id' | 'processId'>,
	shards: readonly ShardRecord[],
): Promise<void> {
	const { numUpdatedRows } = await transaction
		.updateTable('storage_objects')
		.set({ state: 'STORED', process_id: null })
		.where('id', '=', id)
		.where('state', '=', 'STAGED')
		.where('process_id', '=', processId)
		.executeTakeFirst();
	if (numUpdatedRows !== 1n) throw new Error(`object ${id} is not staged`);
	await transaction
		.insertInto('storage_shards')
		.values(shards.map((shard) => ({ object_id: id, ...shard })))
		.execute();
}

/**
 * Sets STORED to STAGED by this process, which then sweeps it; if it dies, another process does. The
 * owner's quota is free at once, also while buckets with shards are away.
 */
export async function detachObject(
	transaction: Transaction,
	{ id, processId, createdAt }: Pick<NewObject, 'id' | 'processId' | 'createdAt'>,
): Promise<void> {
	const stored = transaction
		.selectFrom('storage_objects')
		.select(['owner_id', 'stored_size_bytes'])
		.where('id', '=', id)
		.where('state', '=', 'STORED');
	const counted = await forUpdate(transaction, stored).executeTakeFirst();
	if (counted === undefined) return;
	await transaction.deleteFrom('storage_shards').where('object_id', '=', id).execute();
	await transaction
		.updateTable('storage_objects')
		.set({ state: 'STAGED', process_id: processId, created_at: createdAt, stored_size_bytes: 0 })
		.where('id', '=', id)
		.execute();
	await uncountBytes(transaction, counted.owner_id, counted.stored_size_bytes);
}

type ObjectRow = Awaited<ReturnType<typeof selectObject>>;

function selectObject(database: Database, id: string) {
	return database.selectFrom('storage_objects').selectAll().where('id', '=', id).executeTakeFirst();
}

function objectRecord(row: NonNullable<ObjectRow>): ObjectRecord {
	return {
		id: row.id,
		scheme: {
			dataShards: row.data_shards,
			parityShards: row.parity_shards,
			blockSizeBytes: row.block_size_bytes,
		},
		sizeBytes: Number(row.size_bytes),
		hash: row.hash,
		key: { masterKeyId: row.master_key_id, wrapped: row.wrapped_key },
		bucketNames: JSON.parse(row.bucket_names) as string[],
	};
}

/** An object in either state, or undefined. */
export async function findObject(
	database: Database,
	id: string,
): Promise<{ readonly state: string; readonly object: ObjectRecord } | undefined> {
	const row = await selectObject(database, id);
	return row === undefined ? undefined : { state: row.state, object: objectRecord(row) };
}

/** The shards of a stored object, in order. */
export async function shardsOf(database: Database, id: string): Promise<readonly ShardRecord[]> {
	const rows = await database
		.selectFrom('storage_shards')
		.select(['shard', 'bucket', 'state'])
		.where('object_id', '=', id)
		.orderBy('shard')
		.execute();
	return rows.map((row) => ({ ...row, state: row.state as ShardState }));
}

/** Ids of stored objects after `id`, in order. */
export async function storedAfter(
	database: Database,
	id: string,
	limit: number,
): Promise<readonly string[]> {
	const rows = await database
		.selectFrom('storage_objects')
		.select('id')
		.where('state', '=', 'STORED')
		.where('id', '>', id)
		.orderBy('id')
		.limit(limit)
		.execute();
	return rows.map((row) => row.id);
}

export interface LeftObject extends Pick<NewObject, 'id' | 'processId' | 'createdAt'> {
	/** It was stored and then removed, and is never stored again. */
	readonly isDetached: boolean;
}

/** All staged objects, with their processes. */
export async function stagedObjects(database: Database): Promise<readonly LeftObject[]> {
	const rows = await database
		.selectFrom('storage_objects')
		.select(['id', 'process_id', 'created_at', 'stored_size_bytes'])
		.where('state', '=', 'STAGED')
		.execute();
	return rows.map(({ id, process_id: processId, created_at: createdAt, ...row }) => ({
		id,
		processId: present(processId, 'the process of a staged object'),
		createdAt,
		isDetached: Number(row.stored_size_bytes) === 0,
	}));
}

/** Takes over a staged object to sweep it; from now on no other process can attach it. */
export async function takeStaged(
	database: Database,
	{ id, processId }: { readonly id: string; readonly processId: string },
): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable('storage_objects')
		.set({ process_id: processId })
		.where('id', '=', id)
		.where('state', '=', 'STAGED')
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Deletes a staged object and returns its bytes to the owner's quota; a stored object stays. */
export async function deleteStaged(database: Database, id: string): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		const deleted = await transaction
			.deleteFrom('storage_objects')
			.where('id', '=', id)
			.where('state', '=', 'STAGED')
			.returning(['owner_id', 'stored_size_bytes'])
			.executeTakeFirst();
		if (deleted === undefined) return;
		await uncountBytes(transaction, deleted.owner_id, deleted.stored_size_bytes);
	});
}

export async function setShardState(
	database: Database,
	place: { readonly objectId: string; readonly shard: number },
	state: ShardState,
): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		const object = transaction
			.selectFrom('storage_objects')
			.select('id')
			.where('id', '=', place.objectId);
		// Locks the object, so that of two concurrent repairs one sees that it is the last.
		await forUpdate(transaction, object).execute();
		const awayBefore = await countAway(transaction, place.objectId);
		await transaction
			.updateTable('storage_shards')
			.set({ state })
			.where('object_id', '=', place.objectId)
			.where('shard', '=', place.shard)
			.execute();
		await tellShards(transaction, place.objectId, { awayBefore });
	});
}

/** Shards that are not in their buckets, ordered by object. */
export async function shardsToMend(
	database: Database,
): Promise<readonly (ShardRecord & { readonly objectId: string })[]> {
	const rows = await database
		.selectFrom('storage_shards')
		.select(['object_id', 'shard', 'bucket', 'state'])
		.where('state', 'in', ['OUTBOX', 'MISSING'])
		.orderBy('object_id')
		.orderBy('shard')
		.execute();
	return rows.map(({ object_id: objectId, state, ...row }) => ({
		objectId,
		...row,
		state: state as ShardState,
	}));
}

/** Buckets that lack a shard. */
export async function incompleteBuckets(database: Database): Promise<ReadonlySet<string>> {
	const rows = await database
		.selectFrom('storage_shards')
		.select('bucket')
		.distinct()
		.where('state', 'in', ['OUTBOX', 'MISSING'])
		.execute();
	return new Set(rows.map(({ bucket }) => bucket));
}
