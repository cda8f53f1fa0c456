/**
 * Reads a trader's postings for their statement: one stream per journal, sorted by time and merged,
 * page by page, so memory does not grow with the number of postings. Everything is read from one
 * snapshot, which blocks no writer. Archived history is read from the archive, unless the period
 * begins after it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Archive } from '../archive/history';
import type { Database } from '../../database/database';
import { inSnapshot } from '../../database/snapshot-read';
import {
	statementItems,
	type AssetBalance,
	type Period,
	type StatementEntry,
	type StatementItem,
} from './statement';
import { archivedPart, marketEntries, type ArchivedPart } from './market-entries';
import { depositEntries, intentEntries, reservationEntries } from './transfer-entries';

const defaultPageRows = 2_000;

export interface StatementRequest {
	readonly accountId: string;
	readonly period: Period;
	/** Rows per page of each journal. */
	readonly pageRows?: number;
	/** Undefined: nothing is archived. */
	readonly archive?: Archive | undefined;
}

/** Passes the items of the statement to `use`; throws if they do not add up to the ledger. */
export async function withStatement<Result>(
	database: Database,
	{ accountId, period, pageRows = defaultPageRows, archive }: StatementRequest,
	use: (items: AsyncIterable<StatementItem>) => Promise<Result>,
): Promise<Result> {
	return inSnapshot(database, async (snapshot) => {
		const ledger = await ledgerBalances(snapshot, accountId);
		const markets = await snapshot.selectFrom('lanes').select('market').orderBy('market').execute();
		const archived: ArchivedPart[] = [];
		for (const { market } of markets) {
			archived.push(await archivedPart(snapshot, { market, accountId, from: period.from }));
		}
		const opening = archived.flatMap((part) => part.opening);
		// At equal times, money comes in before it is used, and is paid out after it was earned.
		const reader = { snapshot, accountId, pageRows };
		const sources = [
			depositEntries(reader),
			intentEntries(reader, 'ENDED'),
			reservationEntries(reader),
			...archived.map((part) => marketEntries(reader, part, archive)),
			intentEntries(reader, 'PLANNED'),
		];
		return use(statementItems(merged(sources), { period, ledger, opening }));
	});
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

/** Entries per turn of the event loop. */
const entriesAtOnce = 200;

/** Merges sources that are sorted by time; at equal times the earlier source comes first. */
async function* merged(
	sources: readonly AsyncGenerator<StatementEntry>[],
): AsyncGenerator<StatementEntry> {
	const heads: { entry: StatementEntry; readonly source: AsyncGenerator<StatementEntry> }[] = [];
	for (const source of sources) {
		const first = await source.next();
		if (first.done !== true) heads.push({ entry: first.value, source });
	}
	for (let count = 1; ; count += 1) {
		const [earliest, ...others] = heads;
		if (earliest === undefined) return;
		if (count % entriesAtOnce === 0) await nextTurn();
		let head = earliest;
		for (const other of others) if (other.entry.time < head.entry.time) head = other;
		yield head.entry;
		const next = await head.source.next();
		if (next.done === true) heads.splice(heads.indexOf(head), 1);
		else head.entry = next.value;
	}
}
