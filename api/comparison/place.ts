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

/** A place of an answer, whose whole numbers have no bound. */
type WirePlace = { readonly [Member in keyof Place]?: Place[Member] | bigint };

type PlacePart =
	| 'page {number}'
	| 'line {number}'
	| 'column {number}'
	| 'byte {number}'
	| '{number} bytes';

/** Says a part of a place in the language of the reader. */
type SayPlacePart = (part: PlacePart, values: { readonly number: string }) => string;

const inEnglish: SayPlacePart = (part, { number }) => part.replace('{number}', number);

/** Describes a place in a file; empty without a place. */
export function placeText(place: WirePlace | undefined, say = inEnglish): string {
	if (place === undefined) return '';
	const said = (part: PlacePart, number: number | bigint | undefined) =>
		number !== undefined && say(part, { number: String(number) });
	const { line, column, page, path, sheet, cell, entry, offsetBytes, sizeBytes } = place;
	return [
		entry,
		said('page {number}', page),
		sheet,
		cell,
		path,
		said('line {number}', line),
		said('column {number}', column),
		said('byte {number}', offsetBytes),
		said('{number} bytes', sizeBytes),
	]
		.filter((part) => part !== undefined && part !== false && part !== '')
		.join(', ');
}
