/** PPTX files for tests: the parts a program writes, from slides as short XML. */
import { strToU8, zipSync, type ZipOptions } from 'fflate';
import { escaped } from '../office/word-files';

const address = 'http://schemas.openxmlformats.org';
const types = `${address}/officeDocument/2006/relationships`;

interface Link {
	readonly type: string;
	readonly target: string;
	readonly isOutside?: true;
}

export interface SlideParts {
	/** Children of the tree of shapes. */
	readonly shapes: string;
	/** Texts of the speaker. */
	readonly notes?: readonly string[];
	/** Elements `p:cm` or `p188:cm`. */
	readonly comments?: string;
	/** Attributes of the slide, such as ` show="0"`. */
	readonly state?: string;
	/** What comes after the content, such as `p:timing`. */
	readonly rest?: string;
	readonly background?: string;
	/** Further relationships, by id. */
	readonly links?: Readonly<Record<string, Link>>;
	/** Children of the tree of shapes of its layout. */
	readonly layout?: string;
}

export interface PresentationParts {
	readonly slides: readonly SlideParts[];
	/** Further children of the presentation. */
	readonly more?: string;
	readonly size?: string;
	readonly others?: Readonly<Record<string, string | Uint8Array>>;
	/** Further relationships of the presentation, by id. */
	readonly links?: Readonly<Record<string, Link>>;
	/** The name of the part of a slide, by its number. */
	readonly nameOf?: (number: number) => string;
}

export const slideNames = `xmlns:p="${address}/presentationml/2006/main" xmlns:a="${address}/drawingml/2006/main" xmlns:r="${types}" xmlns:c="${address}/drawingml/2006/chart" xmlns:dgm="${address}/drawingml/2006/diagram" xmlns:m="${address}/officeDocument/2006/math" xmlns:mc="${address}/markup-compatibility/2006" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"`;

const part = (root: string, content: string, state = '') =>
	`<?xml version="1.0" encoding="UTF-8"?><${root} ${slideNames}${state}>${content}</${root}>`;

const relationships = (links: Readonly<Record<string, Link>>) => {
	const written = Object.entries(links).map(
		([id, { type, target, isOutside }]) =>
			`<Relationship Id="${id}" Type="${types}/${type}" Target="${escaped(target)}"${isOutside ? ' TargetMode="External"' : ''}/>`,
	);
	return `<Relationships xmlns="${address}/package/2006/relationships">${written.join('')}</Relationships>`;
};

const tree = (shapes: string, background = '') =>
	`<p:cSld name="Own">${background}<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;

export function presentationFile(
	{
		slides,
		more = '',
		size = '',
		others = {},
		links = {},
		nameOf = (number) => `slide${number}`,
	}: PresentationParts,
	options: ZipOptions = {},
): Uint8Array {
	const parts: Record<string, string | Uint8Array> = {
		'[Content_Types].xml': `<Types xmlns="${address}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`,
		'_rels/.rels': relationships({
			r1: { type: 'officeDocument', target: 'ppt/presentation.xml' },
		}),
		'ppt/presentation.xml': part(
			'p:presentation',
			`<p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at + 1}"/>`).join('')}</p:sldIdLst>${size}${more}`,
		),
		'ppt/_rels/presentation.xml.rels': relationships({
			...Object.fromEntries(
				slides.map((_, at) => [
					`s${at + 1}`,
					{ type: 'slide', target: `slides/${nameOf(at + 1)}.xml` },
				]),
			),
			...links,
		}),
		...others,
	};
	for (const [index, slide] of slides.entries()) {
		Object.assign(parts, slideParts(slide, nameOf(index + 1)));
	}
	const bytes = Object.entries(parts).map(([name, content]) => [
		name,
		typeof content === 'string' ? strToU8(content) : content,
	]);
	return zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>, options);
}

function slideParts(slide: SlideParts, name: string): Record<string, string> {
	const { shapes, notes, comments, state, rest = '', background, links = {}, layout } = slide;
	const parts: Record<string, string> = {
		[`ppt/slides/${name}.xml`]: part('p:sld', `${tree(shapes, background)}${rest}`, state),
		[`ppt/slides/_rels/${name}.xml.rels`]: relationships({
			...links,
			...(notes && { notes: { type: 'notesSlide', target: `../notesSlides/of-${name}.xml` } }),
			...(comments && { comments: { type: 'comments', target: `/ppt/comments/of-${name}.xml` } }),
			...(layout && { layout: { type: 'slideLayout', target: `../slideLayouts/of-${name}.xml` } }),
		}),
	};
	if (notes !== undefined) {
		const texts = notes.map((text) => paragraph(text)).join('');
		const body = shape({ placeholder: 'type="body" idx="1"', content: texts });
		const image = shape({ placeholder: 'type="sldImg"', content: '' });
		const number = shape({ placeholder: 'type="sldNum"', content: paragraph('7') });
		parts[`ppt/notesSlides/of-${name}.xml`] = part('p:notes', tree(image + body + number));
	}
	if (comments !== undefined) parts[`ppt/comments/of-${name}.xml`] = part('p:cmLst', comments);
	if (layout !== undefined) {
		parts[`ppt/slideLayouts/of-${name}.xml`] = part('p:sldLayout', tree(layout));
	}
	return parts;
}

/** A paragraph of one run, with the properties given as XML or attributes. */
export function paragraph(text: string, properties = '', runProperties = ''): string {
	return `<a:p>${properties}${run(text, runProperties)}</a:p>`;
}

export function run(text: string, properties = ''): string {
	return text === '' ? '' : `<a:r>${properties}<a:t>${escaped(text)}</a:t></a:r>`;
}

export interface ShapeParts {
	/** Attributes of a placeholder. */
	readonly placeholder?: string;
	/** Paragraphs. */
	readonly content: string;
	readonly id?: number;
	/** Further attributes and children of its name. */
	readonly named?: string;
	/** In hundredths of a millimetre: left, top, width, height. */
	readonly box?: readonly [number, number, number, number];
	/** Attributes of its frame. */
	readonly turn?: string;
	readonly look?: string;
}

export function shape({
	placeholder,
	content,
	id = 2,
	named = '',
	box,
	turn = '',
	look = '',
}: ShapeParts) {
	const place = placeholder === undefined ? '' : `<p:ph ${placeholder}/>`;
	const frame = box === undefined ? '' : `<a:xfrm${turn}>${boxOf(box)}</a:xfrm>`;
	return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="x"${named.startsWith('<') ? `>${named}</p:cNvPr>` : `${named}/>`}<p:cNvSpPr/><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:spPr>${frame}${look}</p:spPr><p:txBody><a:bodyPr/>${content}</p:txBody></p:sp>`;
}

const hundredthEmu = 360;

export function boxOf([left, top, width, height]: readonly [
	number,
	number,
	number,
	number,
]): string {
	const emu = (hundredths: number) => hundredths * hundredthEmu;
	return `<a:off x="${emu(left)}" y="${emu(top)}"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/>`;
}

export const title = (text: string) =>
	shape({ placeholder: 'type="title"', content: paragraph(text) });

/** A text of several paragraphs. */
export const body = (...texts: readonly string[]) =>
	shape({ placeholder: 'idx="1"', content: texts.map((text) => paragraph(text)).join(''), id: 3 });

export function picture(relationship: string, more = ''): string {
	return `<p:pic><p:nvPicPr><p:cNvPr id="5" name="x"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${relationship}"/>${more}</p:blipFill><p:spPr/></p:pic>`;
}

export function frame(content: string): string {
	return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="6" name="x"/></p:nvGraphicFramePr><p:xfrm>${boxOf([0, 0, 1000, 1000])}</p:xfrm><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;
}

export function table(rows: readonly (readonly string[])[], attributes = ''): string {
	const cell = (text: string) =>
		`<a:tc${attributes}><a:txBody><a:bodyPr/>${paragraph(text)}</a:txBody></a:tc>`;
	return frame(
		`<a:tbl>${rows.map((cells) => `<a:tr>${cells.map(cell).join('')}</a:tr>`).join('')}</a:tbl>`,
	);
}

/** A chart of one series, as a part of its own. */
export function chart(values: Readonly<Record<string, number>>, kind = 'barChart'): string {
	const points = (texts: readonly string[]) =>
		texts.map((text, at) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`).join('');
	return part(
		'c:chartSpace',
		`<c:chart><c:title><c:tx><c:rich><a:bodyPr/>${paragraph('Rents by year')}</c:rich></c:tx></c:title><c:plotArea><c:${kind}><c:ser><c:tx><c:strRef><c:strCache>${points(['Rent'])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(Object.keys(values))}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(Object.values(values).map(String))}</c:numCache></c:numRef></c:val></c:ser></c:${kind}></c:plotArea></c:chart>`,
	);
}

/** The data of a diagram, as a part of its own. */
export function diagram(...texts: readonly string[]): string {
	const points = texts.map(
		(text) => `<dgm:pt><dgm:t><a:bodyPr/>${paragraph(text)}</dgm:t></dgm:pt>`,
	);
	return part('dgm:dataModel', `<dgm:ptLst>${points.join('')}</dgm:ptLst>`);
}
