/**
 * Reads an ODT: body, headers, footers, notes and comments. ODT stores text deleted by tracked
 * changes outside the body, so the body is the accepted view.
 */
import { ReadFault } from '../../../core/format-comparer';
import { paper } from '../../../core/sight';
import type { Zip } from '../../archive/zip-reading';
import {
	alone,
	type Block,
	type Cell,
	joinSpans,
	textOf,
	type OfficeDocument,
	type Paragraph,
	type PartKind,
	type PendingChange,
	written,
} from '../../blocks/document/document';
import { hundredthsIn, sizeText } from '../../package/drawing-forms';
import { withNotes } from '../../blocks/document/note-marks';
import { addControls } from './controls';
import { openMacrosIn, refuseProtected, repeatsOf } from '../../package/open-elements';
import { OpenFormatting } from '../../package/open-formatting';
import { type List, OpenNumbering } from './numbering';
import { objectTextsOf } from './objects';
import { type Anchored, OpenParagraphReader } from './paragraphs';
import { readPart } from '../../package/parts';
import {
	attribute,
	child,
	descendants,
	elementsOf,
	textIn,
	walkXml,
	type XmlElement,
} from '../../package/xml';

const containers: ReadonlySet<string> = new Set([
	...['office:text', 'office:styles', 'office:automatic-styles', 'office:master-styles'],
]);

const usualPage = 'Standard';

/** Elements that only group blocks. */
const groups: ReadonlySet<string> = new Set([
	...['text:section', 'text:index-body', 'text:table-of-content', 'text:alphabetical-index'],
	...['text:illustration-index', 'text:table-index', 'text:object-index', 'text:user-index'],
	...['text:bibliography', 'text:index-title', 'text:numbered-paragraph', 'text:note-body'],
	...['table:table-rows', 'table:table-header-rows', 'table:table-row-group', 'draw:text-box'],
	...[
		'office:annotation',
		'style:header',
		'style:footer',
		'style:header-left',
		'style:footer-left',
	],
	...['style:header-first', 'style:footer-first', 'draw:frame'],
]);

const pendingMax = 200;
const repeatsMax = 1000;
const columnsMax = 16_384;

/** Behind a table at the end of a text, programs add a paragraph when they save it. */
function withoutLastEmpty(body: readonly Block[]): readonly Block[] {
	const [before, last] = body.slice(-2);
	const isAdded = before?.row !== undefined && last?.row === undefined;
	const isEmpty = last?.cells.every(({ paragraphs }) =>
		paragraphs.every((one) => textOf(one) === ''),
	);
	return isAdded && isEmpty === true ? body.slice(0, -1) : body;
}

export class OpenReading {
	readonly #formatting = new OpenFormatting();
	readonly #numbering = new OpenNumbering();
	readonly #parts: Record<PartKind, Block[]> = {
		body: [],
		headers: [],
		footers: [],
		footnotes: [],
		endnotes: [],
		comments: [],
	};
	readonly #numbers = { paragraphs: 0, tables: 0, headers: 0, footers: 0 };
	readonly #noteNumbers = { footnotes: 0, endnotes: 0, comments: 0 };
	readonly #pending: PendingChange[] = [];
	#pendingCount = 0;
	#shapeCount = 0;
	/** The colour behind what is read. */
	#behind = paper;
	/** Whether a section is read that is not shown. */
	#isHidden = false;

	/** The sizes of pages, by their layouts. */
	readonly #layouts = new Map<string, string>();
	readonly #pageSizes: string[] = [];

	readonly #controls = new Map<string, string>();

	private constructor(readonly objectTexts: ReadonlyMap<string, string>) {}

	static async read(zip: Zip): Promise<OfficeDocument> {
		await refuseProtected(zip, 'The document');
		const content = await readPart(zip, 'content.xml');
		if (content === undefined) {
			throw new ReadFault('The file is not an OpenDocument text: it has no content.xml.');
		}
		const reading = new OpenReading(await objectTextsOf(zip));
		const styles = await readPart(zip, 'styles.xml');
		if (styles !== undefined) reading.#walk(styles, 'styles.xml');
		reading.#walk(content, 'content.xml');
		return {
			parts: { ...reading.#parts, body: withoutLastEmpty(reading.#parts.body) },
			pendingChanges: reading.#pending,
			pendingCount: reading.#pendingCount,
			shapeCount: reading.#shapeCount,
			pageSizes: reading.#pageSizes,
			unread: [],
			macros: openMacrosIn(zip),
		};
	}

	#walk(xml: string, part: string): void {
		this.#numbers.paragraphs = 0;
		this.#numbers.tables = 0;
		walkXml(
			xml,
			{ part, containers },
			{
				block: (element, container) => {
					if (element.name === 'office:forms') addControls(element, this.#controls);
					else if (container.name === 'office:text')
						this.#parts.body.push(...this.#blocks(element));
					else if (container.name === 'office:master-styles') this.#readMasterPage(element);
					else if (element.name === 'style:page-layout') this.#addPageLayout(element);
					else {
						this.#formatting.add(element, container.name === 'office:automatic-styles');
						this.#numbering.add(element);
					}
				},
			},
		);
	}

	#addPageLayout(layout: XmlElement): void {
		const size = child(layout, 'style:page-layout-properties');
		const [width, height] = ['fo:page-width', 'fo:page-height'].map((name) =>
			hundredthsIn(attribute(size, name)),
		);
		this.#layouts.set(attribute(layout, 'style:name') ?? '', sizeText(width ?? 0, height ?? 0));
	}

	/** Programs list master pages that no page uses; the size of the usual one is told. */
	#readMasterPage(page: XmlElement): void {
		if (attribute(page, 'style:name') === usualPage) {
			const layout = attribute(page, 'style:page-layout-name') ?? '';
			this.#pageSizes.push(this.#layouts.get(layout) ?? '');
		}
		for (const one of elementsOf(page)) {
			const kind = one.name.startsWith('style:header') ? 'headers' : 'footers';
			if (!groups.has(one.name) || attribute(one, 'style:display') === 'false') continue;
			this.#numbers[kind] += 1;
			const path = `${kind}/${this.#numbers[kind]}`;
			for (const block of this.#blocks(one)) this.#parts[kind].push({ ...block, path });
		}
	}

	*#blocks(element: XmlElement, list?: List): Generator<Block> {
		if (element.name === 'text:p' || element.name === 'text:h') {
			this.#numbers.paragraphs += 1;
			const path = `paragraphs/${this.#numbers.paragraphs}`;
			const frames: Anchored[] = [];
			yield alone(path, this.#paragraph(element, frames, list));
			for (const frame of frames) yield* this.#blocks(frame.element);
		} else if (element.name === 'text:list') {
			for (const [one, inner] of this.#numbering.itemsOf(element, list)) {
				yield* this.#blocks(one, inner);
			}
		} else if (element.name === 'table:table') {
			this.#numbers.tables += 1;
			yield* this.#rows(element, `tables/${this.#numbers.tables}`, { row: 0 });
		} else if (element.name === 'text:tracked-changes') this.#tellChanges(element);
		else if (groups.has(element.name)) {
			const around = this.#isHidden;
			this.#isHidden ||= isNotShown(element);
			for (const one of elementsOf(element)) yield* this.#blocks(one, list);
			this.#isHidden = around;
		}
	}

	*#rows(element: XmlElement, path: string, place: { row: number }): Generator<Block> {
		for (const one of elementsOf(element)) {
			if (one.name === 'table:table-row') {
				const repeats = repeatsOf(one, 'table:number-rows-repeated', repeatsMax);
				for (let repeat = 0; repeat < repeats; repeat += 1) {
					place.row += 1;
					yield { path, row: place.row, cells: this.#cells(one) };
				}
			} else if (groups.has(one.name)) yield* this.#rows(one, path, place);
		}
	}

	#cells(row: XmlElement): readonly Cell[] {
		const cells: Cell[] = [];
		let column = 1;
		for (const one of elementsOf(row)) {
			const repeats = repeatsOf(one, 'table:number-columns-repeated', columnsMax);
			if (one.name === 'table:table-cell') {
				cells.push({ column, paragraphs: this.#cellParagraphs(one) });
			}
			column = Math.min(column + repeats, columnsMax);
		}
		return cells;
	}

	#cellParagraphs(cell: XmlElement): readonly Paragraph[] {
		const around = this.#behind;
		this.#behind =
			this.#formatting.fillOf('table-cell', attribute(cell, 'table:style-name')) ?? around;
		const paragraphs = [...this.#paragraphs(cell)];
		this.#behind = around;
		return paragraphs;
	}

	/** All paragraphs inside, in reading order. */
	*#paragraphs(element: XmlElement, list?: List): Generator<Paragraph> {
		if (element.name === 'text:p' || element.name === 'text:h') {
			const frames: Anchored[] = [];
			yield this.#paragraph(element, frames, list);
			for (const frame of frames) yield* this.#paragraphs(frame.element);
		} else if (element.name === 'text:list') {
			for (const [one, inner] of this.#numbering.itemsOf(element, list)) {
				yield* this.#paragraphs(one, inner);
			}
		} else for (const one of elementsOf(element)) yield* this.#paragraphs(one, list);
	}

	#paragraph(element: XmlElement, frames: Anchored[], list: List | undefined): Paragraph {
		const { spans, anchored, notes } = new OpenParagraphReader(element, {
			formatting: this.#formatting,
			behind: this.#behind,
			objectText: (address) =>
				this.objectTexts.get(address.replace(/^\.\/|\/$/g, '')) ??
				(URL.canParse(address) ? `[picture ${address}]` : '[picture]'),
			controlText: (id) => this.#controls.get(id) ?? '',
			addShape: () => (this.#shapeCount += 1),
		});
		for (const one of anchored) {
			if (one.kind === 'frame') frames.push(one);
			else this.#readNote(one.kind, one);
		}
		const level = attribute(element, 'text:outline-level');
		const heading = element.name === 'text:h' ? `heading ${level ?? '1'}` : '';
		const mark = child(element, 'text:hidden-paragraph');
		const isHidden = this.#isHidden || attribute(mark, 'text:is-hidden') === 'true';
		const listed = this.#numbering.wordsOf(list);
		const style = attribute(element, 'text:style-name');
		const paragraph = {
			number: this.#numbering.numberOf(element, list),
			spans: joinSpans(spans),
			formatting: this.#formatting.ofParagraph(style, [heading, listed, isHidden ? 'hidden' : '']),
			source: { part: 'content.xml', index: 0 },
		};
		return withNotes(paragraph, notes);
	}

	#readNote(kind: 'footnotes' | 'endnotes' | 'comments', { element, anchor }: Anchored): void {
		this.#noteNumbers[kind] += 1;
		const path = `${kind}/${this.#noteNumbers[kind]}`;
		const body = kind === 'comments' ? element : child(element, 'text:note-body');
		if (body === undefined) return;
		const blocks = [...this.#paragraphs(body)].map((paragraph) => alone(path, paragraph));
		const author = textIn(child(element, 'dc:creator'));
		const told = kind === 'comments' ? written(blocks, author, anchor) : blocks;
		this.#parts[kind].push(...told);
	}

	#tellChanges(changes: XmlElement): void {
		for (const region of elementsOf(changes)) {
			const change = elementsOf(region)[0];
			const kind = changeKinds.get(change?.name ?? '');
			if (change === undefined || kind === undefined) continue;
			this.#pendingCount += 1;
			if (this.#pending.length >= pendingMax) continue;
			const [author] = descendants(change, 'dc:creator');
			this.#pending.push({
				kind,
				author: textIn(author),
				text: descendants(change, 'text:p').map(textIn).join(' ').slice(0, 200),
			});
		}
	}
}

/** A section that is hidden, or whose condition hides it. */
function isNotShown(section: XmlElement): boolean {
	const display = attribute(section, 'text:display');
	const isHidden = attribute(section, 'text:is-hidden') === 'true';
	return display === 'none' || (display === 'condition' && isHidden);
}

const changeKinds: ReadonlyMap<string, PendingChange['kind']> = new Map([
	['text:insertion', 'insertion'],
	['text:deletion', 'deletion'],
	['text:format-change', 'formatting'],
]);
