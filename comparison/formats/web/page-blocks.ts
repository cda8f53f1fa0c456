/**
 * Reads the body of a page as blocks: a paragraph for each block of text, with the looks of its words, and one
 * for each thing that stands among them, such as a picture. Beside them the code, line by line. Every row has
 * the path of its element, such as `body/main/p[3]`.
 */
import { alone, joinSpans, type Block, type Span } from '../blocks/document/document';
import { present } from '../../../server/at';
import { joinWords } from '../package/looks';
import { isElement, walk, type PageElement, type PageNode } from './dom';
import {
	codeOf,
	contentOf,
	inlineLookOf,
	isInline,
	isUnseen,
	lookOf,
	nameOf,
	type Tag,
	tagOf,
	valueOf,
	wordsFor,
	wordsForEmpty,
} from './elements';

export interface PageBlock extends Block {
	/** True within an element that the page calls its main part. */
	readonly isInMain: boolean;
	/** True within navigation, head, foot or a note beside it that belong to no article. */
	readonly isFrame: boolean;
}

export interface PageListener {
	/** Called with each line of a script or a style, and with the attributes that tell programs alone. */
	readonly onCode: (path: string, text: string) => void;
	/** What a look says without what the rules hide. */
	readonly ruled: (look: string) => string;
}

export function pageBlocks(
	roots: readonly PageElement[],
	{ onCode, ruled }: Partial<PageListener> = {},
): readonly PageBlock[] {
	const listener = { onCode: onCode ?? (() => undefined), ruled: ruled ?? ((look) => look) };
	return roots.flatMap((root) => new PageReading(root, listener).read());
}

/** Without text that is seen. */
const unseen = new Set(['script', 'style', 'template', 'noscript', 'head', 'iframe', 'object']);

/** Shown with its line ends and spaces. */
const asWritten = new Set(['pre', 'textarea']);

interface OpenElement {
	readonly tag: Tag;
	readonly path: string;
	/** Number of what was seen before it began. */
	readonly seenBefore: number;
}

class PageReading {
	private readonly paths: Paths;
	private readonly landmarks = new Landmarks();
	/** The elements around a place. */
	private readonly open: OpenElement[] = [];
	/** The text since the last block ended, and the path of the element in which it began. */
	private spans: Span[] = [];
	private path = '';
	/** How words look by the elements around them, within their line and beyond it. */
	private readonly inlineLooks: string[] = [];
	private readonly blockLooks: string[] = [];
	/** The next column, for each row of a table around a place. */
	private readonly columns: number[] = [];
	private unseenDepth = 0;
	private writtenDepth = 0;
	/** Number of texts and things that are seen so far. */
	private seenCount = 0;
	private readonly blocks: PageBlock[] = [];

	constructor(
		private readonly root: PageElement,
		private readonly listener: PageListener,
	) {
		this.paths = new Paths(root);
	}

	read(): readonly PageBlock[] {
		walk(this.root, {
			enter: (node) => {
				if (node.nodeType === 3) this.addText(node);
				if (!isElement(node)) return false;
				this.enter(tagOf(node));
				return true;
			},
			leave: (node) => {
				if (isElement(node)) this.leave();
			},
		});
		this.close();
		return this.blocks;
	}

	private enter(tag: Tag): void {
		const path = this.paths.of(tag.element);
		for (const text of codeOf(tag)) this.listener.onCode(path, text);
		if (isInline(tag)) this.inlineLooks.push(this.listener.ruled(inlineLookOf(tag)));
		else {
			this.close();
			this.landmarks.count(tag, 1);
			this.addThing(tag, path);
			this.blockLooks.push(joinWords([lookOf(tag), this.columnOf(tag)]));
		}
		this.open.push({ tag, path, seenBefore: this.seenCount });
		this.countWithin(tag, 1);
	}

	private leave(): void {
		const { tag, path, seenBefore } = present(this.open.pop(), 'the element that ends');
		if (isInline(tag)) {
			this.inlineLooks.pop();
			const isEmpty = this.unseenDepth === 0 && this.seenCount === seenBefore;
			const text = isEmpty ? wordsForEmpty(tag) : '';
			if (text !== '') this.add(block(path, [this.span(text)], 'emphasis'));
		} else {
			this.close();
			this.landmarks.count(tag, -1);
			this.blockLooks.pop();
			if (tag.name === 'tr') this.columns.pop();
		}
		this.countWithin(tag, -1);
	}

	/** A cell stands in another column if one before it came or went, whether that is empty or not. */
	private columnOf(tag: Tag): string {
		if (tag.name === 'tr') this.columns.push(1);
		const column = this.columns.at(-1);
		if (column === undefined || (tag.name !== 'td' && tag.name !== 'th')) return '';
		const across = Number.parseInt(valueOf(tag, 'colspan'), 10);
		this.columns[this.columns.length - 1] = column + (across > 1 ? across : 1);
		return `column ${column}`;
	}

	private countWithin(tag: Tag, step: 1 | -1): void {
		const isHidden = tag.attributes.some(({ name }) => name === 'hidden');
		if (isHidden || unseen.has(tag.name)) this.unseenDepth += step;
		if (asWritten.has(tag.name)) this.writtenDepth += step;
	}

	/** Of the head of a page, its title is seen, and where it leads. */
	private addThing(tag: Tag, path: string): void {
		const isSeen = this.unseenDepth === 0 || tag.name === 'title' || tag.name === 'meta';
		const text = isSeen && !isUnseen(tag) ? wordsFor(tag) : '';
		if (text !== '') this.add(block(path, [this.span(text)], 'emphasis'));
	}

	private addText(node: PageNode): void {
		if (this.unseenDepth > 0) return;
		const lines = this.writtenDepth > 0 ? contentOf(node).split(/\r\n?|\n/) : [contentOf(node)];
		for (const [index, line] of lines.entries()) {
			if (index > 0) this.close();
			const isBegun = this.spans.some(({ text }) => text.trim() !== '');
			if (line.trim() !== '') this.seenCount += 1;
			if (!isBegun && node.parentNode !== null) this.path = this.paths.of(node.parentNode);
			this.spans.push(this.span(line));
		}
	}

	private span(text: string): Span {
		return { text, emphasis: joinWords([...new Set(this.inlineLooks)]), appearance: '' };
	}

	/** Ends the block of text. */
	private close(): void {
		const spans = joinSpans(this.writtenDepth > 0 ? this.spans : collapsed(this.spans));
		this.spans = [];
		const ended = endTrimmed(spans);
		const look = joinWords(this.blockLooks);
		if (ended.length > 0) this.add(block(this.path, ended, undefined, look));
	}

	private add(added: Block): void {
		this.seenCount += 1;
		this.blocks.push({ ...added, ...this.landmarks.around() });
	}
}

export function block(
	path: string,
	spans: readonly Span[],
	countsFrom?: Block['countsFrom'],
	emphasis = '',
): Block {
	const formatting = emphasis === '' ? plainLook : { emphasis, appearance: '' };
	return { ...alone(path, { spans, formatting, source }), countsFrom };
}

/** Nearly all paragraphs share it. */
export const plainLook = { emphasis: '', appearance: '' };

/** Nothing is written into a copy of a page. */
const source = { part: '', index: 0 };

/** White space is one space, and none at the beginning. */
function collapsed(spans: readonly Span[]): readonly Span[] {
	let isAfterSpace = true;
	return spans.map((span) => {
		const spaced = span.text.replace(/\s+/g, ' ');
		const text = isAfterSpace && spaced.startsWith(' ') ? spaced.slice(1) : spaced;
		if (text !== '') isAfterSpace = text.endsWith(' ');
		return { ...span, text };
	});
}

/** Without white space at the end; none if there is nothing else. */
function endTrimmed(spans: readonly Span[]): readonly Span[] {
	const last = spans.findLastIndex(({ text }) => text.trim() !== '');
	return spans
		.slice(0, last + 1)
		.map((span, index) => (index === last ? { ...span, text: span.text.trimEnd() } : span));
}

const frames = new Set(['nav', 'header', 'footer', 'aside']);
const frameRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary']);
const articles = new Set(['article', 'section']);

/** Follows which parts of a page its elements say that they are. */
class Landmarks {
	private mains = 0;
	private articles = 0;
	private frames = 0;

	around(): Pick<PageBlock, 'isInMain' | 'isFrame'> {
		return { isInMain: this.mains > 0, isFrame: this.frames > 0 };
	}

	/** `step`: 1 where an element begins, -1 where it ends. */
	count(tag: Tag, step: 1 | -1): void {
		const [name, role] = [tag.name, valueOf(tag, 'role')];
		if (name === 'main' || role === 'main') this.mains += step;
		else if (articles.has(name) || role === 'article') this.articles += step;
		else if ((frames.has(name) || frameRoles.has(role)) && this.mains + this.articles === 0) {
			this.frames += step;
		}
	}
}

/** Paths of elements below a root; the number is left out for the first of its name. */
class Paths {
	private readonly known = new Map<PageNode, string>();

	constructor(root: PageElement) {
		this.known.set(root, nameOf(root));
		const counts = new Map<PageNode, Map<string, number>>();
		walk(root, {
			enter: (node) => {
				if (node !== root && isElement(node)) this.add(node, counts);
				return true;
			},
		});
	}

	of(node: PageNode): string {
		return this.known.get(node) ?? '';
	}

	private add(node: PageElement, counts: Map<PageNode, Map<string, number>>): void {
		const parent = node.parentNode;
		if (parent === null) return;
		const names = counts.get(parent) ?? new Map<string, number>();
		counts.set(parent, names);
		const name = nameOf(node);
		const count = (names.get(name) ?? 0) + 1;
		names.set(name, count);
		const step = count === 1 ? name : `${name}[${count}]`;
		this.known.set(node, `${this.of(parent)}/${step}`);
	}
}
