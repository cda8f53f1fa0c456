/**
 * Says of stored files when the first of their shards is away, and when the last is back. Contents of
 * other products lie in objects as well; what becomes of their shards is told by metrics alone.
 */
import { sql } from 'kysely';
import { events, type EventType } from '../../api/events/events';
import { isPostgres } from '../../server/database/database';
import type { Transaction } from '../database/database';

/** Adds an event of the files that one object holds, with how many shards are away now. */
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

/** Shards of one bucket, of the objects behind one up to another. */
export interface LostShards {
	readonly bucket: string;
	readonly after: string;
	readonly last: string;
}

/** Before shards of a bucket are lost: adds an event of every file that is whole and has one there. */
export async function tellLostShards(transaction: Transaction, lost: LostShards): Promise<void> {
	await tell(transaction, 'storage.degraded', lost);
}

type Which = { readonly objectId: string } | LostShards;

async function tell(transaction: Transaction, type: EventType, which: Which): Promise<void> {
	const missing =
		'bucket' in which
			? sql`1`
			: sql`(select count(*) from storage_shards
				where object_id = files.object_id and state <> 'STORED')`;
	await sql`
		insert into event_arrivals
			(id, type, version, owner, subject, data, occurred_at)
		select ${freshId(transaction)}, ${type}, ${sql.lit(events[type].version)},
			files.organisation_id, files.id, ${data(transaction, missing)}, ${now(transaction)}
		from stored_files as files where ${condition(which)} order by files.sequence`.execute(
		transaction,
	);
}

function condition(which: Which) {
	if ('objectId' in which) return sql`files.object_id = ${which.objectId}`;
	const shards = sql`select 1 from storage_shards where object_id = files.object_id`;
	return sql`files.object_id > ${which.after} and files.object_id <= ${which.last}
		and exists (${shards} and bucket = ${which.bucket} and state = 'STORED')
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
