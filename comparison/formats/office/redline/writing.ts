/**
 * Writes tracked changes into the blocks of a DOCX: `w:ins` and `w:del` around runs, at the ends
 * of paragraphs, and in rows that are added or removed as a whole. Runs are cut where a change
 * begins or ends and keep their properties.
 */
import type { Block, Paragraph } from '../../blocks/document/document';
import { paragraphEnd } from '../../blocks/matching/paragraph-difference';
import { type Insertion, nothingPlanned, type ParagraphPlan, type PartPlan } from './plan';
import { Cutting } from './run-cutting';
import type { Piece } from '../word/paragraphs';
import { holdsRuns } from '../word/paragraphs';
import {
	attribute,
	child,
	elementsOf,
	isElement,
	preferred,
	without,
	xmlAround,
	type XmlElement,
	type XmlNode,
	xmlOf,
	xmlText,
} from '../../package/xml';

/** A paragraph of the kept file with its index. */
export interface Counted {
	readonly index: number;
	readonly pieces: readonly Piece[];
}

export class RedlineWriter {
	readonly paragraphs = new Map<XmlElement, Counted>();

	constructor(
		private readonly plan: PartPlan,
		/** Unique in all parts of the file. */
		private readonly ids: { next: number },
	) {}

	/** Writes an element and its content. */
	write(element: XmlElement): string {
		if (element.name === 'w:p') return this.#paragraph(element);
		if (element.name === 'w:altChunk') return this.#embedded(element);
		if (element.name === 'w:tr') return this.#row(element);
		if (element.name === 'w:tbl') return this.#table(element);
		return xmlAround(element, this.#children(element));
	}

	#children({ children }: XmlElement): readonly string[] {
		return children.map((node) => (isElement(node) ? this.write(node) : xmlText(node)));
	}

	#table(table: XmlElement): string {
		const rows = this.#firstParagraphs(table);
		const inserted = (side: 'beforeTable' | 'afterTable') =>
			this.#insertions(rows.flatMap((index) => this.#planAt(index)[side]));
		const content = xmlAround(table, this.#children(table));
		return inserted('beforeTable') + content + inserted('afterTable');
	}

	/** Index of the first paragraph of every row. */
	#firstParagraphs(element: XmlElement): readonly number[] {
		return elementsOf(element).flatMap((one) => {
			if (one.name !== 'w:tr') return holdsRuns(one) ? this.#firstParagraphs(one) : [];
			const first = this.#firstParagraph(one);
			return first === undefined ? [] : [first];
		});
	}

	#firstParagraph(element: XmlElement): number | undefined {
		for (const one of elementsOf(element)) {
			const index = this.paragraphs.get(one)?.index ?? this.#firstParagraph(one);
			if (index !== undefined) return index;
		}
		return undefined;
	}

	#row(row: XmlElement): string {
		const index = this.#firstParagraph(row);
		if (index === undefined) return xmlOf(row);
		const { rowsBefore, rowsAfter, isRowRemoved } = this.#planAt(index);
		const rows = (list: readonly Block[]) =>
			list.map((block) => this.#insertedRow(block, row)).join('');
		const content =
			isRowRemoved === true ? this.#removedRow(row) : xmlAround(row, this.#children(row));
		return rows(rowsBefore) + content + rows(rowsAfter);
	}

	#removedRow(row: XmlElement): string {
		const properties = elementsOf(child(row, 'w:trPr')).map(xmlOf).join('');
		const changed = `<w:trPr>${properties}${this.#mark('del')}</w:trPr>`;
		return xmlAround(row, [changed, ...this.#deletedAll(without(row, 'w:trPr'))]);
	}

	/** An inserted row, with the cell properties of the row beside it. */
	#insertedRow({ cells }: Block, beside: XmlElement | undefined): string {
		const looks = elementsOf(beside)
			.filter(({ name }) => name === 'w:tc')
			.map((cell) => child(cell, 'w:tcPr'));
		const isLike = looks.length === cells.length;
		const written = cells.map(({ paragraphs }, index) => {
			const look = isLike ? looks[index] : undefined;
			const content = paragraphs
				.filter(({ box }) => box === undefined)
				.map((paragraph) => this.#inserted(paragraph, true))
				.join('');
			return `<w:tc>${look === undefined ? '<w:tcPr/>' : xmlOf(look)}${content || '<w:p/>'}</w:tc>`;
		});
		return `<w:tr><w:trPr>${this.#mark('ins')}</w:trPr>${written.join('')}</w:tr>`;
	}

	#planAt(index: number): ParagraphPlan {
		return this.plan.get(index) ?? nothingPlanned();
	}

	#insertions(insertions: readonly Insertion[], before?: XmlElement): string {
		return insertions.map((one) => this.#insertion(one, before)).join('');
	}

	/** `before` are the properties of the paragraph whose end the last insertion takes over. */
	#insertion(insertion: Insertion, before?: XmlElement): string {
		if ('rows' in insertion) {
			const rows = insertion.rows.map((row) => this.#insertedRow(row, undefined));
			return `<w:tbl><w:tblPr/>${rows.join('')}</w:tbl>`;
		}
		const { paragraph, isLast } = insertion;
		if (isLast !== true) return this.#inserted(paragraph, true);
		const own = elementsOf(before).filter(({ name }) => name !== 'w:sectPr' && name !== 'w:rPr');
		return this.#inserted(paragraph, false, own.map(xmlOf).join(''));
	}

	#inserted(paragraph: Paragraph, hasOwnEnd: boolean, properties = ''): string {
		const end = hasOwnEnd ? `<w:rPr>${this.#mark('ins')}</w:rPr>` : '';
		const runs = runsOf(paragraph).map(({ text, look }) => this.#insertedRun(text, look));
		return `<w:p><w:pPr>${properties}${end}</w:pPr>${runs.join('')}</w:p>`;
	}

	#insertedRun(text: string, properties: string): string {
		const parts = text.split(paragraphEnd).map((part) => this.#insertedWords(part, properties));
		return parts.join(endMark);
	}

	#insertedWords(text: string, properties: string): string {
		if (text === '') return '';
		return `${this.#open('ins')}<w:r>${properties}${textContent(text, 'w:t')}</w:r></w:ins>`;
	}

	#paragraph(element: XmlElement): string {
		const counted = this.paragraphs.get(element);
		if (counted === undefined) return xmlOf(element);
		const { index } = counted;
		const plan = this.#planAt(index);
		const end = plan.removed === 'whole' ? 'del' : plan.end;
		const rest = without(element, 'w:pPr');
		const content =
			plan.removed === undefined
				? this.#edited({ ...element, children: rest }, counted)
				: this.#deletedAll(rest).join('');
		const properties = child(element, 'w:pPr');
		const parts = content.split(endMark);
		const last = xmlAround(element, [this.#properties(properties, end), parts.pop() ?? '']);
		const ended = parts.map((part) => this.#splitOff(part, element, properties));
		const [before, after] = [plan.before, plan.after].map((one) =>
			this.#insertions(one, properties),
		);
		return `${before}${ended.join('')}${last}${after}`;
	}

	/** A part of a paragraph that was split; only the last one ends its section. */
	#splitOff(content: string, { tag }: XmlElement, properties: XmlElement | undefined): string {
		const own = properties && { ...properties, children: without(properties, 'w:sectPr') };
		return `<${tag}>${this.#properties(own, 'ins')}${content}</${tag}>`;
	}

	/** An embedded document stays as it is; what is put in before or after it is written. */
	#embedded(element: XmlElement): string {
		const { before, after } = this.#planAt(this.paragraphs.get(element)?.index ?? -1);
		return this.#insertions(before) + xmlOf(element) + this.#insertions(after);
	}

	/** The change mark must be first in the run properties of the paragraph's end. */
	#properties(properties: XmlElement | undefined, end: 'ins' | 'del' | undefined): string {
		if (end === undefined) return properties === undefined ? '' : xmlOf(properties);
		const own = elementsOf(properties);
		const isLate = ({ name }: XmlElement) => name === 'w:sectPr';
		const early = own.filter((one) => one.name !== 'w:rPr' && !isLate(one)).map(xmlOf);
		const look = elementsOf(child(properties, 'w:rPr')).map(xmlOf);
		const late = own.filter(isLate).map(xmlOf);
		return `<w:pPr>${early.join('')}<w:rPr>${this.#mark(end)}${look.join('')}</w:rPr>${late.join('')}</w:pPr>`;
	}

	#edited(element: XmlElement, { index, pieces }: Counted): string {
		const segments = this.#planAt(index).edited;
		if (segments === undefined) return this.#children(element).join('');
		const cutting = new Cutting(segments, pieces);
		const content = this.#cut(element, cutting);
		return (
			content +
			cutting
				.rest()
				.map((text) => this.#insertedRun(text, cutting.look))
				.join('')
		);
	}

	#cut(element: XmlElement, cutting: Cutting): string {
		return element.children
			.map((node) => {
				if (!isElement(node)) return xmlText(node);
				if (node.name === 'w:r') return this.#cutRun(node, cutting);
				if (cutting.hasFixed(node)) return this.#cutFixed(node, cutting);
				if (node.name === 'mc:AlternateContent') return this.#cutAlternatives(node, cutting);
				if (!holdsRuns(node)) return this.write(node);
				return xmlAround(node, [inOnePart(this.#cut(node, cutting))]);
			})
			.join('');
	}

	/** Writes changes only in the alternative that was read. */
	#cutAlternatives(node: XmlElement, cutting: Cutting): string {
		const read = preferred(node);
		const forms = elementsOf(node).map((one) =>
			one === read ? xmlAround(one, [inOnePart(this.#cut(one, cutting))]) : xmlOf(one),
		);
		return xmlAround(node, forms);
	}

	/** A formula or a field is kept whole; its change cannot be marked. */
	#cutFixed(node: XmlElement, cutting: Cutting): string {
		let added = '';
		for (const { kind, text } of cutting.take(node)) {
			if (kind === 'added') added += this.#insertedRun(text, cutting.look);
		}
		return this.write(node) + added;
	}

	#cutRun(run: XmlElement, cutting: Cutting): string {
		const properties = child(run, 'w:rPr');
		cutting.look = properties === undefined ? '' : xmlOf(properties);
		const open = `<${run.tag}>${cutting.look}`;
		const written: string[] = [];
		let kept = '';
		const flush = () => {
			if (kept !== '') written.push(`${open}${kept}</${run.tag}>`);
			kept = '';
		};
		for (const node of elementsOf(run)) {
			if (node === properties) continue;
			const slices = cutting.take(node);
			if (slices.length === 0) kept += this.write(node);
			for (const { kind, text, isWhole, isFixed } of slices) {
				if (kind === 'kept') {
					kept += isWhole ? this.write(node) : textContent(text, 'w:t');
				} else if (kind === 'added') {
					flush();
					written.push(this.#insertedRun(text, cutting.look));
				} else if (isFixed && !canBeDeleted(node)) {
					kept += this.write(node);
				} else {
					flush();
					const content = node.name === 'w:t' ? textContent(text, 'w:delText') : xmlOf(node);
					written.push(`${this.#open('del')}${open}${content}</${run.tag}></w:del>`);
				}
			}
		}
		flush();
		return written.join('');
	}

	/** Marks all runs of an element as deleted, and the ends of its paragraphs. */
	#deleted(element: XmlElement): string {
		if (element.name === 'w:r') return `${this.#open('del')}${xmlOf(asDeleted(element))}</w:del>`;
		if (element.name === 'w:fldSimple') return this.#deletedField(element);
		if (element.name === 'w:p') {
			const end = this.#properties(child(element, 'w:pPr'), 'del');
			return xmlAround(element, [end, ...this.#deletedAll(without(element, 'w:pPr'))]);
		}
		const isHolder = holdsRuns(element) || ['w:tc', 'w:tbl', 'w:tr'].includes(element.name);
		return isHolder ? xmlAround(element, this.#deletedAll(element.children)) : xmlOf(element);
	}

	#deletedAll(nodes: readonly XmlNode[]): readonly string[] {
		return nodes.map((node) => (isElement(node) ? this.#deleted(node) : xmlText(node)));
	}

	/**
	 * The code of a simple field stands in an attribute, where no deletion can be marked, and a program
	 * would show its result again: so it is written as runs.
	 */
	#deletedField(field: XmlElement): string {
		const deleted = (content: string) => `${this.#open('del')}<w:r>${content}</w:r></w:del>`;
		const mark = (type: string) => deleted(`<w:fldChar w:fldCharType="${type}"/>`);
		const code = xmlText(attribute(field, 'w:instr') ?? '');
		const result = field.children.map((node) => (isElement(node) ? this.#deleted(node) : ''));
		return `${mark('begin')}${deleted(`<w:delInstrText xml:space="preserve">${code}</w:delInstrText>`)}${mark('separate')}${result.join('')}${mark('end')}`;
	}

	#mark(kind: 'ins' | 'del'): string {
		return `${this.#open(kind).slice(0, -1)}/>`;
	}

	#open(kind: 'ins' | 'del'): string {
		this.ids.next += 1;
		return `<w:${kind} w:id="${this.ids.next}" w:author="Sealkeeper">`;
	}
}

/** Where a paragraph is split; no XML holds this character. */
const endMark = '\0';

/** A link or another element within a paragraph cannot be split. */
function inOnePart(content: string): string {
	return content.replaceAll(endMark, '');
}

/** Text as elements of a run; tabs and breaks have elements of their own. */
export function textContent(text: string, name: 'w:t' | 'w:delText'): string {
	return text
		.split(/([\t\n])/)
		.filter((piece) => piece !== '')
		.map((piece) => {
			if (piece === '\t') return '<w:tab/>';
			if (piece === '\n') return '<w:br/>';
			return `<${name} xml:space="preserve">${xmlText(piece)}</${name}>`;
		})
		.join('');
}

const switchesFor: ReadonlyMap<string, string> = new Map([
	['bold', '<w:b/>'],
	['italic', '<w:i/>'],
	['struck through', '<w:strike/>'],
	['underlined', '<w:u w:val="single"/>'],
]);

function propertiesFor(emphasis: string): string {
	const words = new Set(emphasis.split(', '));
	const written = [...switchesFor].filter(([word]) => words.has(word)).map(([, xml]) => xml);
	return written.length === 0 ? '' : `<w:rPr>${written.join('')}</w:rPr>`;
}

/** The words of a paragraph; what looks the same in the copy is one run. */
function runsOf({ spans }: Paragraph): ReadonlyArray<{ text: string; readonly look: string }> {
	const runs: { text: string; readonly look: string }[] = [];
	for (const { text, emphasis, isObject } of spans) {
		if (isObject === true) continue;
		const look = propertiesFor(emphasis);
		const last = runs.at(-1);
		if (last?.look === look) last.text += text;
		else runs.push({ text, look });
	}
	return runs;
}

/** The mark of a field belongs to others; text that stands for an object is not what the file has. */
const staying: ReadonlySet<string> = new Set(['w:fldChar', 'w:t', 'w:ruby']);

function canBeDeleted({ name }: XmlElement): boolean {
	return !staying.has(name);
}

const deletedNames: ReadonlyMap<string, string> = new Map([
	['w:t', 'w:delText'],
	['w:instrText', 'w:delInstrText'],
]);

function asDeleted(run: XmlElement): XmlElement {
	const children = run.children.map((node) => {
		const name = isElement(node) ? deletedNames.get(node.name) : undefined;
		return isElement(node) && name !== undefined ? { ...node, tag: name } : node;
	});
	return { ...run, children };
}
