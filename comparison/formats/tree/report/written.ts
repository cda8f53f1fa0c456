/**
 * Serialises a subtree as JSON, with numbers as in the file, or as XML. Reports write only the
 * beginning, patches everything.
 */
import { shownName } from '../reading/paths';
import { endOf, isContainer, isMember, Kind, kindOf, nameText, type Tree } from '../reading/tree';
import { textOf } from '../reading/values';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Writes in preorder; containers are closed as soon as their end is reached. */
abstract class Writer {
	protected text = '';
	protected readonly open: number[] = [];

	constructor(protected readonly tree: Tree) {}

	/** The text, cut after about `most` characters. */
	written(node: number, most: number): string {
		for (let at = node; at < endOf(this.tree, node) && this.text.length <= most; at++) {
			this.closeUntil(at);
			this.begin(at, at === node);
			if (isContainer(this.tree, at)) this.open.push(at);
		}
		if (this.text.length > most) return `${this.text.slice(0, most)}…`;
		this.closeUntil(endOf(this.tree, node));
		return this.text;
	}

	protected abstract begin(node: number, isRoot: boolean): void;
	protected abstract end(node: number): void;

	private closeUntil(at: number): void {
		for (let last = this.open.at(-1); last !== undefined; last = this.open.at(-1)) {
			if (endOf(this.tree, last) > at) return;
			this.open.pop();
			this.end(last);
		}
	}
}

class JsonWriter extends Writer {
	private isFirst = true;

	protected begin(node: number, isRoot: boolean): void {
		const kind = kindOf(this.tree, node);
		if (kind >= Kind.comment) return;
		if (!isRoot && !this.isFirst) this.text += ',';
		this.isFirst = false;
		if (!isRoot && isMember(this.tree, node)) {
			this.text += `${JSON.stringify(nameText(this.tree, node))}:`;
		}
		if (isContainer(this.tree, node)) {
			this.text += kind === Kind.object ? '{' : '[';
			this.isFirst = true;
		} else this.text += jsonLeaf(this.tree, node);
	}

	protected end(node: number): void {
		this.text += this.tree.kinds[node] === Kind.object ? '}' : ']';
		this.isFirst = false;
	}
}

/** A leaf as JSON; numbers that JSON cannot write (`.inf`, `0x1F`) become strings or decimals. */
function jsonLeaf(tree: Tree, node: number): string {
	const text = textOf(tree, node);
	const kind = tree.kinds[node];
	if (kind === Kind.boolean || kind === Kind.null) return text.toLowerCase();
	if (kind !== Kind.number) return JSON.stringify(text);
	if (jsonNumber.test(text)) return text;
	return Number.isFinite(Number(text)) ? String(Number(text)) : JSON.stringify(text);
}

class XmlWriter extends Writer {
	private isTagOpen = false;

	protected begin(node: number): void {
		const kind = this.tree.kinds[node];
		const name = shownName(this.tree, node);
		if (kind === Kind.element) {
			this.endTag();
			this.text += `<${name}`;
			this.isTagOpen = true;
		} else if (isMember(this.tree, node)) {
			const value = textOf(this.tree, node);
			this.text += this.isTagOpen ? ` ${name.slice(1)}="${value}"` : value;
		} else {
			this.endTag();
			this.text += xmlLeaf(textOf(this.tree, node), kind);
		}
	}

	protected end(node: number): void {
		const isEmpty = this.isTagOpen;
		this.isTagOpen = false;
		const name = shownName(this.tree, node);
		this.text += isEmpty ? '/>' : `</${name}>`;
	}

	private endTag(): void {
		if (this.isTagOpen) this.text += '>';
		this.isTagOpen = false;
	}
}

function xmlLeaf(text: string, kind: number | undefined): string {
	if (kind === Kind.comment) return `<!--${text}-->`;
	return kind === Kind.instruction ? `<?${text}?>` : text;
}

export function jsonText(tree: Tree, node: number): string {
	return new JsonWriter(tree).written(node, Infinity);
}

export function shownText(tree: Tree, node: number, most: number): string {
	if (tree.kinds[node] === Kind.comment) return textOf(tree, node).slice(0, most);
	const writer = tree.kinds[0] === Kind.element ? new XmlWriter(tree) : new JsonWriter(tree);
	return writer.written(node, most);
}
