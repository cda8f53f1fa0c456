/**
 * Inserts pending entries, many in one statement, each with its own salt, its commitment and its
 * leaf hash.
 */
import { CompiledQuery } from 'kysely';
import { isPostgres } from '../../server/database/database';
import { arraysOf, unnested } from '../../server/database/postgres-arrays';
import type { Transaction } from '../database/database';
import type { Schema } from '../database/schema';
import { commitmentOf, leafHashOf, newSalt } from './leaf';

export interface LogRecord {
	/** Kind of the record: `asset`, `transfer`, `contract`, `file` and so on. */
	readonly kind: string;
	readonly subjectId: string;
	/** The text the entry commits to. */
	readonly payload: string;
	/** Version of its kind's payload. */
	readonly form: number;
}

const table = 'log_entries';
const columns = [
	...(['kind', 'subject_id', 'form', 'status'] as const),
	...(['salt', 'commitment', 'leaf_hash', 'created_at'] as const),
];
const into = `insert into ${table} (${columns.join()})`;
const values = columns.map((_, place) => `value ->> ${place}`).join();
const sqliteInsert = `${into} select ${values} from json_each(?) order by key returning sequence`;

/** Inserts the entries; returns their sequence numbers, in order. */
export async function insertEntries(
	transaction: Transaction,
	records: readonly LogRecord[],
	time: string,
): Promise<readonly number[]> {
	if (records.length === 0) return [];
	const rows = records.map((record) => rowOf(record, time));
	const query = isPostgres(transaction)
		? CompiledQuery.raw(await postgresInsert(transaction), arraysOf(columns, rows))
		: CompiledQuery.raw(sqliteInsert, [JSON.stringify(rows)]);
	const answer = await transaction.executeQuery<{ readonly sequence: number }>(query);
	// Numbers are assigned in the order of the rows, but `returning` guarantees no order.
	return answer.rows.map(({ sequence }) => sequence).sort((one, other) => one - other);
}

async function postgresInsert(transaction: Transaction): Promise<string> {
	const from = await unnested<Schema>(transaction, { table, columns });
	return `${into} select * from ${from} returning sequence`;
}

function rowOf({ kind, subjectId, payload, form }: LogRecord, time: string) {
	const salt = newSalt();
	const commitment = commitmentOf(salt, payload);
	const leafHash = leafHashOf({ commitment, id: subjectId, kind, time });
	return [kind, subjectId, form, 'Unconfirmed', salt, commitment, leafHash, time];
}
