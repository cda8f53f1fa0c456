/** The shapes of one slide, in reading order, as blocks of text and as what stands where. */
import { paper } from '../../../core/sight';
import { alone, type Block, type Cell, withCellWords } from '../../blocks/document/document';
import { joinWords } from '../../package/looks';
import { cutOf, describedAs } from '../../package/drawing-forms';
import {
	attribute,
	child,
	childrenOf,
	descendants,
	elementsOf,
	isOnValue,
	preferred,
	shownIn,
	type XmlElement,
} from '../../package/xml';
import { blockText } from '../../blocks/matching/comparing';
import type { Shape } from './presentation';
import { chartOf } from './charts';
import { formOf, namedOf, type Placeholder, slideSpace, type Space, spaceOf } from './places';
import { fillColour, inWords, type TextReader } from './text';

/** What the shapes of a slide refer to. */
export interface SlideContext {
	readonly path: string;
	readonly reader: TextReader;
	/** Text that stands for a picture, by relationship; equal for equal content. */
	pictureText(relationshipId: string): string;
	/** A chart or the data of a diagram, by relationship. */
	drawn(relationshipId: string): XmlElement | undefined;
	/** The place that layout and master prepare. */
	frameOf(placeholder: Placeholder): XmlElement | undefined;
	/** Called for what is not compared. */
	leaveOut(what: string): void;
}

const kinds: ReadonlySet<string> = new Set([
	...['p:sp', 'p:pic', 'p:graphicFrame', 'p:grpSp', 'p:cxnSp'],
]);

/** The shapes among elements, of what current programs show; ink has a picture for others. */
export function shapesIn(element: XmlElement | undefined): readonly XmlElement[] {
	return elementsOf(element).flatMap((one) => {
		if (one.name !== 'mc:AlternateContent') return kinds.has(one.name) ? [one] : [];
		const current = shapesIn(preferred(one));
		return current.length > 0 ? current : shapesIn(child(one, 'mc:Fallback'));
	});
}

/** What a shape holds. */
interface Content {
	/** Such as `table`, `bar chart` or `ellipse`. */
	readonly kind: string;
	readonly blocks: readonly Block[];
}

/** Parts of the foot of a slide, by their placeholders. */
const footTypes: ReadonlySet<string> = new Set(['dt', 'ftr', 'sldNum']);

/** Adds what it reads to its lists. */
export class ShapeReading {
	readonly titles: Block[] = [];
	readonly others: Block[] = [];
	readonly shapes: Shape[] = [];
	/** How many paragraphs, tables and so on were read. */
	readonly #numbers = new Map<string, number>();

	/** The colour of the slide, if it is known. */
	#paper: string | undefined = paper;

	constructor(readonly context: SlideContext) {}

	/** The children of a slide, or of a group. */
	read(element: XmlElement | undefined, space: Space = slideSpace): void {
		for (const shape of shapesIn(element)) this.#readShape(shape, space);
	}

	/** The colour or the picture behind everything. */
	readBackground(background: XmlElement | undefined): void {
		if (background === undefined) return;
		this.#paper = fillColour(child(child(background, 'p:bgPr'), 'a:solidFill'));
		const path = () => `${this.context.path}/background`;
		this.others.push(...this.#pictures(background, path));
	}

	#readShape(shape: XmlElement, space: Space): void {
		const { properties, placeholder, frame } = namedOf(shape);
		const place = frame ?? (placeholder && this.context.frameOf(placeholder));
		const { kind, blocks } = this.#contentOf(shape, placeholder);
		// What a layout prepares and nobody filled is not shown.
		if (blocks.length === 0 && placeholder !== undefined) return;
		const list = isTitle(placeholder) ? this.titles : this.others;
		const id = isTitle(placeholder) ? 'title' : (attribute(properties, 'id') ?? '');
		list.push(...blocks.map((block) => ({ ...block, shape: id })));
		this.shapes.push({
			label: blocks.length === 0 ? `[${kind}]` : blocks.map(blockText).join('\n'),
			hasContent: blocks.length > 0,
			form: joinWords([
				isOnValue(attribute(properties, 'hidden')) ? 'hidden' : '',
				usualKinds.has(kind) ? '' : kind,
				formOf(place, space),
				this.context.reader.linkOf(properties),
				describedAs(attribute(properties, 'descr')),
			]),
		});
		if (shape.name === 'p:grpSp') this.read(shape, spaceOf(place, space));
	}

	#contentOf(shape: XmlElement, placeholder: Placeholder | undefined): Content {
		if (shape.name === 'p:grpSp') return { kind: 'group', blocks: [] };
		if (shape.name === 'p:graphicFrame') return this.#graphic(shape);
		const media = child(child(shape, 'p:nvPicPr'), 'p:nvPr');
		if (elementsOf(media).some(({ name }) => mediaFiles.has(name))) {
			this.context.leaveOut('sounds and videos');
		}
		const look = child(shape, 'p:spPr');
		const kind = shape.name === 'p:pic' ? 'picture' : geometryOf(look);
		const pictures = this.#pictures(shape.name === 'p:pic' ? shape : look);
		const texts = this.#texts(
			this.#textPath(placeholder),
			child(shape, 'p:txBody'),
			behindText(shape, this.#paper),
		);
		return { kind, blocks: [...pictures, ...texts] };
	}

	#graphic(frame: XmlElement): Content {
		const graphic = child(child(frame, 'a:graphic'), 'a:graphicData');
		for (const one of shownIn(graphic)) {
			if (one.name === 'a:tbl') return this.#table(one);
			if (one.name === 'dgm:relIds') return this.#diagram(attribute(one, 'r:dm') ?? '');
			if (charts.has(one.name)) return this.#chart(attribute(one, 'r:id') ?? '');
			if (one.name === 'p:oleObj') this.context.leaveOut('embedded files');
		}
		return { kind: 'object', blocks: this.#pictures(graphic) };
	}

	#table(table: XmlElement): Content {
		const path = this.#next('tables');
		const rows = rowsOf(table, this.context.reader);
		return { kind: 'table', blocks: rows.map((cells, at) => ({ path, row: at + 1, cells })) };
	}

	#chart(id: string): Content {
		const root = this.context.drawn(id);
		if (root === undefined) return { kind: 'chart', blocks: [] };
		return chartOf(root, this.context.reader, this.#next('charts'));
	}

	#diagram(id: string): Content {
		const root = this.context.drawn(id);
		const path = this.#next('diagrams');
		const points = root === undefined ? [] : descendants(root, 'dgm:t');
		return {
			kind: 'diagram',
			blocks: points.flatMap((one) => this.#texts(() => path, one, undefined)),
		};
	}

	#pictures(holder: XmlElement | undefined, path = () => this.#next('pictures')): readonly Block[] {
		if (holder === undefined) return [];
		const cuts = descendants(holder, 'a:srcRect').map(cutOf);
		return descendants(holder, 'a:blip').map((blip) => {
			const id = attribute(blip, 'r:embed') ?? attribute(blip, 'r:link') ?? '';
			const span = { text: this.context.pictureText(id), isObject: true as const };
			const look = { emphasis: joinWords(cuts), appearance: '' };
			return alone(path(), this.context.reader.single([{ ...span, ...look }]));
		});
	}

	#texts(
		path: () => string,
		body: XmlElement | undefined,
		behind: string | undefined,
	): readonly Block[] {
		return this.context.reader.paragraphs(body, behind).map((one) => alone(path(), one));
	}

	#textPath(placeholder: Placeholder | undefined): () => string {
		if (isTitle(placeholder)) return () => `${this.context.path}/title`;
		if (placeholder !== undefined && footTypes.has(placeholder.type)) {
			return () => `${this.context.path}/footer`;
		}
		return () => this.#next('paragraphs');
	}

	/** Such as `slides/3/tables/2`. */
	#next(what: string): string {
		const number = (this.#numbers.get(what) ?? 0) + 1;
		this.#numbers.set(what, number);
		return `${this.context.path}/${what}/${number}`;
	}
}

/** The colour behind the text of a shape; undefined where it is that of a theme or no single one. */
function behindText(shape: XmlElement, slide: string | undefined): string | undefined {
	const look = child(shape, 'p:spPr');
	if (child(look, 'a:noFill') !== undefined) return slide;
	if (elementsOf(look).some(({ name }) => fills.has(name))) {
		return fillColour(child(look, 'a:solidFill'));
	}
	const style = child(child(shape, 'p:style'), 'a:fillRef');
	return (attribute(style, 'idx') ?? '0') === '0' ? slide : undefined;
}

const fills: ReadonlySet<string> = new Set([
	...['a:solidFill', 'a:gradFill', 'a:blipFill', 'a:pattFill', 'a:grpFill'],
]);

const mediaFiles: ReadonlySet<string> = new Set([
	...['a:videoFile', 'a:audioFile', 'a:wavAudioFile', 'a:audioCd', 'a:quickTimeFile'],
]);

const charts: ReadonlySet<string> = new Set(['c:chart', 'cx:chart']);

/** What a block with its content says of itself. */
const usualKinds: ReadonlySet<string> = new Set(['rect', 'picture', 'table', 'diagram', 'object']);

function isTitle(placeholder: Placeholder | undefined): boolean {
	return placeholder?.type === 'title' || placeholder?.type === 'ctrTitle';
}

/** Such as `right arrow`; a text box is a rectangle. */
function geometryOf(look: XmlElement | undefined): string {
	if (child(look, 'a:custGeom') !== undefined) return 'drawing';
	return inWords(attribute(child(look, 'a:prstGeom'), 'prst') ?? 'rect');
}

/** The rows of a table. */
function rowsOf(table: XmlElement, reader: TextReader): readonly (readonly Cell[])[] {
	return childrenOf(table, 'a:tr').map((row) =>
		childrenOf(row, 'a:tc').map((cell, index) => cellOf(cell, index + 1, reader)),
	);
}

/** Every cell has a paragraph, also an empty one. */
function cellOf(cell: XmlElement, column: number, reader: TextReader): Cell {
	const behind = fillColour(child(child(cell, 'a:tcPr'), 'a:solidFill'));
	const paragraphs = reader.paragraphs(child(cell, 'a:txBody'), behind);
	const all = paragraphs.length > 0 ? paragraphs : [reader.single([])];
	return { column, paragraphs: withCellWords(all, mergeOf(cell)) };
}

function mergeOf(cell: XmlElement): string {
	if (isOnValue(attribute(cell, 'vMerge'))) return 'joined with the cell above';
	return isOnValue(attribute(cell, 'hMerge')) ? 'joined with the cell before' : '';
}
