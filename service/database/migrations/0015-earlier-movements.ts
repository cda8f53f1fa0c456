/**
 * Which batches the movements of earlier versions drew from, worked out first in, first out: the rule
 * that later transfers follow. Asset by asset, so that one asset's holdings are all that is remembered.
 */
import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { insertRows, type Value } from '../../../server/database/bulk';

interface Tables {
	assets: { id: string };
	asset_transactions: {
		sequence: number;
		id: string;
		asset_id: string;
		kind: string;
		giver_id: string;
		taker_id: string;
		amount: string;
	};
	asset_batches: object;
	asset_transaction_batches: object;
	asset_holdings: object;
}

type Movement = Tables['asset_transactions'];

/** How much of each batch an account holds, the first received first. */
type Lots = Map<string, bigint>;

const pageSize = 500;

const batchColumns = { table: 'asset_batches', columns: ['id', 'asset_id', 'amount'] } as const;
const lineColumns = {
	table: 'asset_transaction_batches',
	columns: ['transaction_id', 'position', 'batch_id', 'amount'],
} as const;
const holdingColumns = {
	table: 'asset_holdings',
	columns: ['batch_id', 'account_id', 'asset_id', 'amount', 'amount_hash'],
} as const;

export async function enterBatches(database: Kysely<unknown>): Promise<void> {
	const tables = database as Kysely<Tables>;
	const assets = await tables.selectFrom('assets').select('id').orderBy('id').execute();
	for (const { id } of assets) await enterAsset(tables, id);
}

async function enterAsset(tables: Kysely<Tables>, assetId: string): Promise<void> {
	const holders = new Map<string, Lots>();
	for (let after = -1, count = pageSize; count === pageSize;) {
		const movements = await tables
			.selectFrom('asset_transactions')
			.select(['sequence', 'id', 'asset_id', 'kind', 'giver_id', 'taker_id', 'amount'])
			.where('asset_id', '=', assetId)
			.where('sequence', '>', after)
			.orderBy('sequence')
			.limit(pageSize)
			.execute();
		const batches = movements.filter(({ kind }) => kind === 'issue');
		await insertRows(
			tables,
			batchColumns,
			batches.map(({ id, amount }) => [id, assetId, amount]),
		);
		const lines = movements.flatMap((movement) => linesOf(movement, holders));
		await insertRows(tables, lineColumns, lines);
		after = movements.at(-1)?.sequence ?? after;
		count = movements.length;
	}
	await insertRows(tables, holdingColumns, holdingsOf(holders, assetId));
}

function linesOf(movement: Movement, holders: Map<string, Lots>): Value[][] {
	const taker = lotsOf(holders, movement.taker_id);
	const drawn =
		movement.kind === 'issue'
			? [{ batchId: movement.id, amount: BigInt(movement.amount) }]
			: draw(lotsOf(holders, movement.giver_id), BigInt(movement.amount));
	for (const { batchId, amount } of drawn) {
		taker.set(batchId, (taker.get(batchId) ?? 0n) + amount);
	}
	return drawn.map(({ batchId, amount }, position) => [
		...[movement.id, position],
		...[batchId, amount.toString()],
	]);
}

function lotsOf(holders: Map<string, Lots>, accountId: string): Lots {
	const lots = holders.get(accountId) ?? new Map<string, bigint>();
	holders.set(accountId, lots);
	return lots;
}

/** Less where an edit has left less; the audit tells of it. */
function draw(lots: Lots, amount: bigint) {
	const drawn: { readonly batchId: string; readonly amount: bigint }[] = [];
	let left = amount;
	for (const [batchId, held] of lots) {
		if (left === 0n) break;
		const part = held < left ? held : left;
		drawn.push({ batchId, amount: part });
		if (held === part) lots.delete(batchId);
		else lots.set(batchId, held - part);
		left -= part;
	}
	return drawn;
}

function holdingsOf(holders: ReadonlyMap<string, Lots>, assetId: string): Value[][] {
	return [...holders].flatMap(([accountId, lots]) =>
		[...lots].map(([batchId, held]) => {
			const amount = held.toString();
			const amountHash = hash('sha256', JSON.stringify([batchId, accountId, amount]));
			return [batchId, accountId, assetId, amount, amountHash];
		}),
	);
}
