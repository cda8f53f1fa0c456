/**
 * A JSON, YAML or XML file as a flat tree: nodes are numbered in the order of the file, and their
 * properties are in typed arrays. So millions of values fit, nothing recurses however deep a file
 * nests, and a subtree is a range of numbers.
 */
import { present } from '../../../../server/at';
import { StringInterner } from './string-interner';

/** Kinds of nodes; those up to `documents` are containers. */
export const Kind = {
	object: 0,
	array: 1,
	element: 2,
	/** Contains the documents of a YAML file that has several. */
	documents: 3,
	string: 4,
	number: 5,
	boolean: 6,
	null: 7,
	comment: 8,
	/** A processing instruction of XML. */
	instruction: 9,
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

/** How to decode a leaf's range of `Tree.text`. */
export const Form = {
	/** As it stands. */
	plain: 0,
	/** A JSON string with backslashes. */
	escaped: 1,
	/** Text of XML, in which white space is layout. */
	loose: 2,
} as const;

/** An item of an array, or the root. */
export const unnamed = -1;

/** Larger trees are not compared by structure: two of this size need 400 MB. */
export const nodesMax = 2_000_000;

export interface Tree {
	/** The text that `starts` and `stops` refer to. */
	readonly text: string;
	readonly size: number;
	readonly kinds: Uint8Array;
	readonly forms: Uint8Array;
	readonly parents: Int32Array;
	/** The first node after the subtree. */
	readonly ends: Int32Array;
	/** Name of a member, attribute or element, from the table that both trees share. */
	readonly names: Int32Array;
	readonly nameTexts: Names;
	readonly starts: Int32Array;
	readonly stops: Int32Array;
	readonly lines: Int32Array;
	/** Filled in by `paths.ts` where a path is asked for. */
	ordinals?: Int32Array;
}

/** Name table of both trees: equal names are equal numbers. */
export class Names {
	private readonly table = new StringInterner();

	idOf(source: string, start = 0, stop = source.length): number {
		return this.table.idOf(source, start, stop);
	}

	textOf(id: number): string {
		return id === unnamed ? '' : this.table.textOf(id);
	}
}

export function isContainer(tree: Tree, node: number): boolean {
	return kindOf(tree, node) <= Kind.documents;
}

/** Comments and instructions are no content. */
export function isAside(tree: Tree, node: number): boolean {
	return kindOf(tree, node) >= Kind.comment;
}

/** True if the node has a name in its parent, rather than a position. */
export function isMember(tree: Tree, node: number): boolean {
	return tree.names[node] !== unnamed && tree.kinds[node] !== Kind.element;
}

export function endOf(tree: Tree, node: number): number {
	return present(tree.ends[node], 'the end of a node');
}

export function kindOf(tree: Tree, node: number): Kind {
	return present(tree.kinds[node], 'the kind of a node') as Kind;
}

export function nameOf(tree: Tree, node: number): number {
	return present(tree.names[node], 'the name of a node');
}

/** The name of a node; empty if it has none. */
export function nameText(tree: Tree, node: number): string {
	return tree.nameTexts.textOf(nameOf(tree, node));
}

/** The children of a node, in the order of the file. */
export function* childrenOf(tree: Tree, node: number): Generator<number> {
	const end = endOf(tree, node);
	for (let child = node + 1; child < end; child = endOf(tree, child)) yield child;
}

/** Thrown by a builder whose tree grows beyond `nodesMax`. */
export class TooManyNodes extends Error {}

/** Builds a tree in the order of the file: `open`, the content, `close`; leaves with `leaf`. */
export class TreeBuilder {
	size = 0;
	/** The open container. */
	current = unnamed;
	private capacity = 1024;
	private columns = {
		kinds: new Uint8Array(this.capacity),
		forms: new Uint8Array(this.capacity),
		parents: new Int32Array(this.capacity),
		ends: new Int32Array(this.capacity),
		names: new Int32Array(this.capacity),
		starts: new Int32Array(this.capacity),
		stops: new Int32Array(this.capacity),
		lines: new Int32Array(this.capacity),
	};

	/** Decoded texts, of languages whose leaves are no ranges of the file. */
	private readonly texts: string[] = [];
	private textLength = 0;

	constructor(readonly nameTexts: Names) {}

	open(kind: Kind, name: number, line: number): void {
		this.current = this.add(kind, name, line);
	}

	close(): void {
		this.columns.ends[this.current] = this.size;
		this.current = this.columns.parents[this.current] ?? unnamed;
	}

	leaf(kind: Kind, name: number, line: number, span: Span): void {
		const node = this.add(kind, name, line);
		this.columns.ends[node] = this.size;
		this.columns.starts[node] = span.start;
		this.columns.stops[node] = span.stop;
		this.columns.forms[node] = span.form;
	}

	/** A leaf with a text of its own; the tree refers to all of them joined. */
	leafOf(text: string, kind: Kind, name: number, line: number, form: number = Form.plain): void {
		const start = this.textLength;
		this.texts.push(text);
		this.textLength += text.length;
		this.leaf(kind, name, line, { start, stop: this.textLength, form });
	}

	kindOf(node: number): Kind {
		return present(this.columns.kinds[node], 'the kind of a node') as Kind;
	}

	finished(text = this.texts.join('')): Tree {
		return { text, size: this.size, nameTexts: this.nameTexts, ...this.columns };
	}

	private add(kind: Kind, name: number, line: number): number {
		const node = this.size;
		if (node === this.capacity) this.grow();
		this.size = node + 1;
		this.columns.kinds[node] = kind;
		this.columns.names[node] = name;
		this.columns.lines[node] = line;
		this.columns.parents[node] = this.current;
		return node;
	}

	private grow(): void {
		if (this.capacity >= nodesMax) throw new TooManyNodes();
		this.capacity = Math.min(nodesMax, this.capacity * 2);
		const widened = Object.entries(this.columns).map(([name, old]) => {
			const wide =
				old instanceof Uint8Array ? new Uint8Array(this.capacity) : new Int32Array(this.capacity);
			wide.set(old);
			return [name, wide];
		});
		this.columns = Object.fromEntries(widened) as typeof this.columns;
	}
}

/** A range of a tree's text. */
export interface Span {
	readonly start: number;
	readonly stop: number;
	readonly form: number;
}
