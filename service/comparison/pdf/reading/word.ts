/** What a word of a PDF is, as all parts of this folder know it. */

/** A word as it stands on a page, in points from the upper left corner of the page as it is shown. */
export interface Word {
	readonly text: string;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	/** Such as `Helvetica Bold`. */
	readonly font: string;
	readonly sizePoints: number;
	/** Where the rest of a word stands that was hyphenated at the end of its line. */
	readonly rest?: Word;
}
