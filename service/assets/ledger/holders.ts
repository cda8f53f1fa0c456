import type { Model } from '../../../api/types';
import type { Database } from '../../database/database';
import { readList } from '../../database/list-reading';
import type { AreaHandlers } from '../../operations/handler';
import { listRange, type ListRange } from '../../operations/list-range';
import { isAsMoved, wholeAmount, type BalanceRow } from '../register/entries';
import type { AssetRegister } from '../register/register';

type Holder = Model<'AssetHolder'>;

export function holderHandlers(
	database: Database,
	register: AssetRegister,
): Pick<AreaHandlers<'tracker'>, 'listHolders'> {
	return {
		async listHolders(_context, input) {
			const { productId, assetId } = input;
			await register.find({ productId, assetId, kind: 'single' });
			return listHolders(database, assetId, listRange(input));
		},
	};
}

/** Holders in the order in which they first held the asset, without zero balances. */
function listHolders(
	database: Database,
	assetId: string,
	range: ListRange,
): Promise<readonly Holder[]> {
	const query = database
		.selectFrom('asset_balances as held')
		.leftJoin('users', 'users.id', 'held.account_id')
		.leftJoin('entities', 'entities.id', 'held.account_id')
		.leftJoin('users as owner', 'owner.id', 'entities.owner_id')
		.select(['held.asset_id', 'held.account_id', 'held.amount', 'held.amount_hash'])
		.select(['users.email', 'entities.name', 'owner.email as owner_email'])
		.where('held.asset_id', '=', assetId)
		// What was burned is the asset's own.
		.where('held.account_id', '<>', assetId)
		.where((where) =>
			where.or([where('held.amount', '<>', '0'), where('held.amount_hash', '<>', '')]),
		);
	return readList(query, { by: 'held.sequence' }, range, (rows) => rows.map(holderOf));
}

interface HolderRow extends BalanceRow {
	readonly email: string | null;
	readonly name: string | null;
	readonly owner_email: string | null;
}

function holderOf(row: HolderRow): Holder {
	return {
		id: row.account_id,
		displayName: row.email ?? row.name ?? '',
		...(row.owner_email !== null && { ownerDisplayName: row.owner_email }),
		amount: wholeAmount(row.amount),
		...(!isAsMoved(row) && { blockchainStatus: 'Corrupted' }),
	};
}
