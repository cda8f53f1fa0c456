/**
 * Reads and writes the XML of office files. Names are resolved by namespace URI, whatever the
 * prefix. Parts are read one block (a paragraph, a table) at a time, so that a long document is
 * never in memory as a whole tree.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { present } from '../../../server/at';
import { ReadFault } from '../../core/format-comparer';

/** The strict URIs are those of the transitional form with another beginning. */
const prefixes: ReadonlyMap<string, string> = new Map([
	['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
	['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
	['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
	['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
	['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
	['http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'],
	['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
	['http://schemas.openxmlformats.org/spreadsheetml/2006/main', ''],
	['http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments', ''],
	['http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing', 'xdr'],
	['http://schemas.openxmlformats.org/presentationml/2006/main', 'p'],
	['http://schemas.microsoft.com/office/powerpoint/2010/main', 'p14'],
	['http://schemas.microsoft.com/office/powerpoint/2018/8/main', 'p188'],
	['http://schemas.microsoft.com/office/drawing/2010/main', 'a14'],
	['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm'],
	['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
	['http://schemas.microsoft.com/office/drawing/2014/chartex', 'cx'],
	['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
	['urn:schemas-microsoft-com:vml', 'v'],
	['urn:schemas-microsoft-com:office:office', 'o'],
	['urn:oasis:names:tc:opendocument:xmlns:office:1.0', 'office'],
	['urn:oasis:names:tc:opendocument:xmlns:text:1.0', 'text'],
	['urn:oasis:names:tc:opendocument:xmlns:table:1.0', 'table'],
	['urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0', 'calcext'],
	['urn:oasis:names:tc:opendocument:xmlns:style:1.0', 'style'],
	['urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', 'draw'],
	['urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0', 'fo'],
	['urn:oasis:names:tc:opendocument:xmlns:form:1.0', 'form'],
	['urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0', 'svg'],
	['urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0', 'field'],
	['http://www.w3.org/1998/Math/MathML', 'math'],
	['http://www.w3.org/1999/xlink', 'xlink'],
	['http://purl.org/dc/elements/1.1/', 'dc'],
	['http://www.w3.org/XML/1998/namespace', 'xml'],
	['', ''],
]);

/** An unknown namespace gets the prefix `?`, so that its names match no known ones. */
function prefixOf(uri: string): string {
	const [, room, name] = /^http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\/(\w+)$/.exec(uri) ?? [];
	const usual = room === undefined ? uri : `http://schemas.openxmlformats.org/${room}/2006/${name}`;
	return prefixes.get(usual) ?? '?';
}

/** What an element says of itself, by name. */
export type Attributes = Readonly<Record<string, string>>;

export interface XmlElement {
	/** As written in the file, with its prefix. */
	readonly tag: string;
	/** With the prefix of the table above: `w:p`. */
	readonly name: string;
	/** By their names as written in the file. */
	readonly written: Attributes;
	/** By their names with the prefixes of the table above. */
	readonly attributes: Attributes;
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
	block?(element: XmlElement, container: XmlElement): void;
}

/** The prefixes that are declared around an element, and the names that are written with them. */
class Scope {
	readonly #names = new Map<string, string>();

	constructor(private readonly prefixes: ReadonlyMap<string, string>) {}

	within(written: Attributes): Scope {
		const declared = Object.keys(written).filter((name) => name.startsWith('xmlns'));
		if (declared.length === 0) return this;
		const added = declared.map((name) => [name.slice(6), prefixOf(written[name] ?? '')] as const);
		return new Scope(new Map([...this.prefixes, ...added]));
	}

	/** A prefix that is not declared means what programs usually write it for. */
	nameOf(tag: string): string {
		const known = this.#names.get(tag);
		if (known !== undefined) return known;
		const colon = tag.indexOf(':');
		const written = tag.slice(0, Math.max(0, colon));
		const prefix = this.prefixes.get(written) ?? written;
		const local = tag.slice(colon + 1);
		const name = prefix === '' ? local : `${prefix}:${local}`;
		this.#names.set(tag, name);
		return name;
	}

	/** Most files write the names of the table. */
	named(written: Attributes): Attributes {
		const nameOf = (name: string) => (name.includes(':') ? this.nameOf(name) : name);
		for (const name in written) {
			if (nameOf(name) === name) continue;
			const named = Object.entries(written).map(([each, value]) => [nameOf(each), value]);
			return Object.fromEntries(named) as Attributes;
		}
		return written;
	}
}

interface OpenElement extends XmlElement {
	readonly children: XmlNode[];
}

const depthMax = 400;

/** Walks a part piece by piece. Children of the elements in `containers` are passed as complete blocks. */
export class XmlWalk {
	readonly #parser = new SaxesParser({ xmlns: false, position: false });
	readonly #scopes = [new Scope(new Map())];
	readonly #around: OpenElement[] = [];
	readonly #inside: OpenElement[] = [];
	/** Whether the next element declares or uses a prefix among its attributes; cells of a sheet do not. */
	#isPrefixed = false;

	constructor(
		readonly part: string,
		readonly containers: ReadonlySet<string>,
		readonly visitor: XmlVisitor,
	) {
		this.#parser.on('doctype', (doctype) => {
			if (doctype.includes('[')) this.#refuse('declares a type of its own (DOCTYPE)');
		});
		this.#parser.on('error', ({ message }) => {
			throw new ReadFault(`The file is broken: ${part} is no XML, or no valid XML (${message}).`);
		});
		this.#parser.on('text', (text) => this.#text(text));
		this.#parser.on('cdata', (text) => this.#text(text));
		this.#parser.on('attribute', ({ name }) => {
			this.#isPrefixed ||= name.includes(':') || name === 'xmlns';
		});
		this.#parser.on('opentag', (tag) => this.#open(tag));
		this.#parser.on('closetag', () => this.#close());
	}

	write(piece: string): void {
		this.#parser.write(piece);
	}

	end(): void {
		this.#parser.close();
	}

	#refuse(why: string): never {
		throw new ReadFault(`The file is not read: ${this.part} ${why}.`);
	}

	#text(piece: string): void {
		const holder = this.#inside.at(-1);
		if (holder === undefined) this.visitor.text?.(piece);
		else holder.children.push(piece);
	}

	#open({ name: tag, attributes: written }: SaxesTagPlain): void {
		if (this.#scopes.length > depthMax) this.#refuse(`is nested more than ${depthMax} deep`);
		const around = present(this.#scopes.at(-1), 'a scope');
		const scope = this.#isPrefixed ? around.within(written) : around;
		const attributes = this.#isPrefixed ? scope.named(written) : written;
		this.#isPrefixed = false;
		this.#scopes.push(scope);
		const element = { tag, name: scope.nameOf(tag), written, attributes, children: [] };
		const isBlock = this.containers.has(this.#around.at(-1)?.name ?? '');
		if (isBlock || this.#inside.length > 0) this.#inside.push(element);
		else {
			this.#around.push(element);
			this.visitor.open?.(element);
		}
	}

	#close(): void {
		this.#scopes.pop();
		const element = this.#inside.pop();
		const container = element === undefined ? this.#around.pop() : this.#around.at(-1);
		const holder = this.#inside.at(-1);
		if (element === undefined) this.visitor.close?.(present(container, 'what ends'));
		else if (holder === undefined) this.visitor.block?.(element, container ?? element);
		else holder.children.push(element);
	}
}

const pieceLength = 1 << 16;

export function walkXml(
	xml: string,
	{ part, containers }: { readonly part: string; readonly containers: ReadonlySet<string> },
	visitor: XmlVisitor,
): void {
	const walk = new XmlWalk(part, containers, visitor);
	for (let at = 0; at < xml.length; at += pieceLength) walk.write(xml.slice(at, at + pieceLength));
	walk.end();
}

/** Holds the root. */
const whole: ReadonlySet<string> = new Set(['']);

/** Parses a small part into one tree. */
export function parseXml(xml: string, part: string): XmlElement {
	const roots: XmlElement[] = [];
	walkXml(xml, { part, containers: whole }, { block: (root) => roots.push(root) });
	return present(roots[0], 'the root');
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
	return element?.attributes[name];
}

/** The children of that name. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
	return elementsOf(element).filter((one) => one.name === name);
}

/** The content without the children of that name. */
export function without({ children }: XmlElement, name: string): readonly XmlNode[] {
	return children.filter((node) => !isElement(node) || node.name !== name);
}

/** All descendants of that name, or of any, in document order. */
export function descendants(element: XmlElement, name?: string): readonly XmlElement[] {
	return elementsOf(element).flatMap((one) => {
		const inside = descendants(one, name);
		return name === undefined || one.name === name ? [one, ...inside] : inside;
	});
}

/** The alternative for current programs, of an element that a file holds in several forms. */
export function preferred(alternatives: XmlElement): XmlElement {
	return child(alternatives, 'mc:Choice') ?? child(alternatives, 'mc:Fallback') ?? alternatives;
}

/** The children that current programs show. */
export function shownIn(element: XmlElement | undefined): readonly XmlElement[] {
	return elementsOf(element).flatMap((one) =>
		one.name === 'mc:AlternateContent' ? shownIn(preferred(one)) : [one],
	);
}

/** True for an attribute that is a switch and says that it is on. */
export function isOnValue(value: string | undefined): boolean {
	return value === '1' || value === 'true';
}

/** True for an element that is a switch and does not say that it is off. */
export function isOn(element: XmlElement | undefined, value = 'w:val'): boolean {
	const off = ['0', 'false', 'off', 'none'];
	return element !== undefined && !off.includes(attribute(element, value) ?? 'true');
}

/** All text inside. */
export function textIn(element: XmlElement | undefined): string {
	let text = '';
	for (const node of element?.children ?? []) text += isElement(node) ? textIn(node) : node;
	return text;
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

export function openTag({ tag, written }: XmlElement): string {
	const said = Object.entries(written).map(([name, value]) => ` ${name}="${xmlValue(value)}"`);
	return `<${tag}${said.join('')}>`;
}

export function xmlOf(node: XmlNode): string {
	if (!isElement(node)) return xmlText(node);
	return xmlAround(node, node.children.map(xmlOf));
}

/** The element with other content. */
export function xmlAround(element: XmlElement, content: readonly string[]): string {
	return `${openTag(element)}${content.join('')}</${element.tag}>`;
}
