/** The texts of the signing page in each language, and how they are filled. Pure. */
import { languages, type Language } from '../../parts/language/languages';
import { english, type Text, type Texts } from './english';
import { french } from './french';
import { german } from './german';

export const textsIn: Readonly<Record<Language, Texts>> = {
	English: english,
	German: german,
	French: french,
};

/** A piece of a text: literal words, or a placeholder. */
export type Piece = { readonly words: string } | { readonly place: string };

/** Splits a text into pieces; `by` selects the plural form. */
export function piecesOf(
	language: Language,
	name: Text,
	by: number | bigint = 1,
): readonly Piece[] {
	const text = textsIn[language][name];
	const { tag } = languages[language];
	const chosen = typeof text === 'string' ? text : text[isOne(tag, by) ? 'one' : 'other'];
	return chosen
		.split(/\{(\w+)\}/)
		.map((part, index) => (index % 2 === 0 ? { words: part } : { place: part }));
}

/** Values for placeholders; numbers are formatted for the locale. */
export type Values = Readonly<Record<string, string | number | bigint>>;

export interface Wording {
	readonly language: Language;
	readonly locale: string;
	/** Fills a text; `by` selects the plural form. */
	readonly text: (name: Text, values?: Values, by?: number | bigint) => string;
}

export function wordingIn(
	language: Language,
	locale: string = languages[language].locale,
): Wording {
	const numbers = new Intl.NumberFormat(locale);
	const shown = (value: Values[string] = 0) =>
		typeof value === 'string' ? value : numbers.format(value);
	return {
		language,
		locale,
		text: (name, values = {}, by) =>
			piecesOf(language, name, by)
				.map((piece) => ('words' in piece ? piece.words : shown(values[piece.place])))
				.join(''),
	};
}

function isOne(tag: string, by: number | bigint): boolean {
	return new Intl.PluralRules(tag).select(Number(by)) === 'one';
}
