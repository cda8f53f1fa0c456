/**
 * The ids that clients gave to orders and lists which are in the archive now. An id is never taken
 * twice, so each leaves eight bytes of a hash behind, over the account and the id: that a new id
 * meets one of five million by chance is less likely than one in 10^12, and then the order is
 * refused and not lost.
 */
import { createHash } from 'node:crypto';
import { insertRows, numberList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';

export interface OwnId {
	/** Orders and lists are named apart. */
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

/** Those of the ids that something in the archive has. */
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
