/**
 * Turns the elements of a DOCX into blocks: paragraphs and table rows. Paragraphs are numbered in
 * one order, by which the writer of tracked changes finds them again.
 */
import { paper } from '../../../core/sight';
import type { Block, Cell, Paragraph, Span } from '../../blocks/document/document';
import { alone, joinSpans, withCellWords, withFirstWords } from '../../blocks/document/document';
import { joinWords } from '../../package/looks';
import { type NoteMark, withNotes } from '../../blocks/document/note-marks';
import { fillOf, type WordFormatting } from './formatting';
import { boxesIn, holdsRuns, type ParagraphReader, type Piece } from './paragraphs';
import { WordCounting } from './numbering';
import { attribute, child, elementsOf, isOn, type XmlElement } from '../../package/xml';

/** Called for every paragraph, in order. */
export type OnParagraph = (element: XmlElement, pieces: readonly Piece[]) => void;

export class WordBlocks {
	#paragraphs = 0;
	#numbered = 0;
	#tables = 0;
	#boxes = 0;

	readonly #counting = new WordCounting();

	constructor(
		readonly part: string,
		readonly reader: ParagraphReader,
		readonly formatting: WordFormatting,
		readonly onParagraph: OnParagraph | undefined,
	) {}

	/** The blocks of an element of the body; without a path they are numbered, each kind by itself. */
	*blocksOf(element: XmlElement, path?: string): Generator<Block> {
		if (isParagraph(element)) {
			yield* this.#paragraphBlocks(element, path);
		} else if (element.name === 'w:tbl') {
			this.#tables += 1;
			const behind = this.formatting.behindTable(element, paper);
			yield* this.#rows(element, path ?? `tables/${this.#tables}`, { row: 0, behind });
		} else if (holdsRuns(element) || element.name === 'w:sdtContent') {
			for (const one of elementsOf(element)) yield* this.blocksOf(one, path);
		}
	}

	*#paragraphBlocks(element: XmlElement, path: string | undefined): Generator<Block> {
		this.#numbered += 1;
		yield alone(path ?? `paragraphs/${this.#numbered}`, this.#paragraph(element, paper));
		for (const content of boxesIn(element)) {
			this.#boxes += 1;
			const box = this.#boxes;
			for (const one of content) {
				for (const block of this.blocksOf(one, path)) yield { box, ...block };
			}
		}
	}

	*#rows(
		element: XmlElement,
		path: string,
		place: { row: number; readonly behind: string | undefined },
	): Generator<Block> {
		for (const one of elementsOf(element)) {
			if (one.name === 'w:tr') {
				place.row += 1;
				const row = { path, row: place.row, cells: this.#cells(one, place.behind) };
				const isHidden = isHiddenRow(child(one, 'w:trPr'));
				yield withFirstWords(row, isHidden ? 'in a hidden row' : '');
			} else if (holdsRuns(one)) yield* this.#rows(one, path, place);
		}
	}

	#cells(row: XmlElement, behind: string | undefined): readonly Cell[] {
		const cells: Cell[] = [];
		let column = 1;
		const read = (element: XmlElement) => {
			for (const one of elementsOf(element)) {
				if (one.name === 'w:tc') {
					const paragraphs = [...this.#cellParagraphs(one, behindCell(one, behind))];
					cells.push({ column, paragraphs: withCellWords(paragraphs, mergeOf(one)) });
					column += spanOf(one);
				} else if (holdsRuns(one)) read(one);
			}
		};
		read(row);
		return cells;
	}

	/** Paragraphs of a cell; those of nested tables in reading order. */
	*#cellParagraphs(element: XmlElement, behind: string | undefined): Generator<Paragraph> {
		for (const one of elementsOf(element)) {
			if (isParagraph(one)) {
				yield this.#paragraph(one, behind);
				for (const children of boxesIn(one)) {
					this.#boxes += 1;
					const box = this.#boxes;
					const boxed = this.#cellParagraphs({ ...one, children }, paper);
					for (const paragraph of boxed) yield { box, ...paragraph };
				}
			} else if (one.name === 'w:tbl') {
				yield* this.#cellParagraphs(one, this.formatting.behindTable(one, behind));
			} else if (one.name === 'w:tc') {
				yield* this.#cellParagraphs(one, behindCell(one, behind));
			} else if (one.name === 'w:tr' || holdsRuns(one)) yield* this.#cellParagraphs(one, behind);
		}
	}

	#paragraph(element: XmlElement, around: string | undefined): Paragraph {
		const read = this.reader.pieces(element);
		const pieces = read.filter(({ text }) => text !== '');
		const properties = child(element, 'w:pPr');
		const index = this.#paragraphs;
		this.#paragraphs += 1;
		this.onParagraph?.(element, pieces);
		const behind = this.formatting.behindParagraph(properties, around);
		const spans = pieces.map(({ text, holder, isObject, look }): Span => {
			const { emphasis, appearance } = this.formatting.ofRun(
				child(holder, 'w:rPr'),
				properties,
				behind,
			);
			return { text, emphasis: joinWords([emphasis, look]), appearance, isObject };
		});
		const place = this.formatting.listPlace(properties);
		const paragraph = {
			number: place && this.#counting.next(place),
			spans: joinSpans(spans),
			formatting: this.formatting.ofParagraph(properties),
			source: { part: this.part, index },
		};
		return withNotes(paragraph, notesIn(read));
	}
}

/** Where the notes of a paragraph stand in its text. */
function notesIn(pieces: readonly Piece[]): readonly NoteMark[] {
	let at = 0;
	return pieces.flatMap(({ text, note }) => {
		at += text.length;
		return note === undefined ? [] : [{ at, kind: note }];
	});
}

/** A document that is embedded stands as a paragraph. */
function isParagraph({ name }: XmlElement): boolean {
	return name === 'w:p' || name === 'w:altChunk';
}

/** The colour behind the text of a cell, which is that of its table if it has none. */
function behindCell(cell: XmlElement, behind: string | undefined): string | undefined {
	return fillOf(child(child(cell, 'w:tcPr'), 'w:shd')) ?? behind;
}

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

/** Lower rows show nothing of their words. */
const rowTwipsMin = 40;

function isHiddenRow(properties: XmlElement | undefined): boolean {
	const height = child(properties, 'w:trHeight');
	const isExact = attribute(height, 'w:hRule') === 'exact';
	const isFlat = isExact && Number(attribute(height, 'w:val') ?? Infinity) <= rowTwipsMin;
	return isFlat || isOn(child(properties, 'w:hidden'));
}
