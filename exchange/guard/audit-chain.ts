/**
 * The audit log as a chain of hashes: each row has the SHA-256 of its content and of the hash before
 * it, so that a row that was changed, removed, inserted or moved no longer fits. Rows are numbered
 * without a gap. docs/operating.md describes the form for other programs.
 *
 * The chain alone cannot show that its newest rows were cut off, nor that all of it was written anew;
 * an end of it that was kept elsewhere can.
 */
import { createHash } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import { isPostgres } from '../../server/database/database';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';

type Row = Insertable<Schema['admin_actions']>;
type Content = Omit<Row, 'number' | 'hash'>;

/** The last act that somebody knows of; it stands for all before it, too. */
export interface ChainEnd {
	readonly number: number;
	readonly hash: string;
}

/** The end of a log without acts. */
export const emptyChain: ChainEnd = { number: 0, hash: '0'.repeat(64) };

/** The form is fixed: whole numbers as JSON numbers, a missing value as null. */
export function hashOf(previous: string, row: Omit<Row, 'hash'>): string {
	const { number, at, actor_kind, actor_id, actor_name, action, subject, details, reason } = row;
	const cells = [actor_kind, actor_id, actor_name, action, subject, details, reason];
	const text = JSON.stringify([previous, Number(number), Number(at), ...cells]);
	return createHash('sha256').update(text).digest('hex');
}

/** Adds a row behind the newest one; nobody else adds one until the transaction ends. */
export async function append(transaction: Database, content: Content): Promise<void> {
	// SQLite has one writer at a time.
	if (isPostgres(transaction)) {
		await sql`lock table admin_actions in share row exclusive mode`.execute(transaction);
	}
	const end = await readEnd(transaction);
	const row = { ...content, number: end.number + 1 };
	const hash = hashOf(end.hash, row);
	await transaction
		.insertInto('admin_actions')
		.values({ ...row, hash })
		.execute();
}

async function readEnd(transaction: Database): Promise<ChainEnd> {
	const row = await transaction
		.selectFrom('admin_actions')
		.select(['number', 'hash'])
		.orderBy('number', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row === undefined ? emptyChain : { number: Number(row.number), hash: row.hash };
}

export interface ChainProof {
	readonly end: ChainEnd;
	readonly faults: readonly string[];
}

const rowsAtOnce = 1_000;

/** Checks every row, and that the log still holds what is known of it from elsewhere. */
export async function proveChain(
	snapshot: Database,
	knownEnds: readonly ChainEnd[],
): Promise<ChainProof> {
	const faults: string[] = [];
	const known = new Map(knownEnds.map(({ number, hash }) => [number, hash]));
	let end = emptyChain;
	for (;;) {
		const rows = await snapshot
			.selectFrom('admin_actions')
			.selectAll()
			.where('number', '>', BigInt(end.number))
			.orderBy('number')
			.limit(rowsAtOnce)
			.execute();
		for (const row of rows) {
			const number = Number(row.number);
			if (number !== end.number + 1) faults.push(missing(end.number + 1, number - 1));
			else if (row.hash !== hashOf(end.hash, row)) {
				faults.push(`admin_actions ${number}: its hash is not that of the row and the one before`);
			}
			end = { number, hash: row.hash };
			const other = known.get(number) ?? row.hash;
			if (other !== row.hash) {
				faults.push(`admin_actions ${number}: its hash is ${row.hash}, and is known as ${other}`);
			}
		}
		if (rows.length < rowsAtOnce) break;
	}
	const last = Math.max(0, ...known.keys());
	if (end.number < last) faults.push(missing(end.number + 1, last));
	return { end, faults };
}

function missing(first: number, last: number): string {
	return first === last
		? `admin_actions ${first} is not there`
		: `admin_actions ${first} to ${last} are not there`;
}
