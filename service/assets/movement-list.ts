/** What was moved, in its order: of one asset or of a product, all of it or what a user took part in. */
import type { Database } from '../database/database';
import { readList } from '../database/list-reading';
import { entryColumns, statusOf, type EntryOfRecord } from '../log/record-kind';
import { recordStatus } from '../log/record-status';
import type { ListRange } from '../operations/list-range';
import { movementRecord, wholeAmount, type MovementRow } from './asset-entries';
import type { Movement } from './assets';
import { assetsById, type KnownAsset } from './register';

export interface MovementFilter {
	readonly productId: string;
	readonly assetId?: string;
	/** Gave or received. */
	readonly partyId?: string;
	/** Only what was recorded before this moment, ISO 8601 in UTC. */
	readonly before?: string;
}

export function listMovements(
	database: Database,
	filter: MovementFilter,
	range: ListRange,
): Promise<readonly Movement[]> {
	const query = filtered(storedMovements(database), filter);
	return readList(query, { by: 'movement.sequence' }, range, async (rows) => {
		const assets = await assetsById(database, new Set(rows.map(({ asset_id }) => asset_id)));
		return rows.map((row) => movementOf(row, assets.get(row.asset_id)));
	});
}

type Movements = ReturnType<typeof storedMovements>;

function filtered(query: Movements, { productId, assetId, partyId, before }: MovementFilter) {
	let narrowed =
		assetId === undefined
			? query.where('movement.product_id', '=', productId)
			: query.where('movement.asset_id', '=', assetId);
	if (before !== undefined) narrowed = narrowed.where('movement.created_at', '<', before);
	if (partyId === undefined) return narrowed;
	return narrowed.where((where) =>
		where.or([
			where('movement.recipient_id', '=', partyId),
			where('movement.sender_id', '=', partyId),
		]),
	);
}

function storedMovements(database: Database) {
	return database
		.selectFrom('asset_transactions as movement')
		.innerJoin('log_entries', 'log_entries.sequence', 'movement.log_sequence')
		.innerJoin('users as recipient', 'recipient.id', 'movement.recipient_id')
		.leftJoin('users as sender', 'sender.id', 'movement.sender_id')
		.leftJoin('users as issuer', 'issuer.id', 'movement.issuer_id')
		.select([
			'movement.id',
			'movement.asset_id',
			'movement.batch_id',
			'movement.sender_id',
			'movement.issuer_id',
			'movement.recipient_id',
			'movement.amount',
			'movement.created_at',
			'recipient.email as recipient_email',
			'sender.email as sender_email',
			'issuer.email as issuer_email',
		])
		.select(entryColumns);
}

function movementOf(row: MovementRow & EntryOfRecord, asset: KnownAsset | undefined): Movement {
	if (asset === undefined) throw new Error('a movement refers to its asset');
	return {
		id: row.id,
		assetId: asset.id,
		assetName: asset.name,
		batchId: row.batch_id,
		amount: wholeAmount(row.amount),
		senderEmail: row.sender_email ?? row.issuer_email ?? '',
		recipientEmail: row.recipient_email,
		createdAt: row.created_at,
		// Its reply shows the name of the asset, too.
		blockchainStatus: recordStatus([asset.blockchainStatus, statusOf(movementRecord, row)]),
	};
}
