/**
 * Turns the elements of a DOCX into blocks: paragraphs and table rows. Paragraphs are numbered in
 * one order, by which the writer of tracked changes finds them again.
 */
import type { Block, Cell, Paragraph, Span } from '../document/document';
import { joinSpans, joinWords, withMerge } from '../document/document';
import type { WordFormatting } from './formatting';
import { anchoredBlocks, holdsRuns, type ParagraphReader, type Piece } from './paragraphs';
import { WordCounting } from './numbering';
import { attribute, child, elementsOf, type XmlElement } from '../document/xml';

/** Called for every paragraph, in order. */
export type OnParagraph = (element: XmlElement, pieces: readonly Piece[]) => void;

/** Names the blocks of a part. */
export interface Naming {
	paragraphPath(number: number): string;
	tablePath(number: number): string;
}

export class WordBlocks {
	#paragraphs = 0;
	#numbered = 0;
	#tables = 0;

	readonly #counting: WordCounting;

	readonly part: string;
	readonly reader: ParagraphReader;
	readonly formatting: WordFormatting;
	readonly onParagraph: OnParagraph | undefined;

	constructor(
		part: string,
		reader: ParagraphReader,
		formatting: WordFormatting,
		onParagraph?: OnParagraph,
	) {
		this.part = part;
		this.reader = reader;
		this.formatting = formatting;
		this.#counting = new WordCounting(formatting.numbering);
		this.onParagraph = onParagraph;
	}

	/** The blocks of an element of the body. */
	*blocksOf(element: XmlElement, naming: Naming): Generator<Block> {
		if (isParagraph(element)) {
			yield* this.#paragraphBlocks(element, naming);
		} else if (element.name === 'w:tbl') {
			this.#tables += 1;
			yield* this.#rows(element, naming.tablePath(this.#tables), { row: 0 });
		} else if (holdsRuns(element) || element.name === 'w:sdtContent') {
			for (const one of elementsOf(element)) yield* this.blocksOf(one, naming);
		}
	}

	*#paragraphBlocks(element: XmlElement, naming: Naming): Generator<Block> {
		this.#numbered += 1;
		const number = this.#numbered;
		const path = naming.paragraphPath(number);
		yield { path, cells: [{ column: 1, paragraphs: [this.#paragraph(element)] }] };
		for (const anchored of anchoredBlocks(element)) {
			for (const block of this.blocksOf(anchored, naming)) yield { box: number, ...block };
		}
	}

	*#rows(element: XmlElement, path: string, place: { row: number }): Generator<Block> {
		for (const one of elementsOf(element)) {
			if (one.name === 'w:tr') {
				place.row += 1;
				yield { path, row: place.row, cells: this.#cells(one) };
			} else if (holdsRuns(one)) yield* this.#rows(one, path, place);
		}
	}

	#cells(row: XmlElement): readonly Cell[] {
		const cells: Cell[] = [];
		let column = 1;
		const read = (element: XmlElement) => {
			for (const one of elementsOf(element)) {
				if (one.name === 'w:tc') {
					const paragraphs = [...this.#cellParagraphs(one)];
					cells.push({ column, paragraphs: withMerge(paragraphs, mergeOf(one)) });
					column += spanOf(one);
				} else if (holdsRuns(one)) read(one);
			}
		};
		read(row);
		return cells;
	}

	/** Paragraphs of a cell; those of nested tables in reading order. */
	*#cellParagraphs(element: XmlElement): Generator<Paragraph> {
		for (const one of elementsOf(element)) {
			if (isParagraph(one)) {
				yield this.#paragraph(one);
				for (const anchored of anchoredBlocks(one)) {
					const boxed = this.#cellParagraphs({ ...anchored, children: [anchored] });
					for (const paragraph of boxed) yield { ...paragraph, isBoxed: true };
				}
			} else if (nested.has(one.name) || holdsRuns(one)) yield* this.#cellParagraphs(one);
		}
	}

	#paragraph(element: XmlElement): Paragraph {
		const pieces = this.reader.pieces(element);
		const properties = child(element, 'w:pPr');
		const index = this.#paragraphs;
		this.#paragraphs += 1;
		this.onParagraph?.(element, pieces);
		const spans = pieces.map(({ text, holder, isObject, look }): Span => {
			const { emphasis, appearance } = this.formatting.ofRun(child(holder, 'w:rPr'), properties);
			return {
				...{ text, emphasis: joinWords([emphasis, look]), appearance },
				...(isObject === true ? { isObject } : {}),
			};
		});
		const place = this.formatting.listPlace(properties);
		const number = place && this.#counting.next(place);
		return {
			...(number === undefined ? {} : { number }),
			spans: joinSpans(spans),
			formatting: this.formatting.ofParagraph(properties),
			source: { part: this.part, index },
		};
	}
}

/** A document that is embedded stands as a paragraph. */
function isParagraph({ name }: XmlElement): boolean {
	return name === 'w:p' || name === 'w:altChunk';
}

const nested: ReadonlySet<string> = new Set(['w:tbl', 'w:tr', 'w:tc']);

/** How a cell continues another one; the first of such cells says `restart`. */
function mergeOf(cell: XmlElement): string {
	const continues = (name: string) => {
		const merge = child(child(cell, 'w:tcPr'), name);
		return merge !== undefined && attribute(merge, 'w:val') !== 'restart';
	};
	if (continues('w:vMerge')) return 'joined with the cell above';
	return continues('w:hMerge') ? 'joined with the cell before' : '';
}

const columnsMax = 16_384;

function spanOf(cell: XmlElement): number {
	const span = Number(attribute(child(child(cell, 'w:tcPr'), 'w:gridSpan'), 'w:val') ?? '1');
	return Number.isInteger(span) && span > 0 && span < columnsMax ? span : 1;
}
