/**
 * An account's execution reports in a market. They stand in the lane's batches, those of an account
 * beside each other, and its places say where: of each batch the account's part is read and no more,
 * so that what it takes grows with the account's own reports.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database';
import { readPart } from '../trading/lane/batch-text';
import type { Report } from '../trading/lane/report';
import { commandsIn, type TimeRange } from '../market-data/moments';

/** A place among the reports of a market; its id is made of both. */
export interface ReportPlace {
	readonly sequence: number;
	readonly index: number;
}

export interface ReportFilter extends TimeRange {
	readonly symbol: string;
	readonly limit: number;
	/** The report to begin with. */
	readonly from?: ReportPlace | undefined;
}

const partsAtOnce = 100;

export function isBefore(one: ReportPlace, other: ReportPlace): boolean {
	return (
		one.sequence - other.sequence < 0 ||
		(one.sequence === other.sequence && one.index < other.index)
	);
}

/** Reports from one or from a time on, else the newest; the oldest first. */
export async function readOwnReports(
	database: Database,
	accountId: string,
	{ symbol, limit, from, startTime, endTime }: ReportFilter,
): Promise<readonly Report[]> {
	const { first, below } = await commandsIn(database, symbol, { startTime, endTime });
	const isNewest = from === undefined && startTime === undefined;
	const begin = { sequence: Math.max(first, from?.sequence ?? 0), index: 0 };
	const isAsked = (report: Report) =>
		report.sequence < below && !isBefore(report, begin) && !(from && isBefore(report, from));
	const found: Report[] = [];
	const own = { accountId, symbol };
	const parts = isNewest
		? partsBackward(database, { ...own, below })
		: partsForward(database, { ...own, first: begin.sequence, below });
	for await (const part of parts) {
		const asked = part.filter(isAsked);
		if (isNewest) found.unshift(...asked);
		else found.push(...asked);
		if (found.length >= limit) break;
	}
	return isNewest ? found.slice(-limit) : found.slice(0, limit);
}

interface Own {
	readonly accountId: string;
	readonly symbol: string;
}

/** Batch by batch, the account's reports from a place in the log on. */
async function* partsForward(
	database: Database,
	{ first, below, ...own }: Own & { readonly first: number; readonly below: number },
): AsyncGenerator<readonly Report[]> {
	let after = first - 1;
	for (;;) {
		const rows = await partRows(database, own)
			.where('places.last_sequence', '>', BigInt(after))
			.orderBy('places.last_sequence')
			.limit(partsAtOnce)
			.execute();
		for (const row of rows) {
			yield readPart(row.part);
			after = Number(row.last_sequence);
			if (after >= below) return;
		}
		if (rows.length < partsAtOnce) return;
	}
}

/** The newest batch first. */
async function* partsBackward(
	database: Database,
	{ below, ...own }: Own & { readonly below: number },
): AsyncGenerator<readonly Report[]> {
	let before = (await lastOfBatch(database, own.symbol, below)) + 1;
	for (;;) {
		const rows = await partRows(database, own)
			.where('places.last_sequence', '<', BigInt(before))
			.orderBy('places.last_sequence', 'desc')
			.limit(partsAtOnce)
			.execute();
		for (const row of rows) {
			yield readPart(row.part);
			before = Number(row.last_sequence);
		}
		if (rows.length < partsAtOnce) return;
	}
}

/** Where the batch ends that holds the last command below a place. */
async function lastOfBatch(database: Database, symbol: string, below: number): Promise<number> {
	const row = await database
		.selectFrom('batches')
		.select('last_sequence')
		.where('market', '=', symbol)
		.where('last_sequence', '>=', BigInt(below - 1))
		.orderBy('last_sequence')
		.limit(1)
		.executeTakeFirst();
	return Number(row?.last_sequence ?? BigInt(below - 1));
}

function partRows(database: Database, { accountId, symbol }: Own) {
	return database
		.selectFrom('report_places as places')
		.innerJoin('batches', (join) =>
			join
				.onRef('batches.market', '=', 'places.market')
				.onRef('batches.last_sequence', '=', 'places.last_sequence'),
		)
		.select('places.last_sequence')
		.select(
			sql<string>`substr(batches.reports, cast(places.begins_at + 1 as integer),
				cast(places.characters as integer))`.as('part'),
		)
		.where('places.account_id', '=', accountId)
		.where('places.market', '=', symbol);
}

/** Whether all reports behind a place in the log can be found by their account. */
export async function hasPlacesAfter(
	database: Database,
	symbol: string,
	sequence: number,
): Promise<boolean> {
	const row = await database
		.selectFrom('lanes')
		.select(['cursor', 'places_since'])
		.where('market', '=', symbol)
		.executeTakeFirst();
	if (row === undefined) return false;
	return BigInt(sequence) >= row.places_since && BigInt(sequence) <= row.cursor;
}
