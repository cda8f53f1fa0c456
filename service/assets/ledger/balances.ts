/** Amounts are whole numbers of any size, stored as decimal text. */
import type { Database } from '../../database/database';
import { readList } from '../../database/list-reading';
import { entryColumns, statusOf } from '../../log/record-kind';
import type { ListRange } from '../../operations/list-range';
import { assetColumns, assetRecord, isAsMoved, wholeAmount } from '../register/entries';

export interface Balance {
	readonly asset: { readonly id: string; readonly name: string; readonly kind: string };
	readonly amount: bigint;
	/** The balance or its asset was edited: it differs from movements or log. */
	readonly isCorrupted: boolean;
}

/** The balances of an account in a product, the asset first held first, without zero balances. */
export async function listBalances(
	database: Database,
	{ productId, accountId }: { readonly productId: string; readonly accountId: string },
	range: ListRange,
): Promise<readonly Balance[]> {
	const query = database
		.selectFrom('asset_balances as held')
		.innerJoin('assets', 'assets.id', 'held.asset_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'assets.log_sequence')
		.select(['held.asset_id', 'held.account_id', 'held.amount', 'held.amount_hash'])
		.select(assetColumns)
		.select(entryColumns)
		.where('assets.product_id', '=', productId)
		.where('held.account_id', '=', accountId)
		.where((where) =>
			where.or([where('held.amount', '<>', '0'), where('held.amount_hash', '<>', '')]),
		);
	return readList(query, { by: 'held.sequence' }, range, (rows) =>
		rows.map((row) => ({
			asset: { id: row.id, name: row.name, kind: row.kind },
			amount: wholeAmount(row.amount),
			isCorrupted: !isAsMoved(row) || statusOf(assetRecord, row) === 'Corrupted',
		})),
	);
}
