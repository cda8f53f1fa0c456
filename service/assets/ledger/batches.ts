import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { readList } from '../../database/list-reading';
import type { ListRange } from '../../operations/list-range';
import { isHoldingAsMoved, wholeAmount } from '../register/entries';
import { listMovements, type Movement } from './movements';

export interface BatchPlace {
	readonly productId: string;
	readonly assetId: string;
	readonly batchId: string;
}

export interface HeldBatch {
	readonly batchId: string;
	readonly amount: bigint;
	/** ISO 8601 in UTC. */
	readonly issuedAt: string;
	/** The holding was edited: it differs from the movements. */
	readonly isCorrupted: boolean;
}

/** The movements of a batch, each with the amount of that batch only; refuses an unknown batch. */
export async function batchMovements(
	database: Database,
	place: BatchPlace,
	range: ListRange,
): Promise<{ readonly issuedAt: string; readonly movements: readonly Movement[] }> {
	const { batchId, assetId } = place;
	const issue = await database
		.selectFrom('asset_batches')
		.innerJoin('asset_transactions', 'asset_transactions.id', 'asset_batches.id')
		.select('asset_transactions.created_at')
		.where('asset_batches.id', '=', batchId)
		.where('asset_batches.asset_id', '=', assetId)
		.executeTakeFirst();
	if (issue === undefined) throw refuse('Tracker_BatchNotFound', batchId);
	const sequences = await sequencesOf(database, place, range);
	const whole = { offset: 0, limit: sequences.length };
	const movements = await listMovements(database, { ...place, sequences }, whole);
	return { issuedAt: issue.created_at, movements: movements.map((each) => ofBatch(each, batchId)) };
}

/**
 * Sequence numbers of a batch's movements, in order. A query of its own, because the database
 * would otherwise sort all shown columns of a long batch.
 */
async function sequencesOf(
	database: Database,
	{ batchId, assetId }: BatchPlace,
	{ limit, offset }: ListRange,
): Promise<readonly number[]> {
	const rows = await database
		.selectFrom('asset_transaction_batches as line')
		.innerJoin('asset_transactions as movement', 'movement.id', 'line.transaction_id')
		.select('movement.sequence')
		.distinct()
		.where('line.batch_id', '=', batchId)
		.where('movement.asset_id', '=', assetId)
		.orderBy('movement.sequence')
		.offset(offset)
		.limit(limit)
		.execute();
	return rows.map(({ sequence }) => Number(sequence));
}

function ofBatch(movement: Movement, batchId: string): Movement {
	const lines = movement.lines.filter((line) => line.batchId === batchId);
	return { ...movement, lines, amount: lines.reduce((sum, { amount }) => sum + amount, 0n) };
}

/** The batches of an account's balance, in the order in which transfers draw on them. */
export function heldBatches(
	database: Database,
	{ assetId, accountId }: { readonly assetId: string; readonly accountId: string },
	range: ListRange,
): Promise<readonly HeldBatch[]> {
	const query = database
		.selectFrom('asset_holdings as held')
		.innerJoin('asset_transactions as issue', 'issue.id', 'held.batch_id')
		.select(['held.batch_id', 'held.account_id', 'held.amount', 'held.amount_hash'])
		.select('issue.created_at')
		.where('held.account_id', '=', accountId)
		.where('held.asset_id', '=', assetId);
	return readList(query, { by: 'held.sequence' }, range, (rows) =>
		rows.map((row) => ({
			batchId: row.batch_id,
			amount: wholeAmount(row.amount),
			issuedAt: row.created_at,
			isCorrupted: !isHoldingAsMoved(row),
		})),
	);
}
