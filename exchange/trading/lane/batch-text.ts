/**
 * The codec of a batch's reports and changed price levels, each JSON in a column of its own. The
 * reports of an account are adjacent, so that its part can be read alone.
 */
import { readStored, storedText } from '../../database/stored-text';
import type { Side } from '../../engine/command';
import type { Report } from './report';

/** A price level that may have changed, with its new quantity. */
export type ShownLevel = readonly [side: Side, priceTicks: number, lots: number];

/** A commit of the lane, as its listeners get it. */
export interface CommittedBatch {
	readonly firstSequence: number;
	readonly lastSequence: number;
	readonly reports: readonly Report[];
	readonly levels: readonly ShownLevel[];
}

const version = 1;

/** Position of an account's reports in the text. */
export interface AccountPart {
	readonly accountId: string;
	readonly beginsAt: number;
	readonly characters: number;
}

export interface ReportsText {
	readonly text: string;
	readonly parts: readonly AccountPart[];
}

/** Reports are ASCII, so a character counts the same in every database. */
export function reportsText(reports: readonly Report[]): ReportsText {
	const parts: AccountPart[] = [];
	let text = storedText(version, { reports: [] }).slice(0, -2);
	for (const [accountId, own] of Map.groupBy(reports, (report) => report.accountId)) {
		if (parts.length > 0) text += ',';
		const part = JSON.stringify(own).slice(1, -1);
		parts.push({ accountId, beginsAt: text.length, characters: part.length });
		text += part;
	}
	return { text: `${text}]}`, parts };
}

/** Parses the part of one account. */
export function readPart(part: string): readonly Report[] {
	return JSON.parse(`[${part}]`) as readonly Report[];
}

export function readReports(text: string): readonly Report[] {
	const { reports } = readStored<{ readonly reports: readonly Report[] }>(text, version);
	return reports.toSorted((one, other) => one.sequence - other.sequence || one.index - other.index);
}

export function levelsText(levels: readonly ShownLevel[]): string {
	return storedText(version, { levels });
}

export function readLevels(text: string): readonly ShownLevel[] {
	return readStored<{ readonly levels: readonly ShownLevel[] }>(text, version).levels;
}

/**
 * The accounts with reports in the text. A quote inside a value is escaped, so the pattern is safe.
 */
export function accountsIn(text: string): ReadonlySet<string> {
	const found = new Set<string>();
	for (const [, accountId = ''] of text.matchAll(/"accountId":"([^"]*)"/g)) found.add(accountId);
	return found;
}
