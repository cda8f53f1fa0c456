/**
 * Reads the batches that movements may draw on: those that movements name, and per sender and asset
 * the first 8, then 64 and so on, until their sum is at least the amount that the sender needs.
 */
import { CompiledQuery, sql } from 'kysely';
import { pairList, pairValues } from '../../../server/database/bulk';
import { isPostgres } from '../../../server/database/database';
import { arraysOf } from '../../../server/database/postgres-arrays';
import { Prepared } from '../../../server/database/prepared';
import type { Transaction } from '../../database/database';
import type { Schema } from '../../database/schema';
import { wholeAmount } from '../register/entries';
import type { HeldRow, PlannedMovement } from './books';

/** Batches read first per sender and asset; most senders hold fewer, or need only the first. */
const firstCount = 8;

interface Demand {
	readonly assetId: string;
	readonly accountId: string;
	amount: bigint;
}

/** Candidate batches of the movements; a batch may repeat. */
export async function candidateBatches(
	transaction: Transaction,
	movements: readonly PlannedMovement[],
): Promise<readonly HeldRow[]> {
	const rows = await holdingsOf(transaction, movements.flatMap(namedBatches));
	const found = [...rows];
	let open = demandsOf(movements);
	for (let count = firstCount; open.length > 0; count *= 8) {
		const held = await firstOf(transaction, open, count);
		found.push(...held);
		open = open.filter((demand) => {
			const own = held.filter((row) => isOf(row, demand));
			const sum = own.reduce((total, { amount }) => total + wholeAmount(amount), 0n);
			return own.length === count && sum < demand.amount;
		});
	}
	return found;
}

function isOf(row: HeldRow, { assetId, accountId }: Demand): boolean {
	return row.account_id === accountId && row.asset_id === assetId;
}

function namedBatches({ senderId, batchIds, lines }: PlannedMovement) {
	if (senderId === undefined) return [];
	const ids = batchIds ?? lines?.map(({ batchId }) => batchId) ?? [];
	return ids.map((batchId) => ({ batchId, accountId: senderId }));
}

/** The most each sender can need of an asset, for senders with a movement that names no batches. */
function demandsOf(movements: readonly PlannedMovement[]): readonly Demand[] {
	const demands = new Map<string, Demand>();
	const open = new Set<Demand>();
	for (const { assetId, senderId, amount, batchIds, lines } of movements) {
		if (senderId === undefined) continue;
		const key = `${assetId} ${senderId}`;
		const demand = demands.get(key) ?? { assetId, accountId: senderId, amount: 0n };
		demand.amount += amount;
		demands.set(key, demand);
		if ((batchIds ?? lines) === undefined) open.add(demand);
	}
	return [...open];
}

const columns = 'sequence, batch_id, account_id, asset_id, amount, amount_hash';

async function firstOf(
	transaction: Transaction,
	demands: readonly Demand[],
	count: number,
): Promise<readonly HeldRow[]> {
	const places = demands.map(({ accountId, assetId }) => [accountId, assetId]);
	if (isPostgres(transaction)) {
		const text = `select held.* from unnest($1::text[], $2::text[]) as wanted (account_id, asset_id)
			cross join lateral (
				select ${columns} from asset_holdings
				where account_id = wanted.account_id and asset_id = wanted.asset_id
				order by sequence limit ${count}
			) as held`;
		const values = arraysOf(['account_id', 'asset_id'], places);
		return (await transaction.executeQuery<HeldRow>(CompiledQuery.raw(text, values))).rows;
	}
	const text = `select ${columns} from asset_holdings
		where account_id = ? and asset_id = ? order by sequence limit ${count}`;
	const found: HeldRow[] = [];
	for (const values of places) {
		found.push(...(await transaction.executeQuery<HeldRow>(CompiledQuery.raw(text, values))).rows);
	}
	return found;
}

/** Holdings by batch and account. */
export async function holdingsOf(
	transaction: Transaction,
	places: readonly { readonly batchId: string; readonly accountId: string }[],
): Promise<readonly HeldRow[]> {
	if (places.length === 0) return [];
	const pairs = places.map(({ batchId, accountId }) => [batchId, accountId] as const);
	return holdingsByPlace.rows(transaction, pairValues<Schema>(transaction, pairs));
}

const holdingsByPlace = new Prepared<Schema, HeldRow>((database) =>
	database
		.selectFrom('asset_holdings')
		.select(['sequence', 'batch_id', 'account_id', 'asset_id', 'amount', 'amount_hash'])
		.where(sql<boolean>`(batch_id, account_id) in ${pairList<Schema>(database, [])}`),
);
