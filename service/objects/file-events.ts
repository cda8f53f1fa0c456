/**
 * Events of stored files: `storage.degraded` when the first shard is away, `storage.repaired` when
 * the last is back. Objects of other products have no such events, only metrics.
 */
import { sql } from 'kysely';
import { events, type EventType } from '../../api/events/events';
import { isPostgres } from '../../server/database/database';
import type { Transaction } from '../database/database';

/** Adds the event of an object's files, if its state changed. */
export async function tellShards(
	transaction: Transaction,
	objectId: string,
	{ awayBefore }: { readonly awayBefore: number },
): Promise<void> {
	const away = await countAway(transaction, objectId);
	if (awayBefore === 0 && away > 0) await tell(transaction, 'storage.degraded', { objectId });
	if (awayBefore > 0 && away === 0) await tell(transaction, 'storage.repaired', { objectId });
}

export async function countAway(transaction: Transaction, objectId: string): Promise<number> {
	const row = await transaction
		.selectFrom('storage_shards')
		.select((column) => column.fn.countAll<number | string>().as('count'))
		.where('object_id', '=', objectId)
		.where('state', '!=', 'STORED')
		.executeTakeFirstOrThrow();
	return Number(row.count);
}

/** Shards of one bucket, of the objects after `after` up to `last`. */
export interface LostShards {
	readonly bucket: string;
	readonly after: string;
	readonly last: string;
}

/**
 * Called before shards of a bucket are marked as lost: adds an event for every complete file with
 * a shard there.
 */
export async function tellLostShards(transaction: Transaction, lost: LostShards): Promise<void> {
	await tell(transaction, 'storage.degraded', lost);
}

type FileFilter = { readonly objectId: string } | LostShards;

async function tell(transaction: Transaction, type: EventType, filter: FileFilter): Promise<void> {
	const missing =
		'bucket' in filter
			? sql`1`
			: sql`(select count(*) from storage_shards
				where object_id = files.object_id and state <> 'STORED')`;
	await sql`
		insert into event_arrivals
			(id, type, version, owner, subject, data, occurred_at)
		select ${freshId(transaction)}, ${type}, ${sql.lit(events[type].version)},
			files.organisation_id, files.id, ${data(transaction, missing)}, ${now(transaction)}
		from stored_files as files where ${condition(filter)} order by files.sequence`.execute(
		transaction,
	);
}

function condition(filter: FileFilter) {
	if ('objectId' in filter) return sql`files.object_id = ${filter.objectId}`;
	const shards = sql`select 1 from storage_shards where object_id = files.object_id`;
	return sql`files.object_id > ${filter.after} and files.object_id <= ${filter.last}
		and exists (${shards} and bucket = ${filter.bucket} and state = 'STORED')
		and not exists (${shards} and state <> 'STORED')`;
}

function freshId(transaction: Transaction) {
	return isPostgres(transaction)
		? sql`substr(md5(random()::text || clock_timestamp()::text || files.id), 1, 24)`
		: sql`lower(hex(randomblob(12)))`;
}

function now(transaction: Transaction) {
	return isPostgres(transaction)
		? sql`to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
		: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
}

function data(transaction: Transaction, missing: ReturnType<typeof sql>) {
	const fields = sql`'fileId', files.id, 'fileName', files.file_name, 'missingShards', ${missing}`;
	return isPostgres(transaction)
		? sql`json_build_object(${fields})::text`
		: sql`json_object(${fields})`;
}
