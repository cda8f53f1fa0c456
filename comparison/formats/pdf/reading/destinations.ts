/** Finds the pages to which links and bookmarks inside a PDF lead, and lists its bookmarks. */
import type { PdfDocument } from './pdf-document';

/** An address outside of the file, or the index of a page in it, from 0. */
export type Target = string | number;

export interface Bookmark {
	readonly title: string;
	/** Undefined for a bookmark that leads nowhere. */
	readonly target: Target | undefined;
}

/** The index of the page of a destination; undefined if it names none. */
export type PageOf = (destination: unknown) => Promise<number | undefined>;

/** Asks the document once for each name and each page: thousands of links may lead to places of one page. */
export function destinationsOf(document: PdfDocument): PageOf {
	const known = new Map<string, Promise<number | undefined>>();
	return (destination) => {
		const key = JSON.stringify(Array.isArray(destination) ? [destination[0]] : { destination });
		const page = known.get(key) ?? pageOf(document, destination);
		known.set(key, page);
		return page;
	};
}

async function pageOf(document: PdfDocument, destination: unknown): Promise<number | undefined> {
	try {
		const explicit =
			typeof destination === 'string' ? await document.getDestination(destination) : destination;
		const page: unknown = Array.isArray(explicit) ? explicit[0] : undefined;
		if (typeof page === 'number') return page;
		return isReference(page) ? await document.getPageIndex(page) : undefined;
	} catch {
		// pdfjs throws for a destination that is broken or leads to an object that is no page.
		return undefined;
	}
}

function isReference(value: unknown): value is { num: number; gen: number } {
	return value instanceof Object && 'num' in value && 'gen' in value;
}

const bookmarksMax = 5000;

type Outline = Awaited<ReturnType<PdfDocument['getOutline']>>;

/** In the order in which a reader shows them, each before those below it. */
export async function bookmarksOf(
	document: PdfDocument,
	pageOf: PageOf,
): Promise<readonly Bookmark[]> {
	const outline = await document.getOutline().catch(() => null);
	return Promise.all(
		inOrder(outline ?? []).map(async ({ title, dest, url, unsafeUrl }) => ({
			title: title.trim(),
			target: url ?? unsafeUrl ?? (await pageOf(dest)),
		})),
	);
}

/** Without recursion: a file may nest its bookmarks as deep as it likes. */
function inOrder(outline: Outline): Outline {
	const found: Outline = [];
	const waiting = [...outline].reverse();
	for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
		if (found.push(item) === bookmarksMax) break;
		waiting.push(...(item.items as Outline).toReversed());
	}
	return found;
}
