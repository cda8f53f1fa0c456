/**
 * What the lane keeps of each batch for those who follow it: the execution reports, and the
 * prices whose shown quantity changed. Both as JSON in a column of their own; this is the one
 * place where they are written and read. The reports of an account stand beside each other, so that
 * a part can be read alone.
 */
import { readStored, storedText } from '../../database/stored-text';
import type { Side } from '../../engine/command';
import type { Report } from './report';

/** A price whose shown quantity may have changed, and what it is now. */
export type ShownLevel = readonly [side: Side, priceTicks: number, lots: number];

/** What one commit of the lane tells those who follow it. */
export interface CommittedBatch {
	readonly firstSequence: number;
	readonly lastSequence: number;
	readonly reports: readonly Report[];
	readonly levels: readonly ShownLevel[];
}

const version = 1;

/** Where in the text the reports of an account stand. */
export interface AccountPart {
	readonly accountId: string;
	readonly beginsAt: number;
	readonly characters: number;
}

export interface ReportsText {
	readonly text: string;
	readonly parts: readonly AccountPart[];
}

/** All that is in a report is ASCII, so that its characters are the same to every database. */
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

/** The reports of one account, from their part of the text. */
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

/** Whose reports stand in the text; a quote within a value is never bare. */
export function accountsIn(text: string): ReadonlySet<string> {
	const found = new Set<string>();
	for (const [, accountId = ''] of text.matchAll(/"accountId":"([^"]*)"/g)) found.add(accountId);
	return found;
}
