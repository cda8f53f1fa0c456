/**
 * Reads a trader's postings for their statement: out of every journal a stream in the order of
 * time, all merged into one, a page at a time, so that a million of them need no more memory than
 * a hundred. All is read from one snapshot of the database, and no writer waits for it.
 */
import { sql } from 'kysely';
import { isPostgres } from '../../server/database/database';
import type { Database } from '../database/database';
import {
	statementItems,
	type AssetBalance,
	type Period,
	type StatementEntry,
	type StatementItem,
} from './statement';
import {
	depositEntries,
	entryOf,
	intentEntries,
	paged,
	postingColumns,
	reservationEntries,
	type PostingRow,
	type Reader,
} from './transfer-entries';

const defaultPageRows = 2_000;

export interface StatementRequest {
	readonly accountId: string;
	readonly period: Period;
	/** Rows read at once, of each journal. */
	readonly pageRows?: number;
}

/** Lets `use` take the items of the statement; throws when they do not add up to the ledger. */
export async function withStatement<Result>(
	database: Database,
	{ accountId, period, pageRows = defaultPageRows }: StatementRequest,
	use: (items: AsyncIterable<StatementItem>) => Promise<Result>,
): Promise<Result> {
	return inSnapshot(database, async (snapshot) => {
		const ledger = await ledgerBalances(snapshot, accountId);
		const markets = await snapshot.selectFrom('lanes').select('market').orderBy('market').execute();
		// At the same time money comes in before it is used, and leaves after it was earned.
		const reader = { snapshot, accountId, pageRows };
		const sources = [
			depositEntries(reader),
			intentEntries(reader, 'ENDED'),
			reservationEntries(reader),
			...markets.map(({ market }) => marketEntries(reader, market)),
			intentEntries(reader, 'PLANNED'),
		];
		return use(statementItems(merged(sources), { period, ledger }));
	});
}

/** A read-only snapshot; a transaction of Kysely would keep writers of SQLite waiting. */
async function inSnapshot<Result>(
	database: Database,
	read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
	const begin = isPostgres(database)
		? sql`begin isolation level repeatable read read only`
		: sql`begin deferred`;
	return database.connection().execute(async (connection) => {
		await begin.execute(connection);
		try {
			await letTakeTime(connection);
			return await read(connection);
		} finally {
			await sql`rollback`.execute(connection);
		}
	});
}

/** Whoever reads a statement may do so slowly, and locks nothing. */
async function letTakeTime(snapshot: Database): Promise<void> {
	if (!isPostgres(snapshot)) return;
	await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
}

async function ledgerBalances(
	snapshot: Database,
	accountId: string,
): Promise<readonly AssetBalance[]> {
	const rows = await snapshot
		.selectFrom('balances')
		.innerJoin('assets', 'assets.code', 'balances.asset')
		.select(['asset', 'decimals', 'available', 'held'])
		.where('account_id', '=', accountId)
		.orderBy('asset')
		.execute();
	return rows.map((row) => ({ ...row, decimals: Number(row.decimals) }));
}

/** Merges sources that are each in the order of time; of the same time, the first source leads. */
async function* merged(
	sources: readonly AsyncGenerator<StatementEntry>[],
): AsyncGenerator<StatementEntry> {
	const heads: { entry: StatementEntry; readonly source: AsyncGenerator<StatementEntry> }[] = [];
	for (const source of sources) {
		const first = await source.next();
		if (first.done !== true) heads.push({ entry: first.value, source });
	}
	for (;;) {
		const [earliest, ...others] = heads;
		if (earliest === undefined) return;
		let head = earliest;
		for (const other of others) if (other.entry.time < head.entry.time) head = other;
		yield head.entry;
		const next = await head.source.next();
		if (next.done === true) heads.splice(heads.indexOf(head), 1);
		else head.entry = next.value;
	}
}

/** Commands of a market have times that never go back, so their order is that of time. */
async function* marketEntries(
	{ snapshot, accountId, pageRows }: Reader,
	market: string,
): AsyncGenerator<StatementEntry> {
	const trades = tradeIds({ snapshot, accountId, pageRows }, market);
	const postings = paged(
		pageRows,
		(last: (PostingRow & { readonly order_id: bigint | null }) | undefined) =>
			snapshot
				.selectFrom('postings')
				.leftJoin('commands', (join) =>
					join
						.onRef('commands.market', '=', 'postings.journal')
						.onRef('commands.sequence', '=', 'postings.sequence'),
				)
				.select([...postingColumns, 'order_id', 'accepted_at as time'])
				.where('journal', '=', market)
				.where('postings.sequence', '>=', last?.sequence ?? 0n)
				.$if(last !== undefined, (query) =>
					query.where((columns) =>
						columns.or([
							columns('postings.sequence', '>', last?.sequence ?? 0n),
							columns('postings.position', '>', last?.position ?? 0n),
						]),
					),
				)
				.where((columns) =>
					columns.or([
						columns('from_account', '=', accountId),
						columns('to_account', '=', accountId),
					]),
				)
				.orderBy('postings.sequence')
				.orderBy('postings.position')
				.limit(pageRows)
				.execute(),
	);
	let trade: TradeRow | undefined;
	let legs = 0;
	for await (const row of postings) {
		if (row.kind === 'TRADE') {
			// Each trade posts both its legs, one after the other, and then its commissions.
			if (legs % 2 === 0) trade = await nextTrade(trades, row.sequence);
			legs += 1;
		}
		const entry = entryOf(accountId, market, row);
		const own = tradeKinds.has(row.kind) ? trade : undefined;
		// A posting names the order it is paid by; what a trade brings is for the trader's own.
		const order = own === undefined || entry.isFrom ? row.order_id : ownOrder(own, accountId);
		yield {
			...entry,
			orderId: order?.toString() ?? null,
			tradeId: own?.trade_id.toString() ?? null,
		};
	}
}

const tradeKinds: ReadonlySet<string> = new Set(['TRADE', 'COMMISSION', 'HELD_COMMISSION']);

interface TradeRow {
	readonly trade_id: bigint;
	readonly sequence: bigint;
	readonly taker_account_id: string;
	readonly taker_order_id: bigint;
	readonly maker_order_id: bigint;
}

function ownOrder(trade: TradeRow, accountId: string): bigint {
	return trade.taker_account_id === accountId ? trade.taker_order_id : trade.maker_order_id;
}

async function nextTrade(
	trades: AsyncIterator<TradeRow, void>,
	sequence: bigint,
): Promise<TradeRow> {
	const { done, value } = await trades.next();
	if (done === true || value.sequence !== sequence) {
		throw new Error(`command ${sequence} has postings of a trade that is not there`);
	}
	return value;
}

function tradeIds(
	{ snapshot, accountId, pageRows }: Reader,
	market: string,
): AsyncGenerator<TradeRow> {
	return paged(pageRows, (last: TradeRow | undefined) =>
		snapshot
			.selectFrom('trades')
			.select(['trade_id', 'sequence', 'taker_account_id', 'taker_order_id', 'maker_order_id'])
			.where('market', '=', market)
			.where('trade_id', '>', last?.trade_id ?? 0n)
			.where((columns) =>
				columns.or([
					columns('taker_account_id', '=', accountId),
					columns('maker_account_id', '=', accountId),
				]),
			)
			.orderBy('trade_id')
			.limit(pageRows)
			.execute(),
	);
}
