/**
 * Reads a DOCX (body, headers, footers, notes and comments) as if all tracked changes were
 * accepted.
 */
import { ReadFault } from '../../../core/format-comparer';
import { remembered } from '../../../core/remembered';
import { type Zip } from '../../archive/zip-reading';
import {
	type Block,
	type OfficeDocument,
	type PartKind,
	type PendingChange,
	written,
} from '../../blocks/document/document';
import { macrosIn } from '../../package/office-file';
import {
	hasPart,
	partsOf,
	readPart,
	relationshipsOf,
	type Relationships,
	treeOf,
} from '../../package/parts';
import { Anchors } from './anchors';
import { type OnParagraph, WordBlocks } from './blocks';
import { AcceptedBlocks } from './changes';
import { WordFormatting } from './formatting';
import { WordNumbering } from './numbering';
import { PackageObjects } from '../../package/objects';
import { documentWords } from './embedded';
import { ParagraphReader } from './paragraphs';
import { pageSizeOf, Sections, sectionsIn } from './sections';
import {
	attribute,
	descendants,
	walkXml,
	type XmlElement,
	type XmlVisitor,
} from '../../package/xml';

const containers: ReadonlySet<string> = new Set([
	...['w:body', 'w:hdr', 'w:ftr', 'w:footnote', 'w:endnote', 'w:comment'],
]);

const pendingMax = 200;

export class WordReading {
	readonly #pending: PendingChange[] = [];
	#pendingCount = 0;
	#shapeCount = 0;
	/** Ids of notes, headers and footers in the order in which the body refers to them. */
	readonly #named = new Map<string, Set<string>>();
	readonly #objects: PackageObjects;
	readonly #anchors = new Anchors();
	/** By the ids of their comments. */
	readonly #authors = new Map<string, string>();
	readonly #pageSizes: string[] = [];

	private constructor(
		readonly zip: Zip,
		readonly mainPart: string,
		readonly relationships: Relationships,
		readonly formatting: WordFormatting,
		private readonly sections: Sections,
	) {
		this.#objects = new PackageObjects(zip, documentWords);
	}

	static async open(zip: Zip): Promise<WordReading> {
		const [mainPart] = partsOf(await relationshipsOf(zip, ''), 'officeDocument');
		if (mainPart === undefined || !hasPart(zip, mainPart)) {
			throw new ReadFault('The file is not a Word document: it has no main part.');
		}
		const relationships = await relationshipsOf(zip, mainPart);
		const read = async (type: string) => treeOf(zip, partsOf(relationships, type)[0]);
		const numbering = new WordNumbering(await read('numbering'));
		const formatting = new WordFormatting(await read('styles'), numbering);
		const sections = new Sections(await read('settings'));
		return new WordReading(zip, mainPart, relationships, formatting, sections);
	}

	async document(): Promise<OfficeDocument> {
		const body = await this.#blocks(this.mainPart);
		return {
			parts: {
				body: [...(body.get('') ?? [])],
				headers: await this.#linked('headers', 'w:headerReference'),
				footers: await this.#linked('footers', 'w:footerReference'),
				footnotes: await this.#notes('footnotes', 'w:footnoteReference'),
				endnotes: await this.#notes('endnotes', 'w:endnoteReference'),
				comments: await this.#notes('comments', undefined),
			},
			pendingChanges: this.#pending,
			pendingCount: this.#pendingCount,
			shapeCount: this.#shapeCount,
			pageSizes: this.#pageSizes,
			unread: this.#objects.unread,
			macros: macrosIn(this.zip),
		};
	}

	/** Headers or footers, in the order of the sections that refer to them. */
	async #linked(kind: PartKind, reference: string): Promise<readonly Block[]> {
		const blocks: Block[] = [];
		for (const [index, id] of [...(this.#named.get(reference) ?? [])].entries()) {
			const part = this.relationships.get(id)?.part;
			if (part === undefined) continue;
			const read = await this.#blocks(part, `${kind}/${index + 1}`);
			blocks.push(...[...read.values()].flat());
		}
		return blocks;
	}

	/** Notes in order of their references; comments in order of their part. */
	async #notes(kind: PartKind, reference: string | undefined): Promise<readonly Block[]> {
		const [part] = partsOf(this.relationships, kind);
		if (part === undefined) return [];
		const byId = await this.#blocks(part, kind);
		const ids =
			reference === undefined ? [...byId.keys()] : [...(this.#named.get(reference) ?? [])];
		return ids.flatMap((id, index) => {
			const path = `${kind}/${index + 1}`;
			const blocks = (byId.get(id) ?? []).map((block) => ({ ...block, path }));
			if (kind !== 'comments') return blocks;
			return written(blocks, this.#authors.get(id) ?? '', this.#anchors.of(id));
		});
	}

	async #blocks(part: string, path?: string): Promise<ReadonlyMap<string, readonly Block[]>> {
		const found = new Map<string, Block[]>();
		await this.walk(part, {
			block: (element, container, blocks) => {
				if (part === this.mainPart) this.#noteReferences(element);
				const id = attribute(container, 'w:id') ?? '';
				const author =
					container.name === 'w:comment' ? attribute(container, 'w:author') : undefined;
				if (author !== undefined) this.#authors.set(id, author);
				const own = remembered(found, id, () => []);
				for (const block of blocks.blocksOf(element, path)) own.push(block);
			},
		});
		return found;
	}

	/** Walks a part block by block in the accepted view, in the same order for every reader. */
	async walk(
		part: string,
		visitor: Omit<XmlVisitor, 'block'> & {
			block(element: XmlElement, container: XmlElement, blocks: WordBlocks): void;
			onParagraph?: OnParagraph;
		},
	): Promise<void> {
		const xml = await readPart(this.zip, part);
		if (xml === undefined) return;
		const relationships =
			part === this.mainPart ? this.relationships : await relationshipsOf(this.zip, part);
		await this.#objects.read(relationships);
		const reader = new ParagraphReader({
			objectText: (id) => this.#objects.textOf(relationships.get(id)),
			address: (id) => relationships.get(id)?.target,
			addShape: () => (this.#shapeCount += 1),
		});
		const blocks = new WordBlocks(part, reader, this.formatting, visitor.onParagraph);
		let container: XmlElement | undefined;
		const accepted = new AcceptedBlocks(
			(change) => this.#tell(change),
			(element) => {
				if (container !== undefined) visitor.block(element, container, blocks);
			},
		);
		walkXml(
			xml,
			{ part, containers },
			{
				...visitor,
				open: (element) => {
					if (containers.has(element.name)) container = element;
					visitor.open?.(element);
				},
				close: (element) => {
					if (containers.has(element.name)) accepted.end();
					visitor.close?.(element);
				},
				block: (element) => accepted.add(element),
			},
		);
	}

	#tell(change: PendingChange): void {
		this.#pendingCount += 1;
		if (this.#pending.length < pendingMax) this.#pending.push(change);
	}

	#noteReferences(element: XmlElement): void {
		this.#anchors.add(element);
		for (const section of sectionsIn(element)) {
			for (const [kind, id] of this.sections.shownIn(section)) this.#name(kind, id);
			this.#pageSizes.push(pageSizeOf(section));
		}
		for (const name of ['w:footnoteReference', 'w:endnoteReference']) {
			for (const one of descendants(element, name)) this.#name(name, attribute(one, 'w:id'));
		}
	}

	#name(kind: string, id: string | undefined): void {
		if (id !== undefined) remembered(this.#named, kind, () => new Set()).add(id);
	}
}
