/**
 * What comparisons of books and tracker found, kept for the operator. The books are compared every
 * few minutes and nearly always agree, so what is found again and again is one entry, which says
 * since when, until when and how often.
 */
import type { Selectable } from 'kysely';
import type { Database } from '../../database/database';
import { readStored, storedText } from '../../database/stored-text';
import type { Schema } from '../../database/schema';
import { reportJson, type ReconciliationReport, type Verdict } from './comparison';

/** Of one asset; amounts are decimal strings. */
export type ReportedAsset = ReturnType<typeof reportJson>['assets'][number];

export interface Reconciliation {
	readonly number: number;
	/** Milliseconds since 1970, as the end. */
	readonly beganAt: number;
	readonly endedAt: number;
	/** How often the same was found. */
	readonly runs: number;
	readonly verdict: Verdict;
	/** As they were found the last time. */
	readonly assets: readonly ReportedAsset[];
}

const version = 1;

/** Notes what was found, within the caller's transaction. */
export async function noteReconciliation(
	transaction: Database,
	report: ReconciliationReport,
): Promise<Reconciliation> {
	const { time, verdict } = report;
	const { assets } = reportJson(report);
	const found = { verdict, assets, endedAt: time };
	const text = storedText(version, { assets });
	const [latest] = await listReconciliations(transaction, { limit: 1, offset: 0 });
	if (latest !== undefined && saysTheSame(latest, found) && latest.endedAt <= time) {
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

/** What is owed changes with every deposit; what counts is how far the tracker is from it. */
function saysTheSame(
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
	/** The entry to begin with. */
	readonly fromId?: number | undefined;
	/** Both in milliseconds, both included. */
	readonly startTime?: number | undefined;
	readonly endTime?: number | undefined;
	readonly limit: number;
	readonly offset: number;
}

/** The newest first. */
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
