/**
 * What the lane keeps of each batch for those who follow it: the execution reports, and the
 * prices whose shown quantity changed. Both as JSON in a column of their own; this is the one
 * place where they are written and read. Before there were versions each was a bare array.
 */
import { readStored, storedText } from '../database/stored-text';
import type { Side } from '../engine/command';
import type { Report } from './report';

/** A price whose shown quantity may have changed, and what it is now. */
export type ShownLevel = readonly [side: Side, priceTicks: number, lots: number];

const version = 1;

export function reportsText(reports: readonly Report[]): string {
	return storedText(version, { reports });
}

export function readReports(text: string): readonly Report[] {
	const form = readStored<readonly Report[] | { readonly reports: readonly Report[] }>(
		text,
		version,
	);
	return 'reports' in form ? form.reports : form;
}

export function levelsText(levels: readonly ShownLevel[]): string {
	return storedText(version, { levels });
}

export function readLevels(text: string): readonly ShownLevel[] {
	const form = readStored<readonly ShownLevel[] | { readonly levels: readonly ShownLevel[] }>(
		text,
		version,
	);
	return 'levels' in form ? form.levels : form;
}
