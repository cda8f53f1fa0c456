/**
 * Reads XML into a tree: attributes are members of an element, its content is items in order. Names
 * contain the namespace, so prefixes do not matter. A document type with own definitions is
 * refused, because entities can expand a small file to a huge one; nothing outside the file is
 * read.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { Form, Kind, type Names, type Tree, TreeBuilder, unnamed } from './tree';
import { SyntaxFault } from './json';

/** The parser gets pieces, so that it never copies the whole text. */
const pieceLength = 65_536;
const xmlAddress = 'http://www.w3.org/XML/1998/namespace';

/** State inherited by an element's content: known prefixes, and whether white space is text. */
interface Scope {
	readonly prefixes: ReadonlyMap<string, string>;
	readonly isSpaceKept: boolean;
}

/** A comment or an instruction. */
interface Aside {
	readonly kind: Kind;
	readonly text: string;
	readonly line: number;
}

export function readXml(text: string, names: Names): Tree {
	const reader = new XmlReader(names);
	for (let at = 0; at < text.length; at += pieceLength) {
		reader.parser.write(text.slice(at, at + pieceLength));
	}
	reader.parser.close();
	return reader.tree();
}

class XmlReader {
	readonly parser = new SaxesParser({ xmlns: false, position: true });
	private readonly builder: TreeBuilder;
	private readonly scopes: Scope[] = [
		{ prefixes: new Map([['xml', xmlAddress]]), isSpaceKept: false },
	];
	/** Adjacent text and CDATA are one text. */
	private pending = '';
	private pendingLine = 0;
	/** Comments and instructions before the root element; they are read as its first items. */
	private readonly early: Aside[] = [];

	constructor(private readonly names: Names) {
		this.builder = new TreeBuilder(names);
		this.parser.on('error', (error) => this.fail(error.message.replace(/^\d+:\d+: |\.$/g, '')));
		this.parser.on('doctype', (doctype) => {
			if (doctype.includes('['))
				this.fail('a document type with definitions of its own is not read');
		});
		this.parser.on('opentag', (tag) => this.openTag(tag));
		this.parser.on('closetag', () => this.closeTag());
		this.parser.on('text', (text) => this.addText(text));
		this.parser.on('cdata', (text) => this.addText(text));
		this.parser.on('comment', (text) => this.addAside(Kind.comment, text.trim()));
		this.parser.on('processinginstruction', ({ target, body }) =>
			this.addAside(Kind.instruction, `${target} ${body}`),
		);
	}

	/** The root element is closed last: what stands behind it is read as its last items. */
	tree(): Tree {
		this.builder.close();
		return this.builder.finished();
	}

	private openTag(tag: SaxesTagPlain): void {
		this.flushText();
		const scope = this.scopeOf(tag);
		this.scopes.push(scope);
		this.builder.open(Kind.element, this.nameId(tag.name, scope, true), this.parser.line);
		for (const [name, value] of Object.entries(tag.attributes)) {
			if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
			const id = this.nameId(name, scope, false);
			this.builder.leafOf(value, Kind.string, id, this.parser.line);
		}
		for (const { kind, text, line } of this.early.splice(0)) {
			this.builder.leafOf(text, kind, unnamed, line);
		}
	}

	private scopeOf({ attributes }: SaxesTagPlain): Scope {
		const outer = this.scopes.at(-1) ?? { prefixes: new Map(), isSpaceKept: false };
		const declared = Object.entries(attributes).filter(([name]) => /^xmlns(:|$)/.test(name));
		const space = attributes['xml:space'];
		if (declared.length === 0 && space === undefined) return outer;
		const added = declared.map(([name, address]) => [name.slice(6), address] as const);
		return {
			prefixes: added.length > 0 ? new Map([...outer.prefixes, ...added]) : outer.prefixes,
			isSpaceKept: space === undefined ? outer.isSpaceKept : space === 'preserve',
		};
	}

	/** `{namespace}local`; an attribute without a prefix has no namespace. */
	private nameId(name: string, { prefixes }: Scope, isElement: boolean): number {
		const colon = name.indexOf(':');
		const prefix = colon > 0 ? name.slice(0, colon) : '';
		const address = prefix || isElement ? prefixes.get(prefix) : undefined;
		const local = address === undefined ? name : name.slice(colon + 1);
		const qualified = address ? `{${address}}${local}` : local;
		return this.names.idOf(isElement ? qualified : `@${qualified}`);
	}

	private closeTag(): void {
		this.flushText();
		this.scopes.pop();
		if (this.scopes.length > 1) this.builder.close();
	}

	private addText(text: string): void {
		if (this.pending === '') this.pendingLine = this.parser.line - lineBreaks(text.trimStart());
		this.pending += text;
	}

	private flushText(): void {
		const text = this.pending;
		this.pending = '';
		const isSpaceKept = this.scopes.at(-1)?.isSpaceKept ?? false;
		if (text === '' || (!isSpaceKept && text.trim() === '')) return;
		const form = isSpaceKept ? Form.plain : Form.loose;
		this.builder.leafOf(text, Kind.string, unnamed, this.pendingLine, form);
	}

	private addAside(kind: Kind, text: string): void {
		this.flushText();
		const { line } = this.parser;
		if (this.builder.current === unnamed) this.early.push({ kind, text, line });
		else this.builder.leafOf(text, kind, unnamed, line);
	}

	private fail(message: string): never {
		const { line, column } = this.parser;
		throw new SyntaxFault(message, { line, column: column + 1 });
	}
}

function lineBreaks(text: string): number {
	return text.split('\n').length - 1;
}
