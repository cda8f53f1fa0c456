/**
 * Reads a DOCX with all tracked changes accepted, or all rejected, as ECMA-376 says what they mean: the
 * lines of `quality/rich-documents.ts`. Shares no code with the product.
 */
import { strFromU8, unzipSync, type Unzipped } from 'fflate';
import { SaxesParser } from 'saxes';

export interface Element {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: (Element | string)[];
}

export type Choice = 'accept' | 'reject';

export function parsed(xml: string): Element {
	const root: Element = { name: '', attributes: {}, children: [] };
	const open = [root];
	const last = () => open.at(-1) ?? root;
	const parser = new SaxesParser();
	parser.on('opentag', ({ name, attributes }) => {
		const element = { name, attributes, children: [] };
		last().children.push(element);
		open.push(element);
	});
	parser.on('closetag', () => open.pop());
	parser.on('text', (text) => last().children.push(text));
	parser.on('error', (fault) => {
		throw fault;
	});
	parser.write(xml).close();
	return root;
}

export const elementsOf = ({ children }: Element): readonly Element[] =>
	children.filter((child) => typeof child !== 'string');

export function* all({ children }: Element): Generator<Element> {
	for (const child of children) {
		if (typeof child === 'string') continue;
		yield child;
		yield* all(child);
	}
}

const path = (element: Element | undefined, ...names: readonly string[]): Element | undefined =>
	names.reduce<Element | undefined>(
		(found, name) => found && elementsOf(found).find((child) => child.name === name),
		element,
	);

export class CopyReader {
	readonly #files: Unzipped;
	readonly #goes: string;
	readonly #notes: ReadonlyMap<string, Element>;
	readonly #targets: ReadonlyMap<string, string>;

	constructor(bytes: Uint8Array, choice: Choice) {
		this.#files = unzipSync(bytes);
		this.#goes = choice === 'accept' ? 'w:del' : 'w:ins';
		const named = (part: string, name: string, id: string) =>
			new Map(
				[...all(this.part(part))]
					.filter((element) => element.name === name)
					.map((element) => [element.attributes[id] ?? '', element]),
			);
		this.#notes = named('word/footnotes.xml', 'w:footnote', 'w:id');
		const relations = named('word/_rels/document.xml.rels', 'Relationship', 'Id');
		this.#targets = new Map(
			[...relations].map(([id, { attributes }]) => [id, attributes['Target'] ?? '']),
		);
	}

	part(name: string): Element {
		const bytes = this.#files[name];
		return parsed(bytes === undefined ? '<none/>' : strFromU8(bytes));
	}

	lines(): readonly string[] {
		const header = this.#paragraphs(path(this.part('word/header1.xml'), 'w:hdr'));
		const body = path(this.part('word/document.xml'), 'w:document', 'w:body');
		return [`header: ${header.join(' ¶ ')}`, ...this.#paragraphs(body)];
	}

	/** One whose end goes is the beginning of the next; before what is no paragraph it keeps its end. */
	#paragraphs(container: Element | undefined): readonly string[] {
		const lines: string[] = [];
		let open = '';
		const close = () => {
			if (open !== '') lines.push(open);
			open = '';
		};
		for (const element of container === undefined ? [] : elementsOf(container)) {
			if (element.name === 'w:p') {
				const text = open + this.#text(element);
				open = '';
				if (path(element, 'w:pPr', 'w:rPr', this.#goes) === undefined) lines.push(text);
				else open = text;
			} else if (element.name === 'w:tbl') {
				close();
				lines.push(...this.#rows(element));
			}
		}
		close();
		return lines;
	}

	#rows(table: Element): readonly string[] {
		return elementsOf(table)
			.filter((row) => row.name === 'w:tr' && path(row, 'w:trPr', this.#goes) === undefined)
			.map((row) => {
				const cells = elementsOf(row).filter(({ name }) => name === 'w:tc');
				return `| ${cells.map((cell) => this.#paragraphs(cell).join(' ¶ ')).join(' | ')} |`;
			});
	}

	#text({ children }: Element): string {
		return children.map((child) => (typeof child === 'string' ? '' : this.#shown(child))).join('');
	}

	#shown(element: Element): string {
		switch (element.name) {
			case this.#goes:
			case 'w:pPr':
			case 'w:rPr':
			case 'w:instrText':
			case 'w:delInstrText':
				return '';
			case 'w:t':
			case 'w:delText':
				return element.children.join('');
			case 'w:tab':
				return '\t';
			case 'w:br':
				return '\n';
			case 'm:oMath':
				return `⟨formula: ${textWithin(element, 'm:t')}⟩`;
			case 'a:blip':
				return `⟨${this.#picture(element.attributes['r:embed'] ?? '')}⟩`;
			case 'w:footnoteReference':
				return `⟨note: ${this.#paragraphs(this.#notes.get(element.attributes['w:id'] ?? '')).join(' ¶ ')}⟩`;
			case 'w:txbxContent':
				return `⟨box: ${this.#paragraphs(element).join(' ¶ ')}⟩`;
			default:
				return this.#text(element);
		}
	}

	#picture(id: string): string {
		const bytes = this.#files[`word/${this.#targets.get(id) ?? ''}`];
		return bytes === undefined ? `no picture ${id}` : strFromU8(bytes);
	}
}

function textWithin(element: Element, name: string): string {
	const found = [...all(element)].filter((each) => each.name === name);
	return found.map(({ children }) => children.join('')).join('');
}
