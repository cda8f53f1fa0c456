/**
 * The interface of all comparers: two files of one format in, their differences out. A comparer
 * handles one kind of file and knows nothing of records, addresses or the database. It runs in its own
 * process, so it may take time and memory, and keeps no state between two calls.
 *
 * `accuracy` has one meaning everywhere: 1 - differing / total, both in the comparer's own weights
 * (letters of words, leaves of a tree, cells, pixels, bytes). Two files are aligned once; the level
 * decides which classes of difference count, and the total is the same at every level. So a coarser
 * level never reports more difference than a finer one, and accuracy is exactly 1 only if nothing
 * differs at the level.
 */
import type { Markup } from '../html/markup';
import type { Level } from './level';
import type { Place } from './place';
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
	/** True if a report is requested. Work needed only for the report is skipped otherwise. */
	readonly isReported: boolean;
	/** Called from time to time with the share done, 0 to 1. */
	readonly onProgress: (share: number) => void;
	/** Called with an unexpected error of a part's comparer; that part is then compared as bytes. */
	readonly onFault?: (fault: unknown) => void;
}

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'formatted';

/** One difference. `added` has no `kept`, `removed` has no `sent`. */
export interface Change {
	readonly kind: ChangeKind;
	readonly kept?: Place;
	readonly sent?: Place;
	readonly oldText?: string;
	readonly newText?: string;
}

/** Number of changed units (lines, paragraphs, cells, ...) by kind of change. */
export interface ChangeCounts {
	readonly added: number;
	readonly removed: number;
	readonly changed: number;
	readonly moved: number;
}

/**
 * The part of a report that the comparer writes. The frame adds title, figures, notes and list of
 * files.
 */
export interface ReportBody {
	/** Style rules of its own, in addition to those all reports share. */
	readonly style?: string;
	readonly content: Markup;
	/** Further files, such as a patch or a marked copy. */
	readonly files: readonly ReportFile[];
}

/** How often a rule hid something; the rule is named in its own words. */
export interface Ignored {
	readonly rule: string;
	readonly kept: number;
	readonly sent: number;
}

/** Result for two readable files. */
export interface Compared {
	readonly isReadable: true;
	/** What was compared, in a few words: `words`, `cells`, `pixels`. */
	readonly method: string;
	/** 0 to 1; exactly 1 if nothing differs at the level. */
	readonly accuracy: number;
	/** Unit of the counts, in the singular: `line`, `paragraph`, `cell`. */
	readonly unit: string;
	readonly counts: ChangeCounts;
	/** In document order, at most `changesMax`. */
	readonly changes: readonly Change[];
	/**
	 * Remarks for the reader, such as on the encoding, on macros that were not run, on tracked
	 * changes.
	 */
	readonly notes: readonly string[];
	readonly ignored: readonly Ignored[];
	/** Present if a report was requested. */
	readonly report?: ReportBody;
}

/**
 * A file without content to compare: broken, empty, protected, or empty after the rules were
 * applied.
 */
export interface Unreadable {
	readonly isReadable: false;
	readonly side: 'kept' | 'sent';
	/** A sentence for people: what is wrong and what to change. */
	readonly reason: string;
}

/** A row of a file in reading order; all that a comparison from fingerprints needs. */
export interface OutlineRow {
	readonly place: Place;
	readonly words: readonly string[];
	/** White space before each word and after the last, for formats where it counts. */
	readonly gaps?: readonly string[];
	/** Characters that end the row, for formats that have them. */
	readonly end?: string;
}

export interface Outline {
	readonly isReadable: true;
	readonly unit: string;
	readonly rows: readonly OutlineRow[];
}

/** Comparison of one format. */
export interface Comparer {
	compare(task: ComparisonTask): Promise<Compared | Unreadable>;
	/** The file as rows of words, after the rules were applied. */
	outline(
		side: Side,
		options: { readonly level: Level; readonly rules: CompareRules },
	): Promise<Outline | Unreadable>;
}

/** A file of any size, read once from the beginning. */
export interface StreamedSide {
	readonly sizeBytes: number;
	readonly fileName: string;
	readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Compares files that no other comparer can: reads the kept file to its end, then the sent one.
 * Two different files that are too large for memory are read `again` from the beginning, in
 * parallel and not always to the end.
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
 * Thrown by a comparer if the files need more memory than a comparison has. They are then compared
 * as pieces of bytes; the message tells people why.
 */
export class TooMuchToCompare extends Error {}

/** Further changes are only counted. */
export const changesMax = 1000;

/** The highest accuracy of two files that differ. */
const belowOne = 0.999999;

/** The equal share: 1 only if nothing differs. */
export function accuracyOf(weights: {
	readonly differing: number;
	readonly total: number;
}): number {
	if (weights.differing === 0) return 1;
	const share = 1 - weights.differing / Math.max(weights.total, weights.differing);
	return Math.min(belowOne, Math.round(share * 1e6) / 1e6);
}
