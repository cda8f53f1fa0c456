/**
 * Each tracker transfer belongs to one intent, whatever reported it: the answer to a call, a
 * repeated answer, or the list. The table's key guarantees that. A change that relies on another
 * intent's transfer becomes doubt; state/intent.ts handles it.
 */
import { insertRows, textList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import { belongsToAnother, type Intent, type Step } from '../state/intent';
import type { TreasuryParts } from '../setup/parts';

interface TransferChange {
	readonly from: Intent & { readonly asset: string };
	readonly step: Step;
	readonly at: number;
}

export const newClaim = {
	table: 'transfer_claims',
	columns: ['asset', 'transaction_id', 'intent_id'],
	ending: 'on conflict (asset, transaction_id) do nothing',
} as const;

type Claim = readonly [asset: string, transferId: string, intentId: string];

/** Returns the changes that may be written, within the caller's transaction. */
export async function claimTransfers<Change extends TransferChange>(
	{ clock, settings }: Pick<TreasuryParts, 'clock' | 'settings'>,
	transaction: Database,
	changes: readonly Change[],
): Promise<readonly Change[]> {
	const named = changes.flatMap(({ from: { asset, id }, step: { transferId } }) =>
		transferId === undefined ? [] : [[asset, transferId, id] as const],
	);
	if (named.length === 0) return changes;
	// One fixed order prevents deadlocks.
	await insertRows(transaction, newClaim, [...named].sort(byTransfer));
	const owners = await ownersOf(transaction, named);
	const moment = { now: clock.now(), settings };
	return changes.map((change) => {
		const { from, step } = change;
		if (step.transferId === undefined) return change;
		const isOwn = owners.get(`${from.asset} ${step.transferId}`) === from.id;
		if (isOwn) return change;
		return { ...change, step: belongsToAnother(from, step.transferId, moment), at: moment.now };
	});
}

function byTransfer([, one]: Claim, [, other]: Claim): number {
	return one < other ? -1 : 1;
}

/** Owning intents of these transfers, by asset and transfer. */
async function ownersOf(
	transaction: Database,
	named: readonly Claim[],
): Promise<ReadonlyMap<string, string>> {
	const assets = [...new Set(named.map(([asset]) => asset))];
	const transferIds = named.map(([, transferId]) => transferId);
	const rows = await transaction
		.selectFrom('transfer_claims')
		.selectAll()
		// With the asset, which is the first column of the key.
		.where('asset', 'in', textList(transaction, assets))
		.where('transaction_id', 'in', textList(transaction, transferIds))
		.execute();
	return new Map(rows.map((row) => [`${row.asset} ${row.transaction_id}`, row.intent_id]));
}

/** Those of the transfers that belong to other intents. */
export async function othersTransfers(
	database: Database,
	{ id, asset }: { readonly id: string; readonly asset: string },
	transferIds: readonly string[],
): Promise<ReadonlySet<string>> {
	const rows = await database
		.selectFrom('transfer_claims')
		.select('transaction_id')
		.where('asset', '=', asset)
		.where('transaction_id', 'in', textList(database, transferIds))
		// Its own transfer may be known from an answer that came after the call was given up.
		.where('intent_id', '<>', id)
		.execute();
	return new Set(rows.map((row) => row.transaction_id));
}
