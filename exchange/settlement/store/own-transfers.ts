/** The deposits and payouts of one account, as its trader reads them. */
import { sql } from 'kysely';
import type { Database } from '../../database/database';
import type { IntentKind } from '../state/call';
import { readIntent, type StoredIntent } from './intents';

/** Whose transfers, and of which kind. */
export interface TransferOwner {
	readonly accountId: string;
	readonly kind: IntentKind;
}

export interface TransferPage {
	readonly limit: number;
	readonly offset: number;
	/** Newer ones are left out. */
	readonly from?: StoredIntent | undefined;
	/** When they were asked for, in milliseconds since 1970; both ends count. */
	readonly startTime?: number | undefined;
	readonly endTime?: number | undefined;
}

/** Transfers of the account of one kind, the newest first. */
export async function readTransfers(
	database: Database,
	{ accountId, kind }: TransferOwner,
	{ limit, offset, from, startTime, endTime }: TransferPage,
): Promise<StoredIntent[]> {
	let query = database
		.selectFrom('intents')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('kind', '=', kind);
	if (startTime !== undefined) query = query.where('created_at', '>=', BigInt(startTime));
	if (endTime !== undefined) query = query.where('created_at', '<=', BigInt(endTime));
	if (from !== undefined) {
		const place = sql`(${BigInt(from.createdAt)}, ${BigInt(from.number)})`;
		query = query.where(sql<boolean>`(created_at, number) <= ${place}`);
	}
	const rows = await query
		.orderBy('created_at', 'desc')
		.orderBy('number', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	return rows.map(readIntent);
}

/** One transfer of the account, by its id. */
export async function findTransfer(
	database: Database,
	key: TransferOwner & { readonly id: string },
): Promise<StoredIntent | undefined> {
	const row = await database
		.selectFrom('intents')
		.selectAll()
		.where('id', '=', key.id)
		.where('account_id', '=', key.accountId)
		.where('kind', '=', key.kind)
		.executeTakeFirst();
	return row === undefined ? undefined : readIntent(row);
}
