/**
 * Converts a page to rows: visible text, structure, and code. Every row has the path of its
 * element, such as `body/main/p[3]`.
 */
import { present } from '../../../server/at';
import type { Place } from '../../../api/comparison/place';
import type { TextRow } from '../text/reading/rows';
import { meantAddress } from './addresses';
import { isElement, walk, type PageElement, type PageNode } from './dom';
import { sightWords } from './inline-style';

/** A visible block, with what may tell whether it is of the main text. */
export interface PageText extends TextRow {
	/** True within an element that the page calls its main part. */
	readonly isInMain: boolean;
	/** True within navigation, head, foot or a note beside it that belong to no article. */
	readonly isFrame: boolean;
}

export interface PageRows {
	readonly text: readonly PageText[];
	/** Elements with their visible attributes, such as links and pictures. */
	readonly structure: readonly TextRow[];
	/** Scripts, styles and all other attributes. */
	readonly code: readonly TextRow[];
}

const unseen = new Set(['script', 'style', 'template', 'noscript', 'head', 'iframe', 'object']);

const inline = new Set(
	'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
		' ',
	),
);

const meaning = new Set(
	(
		'action alt checked colspan content data datetime dir disabled href label max min name open placeholder ' +
		'poster reversed rowspan src srcset start title type value'
	).split(' '),
);

const addresses = new Set(['action', 'data', 'href', 'poster', 'src', 'srcset']);

/** The size in which a picture is shown; elsewhere they only lay out. */
const sizes = new Set(['width', 'height']);
const pictures = new Set(['img', 'video', 'svg', 'canvas', 'iframe']);

export function pageRows(roots: readonly PageElement[]): PageRows {
	const rows = { text: [] as PageText[], structure: [] as TextRow[], code: [] as TextRow[] };
	for (const root of roots) {
		const paths = new Paths(root);
		addTexts(root, paths, rows.text);
		walk(root, {
			enter: (node) => {
				if (!isElement(node)) return false;
				addElement(node, paths.of(node), rows);
				return true;
			},
		});
	}
	return rows;
}

/** Shown with its line ends and spaces. */
const asWritten = new Set(['pre', 'textarea']);

function linesOf(element: PageElement): readonly string[] {
	let text = '';
	walk(element, {
		enter: (node) => {
			if (node.nodeType === 3) text += contentOf(node);
			if (nameOf(node) === 'br') text += '\n';
			return true;
		},
	});
	return text.split(/\r\n?|\n/);
}

function contentOf(node: PageNode): string {
	return present(node.textContent, 'the content of an element');
}

function nameOf(node: PageNode): string {
	return node.nodeName.toLowerCase();
}

/** Each block of text is a row; nested blocks begin new rows. */
function addTexts(root: PageElement, paths: Paths, rows: PageText[]): void {
	let open = '';
	let path = '';
	const landmarks = new Landmarks();
	const add = (text: string, place: Place) => {
		rows.push({ text, place, ...landmarks.around() });
	};
	const close = () => {
		const text = open.replace(/\s+/g, ' ').trim();
		if (text !== '') add(text, { path });
		open = '';
	};
	const addLines = (element: PageElement) => {
		for (const line of linesOf(element)) {
			if (line.trim() !== '') add(line.trimEnd(), { path: paths.of(element) });
		}
	};
	walk(root, {
		enter: (node) => {
			if (node.nodeType === 3) {
				if (open.trim() === '' && node.parentNode !== null) path = paths.of(node.parentNode);
				open += present(node.textContent, 'the content of a text');
			}
			if (!isElement(node)) return false;
			if (!inline.has(nameOf(node))) close();
			landmarks.enter(node);
			if (unseen.has(nameOf(node)) || node.hasAttribute('hidden')) return false;
			if (!asWritten.has(nameOf(node))) return true;
			addLines(node);
			return false;
		},
		leave: (node) => {
			if (!isElement(node)) return;
			if (!inline.has(nameOf(node))) close();
			landmarks.leave(node);
		},
	});
	close();
}

const frames = new Set(['nav', 'header', 'footer', 'aside']);
const frameRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary']);
const articles = new Set(['article', 'section']);

/** Follows which parts of a page its elements say that they are. */
class Landmarks {
	private mains = 0;
	private articles = 0;
	private frames = 0;

	around(): Pick<PageText, 'isInMain' | 'isFrame'> {
		return { isInMain: this.mains > 0, isFrame: this.frames > 0 };
	}

	enter(element: PageElement): void {
		this.count(element, 1);
	}

	leave(element: PageElement): void {
		this.count(element, -1);
	}

	private count(element: PageElement, step: 1 | -1): void {
		const [name, role] = [nameOf(element), valueOf(element, 'role')];
		if (name === 'main' || role === 'main') this.mains += step;
		else if (articles.has(name) || role === 'article') this.articles += step;
		else if ((frames.has(name) || frameRoles.has(role)) && this.mains + this.articles === 0) {
			this.frames += step;
		}
	}
}

function valueOf(element: PageElement, name: string): string {
	return [...element.attributes].find((attribute) => attribute.name === name)?.value ?? '';
}

function addElement(
	element: PageElement,
	path: string,
	rows: { readonly structure: TextRow[]; readonly code: TextRow[] },
): void {
	const name = nameOf(element);
	const attributes = [...element.attributes]
		.map((attribute) => ({ name: attribute.name, value: attribute.value }))
		.sort((one, other) => (one.name < other.name ? -1 : 1))
		.map((attribute) => ({ ...attribute, meant: meantOf(name, attribute) }));
	const isCode = isUnseen(element, name);
	const meant = attributes.flatMap((attribute) =>
		attribute.meant === undefined ? [] : [`${attribute.name}="${attribute.meant}"`],
	);
	const seen = [name, ...meant, ...shownOf(element)].join(' ');
	(isCode ? rows.code : rows.structure).push({ text: seen, place: { path } });
	const rest = attributes
		.filter((attribute) => attribute.meant !== attribute.value)
		.map((attribute) => `${attribute.name}="${attribute.value}"`)
		.join(' ');
	if (rest !== '') rows.code.push({ text: `${name} ${rest}`, place: { path } });
	if (name !== 'script' && name !== 'style') return;
	for (const line of contentOf(element).split('\n')) {
		if (line.trim() !== '') rows.code.push({ text: line, place: { path } });
	}
}

/** Nobody sees of a page its scripts and styles, what its head tells programs, and hidden fields. */
function isUnseen(element: PageElement, name: string): boolean {
	if (name === 'meta') return valueOf(element, 'http-equiv').toLowerCase() !== 'refresh';
	if (name === 'input') return valueOf(element, 'type').toLowerCase() === 'hidden';
	return name === 'script' || name === 'style' || name === 'link';
}

/** What an attribute tells a person; undefined if it tells programs alone. */
function meantOf(
	element: string,
	{ name, value }: { readonly name: string; readonly value: string },
) {
	if (!meaning.has(name) && !(sizes.has(name) && pictures.has(element))) return undefined;
	// What `meta` shows is where it leads, behind the seconds to wait.
	return addresses.has(name) || element === 'meta' ? meantAddress(value) : value;
}

/** What a person sees of an element that its attributes and the text of the page do not say. */
function shownOf(element: PageElement): readonly string[] {
	const textOf = (node: PageNode) => contentOf(node).replace(/\s+/g, ' ').trim();
	if (nameOf(element) === 'title') return [textOf(element)];
	if (nameOf(element) !== 'select') {
		return sightWords(valueOf(element, 'style'));
	}
	const options = [...element.querySelectorAll('option')];
	const chosen = options.filter((option) => option.hasAttribute('selected'));
	return (chosen.length > 0 ? chosen : options.slice(0, 1)).map(textOf);
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
