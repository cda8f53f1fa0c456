/**
 * History of reconciliations, for the operator. They run every few minutes and nearly always agree,
 * so equal consecutive results are one entry with its first time, last time and number of runs.
 */
import type { Selectable } from 'kysely';
import type { Database } from '../../database/database';
import { readStored, storedText } from '../../database/stored-text';
import type { Schema } from '../../database/schema';
import { reportJson, type ReconciliationReport, type Verdict } from './comparison';

/** The report of one asset; amounts are decimal strings. */
export type ReportedAsset = ReturnType<typeof reportJson>['assets'][number];

export interface Reconciliation {
	readonly number: number;
	/** Milliseconds since 1970, like `endedAt`. */
	readonly beganAt: number;
	readonly endedAt: number;
	/** Number of equal consecutive results. */
	readonly runs: number;
	readonly verdict: Verdict;
	/** As of the last run. */
	readonly assets: readonly ReportedAsset[];
}

const version = 1;

/** Records a report within the caller's transaction. */
export async function recordReconciliation(
	transaction: Database,
	report: ReconciliationReport,
): Promise<Reconciliation> {
	const { time, verdict } = report;
	const { assets } = reportJson(report);
	const found = { verdict, assets, endedAt: time };
	const text = storedText(version, { assets });
	const [latest] = await listReconciliations(transaction, { limit: 1, offset: 0 });
	if (latest !== undefined && isSameResult(latest, found) && latest.endedAt <= time) {
		const runs = latest.runs + 1;
		await transaction
			.updateTable('reconciliations')
			.set({ ended_at: time, runs, report: text })
			.where('number', '=', BigInt(latest.number))
			.execute();
		return { ...latest, ...found, runs };
	}
	const { number } = await transaction
		.insertInto('reconciliations')
		.values({ began_at: time, ended_at: time, runs: 1, verdict, report: text })
		.returning('number')
		.executeTakeFirstOrThrow();
	return { number: Number(number), beganAt: time, runs: 1, ...found };
}

/** Amounts owed change with every deposit, so only verdicts, differences and reasons count. */
function isSameResult(
	one: Pick<Reconciliation, 'verdict' | 'assets'>,
	other: Pick<Reconciliation, 'verdict' | 'assets'>,
): boolean {
	const said = ({ verdict, assets }: typeof one) =>
		JSON.stringify([
			verdict,
			assets.map(({ asset, ...of }) => [asset, of.verdict, of.difference, of.reason]),
		]);
	return said(one) === said(other);
}

export interface HistoryPage {
	/** Id of the first entry. */
	readonly fromId?: number | undefined;
	/** In milliseconds, inclusive. */
	readonly startTime?: number | undefined;
	readonly endTime?: number | undefined;
	readonly limit: number;
	readonly offset: number;
}

export async function listReconciliations(
	database: Database,
	{ fromId, startTime, endTime, limit, offset }: HistoryPage,
): Promise<readonly Reconciliation[]> {
	let query = database
		.selectFrom('reconciliations')
		.selectAll()
		.orderBy('number', 'desc')
		.limit(limit)
		.offset(offset);
	if (fromId !== undefined) query = query.where('number', '<=', BigInt(fromId));
	if (startTime !== undefined) query = query.where('ended_at', '>=', BigInt(startTime));
	if (endTime !== undefined) query = query.where('began_at', '<=', BigInt(endTime));
	return (await query.execute()).map(readReconciliation);
}

function readReconciliation(row: Selectable<Schema['reconciliations']>): Reconciliation {
	return {
		number: Number(row.number),
		beganAt: Number(row.began_at),
		endedAt: Number(row.ended_at),
		runs: Number(row.runs),
		verdict: row.verdict as Verdict,
		assets: readStored<Pick<Reconciliation, 'assets'>>(row.report, version).assets,
	};
}
