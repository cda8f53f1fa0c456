/** The parts of a package to which its text refers, as text: pictures, charts, diagrams, documents. */
import { createHash } from 'node:crypto';
import type { Zip } from '../../archive/zip-reading';
import { readPart, type Relationship, type Relationships } from './package';
import { descendants, parseXml } from './xml';
import { embeddedDocument } from './embedded';

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

export class PackageObjects {
	readonly #texts = new Map<string, string>();
	/** Documents that are compared by their bytes alone. */
	readonly unread: string[] = [];

	readonly zip: Zip;

	constructor(zip: Zip) {
		this.zip = zip;
	}

	/** Objects are read before the text of a part, because that is read at once. */
	async read({ all }: Relationships, types: ReadonlySet<string> = readTypes): Promise<void> {
		for (const { part, type } of all) {
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
		return `[${[noun, ...words.slice(0, chartWordsMax), await this.#hashOf(part)].join(' ')}]`;
	}

	async #documentText(part: string): Promise<string | undefined> {
		const bytes = await this.zip.read(part);
		if (bytes === undefined) return undefined;
		const { text, isRead } = await embeddedDocument(part, bytes);
		if (!isRead) this.unread.push(part);
		return text;
	}

	async #hashOf(part: string): Promise<string> {
		const hash = createHash('sha256');
		if (this.zip.entries.some(({ name }) => name === part)) {
			for await (const chunk of this.zip.chunks(part)) hash.update(chunk);
		}
		return hash.digest('hex').slice(0, 8);
	}

	/** The words of each paragraph of a drawing that has a part of its own. */
	async #wordsIn(part: string): Promise<readonly string[]> {
		const xml = await readPart(this.zip, part);
		if (xml === undefined) return [];
		return [...descendants(parseXml(xml, part), 'a:p')]
			.map((one) => [...descendants(one, 'a:t')].map(({ children }) => children.join('')).join(''))
			.filter((text) => text !== '');
	}
}
