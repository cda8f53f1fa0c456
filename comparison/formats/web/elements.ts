/** What the elements of a page say to a person beside their words: how words look, and what stands among them. */
import { present } from '../../../server/at';
import { joinWords } from '../package/looks';
import { meantAddress } from './addresses';
import type { PageElement, PageNode } from './dom';
import { sightWords } from './inline-style';

export function nameOf(node: PageNode): string {
	return node.nodeName.toLowerCase();
}

export function contentOf(node: PageNode): string {
	return present(node.textContent, 'the content of an element');
}

/** An element with what is asked of it often. */
export interface Tag {
	readonly element: PageElement;
	readonly name: string;
	/** Sorted by their names. */
	readonly attributes: readonly Attribute[];
	/** Those that tell something to a person, with what they tell. */
	readonly meant: readonly Attribute[];
}

interface Attribute {
	readonly name: string;
	readonly value: string;
}

export function tagOf(element: PageElement): Tag {
	const name = nameOf(element);
	const attributes = [...element.attributes]
		.map((attribute) => ({ name: attribute.name, value: attribute.value }))
		.sort((one, other) => (one.name < other.name ? -1 : 1));
	return { element, name, attributes, meant: meantOf(name, attributes) };
}

export function valueOf({ attributes }: Tag, name: string): string {
	return attributes.find((attribute) => attribute.name === name)?.value ?? '';
}

const inline = new Set(
	'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
		' ',
	),
);

/** True for an element within a line of text. */
export function isInline({ name }: Tag): boolean {
	return inline.has(name);
}

const looks: ReadonlyMap<string, string> = new Map([
	...['b', 'strong'].map((name) => [name, 'bold'] as const),
	...['i', 'em', 'cite', 'dfn', 'var'].map((name) => [name, 'italic'] as const),
	...['u', 'ins'].map((name) => [name, 'underlined'] as const),
	...['s', 'strike', 'del'].map((name) => [name, 'struck through'] as const),
	...['code', 'kbd', 'samp', 'tt'].map((name) => [name, 'code'] as const),
	...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `heading ${level}`] as const),
	...(['mark', 'small', 'big', 'label', 'button'] as const).map((name) => [name, name] as const),
	['sub', 'subscript'],
	['sup', 'superscript'],
	['q', 'quoted'],
	['blockquote', 'quoted'],
	['th', 'head of a table'],
	['td', 'cell'],
	['caption', 'caption'],
	['pre', 'as written'],
	['textarea', 'text field'],
	['option', 'option'],
	['dt', 'term'],
	['dd', 'description'],
]);

/** How the words in an element look by its name. */
export function lookOf({ element, name }: Tag): string {
	if (name !== 'li') return looks.get(name) ?? '';
	const isNumbered = element.parentNode !== null && nameOf(element.parentNode) === 'ol';
	return isNumbered ? 'in a numbered list' : 'in a list';
}

/** How words look by the attributes of an element within their line. */
export function inlineLookOf(tag: Tag): string {
	const target = meantAddress(valueOf(tag, 'href'));
	const others = tag.meant.filter(({ name }) => name !== 'href');
	return joinWords([
		lookOf(tag),
		target === '' ? '' : `link to ${target}`,
		...others.map(written),
		...sightWords(valueOf(tag, 'style')),
	]);
}

const replaced = new Set(
	'audio canvas details embed hr iframe img input meter object progress select svg video'.split(
		' ',
	),
);

/** What stands in a line for an element without words, such as a link of a mere sign. */
export function wordsForEmpty(tag: Tag): string {
	return tag.meant.length === 0 ? '' : wordsFor(tag);
}

/** What stands among the words for an element, such as `img src="a.png"`; empty if nothing does. */
export function wordsFor(tag: Tag): string {
	const { name, meant } = tag;
	const shown = [
		...meant.map(written),
		...chosenOf(tag),
		...sightWords(valueOf(tag, 'style')).map((word) => `[${word}]`),
	];
	return shown.length === 0 && !replaced.has(name) ? '' : [name, ...shown].join(' ');
}

/** Nobody sees of a page its scripts and styles, what its head tells programs, and hidden fields. */
export function isUnseen(tag: Tag): boolean {
	const { name } = tag;
	if (name === 'meta') return valueOf(tag, 'http-equiv').toLowerCase() !== 'refresh';
	if (name === 'input') return valueOf(tag, 'type').toLowerCase() === 'hidden';
	return name === 'script' || name === 'style' || name === 'link';
}

/** The text of an element that no one sees, and the attributes that tell programs alone. */
export function codeOf(tag: Tag): readonly string[] {
	const { element, name, attributes, meant } = tag;
	const rest = attributes.filter(
		(attribute) =>
			!meant.some((one) => one.name === attribute.name && one.value === attribute.value),
	);
	const isWritten = name === 'script' || name === 'style';
	return [
		...(isUnseen(tag) ? [[name, ...meant.map(written)].join(' ')] : []),
		...(rest.length === 0 ? [] : [[name, ...rest.map(written)].join(' ')]),
		...(isWritten ? contentOf(element).split('\n') : []),
	].filter((line) => line.trim() !== '');
}

function written({ name, value }: Attribute): string {
	return `${name}="${value}"`;
}

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

function meantOf(of: string, attributes: readonly Attribute[]): readonly Attribute[] {
	return attributes
		.filter(({ name }) => meaning.has(name) || (sizes.has(name) && pictures.has(of)))
		.map(({ name, value }) => {
			// What `meta` shows is where it leads, behind the seconds to wait.
			const isAddress = addresses.has(name) || of === 'meta';
			return { name, value: isAddress ? meantAddress(value) : value };
		});
}

/** What a person sees of an element that its attributes and the text of the page do not say. */
function chosenOf({ element, name }: Tag): readonly string[] {
	const textOf = (node: PageNode) => contentOf(node).replace(/\s+/g, ' ').trim();
	if (name === 'title') return [textOf(element)];
	if (name !== 'select') return [];
	const options = [...element.querySelectorAll('option')];
	const chosen = options.filter((option) => option.hasAttribute('selected'));
	return (chosen.length > 0 ? chosen : options.slice(0, 1)).map(textOf);
}
