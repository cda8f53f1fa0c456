/**
 * Balances as sums of postings. A transaction loads the balances it needs, locked in one fixed
 * order to prevent deadlocks, applies postings to them and writes both. No balance becomes
 * negative: checked here and by a constraint of the table.
 */
import { sql } from 'kysely';
import {
	insertAll,
	insertRows,
	pairList,
	pairValues,
	type Insertion,
} from '../../../server/database/bulk';
import { isPostgres } from '../../../server/database/database';
import { Prepared } from '../../../server/database/prepared';
import type { Database } from '../../database/database';
import type { Schema } from '../../database/schema';
import { OUTSIDE, postingKinds, type Posting } from './posting';

export interface Balance {
	readonly accountId: string;
	readonly asset: string;
	available: bigint;
	held: bigint;
}

const zeroBalance = {
	table: 'balances',
	columns: ['account_id', 'asset', 'available', 'held'],
	ending: 'on conflict (account_id, asset) do nothing',
} as const;

const newBalance = {
	...zeroBalance,
	ending:
		'on conflict (account_id, asset) do update set available = excluded.available, held = excluded.held',
} as const;

const newPosting = {
	table: 'postings',
	columns: [
		'journal',
		'sequence',
		'position',
		'kind',
		'asset',
		'amount',
		'from_account',
		'to_account',
		'order_id',
	],
} as const;

/** One fixed order prevents deadlocks. */
const balancesInOrder = (database: Database) =>
	database
		.selectFrom('balances')
		.selectAll()
		.where(sql<boolean>`(account_id, asset) in ${pairList(database, [])}`)
		.orderBy('account_id')
		.orderBy('asset');

const lockedBalances = new Prepared((database: Database) => {
	const query = balancesInOrder(database);
	return isPostgres(database) ? query.forUpdate() : query;
});

const freeBalances = new Prepared((database: Database) => {
	const query = balancesInOrder(database);
	return isPostgres(database) ? query.forUpdate().skipLocked() : query;
});

/**
 * The balances of one transaction. Nothing is written before `write`, or before the caller writes
 * `insertions()`.
 */
export class Balances {
	private readonly byAccount = new Map<string, Map<string, Balance>>();
	private readonly changed = new Set<Balance>();
	private readonly postings: { readonly journal: string; readonly posting: Posting }[] = [];

	private constructor(private readonly transaction: Database) {}

	/** Loads and locks every balance of these accounts in these assets. */
	static load(
		transaction: Database,
		accounts: readonly string[],
		assets: readonly string[],
	): Promise<Balances> {
		const all = accounts.flatMap((account) => assets.map((asset) => [account, asset] as const));
		return Balances.loadEach(transaction, all);
	}

	/** The same, unless one of them is missing or locked by another transaction: it does not wait. */
	static async loadFree(
		transaction: Database,
		accounts: readonly string[],
		assets: readonly string[],
	): Promise<Balances | undefined> {
		const balances = new Balances(transaction);
		const all = accounts.flatMap((account) => assets.map((asset) => [account, asset] as const));
		await balances.read(freeBalances, all);
		return all.every(([account, asset]) => balances.has(account, asset)) ? balances : undefined;
	}

	/** Loads and locks these balances, and creates missing ones; duplicates are allowed. */
	static async loadEach(
		transaction: Database,
		wanted: readonly (readonly [account: string, asset: string])[],
	): Promise<Balances> {
		const balances = new Balances(transaction);
		await balances.read(lockedBalances, wanted);
		const missing = wanted.filter(([account, asset]) => !balances.has(account, asset));
		if (missing.length > 0) {
			const rows = missing.map(([account, asset]) => [account, asset, 0, 0]);
			await insertRows(transaction, zeroBalance, rows.sort());
			await balances.read(lockedBalances, wanted);
		}
		return balances;
	}

	/** Throws if the balance was not loaded. */
	of(account: string, asset: string): Balance {
		const balance = this.byAccount.get(account)?.get(asset);
		if (balance === undefined) throw new Error(`no balance of ${account} in ${asset} was loaded`);
		return balance;
	}

	/** Applies a posting; throws if the balance is too low. */
	post(journal: string, posting: Posting): void {
		const { kind, asset, amount } = posting;
		if (amount <= 0n) throw new Error(`a posting of ${amount} ${asset} moves nothing`);
		const from = this.of(posting.from, asset);
		const to = this.of(posting.to, asset);
		from[postingKinds[kind].from] -= amount;
		to[postingKinds[kind].to] += amount;
		if (from.held < 0n || (from.available < 0n && from.accountId !== OUTSIDE)) {
			throw new Error(`${kind} of ${amount} ${asset} is more than ${posting.from} has`);
		}
		this.changed.add(from).add(to);
		this.postings.push({ journal, posting });
	}

	write(): Promise<void> {
		return insertAll(this.transaction, this.insertions());
	}

	/** The rows of `write`, for a caller that writes more in the same statement. */
	insertions(): readonly Insertion<Schema>[] {
		const balances = [...this.changed].map(({ accountId, asset, available, held }) => [
			accountId,
			asset,
			available,
			held,
		]);
		const postings = this.postings.map(({ journal, posting }) => [
			journal,
			posting.sequence,
			posting.position,
			posting.kind,
			posting.asset,
			posting.amount,
			posting.from,
			posting.to,
			posting.orderId,
		]);
		return [
			{ ...newBalance, rows: balances },
			{ ...newPosting, rows: postings },
		];
	}

	private has(account: string, asset: string): boolean {
		return this.byAccount.get(account)?.has(asset) ?? false;
	}

	private async read(
		query: typeof lockedBalances,
		wanted: readonly (readonly [string, string])[],
	): Promise<void> {
		// A batch whose orders only rest moves no money, and waits for nothing.
		if (wanted.length === 0) return;
		const { transaction } = this;
		const rows = await query.rows(transaction, pairValues(transaction, wanted));
		for (const { account_id: accountId, asset, available, held } of rows) {
			const own = this.byAccount.get(accountId) ?? new Map<string, Balance>();
			this.byAccount.set(accountId, own.set(asset, { accountId, asset, available, held }));
		}
	}
}
