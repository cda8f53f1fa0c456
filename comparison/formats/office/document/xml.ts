/**
 * Reads and writes the XML of office files. Names are resolved by namespace URI, whatever the
 * prefix. Parts are read one block (a paragraph, a table) at a time, so that a long document is
 * never in memory as a whole tree.
 */
import { ReadFault } from '../../../core/format-comparer';
import { SaxesParser, type SaxesTagNS } from 'saxes';

/** The transitional and the strict URI have the same prefix. */
const prefixes: ReadonlyMap<string, string> = new Map([
	['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
	['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
	['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
	['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
	['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
	['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
	['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
	['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
	['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
	['http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'],
	['http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'],
	['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
	['http://schemas.openxmlformats.org/presentationml/2006/main', 'p'],
	['http://purl.oclc.org/ooxml/presentationml/main', 'p'],
	['http://schemas.microsoft.com/office/powerpoint/2010/main', 'p14'],
	['http://schemas.microsoft.com/office/powerpoint/2018/8/main', 'p188'],
	['http://schemas.microsoft.com/office/drawing/2010/main', 'a14'],
	['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm'],
	['http://purl.oclc.org/ooxml/drawingml/diagram', 'dgm'],
	['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
	['http://schemas.microsoft.com/office/drawing/2014/chartex', 'cx'],
	['http://purl.oclc.org/ooxml/drawingml/chart', 'c'],
	['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
	['http://schemas.openxmlformats.org/package/2006/relationships', 'rel'],
	['http://schemas.openxmlformats.org/package/2006/content-types', 'ct'],
	['urn:schemas-microsoft-com:vml', 'v'],
	['urn:schemas-microsoft-com:office:office', 'o'],
	['urn:oasis:names:tc:opendocument:xmlns:office:1.0', 'office'],
	['urn:oasis:names:tc:opendocument:xmlns:text:1.0', 'text'],
	['urn:oasis:names:tc:opendocument:xmlns:table:1.0', 'table'],
	['urn:oasis:names:tc:opendocument:xmlns:style:1.0', 'style'],
	['urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', 'draw'],
	['urn:oasis:names:tc:opendocument:xmlns:manifest:1.0', 'manifest'],
	['urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0', 'fo'],
	['urn:oasis:names:tc:opendocument:xmlns:form:1.0', 'form'],
	['urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0', 'svg'],
	['urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0', 'field'],
	['http://www.w3.org/1998/Math/MathML', 'math'],
	['http://www.w3.org/1999/xlink', 'xlink'],
	['http://purl.org/dc/elements/1.1/', 'dc'],
	['http://www.w3.org/XML/1998/namespace', 'xml'],
	['http://www.w3.org/2000/xmlns/', 'xmlns'],
]);

export interface XmlAttribute {
	/** As written in the file, with its prefix. */
	readonly tag: string;
	/** With the prefix of the table above: `w:val`. */
	readonly name: string;
	readonly value: string;
}

export interface XmlElement {
	readonly tag: string;
	readonly name: string;
	readonly attributes: readonly XmlAttribute[];
	readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Receives the content of a part in order. */
export interface XmlVisitor {
	/** An element outside of blocks, without its children. */
	open?(element: XmlElement): void;
	close?(element: XmlElement): void;
	/** Text outside of blocks. */
	text?(text: string): void;
	/** A complete child of a container. */
	block(element: XmlElement, container: XmlElement): void;
}

interface OpenElement extends XmlElement {
	readonly children: XmlNode[];
}

const depthMax = 400;

/** Walks a part. Children of the elements in `containers` are passed as complete blocks. */
export function walkXml(
	xml: string,
	{ part, containers }: { readonly part: string; readonly containers: ReadonlySet<string> },
	visitor: XmlVisitor,
): void {
	const parser = new SaxesParser({ xmlns: true, position: false });
	const around: OpenElement[] = [];
	const inside: OpenElement[] = [];
	const text = (piece: string) => {
		const holder = inside.at(-1);
		if (holder === undefined) visitor.text?.(piece);
		else holder.children.push(piece);
	};
	parser.on('doctype', () => {
		throw new ReadFault(`The document is not read: ${part} declares a type of its own (DOCTYPE).`);
	});
	parser.on('error', (fault) => {
		throw new ReadFault(`The document is broken: ${part} is no valid XML (${fault.message}).`);
	});
	parser.on('text', text);
	parser.on('cdata', text);
	parser.on('opentag', (tag) => {
		if (around.length + inside.length >= depthMax) {
			throw new ReadFault(
				`The document is not read: ${part} is nested more than ${depthMax} deep.`,
			);
		}
		const element = elementOf(tag);
		if (inside.length > 0 || containers.has(around.at(-1)?.name ?? '')) inside.push(element);
		else {
			around.push(element);
			visitor.open?.(element);
		}
	});
	parser.on('closetag', () => {
		const element = inside.pop();
		const container = around.at(-1);
		if (element === undefined) {
			around.pop();
			if (container !== undefined) visitor.close?.(container);
			return;
		}
		const holder = inside.at(-1);
		if (holder !== undefined) holder.children.push(element);
		else if (container !== undefined) visitor.block(element, container);
	});
	for (let at = 0; at < xml.length; at += chunkLength)
		parser.write(xml.slice(at, at + chunkLength));
	parser.close();
}

const chunkLength = 1 << 16;

/** Parses a small part into one tree. */
export function parseXml(xml: string, part: string): XmlElement {
	const top: OpenElement[] = [];
	const last: OpenElement[] = [];
	walkXml(
		xml,
		{ part, containers: new Set() },
		{
			open(element) {
				const own: OpenElement = { ...element, children: [] };
				last.at(-1)?.children.push(own);
				if (last.length === 0) top.push(own);
				last.push(own);
			},
			close: () => last.pop(),
			text: (text) => last.at(-1)?.children.push(text),
			block: () => undefined,
		},
	);
	const [root] = top;
	if (root === undefined) throw new ReadFault(`The document is broken: ${part} is empty.`);
	return root;
}

function elementOf(tag: SaxesTagNS): OpenElement {
	return {
		tag: tag.name,
		name: canonical(tag.uri, tag.local),
		attributes: Object.values(tag.attributes).map(({ name, uri, local, value }) => ({
			tag: name,
			name: canonical(uri, local),
			value,
		})),
		children: [],
	};
}

/** An unknown namespace gets the prefix `?`, so that it matches no known name. */
function canonical(uri: string, local: string): string {
	if (uri === '') return local;
	return `${prefixes.get(uri) ?? '?'}:${local}`;
}

/** Decodes a part: UTF-8, or UTF-16 if it has that byte order mark. */
export function decodeXml(bytes: Uint8Array): string {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
	if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
	return new TextDecoder().decode(bytes);
}

export function isElement(node: XmlNode): node is XmlElement {
	return typeof node !== 'string';
}

export function elementsOf(element: XmlElement | undefined): readonly XmlElement[] {
	return element?.children.filter(isElement) ?? [];
}

/** The first child of that name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
	return element?.children.find(
		(node): node is XmlElement => isElement(node) && node.name === name,
	);
}

export function attribute(element: XmlElement | undefined, name: string): string | undefined {
	return element?.attributes.find((one) => one.name === name)?.value;
}

/** All descendants of that name, in document order. */
export function* descendants(element: XmlElement, name: string): Generator<XmlElement> {
	for (const one of elementsOf(element)) {
		if (one.name === name) yield one;
		yield* descendants(one, name);
	}
}

const xmlSpace: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n']);

/** Text without the white space of XML at its ends; a no-break space is none. */
export function withoutOuterSpace(text: string): string {
	let [from, to] = [0, text.length];
	while (from < to && xmlSpace.has(text.charAt(from))) from += 1;
	while (to > from && xmlSpace.has(text.charAt(to - 1))) to -= 1;
	return text.slice(from, to);
}

const written: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\t': '&#9;',
	'\n': '&#10;',
	'\r': '&#13;',
};

/** Escapes text; carriage returns are written as references, so that they survive parsing. */
export function xmlText(text: string): string {
	return text.replace(/[&<>\r]/g, (mark) => written[mark] ?? mark);
}

export function xmlValue(value: string): string {
	return value.replace(/[&<>"\t\n\r]/g, (mark) => written[mark] ?? mark);
}

export function openTag({ tag, attributes }: XmlElement): string {
	return `<${tag}${attributes.map((one) => ` ${one.tag}="${xmlValue(one.value)}"`).join('')}>`;
}

export function xmlOf(node: XmlNode): string {
	if (!isElement(node)) return xmlText(node);
	return `${openTag(node)}${node.children.map(xmlOf).join('')}</${node.tag}>`;
}
