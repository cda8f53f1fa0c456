/** How texts look and where they lead, in words that people can read. */
import { hexColour, transparent, unseen } from '../../core/sight';
import { attribute, elementsOf, type XmlElement } from './xml';

/** `emphasis` affects meaning or structure, `appearance` only looks. */
export interface Formatting {
	readonly emphasis: string;
	readonly appearance: string;
}

/** Properties set at one place, by what they are of; a nearer place overrides each of them. */
export type Look = Readonly<Record<string, string>>;

const emphases = ['bold', 'italic', 'underline', 'strike', 'script', 'caps', 'hidden'];
const appearances = ['font', 'size', 'colour', 'highlight'];

/** `beside`: what else is said of the text, such as that it is not seen. */
export function formattingOf(look: Look, ...beside: readonly string[]): Formatting {
	const wordsOf = (names: readonly string[]) => names.map((name) => look[name] ?? '');
	return {
		emphasis: joinWords([...wordsOf(emphases), ...beside]),
		appearance: joinWords(wordsOf(appearances)),
	};
}

/** The property of which an attribute or a child tells, and its word; empty for what is usual. */
export type Readings = ReadonlyMap<
	string,
	(value: string, element: XmlElement) => readonly [property: string, word: string]
>;

/** What properties say of a text; one that says nothing leaves what another one says. */
export function lookOf(properties: XmlElement | undefined, readings: Readings): Look {
	if (properties === undefined) return {};
	const look: Record<string, string> = {};
	const said = [
		...Object.entries(properties.attributes).map(([name, value]) => ({
			name,
			value,
			of: properties,
		})),
		...elementsOf(properties).map((of) => ({
			name: of.name,
			value: attribute(of, 'w:val') ?? attribute(of, 'val') ?? '',
			of,
		})),
	];
	for (const { name, value, of } of said) {
		const [property, word] = readings.get(name)?.(value, of) ?? [];
		if (property === undefined || word === undefined) continue;
		if (word !== '' || look[property] === undefined) look[property] = word;
	}
	return look;
}

/** Where no size is said, or one that depends on another. */
const usualPoints = 10;

/** Why a text of this look is not seen, or nothing; `background` and `linePoints` if they are known. */
export function sightOf(look: Look, background: string | undefined, linePoints?: number): string {
	const { colour, size = '', width = '100' } = look;
	return unseen({
		colour: colour === transparent ? transparent : hexColour(colour),
		background,
		sizePoints: size.endsWith(' pt') ? Number.parseFloat(size) : usualPoints,
		widthShare: Number.parseFloat(width) / 100,
		linePoints,
	});
}

/** Of several places, the nearest last. */
export function joinLooks(looks: readonly Look[]): Look {
	return looks.reduce((all, one) => ({ ...all, ...one }), {});
}

/** The style of this key and those that it is based on, the nearest first; cycles end. */
export function styleChain<Of extends { readonly parent: string | undefined }>(
	styles: ReadonlyMap<string, Of>,
	key: string | undefined,
): Of[] {
	const chain: Of[] = [];
	let style = key === undefined ? undefined : styles.get(key);
	while (style !== undefined && !chain.includes(style)) {
		chain.push(style);
		style = style.parent === undefined ? undefined : styles.get(style.parent);
	}
	return chain;
}

/** By the names that the formats have for them. */
export const alignments: ReadonlyMap<string, string> = new Map([
	['center', 'centered'],
	['ctr', 'centered'],
	['right', 'aligned right'],
	['end', 'aligned right'],
	['r', 'aligned right'],
	['both', 'justified'],
	['justify', 'justified'],
	['just', 'justified'],
	['distribute', 'justified'],
	['dist', 'justified'],
]);

/** Words of a formatting, without empty ones. */
export function joinWords(words: readonly string[]): string {
	return words.filter((word) => word !== '').join(', ');
}

/** The address of a target and a place in it; programs make names that begin with `_` anew. */
export function addressOf(target = '', anchor = ''): string {
	const [place = '', ...rest] = target.split('#');
	const at = rest.length > 0 ? rest.join('#') : anchor;
	if (place === '') return at === '' || at.startsWith('_') ? '' : `#${at}`;
	return at === '' ? place : `${place}#${at}`;
}

/** Such as `link to https://example.org/`; empty for no address. */
export function linkWords(address = ''): string {
	if (address === '') return '';
	return `link to ${fullAddress(address)}`;
}

/** An address in its full form, as programs write it when they save a file again. */
export function fullAddress(address: string): string {
	return URL.canParse(address) ? new URL(address).href : address;
}
