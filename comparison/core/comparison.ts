/**
 * The interface of comparers: two files of one format in, their differences out. A comparer handles
 * one kind of file and knows no records, addresses or database; it runs in a child process, so it
 * may use time and memory, and it has no state between calls.
 *
 * `accuracy` means the same everywhere: 1 - differing / total, in the comparer's own weights
 * (letters of words, leaves of a tree, cells, pixels, bytes). There is one alignment of two files;
 * the level decides which classes of difference count, and the total is the same at every level. So
 * a coarser level never reports more differences than a finer one, and the accuracy is exactly 1
 * only if nothing differs at the level.
 */
import type { Markup } from '../../server/html/markup';
import type { Level } from './level';
import type { Place } from '../../api/comparison/place';
import type { ReportFile } from './report-file';
import type { CompareRules } from './rules';

/** One of the two files, in memory. */
export interface Side {
	readonly bytes: Uint8Array;
	readonly fileName: string;
}

export interface ComparisonTask {
	readonly kept: Side;
	readonly sent: Side;
	readonly level: Level;
	readonly rules: CompareRules;
	/** True if a report is wanted; otherwise work for it is skipped. */
	readonly isReported: boolean;
	/** Called with the progress, 0 to 1. */
	readonly onProgress: (share: number) => void;
	/** Called with an unexpected error of a part's comparer; that part is compared as bytes. */
	readonly onFault?: (fault: unknown) => void;
}

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'formatted';

/** One difference. `added` has no `kept`, `removed` no `sent`. */
export interface Change {
	readonly kind: ChangeKind;
	readonly kept?: Place;
	readonly sent?: Place;
	readonly oldText?: string;
	readonly newText?: string;
}

/** Number of units (lines, paragraphs, cells, ...) by kind of change. */
export interface ChangeCounts {
	readonly added: number;
	readonly removed: number;
	readonly changed: number;
	readonly moved: number;
}

/** Counts what is no difference of form. */
export function countsOf(found: Iterable<{ readonly kind: ChangeKind | 'same' }>): ChangeCounts {
	const counts = { added: 0, removed: 0, changed: 0, moved: 0 };
	for (const { kind } of found) if (kind !== 'formatted' && kind !== 'same') counts[kind] += 1;
	return counts;
}

/** The comparer's part of a report; title, figures, notes and list of files are added around it. */
export interface ReportBody {
	/** Additional CSS, after that of all reports. */
	readonly style?: string;
	readonly content: Markup;
	/** Such as a patch or a marked copy. */
	readonly files: readonly ReportFile[];
}

/** Hits of a rule, by its text. */
export interface Ignored {
	readonly rule: string;
	readonly kept: number;
	readonly sent: number;
}

/** The comparison of two readable files. */
export interface Compared {
	readonly isReadable: true;
	/** What was compared, in a few words: `words`, `cells`, `pixels`. */
	readonly method: string;
	/** 0 to 1; 1 exactly when nothing differs at the level. */
	readonly accuracy: number;
	/** What the counts count, in the singular: `line`, `paragraph`, `cell`. */
	readonly unit: string;
	readonly counts: ChangeCounts;
	/** Those of the counts that are of columns, in a table. */
	readonly columns?: ChangeCounts;
	/** In the order of the document, the first `changesMax` of them. */
	readonly changes: readonly Change[];
	/** Notes for readers: an encoding, macros that were not run, tracked changes. */
	readonly notes: readonly string[];
	readonly ignored: readonly Ignored[];
	/** Present if a report is wanted. */
	readonly report?: ReportBody;
}

/** A file without comparable content: broken, empty, protected, or fully ignored by rules. */
export interface Unreadable {
	readonly isReadable: false;
	readonly side: 'kept' | 'sent';
	/** A message for people that says what is wrong and what to change. */
	readonly reason: string;
}

/** A part of a file in reading order; comparing by fingerprints uses only these rows. */
export interface OutlineRow {
	readonly place: Place;
	readonly words: readonly string[];
	/** The white space before each word and after the last, for formats where it counts. */
	readonly gaps?: readonly string[];
	/** The line end of the row, for formats that have one. */
	readonly end?: string;
}

export interface Outline {
	readonly isReadable: true;
	readonly unit: string;
	readonly rows: readonly OutlineRow[];
}

/** The operations for one format. */
export interface Comparer {
	compare(task: ComparisonTask): Promise<Compared | Unreadable>;
	/** Reduces a file to rows of words, after applying the rules. */
	outline(
		side: Side,
		options: { readonly level: Level; readonly rules: CompareRules },
	): Promise<Outline | Unreadable>;
}

/** A file of any size, as a stream. */
export interface StreamedSide {
	readonly sizeBytes: number;
	readonly fileName: string;
	readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Compares files as bytes: reads the kept file to its end, then the sent one. If they are too large
 * for memory and differ, both are read `again`, in parallel and not always to the end.
 */
export type ComparePieces = (
	sides: { readonly kept: StreamedSide; readonly sent: StreamedSide },
	options: {
		readonly level: Level;
		readonly isReported: boolean;
		readonly onProgress: (share: number) => void;
		/** Undefined if they cannot be read twice. */
		readonly again?: () => Readonly<Record<'kept' | 'sent', AsyncIterable<Uint8Array>>>;
	},
) => Promise<Compared>;

/**
 * Thrown by a comparer if files exceed what fits into its memory. They are then compared as pieces
 * of bytes, and the message, which is shown to people, says why.
 */
export class TooMuchToCompare extends Error {}

/** Further changes are only counted. */
export const changesMax = 1000;

/** The highest accuracy of two files that differ. */
export const belowOne = 0.999999;

/** The equal share; exactly 1 only if nothing differs. */
export function accuracyOf(weights: {
	readonly differing: number;
	readonly total: number;
}): number {
	if (weights.differing === 0) return 1;
	const share = 1 - weights.differing / Math.max(weights.total, weights.differing);
	return Math.min(belowOne, Math.round(share * 1e6) / 1e6);
}

/** Long texts of a change, cut to what stands around their first difference. */
export function cutTexts(
	{ oldText, newText }: Pick<Change, 'oldText' | 'newText'>,
	lengthMax: number,
): Pick<Change, 'oldText' | 'newText'> {
	const [one = '', other = ''] = [oldText, newText];
	let same = 0;
	while (same < one.length && one[same] === other[same]) same += 1;
	const from = one === other || same < lengthMax / 2 ? 0 : same - lengthMax / 2;
	const cut = (text: string | undefined) => {
		if (text === undefined || text.length <= lengthMax) return text;
		const rest = text.length > from + lengthMax ? '…' : '';
		return `${from > 0 ? '…' : ''}${text.slice(from, from + lengthMax)}${rest}`;
	};
	return { oldText: cut(oldText), newText: cut(newText) };
}
