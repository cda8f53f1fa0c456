/**
 * Reads a page and applies the selectors of the rules, or says why it cannot be read: empty, an
 * error page, a selector that matches nothing.
 */
import { at } from '../../../server/at';
import { ReadFault } from '../../core/format-comparer';
import type { RuledSide } from '../../core/rule-hits';
import type { Block } from '../blocks/document/document';
import { blockText } from '../blocks/matching/comparing';
import { blocksWithout } from '../blocks/matching/ignoring';
import { tokenCount } from '../text/reading/tokens';
import { decodeText } from '../../core/text-decoding';
import { isElement, walk, type PageDocument, type PageElement, type ParsePage } from './dom';
import { CodeReading, type Code } from './code-reading';
import { pageBlocks, type PageBlock } from './page-blocks';

export interface ReadPage {
	readonly blocks: readonly PageBlock[];
	readonly code: Code;
	/** True if rules name all that is compared: then all of it is main text. */
	readonly isChosen: boolean;
	/** True if it looks like an error page of a server. */
	readonly isErrorPage: boolean;
}

/** Text that a reader reads, and nothing that stands among it. */
export function isText({ countsFrom }: Block): boolean {
	return countsFrom === undefined;
}

const sizeBytesMax = 16 * 1024 * 1024;
const depthMax = 500;

/** `keepsCode`: whether the lines of the code are read, or only whether they differ. */
export function readPage(
	bytes: Uint8Array,
	ruled: RuledSide,
	{ parsePage, keepsCode }: { readonly parsePage: ParsePage; readonly keepsCode: boolean },
): ReadPage {
	if (bytes.length > sizeBytesMax) {
		throw new ReadFault('It is larger than 16 MiB, which is too much for a page.');
	}
	const text = pageText(bytes);
	if (text === undefined) throw new ReadFault('It is no text in an encoding that can be told.');
	const document = parsePage(withRoot(text));
	const { documentElement } = document;
	if (documentElement === null) throw new ReadFault('It has no element.');
	if (depthOf(documentElement) > depthMax) {
		throw new ReadFault(`Its elements lie more than ${depthMax} deep in each other.`);
	}
	removeSelected(document, ruled);
	const roots = rootsOf(document, ruled.rules.onlySelectors);
	return ruled.within(() => pageOf(document, roots, ruled, new CodeReading(ruled, keepsCode)));
}

function pageOf(
	document: PageDocument,
	roots: readonly PageElement[],
	ruled: RuledSide,
	code: CodeReading,
): ReadPage {
	const blocks = pageBlocks(roots, {
		onCode: (path, text) => code.add(path, text),
		ruled: (look) => ruled.masked(look, '…'),
	});
	const texts = blocks.filter(isText).map(blockText);
	if (texts.length === 0) {
		throw new ReadFault('It shows no text; pages that scripts write are not run.');
	}
	return {
		blocks: blocksWithout(blocks, ruled),
		code: code.read(),
		isChosen: ruled.rules.onlySelectors !== undefined,
		isErrorPage: looksFailed([document.title, at(texts, 0)], texts),
	};
}

/** Adds a missing root tag, because the parser would take the first element as the root. */
function withRoot(html: string): string {
	if (/<html[\s>]/i.test(html)) return html;
	return `<html>${html.replace(/^\s*<!doctype[^>]*>/i, '')}</html>`;
}

/** The declared encoding counts if the bytes are not Unicode. */
function pageText(bytes: Uint8Array): string | undefined {
	const decoded = decodeText(bytes, true);
	if (decoded === undefined || decoded.encoding.startsWith('UTF-')) return decoded?.text;
	const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
	const label = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
	if (label === undefined) return decoded.text;
	try {
		return new TextDecoder(label).decode(bytes);
	} catch {
		return decoded.text;
	}
}

function depthOf(root: PageElement): number {
	let deepest = 0;
	walk(root, {
		enter: (_node, depth) => {
			deepest = Math.max(deepest, depth);
			return true;
		},
	});
	return deepest;
}

type IsMain = (block: PageBlock) => boolean;

const inMain: IsMain = ({ isInMain }) => isInMain;
const inBody: IsMain = ({ isFrame }) => !isFrame;

/**
 * Tells the main text, in one way for all of the pages: what stands in their main elements; else the
 * body without its frame; else all.
 */
export function mainOf(pages: readonly ReadPage[]): IsMain {
	const isFilled = (isMain: IsMain) =>
		pages.every(({ blocks }) => blocks.some((block) => isText(block) && isMain(block)));
	const isWhole = pages.some(({ isChosen }) => isChosen);
	return (isWhole ? undefined : [inMain, inBody].find(isFilled)) ?? (() => true);
}

/** The main text of a page, the text around it, and the code. */
export function partsOf({ blocks, code }: ReadPage, isMain: IsMain) {
	const [main, around] = [blocks.filter(isMain), blocks.filter((block) => !isMain(block))];
	return { main, around, code: code.blocks };
}

/** The page that alone has a main element with something in it. */
export function onlyMain(pages: Readonly<Record<'kept' | 'sent', ReadPage>>) {
	const has = ({ blocks, isChosen }: ReadPage) => !isChosen && blocks.some(inMain);
	if (has(pages.kept) === has(pages.sent)) return undefined;
	return has(pages.kept) ? 'kept' : 'sent';
}

function selected(document: PageDocument, selector: string): readonly PageElement[] {
	try {
		return [...document.querySelectorAll(selector)];
	} catch {
		throw new ReadFault(`The rule "${selector}" is not a CSS selector.`);
	}
}

function removeSelected(document: PageDocument, ruled: RuledSide): void {
	for (const selector of ruled.rules.ignoreSelectors ?? []) {
		const found = selected(document, selector);
		for (const element of found) element.remove();
		ruled.count('ignoreSelectors', selector, found.length);
	}
}

function rootsOf(
	document: PageDocument,
	selectors: readonly string[] | undefined,
): readonly PageElement[] {
	if (selectors === undefined || selectors.length === 0) {
		return document.documentElement === null ? [] : [document.documentElement];
	}
	const chosen = new Set<PageElement>();
	for (const selector of selectors) {
		const found = selected(document, selector);
		if (found.length === 0) {
			throw new ReadFault(`The selector "${selector}" matches nothing in it.`);
		}
		for (const element of found) chosen.add(element);
	}
	return [...chosen].filter((element) => !isInside(element, chosen));
}

function isInside(element: PageElement, others: ReadonlySet<PageElement>): boolean {
	for (let node = element.parentNode; node !== null; node = node.parentNode) {
		if (isElement(node) && others.has(node)) return true;
	}
	return false;
}

const errorTitle =
	/^(error\b|(4\d\d|5\d\d)\b|.*\b(not found|forbidden|access denied|bad gateway|service (temporarily )?unavailable|gateway time-?out|internal server error|too many requests|attention required|just a moment)\b)/i;

/** A longer text is a page, whatever its title says. */
const errorTokensMax = 200;

function looksFailed(titles: readonly string[], texts: readonly string[]): boolean {
	const tokens = texts.reduce((sum, text) => sum + tokenCount(text), 0);
	return tokens <= errorTokensMax && titles.some((text) => errorTitle.test(text));
}
