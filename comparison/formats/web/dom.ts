/**
 * The parts of an HTML tree that are used here. Scripts do not run and nothing is loaded. `walk`
 * does not recurse, so any depth works.
 */
export interface PageNode {
	/** 1: an element. 3: text. */
	readonly nodeType: number;
	readonly nodeName: string;
	readonly textContent: string | null;
	readonly firstChild: PageNode | null;
	readonly nextSibling: PageNode | null;
	readonly parentNode: PageNode | null;
}

export interface PageElement extends PageNode {
	readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
	hasAttribute(name: string): boolean;
	querySelectorAll(selector: string): Iterable<PageElement>;
	remove(): void;
}

export interface PageDocument extends PageElement {
	readonly documentElement: PageElement | null;
	readonly title: string;
}

export type ParsePage = (html: string) => PageDocument;

export async function pageParser(): Promise<ParsePage> {
	const { parseHTML } = await import('linkedom');
	return (html) => {
		const { document } = parseHTML(html) as unknown as { readonly document: PageDocument };
		return document;
	};
}

export function isElement(node: PageNode): node is PageElement {
	return node.nodeType === 1;
}

export interface Visitor {
	/** Returns true to visit the children. */
	readonly enter: (node: PageNode, depth: number) => boolean;
	readonly leave?: (node: PageNode) => void;
}

export function walk(root: PageNode, { enter, leave }: Visitor): void {
	let node: PageNode | null = root;
	let depth = 0;
	while (node !== null) {
		const child: PageNode | null = enter(node, depth) ? node.firstChild : null;
		if (child !== null) {
			node = child;
			depth += 1;
			continue;
		}
		leave?.(node);
		while (node !== root && node.nextSibling === null) {
			node = node.parentNode ?? root;
			depth -= 1;
			leave?.(node);
		}
		node = node === root ? null : node.nextSibling;
	}
}
