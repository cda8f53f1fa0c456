/** What a report and a marked file show of a comparison: its counted differences with the files they lie in. */
import type { Difference } from '../matching/difference';
import type { PagePair } from '../matching/page-alignment';
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
	readonly pairs: readonly PagePair[];
	/** Those that count at the level, in the order of the sent file. */
	readonly differences: readonly Difference[];
}
