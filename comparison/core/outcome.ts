/**
 * What a comparison comes to, as plain data that crosses from its process: one of three outcomes, the
 * figures, the changes with their places, and a sentence that says it all.
 *
 *   outcome      accuracy   said when
 *   equal        1          nothing differs at the level; the bytes may
 *   different    below 1    something differs at the level
 *   unreadable   by bytes   one of the files has no content that could be compared
 */
import { countText, numberText } from '../../server/html/markup';
import {
	changesMax,
	cutTexts,
	type Change,
	type ChangeCounts,
	type Compared,
	type Ignored,
	type Unreadable,
} from './comparison';
import type { Level } from './level';
import type { ReportFile } from './report-file';

export interface Outcome {
	readonly outcome: 'equal' | 'different' | 'unreadable';
	/** True if the bytes are the same. */
	readonly identical: boolean;
	readonly accuracy: number;
	readonly method: string;
	/** Absent if nothing was counted. */
	readonly unit?: string;
	readonly counts: ChangeCounts;
	readonly changes: readonly Change[];
	readonly notes: readonly string[];
	readonly ignored: readonly Ignored[];
	readonly summary: string;
	/** Why one of the files is unreadable. */
	readonly reason?: string;
	readonly report?: { readonly html: Uint8Array; readonly files: readonly ReportFile[] };
}

const nothing: ChangeCounts = { added: 0, removed: 0, changed: 0, moved: 0 };

export const identicalOutcome: Outcome = {
	outcome: 'equal',
	identical: true,
	accuracy: 1,
	method: 'bytes',
	counts: nothing,
	changes: [],
	notes: [],
	ignored: [],
	summary: 'The files are the same, byte for byte.',
};

export function comparedOutcome(compared: Compared, level: Level): Outcome {
	const { accuracy, method, unit, counts, notes, ignored } = compared;
	const isEqual = accuracy === 1;
	return {
		outcome: isEqual ? 'equal' : 'different',
		identical: false,
		accuracy,
		method,
		unit,
		counts,
		notes,
		ignored,
		changes: compared.changes.slice(0, changesMax).map(shortened),
		summary: isEqual
			? `Nothing differs at accuracy ${level}; the bytes of the files differ in what it does not count.`
			: differenceSentence(compared),
	};
}

/** Texts of a change only help to find it, so they are cut. */
function shortened({ oldText, newText, ...change }: Change): Change {
	return { ...change, ...cutTexts({ oldText, newText }, textLengthMax) };
}

const textLengthMax = 500;

/** `bytes`: the comparison of the bytes, the only measure of similarity left. */
export function unreadableOutcome({ side, reason }: Unreadable, bytes: Compared): Outcome {
	return {
		...comparedOutcome(bytes, 'Excellent'),
		outcome: 'unreadable',
		reason,
		summary: `The ${side} file cannot be read: ${reason}`,
	};
}

const countedKinds = ['changed', 'added', 'removed', 'moved'] as const;

/** Such as `1 column added`, `2 rows changed`, `1 added`. */
export function countTexts({
	unit,
	counts,
	columns = nothing,
}: Pick<Compared, 'unit' | 'counts' | 'columns'>): readonly string[] {
	const texts = (noun: string, countOf: (kind: keyof ChangeCounts) => number) =>
		countedKinds
			.filter((kind) => countOf(kind) > 0)
			.map((kind, index) => {
				const count = countOf(kind);
				return `${index === 0 ? countText(count, noun) : numberText(count)} ${kind}`;
			});
	return [
		...texts('column', (kind) => columns[kind]),
		...texts(unit, (kind) => counts[kind] - columns[kind]),
	];
}

/** `2 lines changed, 1 added, 3 moved, 4 differences of form.` */
function differenceSentence(compared: Compared): string {
	const { changes } = compared;
	const parts = [...countTexts(compared)];
	const formatted = formattedCount(changes);
	if (formatted === 0 && parts.length === 0) return 'The files differ in their form alone.';
	const form = `${countText(formatted, 'difference')} of form`;
	// Changes of form are not counted separately, so those beyond the list are unknown.
	const isAll = changes.length < changesMax;
	if (parts.length === 0) return `${isAll ? '' : 'At least '}${form} alone.`;
	if (formatted > 0) parts.push(isAll ? form : `at least ${form}`);
	return `${parts.join(', ')}.`;
}

/** Number of listed changes of form: how something is formatted, written or stored. */
export function formattedCount(changes: readonly Change[]): number {
	return changes.filter(({ kind }) => kind === 'formatted').length;
}

/** The outcome in a reply: everything except the report, which has its own address. */
export function figuresOf(found: Outcome) {
	const { outcome, identical, accuracy, method, unit, counts, summary } = found;
	const { changes, notes, ignored } = found;
	const measures = { outcome, equal: outcome === 'equal', identical, accuracy, method, unit };
	return { ...measures, ...counts, changes, notes, ignored, summary };
}
