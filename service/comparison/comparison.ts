/**
 * What every comparer takes and gives: two files of one format in, what differs between them out.
 * A comparer reads one kind of file and knows nothing of records, addresses or the database; it runs in
 * a process of its own, so it may take time and memory, and keeps no state between two calls.
 *
 * `accuracy` has one meaning everywhere: 1 - differing / total, both in the comparer's own weights
 * (letters of words, leaves of a tree, cells, pixels, bytes). One alignment is made of two files; the
 * level decides which classes of difference count, and the total is the same at every level. So a
 * coarser level never says more different than a finer one, and exactly 1 is said of nothing that
 * differs at the level.
 */
import type { Markup } from '../html/markup';
import type { Level } from './level';
import type { Place } from './place';
import type { ReportFile } from './report-file';
import type { CompareRules } from './rules';

/** One of the two files, whole in memory. */
export interface Side {
	readonly bytes: Uint8Array;
	readonly fileName: string;
}

export interface ComparisonTask {
	readonly kept: Side;
	readonly sent: Side;
	readonly level: Level;
	readonly rules: CompareRules;
	/** Whether report and files beside it are asked for; what only they need is not worked out else. */
	readonly isReported: boolean;
	/** Told from time to time how much is done, 0 to 1. */
	readonly onProgress: (share: number) => void;
	/** Told what the comparer of a part threw that it should not have; the part is compared as bytes. */
	readonly onFault?: (fault: unknown) => void;
}

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'formatted';

/** One difference a person would point at. `added` has no `kept`, `removed` no `sent`. */
export interface Change {
	readonly kind: ChangeKind;
	readonly kept?: Place;
	readonly sent?: Place;
	readonly oldText?: string;
	readonly newText?: string;
}

/** Of how many of its units (lines, paragraphs, cells, ...) a comparison says which kind of change. */
export interface ChangeCounts {
	readonly added: number;
	readonly removed: number;
	readonly changed: number;
	readonly moved: number;
}

/** The part of a report that a comparer writes; title, figures, notes and list of files stand around it. */
export interface ReportBody {
	/** Its own rules of style, below those that all reports share. */
	readonly style?: string;
	readonly content: Markup;
	/** Such as a patch or a marked copy. */
	readonly files: readonly ReportFile[];
}

/** How often a rule hid something, by the words of the rule itself. */
export interface Ignored {
	readonly rule: string;
	readonly kept: number;
	readonly sent: number;
}

/** Two files that could be read, compared. */
export interface Compared {
	readonly isReadable: true;
	/** What was compared, in a few words: `words`, `cells`, `pixels`. */
	readonly method: string;
	/** 0 to 1; 1 exactly when nothing differs at the level. */
	readonly accuracy: number;
	/** What the counts count, in the singular: `line`, `paragraph`, `cell`. */
	readonly unit: string;
	readonly counts: ChangeCounts;
	/** In the order of the document, the first `changesMax` of them. */
	readonly changes: readonly Change[];
	/** Sentences a reader should know: an encoding, macros that were not run, tracked changes. */
	readonly notes: readonly string[];
	readonly ignored: readonly Ignored[];
	/** Present when a report is asked for. */
	readonly report?: ReportBody;
}

/** A file that has no content to compare: broken, empty, protected, or nothing left by the rules. */
export interface Unreadable {
	readonly isReadable: false;
	readonly side: 'kept' | 'sent';
	/** A sentence for people that says what is wrong and what to change. */
	readonly reason: string;
}

/** A stretch of a file in reading order. Comparing from fingerprints alone needs nothing else. */
export interface OutlineRow {
	readonly place: Place;
	readonly words: readonly string[];
	/** The white space before each word and after the last, of a format where it counts. */
	readonly gaps?: readonly string[];
	/** The characters that ended the row, of a format that has some. */
	readonly end?: string;
}

export interface Outline {
	readonly isReadable: true;
	readonly unit: string;
	readonly rows: readonly OutlineRow[];
}

/** Everything that is known of one format. */
export interface Comparer {
	compare(task: ComparisonTask): Promise<Compared | Unreadable>;
	/** The file reduced to rows of words, after the rules were applied. */
	outline(
		side: Side,
		options: { readonly level: Level; readonly rules: CompareRules },
	): Promise<Outline | Unreadable>;
}

/** A file of any size, read once from its beginning. */
export interface StreamedSide {
	readonly sizeBytes: number;
	readonly fileName: string;
	readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Compares what nothing else can: the kept file is read to its end, then the sent one. Two that are too
 * large to be held and differ are read `again` from their beginnings, side by side and not always to the end.
 */
export type ComparePieces = (
	sides: { readonly kept: StreamedSide; readonly sent: StreamedSide },
	options: {
		readonly level: Level;
		readonly isReported: boolean;
		readonly onProgress: (share: number) => void;
		/** Nothing where they cannot be read twice. */
		readonly again?: () => Readonly<Record<'kept' | 'sent', AsyncIterable<Uint8Array>>>;
	},
) => Promise<Compared>;

/**
 * Thrown by a comparer whose files hold more than it can compare in the memory of a comparison. They are
 * then compared as pieces of bytes, and the message, a sentence for people, says why.
 */
export class TooMuchToCompare extends Error {}

/** More changes are counted, not listed. */
export const changesMax = 1000;

/** The nearest to 1 that is said of two files that differ. */
const belowOne = 0.999999;

/** The share that is equal; 0 weights differing is 1, and anything else is less. */
export function accuracyOf(weights: {
	readonly differing: number;
	readonly total: number;
}): number {
	if (weights.differing === 0) return 1;
	const share = 1 - weights.differing / Math.max(weights.total, weights.differing);
	return Math.min(belowOne, Math.round(share * 1e6) / 1e6);
}
