/** The parts of a package to which its text refers, as text: pictures, charts, diagrams, documents. */
import { decodeText } from '../../core/text-decoding';
import type { Zip } from '../archive/zip-reading';
import { hashOf, type Relationship, type Relationships, treeOf } from './parts';
import { descendants, textIn } from './xml';

const nouns: ReadonlyMap<string, string> = new Map([
	['image', 'picture'],
	['oleObject', 'object'],
	['package', 'object'],
	['chart', 'chart'],
	['chartEx', 'chart'],
]);

/** What is read unless fewer are asked for. */
const readTypes: ReadonlySet<string> = new Set([...nouns.keys(), 'diagramData', 'aFChunk']);

/** Further words of a chart are only in its hash. */
const chartWordsMax = 5;

export type DocumentWords = (
	name: string,
	text: string,
) => Promise<string | undefined> | string | undefined;

export class PackageObjects {
	readonly #texts = new Map<string, string>();
	/** Documents that are compared by their bytes alone. */
	readonly unread: string[] = [];

	/** `documentWords`: reads an embedded document, undefined if it is of no kind that is read. */
	constructor(
		readonly zip: Zip,
		private readonly documentWords: DocumentWords = () => undefined,
	) {}

	/** Objects are read before the text of a part, because that is read at once. */
	async read(of: Relationships, types: ReadonlySet<string> = readTypes): Promise<void> {
		for (const { part, type } of of.values()) {
			if (part === undefined || !types.has(type) || this.#texts.has(part)) continue;
			const text = await this.#read(part, type);
			if (text !== undefined) this.#texts.set(part, text);
		}
	}

	/** Equal for equal content; a picture outside of the file is known by its address. */
	textOf(relationship: Relationship | undefined): string {
		if (relationship === undefined) return '[picture]';
		const { part, target } = relationship;
		return part === undefined ? `[picture ${target}]` : (this.#texts.get(part) ?? '[picture]');
	}

	async #read(part: string, type: string): Promise<string | undefined> {
		if (type === 'diagramData') return `[diagram ${(await this.#wordsIn(part)).join('; ')}]`;
		if (type === 'aFChunk') return this.#documentText(part);
		const noun = nouns.get(type);
		if (noun === undefined) return undefined;
		const words = noun === 'chart' ? await this.#wordsIn(part) : [];
		return `[${[noun, ...words.slice(0, chartWordsMax), await hashOf(this.zip, part)].join(' ')}]`;
	}

	/** A whole document that a DOCX embeds in its text (`w:altChunk`): pages and plain texts are read. */
	async #documentText(part: string): Promise<string | undefined> {
		const bytes = await this.zip.read(part);
		if (bytes === undefined) return undefined;
		const decoded = bytes.length > documentBytesMax ? undefined : decodeText(bytes, true);
		const words = decoded && (await this.documentWords(part, decoded.text));
		if (words === undefined) this.unread.push(part);
		return `[document ${words ?? (await hashOf(this.zip, part))}]`;
	}

	/** The words of each paragraph of a drawing that has a part of its own. */
	async #wordsIn(part: string): Promise<readonly string[]> {
		const root = await treeOf(this.zip, part);
		const paragraphs = root === undefined ? [] : descendants(root, 'a:p');
		return paragraphs
			.map((one) => descendants(one, 'a:t').map(textIn).join(''))
			.filter((text) => text !== '');
	}
}

const documentBytesMax = 4 * 1024 * 1024;
