/** A place in a file; it has the members that apply to the format. */
export interface Place {
	/** From 1. */
	readonly line?: number;
	/** Column of the first character in its line, from 1. */
	readonly column?: number;
	/** From 1. */
	readonly page?: number;
	/** On the page, as shares of its width and height, from the upper left corner. */
	readonly box?: Box;
	/** JSON Pointer, or a similar path of other trees; for a document its part (`footnotes/3`), for a presentation its slide (`slides/3/notes`). */
	readonly path?: string;
	readonly sheet?: string;
	/** As `B7`; for a whole row `7`. */
	readonly cell?: string;
	/** Path of an archive's entry; the other members refer to that entry. */
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
