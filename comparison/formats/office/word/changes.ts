/**
 * The accepted view of a DOCX: blocks as if all tracked changes were accepted, and a list of these
 * changes. Our own tracked changes are based on this view too, so that rejecting them restores
 * what was compared.
 */
import type { PendingChange } from '../../blocks/document/document';
import {
	attribute,
	child,
	childrenOf,
	descendants,
	elementsOf,
	isElement,
	textIn,
	without,
	type XmlElement,
	type XmlNode,
} from '../../package/xml';

/** Elements of which accepting leaves the content. */
const opened: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);

/** Elements of which accepting leaves nothing: what goes, what was before, and marks of where. */
const dropped =
	/^w:(del|moveFrom|cell(Ins|Del|Merge)|\w+Change|(move|customXml)\w+Range(Start|End))$/;

const kinds: ReadonlyArray<readonly [name: RegExp, kind: PendingChange['kind']]> = [
	[/^w:(ins|moveTo|cellIns)$/, 'insertion'],
	[/^w:(del|moveFrom|cellDel)$/, 'deletion'],
	[/^w:(r|p|sect|tbl|tr|tc)PrChange$/, 'formatting'],
];

/** Receives the blocks of a container in order and passes them on in the accepted view. */
export class AcceptedBlocks {
	/** A paragraph whose end is deleted; it continues in the next one. */
	#open: XmlElement | undefined;

	constructor(
		readonly tell: (change: PendingChange) => void,
		readonly give: (block: XmlElement) => void,
	) {}

	add(block: XmlElement): void {
		const endsHere = !hasDeletedEnd(block);
		for (const node of accepted(block, this.tell)) {
			if (!isElement(node)) continue;
			const joined = this.#joined(node);
			if (endsHere || joined.name !== 'w:p') this.give(joined);
			else this.#open = joined;
		}
	}

	/**
	 * Ends the container: an open paragraph without a successor stays a paragraph; a cell must end
	 * with one.
	 */
	end({ isCell = false } = {}): void {
		const open = this.#open;
		this.#open = undefined;
		if (open !== undefined && (isCell || hasContent(open))) this.give(open);
	}

	#joined(next: XmlElement): XmlElement {
		const open = this.#open;
		if (open === undefined) return next;
		if (next.name !== 'w:p') {
			this.end();
			return next;
		}
		this.#open = undefined;
		const [properties, before] = [childrenOf(next, 'w:pPr'), without(open, 'w:pPr')];
		return { ...next, children: [...properties, ...before, ...without(next, 'w:pPr')] };
	}
}

function hasContent(paragraph: XmlElement): boolean {
	return elementsOf(paragraph).some(({ name }) => name !== 'w:pPr');
}

function hasDeletedEnd(block: XmlElement): boolean {
	if (block.name !== 'w:p') return false;
	const mark = child(child(block, 'w:pPr'), 'w:rPr');
	return child(mark, 'w:del') !== undefined || child(mark, 'w:moveFrom') !== undefined;
}

function isDeletedRow(element: XmlElement): boolean {
	return element.name === 'w:tr' && child(child(element, 'w:trPr'), 'w:del') !== undefined;
}

function isDeletedCell(element: XmlElement): boolean {
	return element.name === 'w:tc' && child(child(element, 'w:tcPr'), 'w:cellDel') !== undefined;
}

/** The accepted form of an element; the element itself if it has no tracked changes. */
function accepted(element: XmlElement, tell: (change: PendingChange) => void): readonly XmlNode[] {
	const kind = kinds.find(([name]) => name.test(element.name))?.[1];
	if (kind !== undefined) tell({ kind, author: authorOf(element), text: plainText(element) });
	const isMerge = element.name === 'w:cellMerge' && attribute(element, 'w:vMerge') === 'cont';
	if (isMerge) return [{ ...element, name: 'w:vMerge', attributes: {} }];
	if (dropped.test(element.name)) return [];
	if (isDeletedRow(element) || isDeletedCell(element)) {
		tell({ kind: 'deletion', author: authorOf(element), text: plainText(element) });
		return [];
	}
	const children = acceptedChildren(element, tell);
	if (opened.has(element.name)) return children;
	if (element.name === 'w:tbl' && isEmptied(element, children)) return [];
	const isSame =
		children.length === element.children.length &&
		children.every((node, at) => node === element.children[at]);
	return [isSame ? element : { ...element, children }];
}

function isEmptied(table: XmlElement, children: readonly XmlNode[]): boolean {
	const isRow = (node: XmlNode) => isElement(node) && node.name === 'w:tr';
	return table.children.some(isRow) && !children.some(isRow);
}

/** In an element with blocks, a deleted paragraph end joins the paragraph with the next one. */
function acceptedChildren(
	element: XmlElement,
	tell: (change: PendingChange) => void,
): readonly XmlNode[] {
	const holdsBlocks = element.children.some((node) => isElement(node) && hasDeletedEnd(node));
	if (!holdsBlocks) {
		return element.children.flatMap((node) => (isElement(node) ? accepted(node, tell) : [node]));
	}
	const given: XmlNode[] = [];
	const blocks = new AcceptedBlocks(tell, (block) => given.push(block));
	for (const block of elementsOf(element)) blocks.add(block);
	blocks.end({ isCell: element.name === 'w:tc' });
	return given;
}

function authorOf(element: XmlElement): string {
	return attribute(element, 'w:author') ?? '';
}

function plainText(element: XmlElement): string {
	const texts = ['w:delText', 'w:t'].flatMap((name) => descendants(element, name));
	return texts.map(textIn).join('').slice(0, 200);
}
