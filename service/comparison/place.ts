/**
 * A place in a file, for people and programs. Only the members that the format has are present.
 */
export interface Place {
	/** From 1. */
	readonly line?: number;
	/** Position of a word or a character in its line, from 1. */
	readonly column?: number;
	/** From 1. */
	readonly page?: number;
	/** On the page, as shares of its width and height from the upper left corner. */
	readonly box?: Box;
	/** JSON Pointer, or its equivalent in other trees; for a document its part (`footnotes/3`). */
	readonly path?: string;
	readonly sheet?: string;
	/** Such as `B7`; `7` for a row that was added or removed as a whole. */
	readonly cell?: string;
	/** Path of an entry of an archive; the other members then refer to that entry. */
	readonly entry?: string;
	readonly offsetBytes?: number;
	readonly sizeBytes?: number;
}

export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}
