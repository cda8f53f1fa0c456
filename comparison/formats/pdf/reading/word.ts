/** A word on a page, in points from the upper left corner of the displayed page. */
export interface Word {
	readonly text: string;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	/** Such as `Helvetica Bold`. */
	readonly font: string;
	readonly sizePoints: number;
	/** By how many quarters its direction is turned clockwise. */
	readonly quarters: number;
	/** The second part of a word hyphenated at the end of a line. */
	readonly rest?: Word;
}
