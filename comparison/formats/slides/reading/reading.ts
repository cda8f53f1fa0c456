/**
 * Reads a PPTX in the order of its presentation. Parts are found by their relationships, whatever
 * they are called; a part that is named twice is read once.
 */
import { ReadFault } from '../../../core/format-comparer';
import { remembered } from '../../../core/remembered';
import type { Zip } from '../../archive/zip-reading';
import { type Block } from '../../blocks/document/document';
import { joinWords } from '../../package/looks';
import { PackageObjects } from '../../package/objects';
import { macrosIn } from '../../package/office-file';
import {
	namedTree,
	partsOf,
	relationshipsOf,
	type Relationships,
	treeOf,
} from '../../package/parts';
import { attribute, child, descendants, elementsOf, type XmlElement } from '../../package/xml';
import { blockText } from '../../blocks/matching/comparing';
import type { Presentation, Slide } from './presentation';
import { commentsOf, notesOf } from './remarks';
import { type Placeholder, slideSize } from './places';
import { Layouts } from './layouts';
import { ShapeReading } from './shapes';
import { TextReader } from './text';

/** A slide is at least an entry of the archive, which has no more. */
const slidesMax = 5_000;

/** Parts of a slide that are read before its shapes, by their relationships. */
const drawnTypes: ReadonlySet<string> = new Set(['chart', 'chartEx', 'diagramData']);

export async function readPresentation(zip: Zip): Promise<Presentation> {
	const [mainPart] = partsOf(await relationshipsOf(zip, ''), 'officeDocument');
	const root = await treeOf(zip, mainPart);
	if (mainPart === undefined || root === undefined) {
		throw new ReadFault('The file is not a presentation: it has no main part.');
	}
	if (root.name !== 'p:presentation') {
		throw new ReadFault(`The file is not a presentation: ${mainPart} is something else.`);
	}
	const relationships = await relationshipsOf(zip, mainPart);
	const parts = slideParts(root, relationships);
	const size = slideSize(child(root, 'p:sldSz'));
	const authors = await authorsOf(zip, relationships);
	const reading = new PresentationReading(zip, parts, size, authors);
	if (descendants(root, 'p14:sectionLst').length > 0) reading.leaveOut('names of sections');
	const slides: Slide[] = [];
	for (const [index, part] of parts.entries()) slides.push(await reading.slide(part, index + 1));
	return { slides, unread: reading.unread, macros: macrosIn(zip) };
}

/** The names of those who wrote comments, by id; the older and the present form have a part each. */
async function authorsOf(
	zip: Zip,
	relationships: Relationships,
): Promise<ReadonlyMap<string, string>> {
	const authors = new Map<string, string>();
	for (const type of ['commentAuthors', 'authors']) {
		for (const one of elementsOf(await treeOf(zip, partsOf(relationships, type)[0]))) {
			authors.set(attribute(one, 'id') ?? '', attribute(one, 'name') ?? '');
		}
	}
	return authors;
}

/** In the order of the list of slides. */
function slideParts(root: XmlElement, relationships: Relationships): readonly string[] {
	const parts = new Set<string>();
	for (const one of elementsOf(child(root, 'p:sldIdLst'))) {
		const part = relationships.get(attribute(one, 'r:id') ?? '')?.part;
		if (part === undefined) {
			throw new ReadFault('The presentation is broken: it lists a slide that it does not hold.');
		}
		parts.add(part);
		if (parts.size > slidesMax) {
			throw new ReadFault('The presentation is too long: it has more than 5,000 slides.');
		}
	}
	return [...parts];
}

class PresentationReading {
	readonly #objects: PackageObjects;
	readonly #layouts: Layouts;
	readonly #unread = new Set<string>();
	readonly #titles = new Map<string, Promise<string>>();
	/** Parts that a slide before has named, such as its notes. */
	readonly #taken = new Set<string>();

	constructor(
		readonly zip: Zip,
		readonly parts: readonly string[],
		readonly size: string,
		readonly authors: ReadonlyMap<string, string>,
	) {
		this.#objects = new PackageObjects(zip);
		this.#layouts = new Layouts(zip);
	}

	get unread(): readonly string[] {
		return [...this.#unread].sort();
	}

	leaveOut(what: string): void {
		this.#unread.add(what);
	}

	async slide(part: string, number: number): Promise<Slide> {
		const root = await namedTree(this.zip, part);
		const relationships = await relationshipsOf(this.zip, part);
		const path = `slides/${number}`;
		const layout = await this.#layouts.of(partsOf(relationships, 'slideLayout')[0]);
		await this.#objects.read(relationships, new Set(['image']));
		const drawn = await this.#drawn(relationships);
		const shapes = new ShapeReading({
			path,
			reader: new TextReader(part, await this.#addresses(relationships)),
			pictureText: (id) => this.#objects.textOf(relationships.get(id)),
			drawn: (id) => drawn.get(id),
			frameOf: (place) => layout.frameOf(place),
			leaveOut: (what) => this.leaveOut(what),
		});
		const content = child(root, 'p:cSld');
		shapes.readBackground(child(content, 'p:bg'));
		shapes.read(child(content, 'p:spTree'));
		this.#noteUnread(root, layout.hasOwn);
		const isHidden = ['0', 'false'].includes(attribute(root, 'show') ?? '1');
		return {
			number,
			title: shapes.titles.map(blockText).join(' '),
			formatting: {
				emphasis: joinWords([isHidden ? 'hidden' : '', this.size]),
				appearance: layout.name === '' ? '' : `layout ${layout.name}`,
			},
			content: [...shapes.titles, ...shapes.others],
			notes: await this.#remarks(relationships, 'notesSlide', async (from, notes) => {
				const own = await this.#addresses(await relationshipsOf(this.zip, from));
				return notesOf(notes, new TextReader(from, own), `${path}/notes`);
			}),
			comments: await this.#remarks(relationships, 'comments', (from, comments) =>
				commentsOf(comments, new TextReader(from), {
					path: `${path}/comments`,
					authors: this.authors,
				}),
			),
			shapes: shapes.shapes,
		};
	}

	#noteUnread(root: XmlElement, hasLayoutOwn: boolean): void {
		if (child(root, 'p:timing') !== undefined) this.leaveOut('animations');
		if (descendants(root, 'p:transition').length > 0) this.leaveOut('transitions');
		if (hasLayoutOwn) this.leaveOut('what layouts and masters show of their own');
	}

	async #drawn(relationships: Relationships): Promise<ReadonlyMap<string, XmlElement>> {
		const drawn = new Map<string, XmlElement>();
		for (const [id, { type, part }] of relationships) {
			const root = drawnTypes.has(type) ? await treeOf(this.zip, part) : undefined;
			if (root !== undefined) drawn.set(id, root);
		}
		return drawn;
	}

	/** A slide is known by its title, or else by its number; the name of its part says nothing. */
	async #addresses(relationships: Relationships): Promise<(id: string) => string | undefined> {
		const found = new Map<string, string>();
		for (const [id, { type, part, target }] of relationships) {
			if (type === 'slide' && part !== undefined) {
				found.set(id, await remembered(this.#titles, part, async () => this.#slideName(part)));
			} else if (type === 'hyperlink') found.set(id, target);
		}
		return (id) => found.get(id);
	}

	async #slideName(part: string): Promise<string> {
		const number = this.parts.indexOf(part) + 1;
		const title = number === 0 ? '' : titleIn(await namedTree(this.zip, part));
		return title === '' ? `slide ${number || 'that is not shown'}` : `slide “${title}”`;
	}

	/** What is said of a slide, in parts of a type that no slide before has named. */
	async #remarks(
		relationships: Relationships,
		type: 'notesSlide' | 'comments',
		read: (part: string, root: XmlElement) => Promise<readonly Block[]> | readonly Block[],
	): Promise<readonly Block[]> {
		const blocks: Block[] = [];
		for (const part of partsOf(relationships, type)) {
			if (this.#taken.has(part)) continue;
			this.#taken.add(part);
			blocks.push(...(await read(part, await namedTree(this.zip, part))));
		}
		return blocks;
	}
}

function titleIn(root: XmlElement): string {
	const shapes = new ShapeReading({
		path: '',
		reader: new TextReader(''),
		pictureText: () => '',
		drawn: () => undefined,
		frameOf: (_: Placeholder) => undefined,
		leaveOut: () => undefined,
	});
	shapes.read(child(child(root, 'p:cSld'), 'p:spTree'));
	return shapes.titles.map(blockText).join(' ');
}
