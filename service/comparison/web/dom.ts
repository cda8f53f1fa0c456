/**
 * HTML read into a tree without running or loading anything, as little of it as is needed here. Walking
 * needs no stack of calls, so no depth of elements ends it.
 */
export interface PageNode {
	/** 1 of an element, 3 of text. */
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
	/** Whether what is inside is visited too. */
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
