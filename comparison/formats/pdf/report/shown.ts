/** The input of the report and the marked file: counted differences and both files. */
import type { Pair } from '../../../align/pairing';
import type { Both } from '../../../core/format-comparer';
import type { Difference } from '../matching/difference';
import type { ReadSide } from '../reading/reading';

export interface ShownSide extends ReadSide {
	readonly fileName: string;
}

export interface ReportContent extends Both<ShownSide> {
	readonly pairs: readonly Pair[];
	/** The differences that count at the level, in the order of the sent file. */
	readonly differences: readonly Difference[];
}
