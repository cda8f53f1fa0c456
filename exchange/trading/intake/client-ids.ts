/**
 * Client order ids of archived orders and lists. An id is never accepted twice, so each leaves an
 * 8-byte hash of account and id. The chance that a new id collides with one of five million is
 * below one in 10^12; then the order is refused, not lost.
 */
import { createHash } from 'node:crypto';
import { insertRows, numberList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';

export interface OwnId {
	/** Orders and lists have separate ids. */
	readonly of: 'order' | 'list';
	readonly accountId: string;
	readonly clientId: string;
}

function hashOf({ of, accountId, clientId }: OwnId): bigint {
	return createHash('sha256').update(`${of} ${accountId} ${clientId}`).digest().readBigInt64BE();
}

const newId = {
	table: 'archived_ids',
	columns: ['hash'],
	ending: 'on conflict do nothing',
} as const;

export function keepIds(transaction: Database, ids: readonly OwnId[]): Promise<void> {
	return insertRows(
		transaction,
		newId,
		ids.map((id) => [hashOf(id)]),
	);
}

/** Returns those of the ids that an archived order or list has. */
export async function archivedAmong(
	transaction: Database,
	ids: readonly OwnId[],
): Promise<readonly OwnId[]> {
	if (ids.length === 0) return [];
	const rows = await transaction
		.selectFrom('archived_ids')
		.select('hash')
		.where('hash', 'in', numberList(transaction, ids.map(hashOf)))
		.execute();
	const found = new Set(rows.map(({ hash }) => hash));
	return ids.filter((id) => found.has(hashOf(id)));
}
