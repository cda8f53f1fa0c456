/** DOCX files for tests: the parts a program writes, from paragraphs as short XML. */
import { strToU8, zipSync, type ZipOptions } from 'fflate';

const address = 'http://schemas.openxmlformats.org';
export const wordNamespace = `${address}/wordprocessingml/2006/main`;

const relationship = (id: string, type: string, target: string, isOutside = false) =>
	`<Relationship Id="${id}" Type="${address}/officeDocument/2006/relationships/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`;

const relationships = (...list: readonly string[]) =>
	`<Relationships xmlns="${address}/package/2006/relationships">${list.join('')}</Relationships>`;

export interface WordParts {
	/** Children of the body. */
	readonly body: string;
	readonly styles?: string;
	readonly numbering?: string;
	readonly headers?: readonly string[];
	readonly footers?: readonly string[];
	/** Elements `w:footnote`. */
	readonly footnotes?: string;
	readonly endnotes?: string;
	readonly comments?: string;
	readonly pictures?: readonly Uint8Array[];
	/** Further relationships of the body, by id: their type, their target, and whether it is outside. */
	readonly links?: Readonly<Record<string, { type: string; target: string; isOutside?: true }>>;
	readonly others?: Readonly<Record<string, Uint8Array>>;
}

const names = `xmlns:w="${wordNamespace}" xmlns:r="${address}/officeDocument/2006/relationships" xmlns:a="${address}/drawingml/2006/main" xmlns:m="${address}/officeDocument/2006/math" xmlns:mc="${address}/markup-compatibility/2006" xmlns:wp="${address}/drawingml/2006/wordprocessingDrawing" xmlns:dgm="${address}/drawingml/2006/diagram" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"`;

const part = (root: string, content: string) =>
	`<?xml version="1.0" encoding="UTF-8"?><w:${root} ${names}>${content}</w:${root}>`;

export function wordFile(parts: WordParts, options: ZipOptions = {}): Uint8Array {
	const { headers = [], footers = [], pictures = [] } = parts;
	const single = (['styles', 'numbering', 'footnotes', 'endnotes', 'comments'] as const).flatMap(
		(name) => (parts[name] === undefined ? [] : [[name, parts[name]] as const]),
	);
	const references = [
		...headers.map((_, index) => `<w:headerReference w:type="default" r:id="h${index}"/>`),
		...footers.map((_, index) => `<w:footerReference w:type="default" r:id="f${index}"/>`),
	].join('');
	const files: Record<string, string> = {
		'[Content_Types].xml': `<Types xmlns="${address}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${overrides(parts)}</Types>`,
		'_rels/.rels': relationships(relationship('r1', 'officeDocument', 'word/document.xml')),
		'word/document.xml': part(
			'document',
			`<w:body>${parts.body}<w:sectPr>${references}</w:sectPr></w:body>`,
		),
		'word/_rels/document.xml.rels': relationships(
			...single.map(([name]) => relationship(name, name, `${name}.xml`)),
			...headers.map((_, index) => relationship(`h${index}`, 'header', `header${index + 1}.xml`)),
			...footers.map((_, index) => relationship(`f${index}`, 'footer', `footer${index + 1}.xml`)),
			...pictures.map((_, index) =>
				relationship(`p${index}`, 'image', `media/image${index + 1}.png`),
			),
			...Object.entries(parts.links ?? {}).map(([id, { type, target, isOutside }]) =>
				relationship(id, type, target, isOutside),
			),
		),
	};
	for (const [name, content] of single) files[`word/${name}.xml`] = part(name, content);
	for (const [index, content] of headers.entries())
		files[`word/header${index + 1}.xml`] = part('hdr', content);
	for (const [index, content] of footers.entries())
		files[`word/footer${index + 1}.xml`] = part('ftr', content);
	const bytes: Record<string, Uint8Array> = { ...parts.others };
	for (const [name, text] of Object.entries(files)) bytes[name] = strToU8(text);
	for (const [index, picture] of pictures.entries())
		bytes[`word/media/image${index + 1}.png`] = picture;
	return zipSync(bytes, options);
}

function overrides({ headers = [], footers = [], ...parts }: WordParts): string {
	const override = (name: string, type: string) =>
		`<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`;
	return [
		...headers.map((_, index) => override(`header${index + 1}`, 'header')),
		...footers.map((_, index) => override(`footer${index + 1}`, 'footer')),
		...(['styles', 'numbering', 'footnotes', 'endnotes', 'comments'] as const)
			.filter((name) => parts[name] !== undefined)
			.map((name) => override(name, name)),
	].join('');
}

export function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A run of text with the properties given as XML. */
export function run(text: string, properties = ''): string {
	const written = properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`;
	return `<w:r>${written}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
}

export function paragraph(text: string, properties = ''): string {
	return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${run(text)}</w:p>`;
}

export function table(rows: readonly (readonly string[])[]): string {
	const cell = (text: string) => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`;
	return `<w:tbl><w:tblPr/>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}
