/**
 * The audit of the tracker's ledger: recomputes every balance, holding, batch and movement from
 * the movements, and the order in which batches are drawn on. Each query returns stored amounts and their parts sorted by key, so that only one
 * sum is in memory.
 */
import { sql, type RawBuilder } from 'kysely';
import { present } from '../../server/at';
import { amountHash, holdingHash, wholeAmount } from '../assets/register/entries';
import { drawOrderFindings } from './draw-order';
import type { Finding, Tally } from './finding';
import type { SnapshotReader } from './snapshot-reader';

interface BatchAmount {
	readonly first: string;
	readonly second: string;
	readonly amount: string;
	readonly amount_hash: string | null;
	/** 0: the stored amount; 1: added; -1: subtracted. */
	readonly sign: number;
}

interface Sum {
	readonly record: string;
	readonly problem: string;
	readonly lines: RawBuilder<BatchAmount>;
	/** The expected `amount_hash`, if the table has one. */
	readonly hashOf?: (first: string, second: string, amount: string) => string;
}

const sums: readonly Sum[] = [
	{
		record: 'movement',
		problem: 'is not the sum of what it moved of batches',
		lines: sql<BatchAmount>`
			select id as first, '' as second, amount, null as amount_hash, 0 as sign from asset_transactions
			union all
			select transaction_id, '', amount, null, 1 from asset_transaction_batches
			order by 1, 2`,
	},
	{
		record: 'batch',
		problem: 'is not what was issued',
		lines: sql<BatchAmount>`
			select id as first, asset_id as second, amount, null as amount_hash, 0 as sign from asset_batches
			union all
			select id, asset_id, amount, null, 1 from asset_transactions where kind = 'issue'
			order by 1, 2`,
	},
	{
		record: 'balance',
		problem: 'is not the sum of its movements',
		lines: sql<BatchAmount>`
			select asset_id as first, account_id as second, amount, amount_hash, 0 as sign from asset_balances
			union all
			select asset_id, taker_id, amount, null, 1 from asset_transactions
			union all
			select asset_id, giver_id, amount, null, -1 from asset_transactions where giver_id <> asset_id
			order by 1, 2`,
		hashOf: (asset_id, account_id, amount) => amountHash({ asset_id, account_id, amount }),
	},
	{
		record: 'holding',
		problem: 'is not the sum of what was moved of the batch',
		lines: sql<BatchAmount>`
			select batch_id as first, account_id as second, amount, amount_hash, 0 as sign from asset_holdings
			union all
			select line.batch_id, movement.taker_id, line.amount, null, 1
			from asset_transaction_batches as line
			join asset_transactions as movement on movement.id = line.transaction_id
			union all
			select line.batch_id, movement.giver_id, line.amount, null, -1
			from asset_transaction_batches as line
			join asset_transactions as movement on movement.id = line.transaction_id
			where movement.giver_id <> movement.asset_id
			order by 1, 2`,
		hashOf: (batch_id, account_id, amount) => holdingHash({ batch_id, account_id, amount }),
	},
];

type BalanceTally = Pick<Tally, 'balances'>;

export async function* ledgerFindings(
	reader: SnapshotReader,
	tally: BalanceTally,
): AsyncIterable<Finding> {
	for (const sum of sums) yield* sumFindings(reader, tally, sum);
	yield* supplyFindings(reader);
	yield* strayHoldings(reader);
	yield* drawOrderFindings(reader);
}

async function* sumFindings(
	reader: SnapshotReader,
	tally: BalanceTally,
	sum: Sum,
): AsyncIterable<Finding> {
	let adding = new RunningSum(sum, { first: '', second: '' });
	for await (const line of reader.rows({ compile: () => sum.lines.compile(reader.tables) })) {
		if (!adding.has(line)) {
			yield* adding.findings();
			adding = new RunningSum(sum, line);
			if (sum.record === 'balance') tally.balances += 1;
		}
		adding.add(line);
	}
	yield* adding.findings();
}

class RunningSum {
	private kept: BatchAmount | undefined;
	private total = 0n;

	constructor(
		private readonly sum: Sum,
		private readonly of: Pick<BatchAmount, 'first' | 'second'>,
	) {}

	has({ first, second }: BatchAmount): boolean {
		return first === this.of.first && second === this.of.second;
	}

	add(line: BatchAmount): void {
		if (line.sign === 0) this.kept = line;
		else this.total += BigInt(line.sign) * wholeAmount(line.amount);
	}

	*findings(): Iterable<Finding> {
		const { kept, total, sum } = this;
		const { first, second } = this.of;
		const named = { record: sum.record, id: `${first} ${second}`.trim() };
		const found = kept?.amount ?? 'none';
		if (found !== total.toString() && !(kept === undefined && total === 0n)) {
			const expected = total.toString();
			yield { ...named, column: 'amount', problem: sum.problem, expected, found };
		}
		if (kept === undefined || sum.hashOf === undefined) return;
		const hash = present(kept.amount_hash, 'the hash of an amount');
		if (hash !== sum.hashOf(first, second, kept.amount)) {
			const problem = 'does not have the hash of its amount';
			yield { ...named, column: 'amount_hash', problem, expected: `that of ${found}`, found: hash };
		}
	}
}

/** The counters that triggers maintain and every commit checks to be 0. */
async function* supplyFindings(reader: SnapshotReader): AsyncIterable<Finding> {
	const query = sql<{ record: string; id: string | null; counted: string; unheld: number | null }>`
		select 'asset' as record, assets.id, supply.id as counted, unheld from assets
		full join asset_supplies as supply on supply.id = assets.id
		where assets.id is null or unheld is null or unheld <> 0
		union all
		select 'batch', asset_batches.id, supply.id, unheld from asset_batches
		full join batch_supplies as supply on supply.id = asset_batches.id
		where asset_batches.id is null or unheld is null or unheld <> 0`;
	for await (const { record, id, counted, unheld } of reader.rows({
		compile: () => query.compile(reader.tables),
	})) {
		if (id === null) {
			const problem = 'is counted and is not there';
			yield { record, id: counted, problem, expected: 'no count', found: String(unheld) };
			continue;
		}
		const problem = 'is not held as it was issued';
		const found = unheld === null ? 'not counted' : String(unheld);
		yield { record, id, column: 'unheld', problem, expected: '0', found };
	}
}

async function* strayHoldings(reader: SnapshotReader): AsyncIterable<Finding> {
	const query = reader.tables
		.selectFrom('asset_holdings as held')
		.innerJoin('asset_batches as batch', 'batch.id', 'held.batch_id')
		.select(['held.batch_id', 'held.account_id', 'held.asset_id', 'batch.asset_id as issued_id'])
		.whereRef('held.asset_id', '<>', 'batch.asset_id');
	for await (const row of reader.rows(query)) {
		const named = {
			record: 'holding',
			id: `${row.batch_id} ${row.account_id}`,
			column: 'asset_id',
		};
		const problem = 'is not of the asset of its batch';
		yield { ...named, problem, expected: row.issued_id, found: row.asset_id };
	}
}
