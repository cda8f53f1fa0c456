/** The input of the report and the marked file: counted differences and both files. */
import type { Difference } from '../matching/difference';
import type { Pair } from '../../../align/pairing';
import type { OpenedPdf } from '../reading/pdf-document';
import type { PdfText } from '../reading/pdf-text';

export interface ShownSide {
	readonly fileName: string;
	readonly bytes: Uint8Array;
	readonly opened: OpenedPdf;
	readonly text: PdfText;
}

export interface Shown {
	readonly kept: ShownSide;
	readonly sent: ShownSide;
	readonly pairs: readonly Pair[];
	/** The differences that count at the level, in the order of the sent file. */
	readonly differences: readonly Difference[];
}
