/**
 * Reads a trader's postings for their statement: out of every journal a stream in the order of
 * time, all merged into one, a page at a time, so that a million of them need no more memory than
 * a hundred. All is read from one snapshot of the database, and no writer waits for it. What has
 * left for the archive is read there, unless the period begins behind it.
 */
import { setImmediate as othersServed } from 'node:timers/promises';
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
	/** Rows read at once, of each journal. */
	readonly pageRows?: number;
	/** Absent where nothing is archived. */
	readonly archive?: Archive | undefined;
}

/** Lets `use` take the items of the statement; throws when they do not add up to the ledger. */
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
		// At the same time money comes in before it is used, and leaves after it was earned.
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

/** Of one turn of the event loop. */
const entriesAtOnce = 200;

/** Merges sources that are each in the order of time; of the same time, the first source leads. */
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
		if (count % entriesAtOnce === 0) await othersServed();
		let head = earliest;
		for (const other of others) if (other.entry.time < head.entry.time) head = other;
		yield head.entry;
		const next = await head.source.next();
		if (next.done === true) heads.splice(heads.indexOf(head), 1);
		else head.entry = next.value;
	}
}
