/** Where a difference lies, for a person to find and for a program to read. */

/** Where in a file something is; of its members those that the format has. */
export interface Place {
	/** From 1. */
	readonly line?: number;
	/** Of a word or a character: which of its line it is or begins with, from 1. */
	readonly column?: number;
	/** From 1. */
	readonly page?: number;
	/** On the page, as shares of its width and height from the upper left corner. */
	readonly box?: Box;
	/** JSON Pointer, or the like of a tree that is no JSON; of a document its part (`footnotes/3`). */
	readonly path?: string;
	readonly sheet?: string;
	/** As `B7`; of a row that was added or removed as a whole `7`. */
	readonly cell?: string;
	/** Path of an entry of an archive; the other members are inside that entry. */
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
