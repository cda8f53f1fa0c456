/**
 * The languages of the signing page, which are those of the mails, and how a text of one is filled. What is
 * said stands in the tables beside. Pure.
 */
import type { mailLanguages } from '../../../api/sealer/models';
import { english, type Text, type Texts } from './english';
import { french } from './french';
import { german } from './german';

export type Language = (typeof mailLanguages)[number];

interface Spoken {
	/** As it calls itself. */
	readonly name: string;
	/** As browsers call it: without and with where it is spoken. */
	readonly tag: string;
	readonly locale: string;
	readonly texts: Texts;
}

export const languages: Readonly<Record<Language, Spoken>> = {
	English: { name: 'English', tag: 'en', locale: 'en-GB', texts: english },
	German: { name: 'Deutsch', tag: 'de', locale: 'de-DE', texts: german },
	French: { name: 'Français', tag: 'fr', locale: 'fr-FR', texts: french },
};

export const languageNames = Object.keys(languages) as readonly Language[];

/** The first of a reader's languages that there are texts in, English where there is none. */
export function languageOf(preferred: readonly string[]): Language {
	for (const wanted of preferred) {
		const found = languageNames.find((name) => isOf(wanted, name));
		if (found !== undefined) return found;
	}
	return 'English';
}

/** How a reader of it writes times and numbers: as they have set it, where that is of the language. */
export function localeOf(language: Language, preferred: readonly string[]): string {
	return preferred.find((wanted) => isOf(wanted, language)) ?? languages[language].locale;
}

function isOf(wanted: string, language: Language): boolean {
	return isLocale(wanted) && wanted.toLowerCase().split('-')[0] === languages[language].tag;
}

/** Browsers also name what is none, such as en-US@posix. */
function isLocale(name: string): boolean {
	try {
		return Intl.getCanonicalLocales(name).length > 0;
	} catch (fault) {
		if (fault instanceof RangeError) return false;
		throw fault;
	}
}

/** A piece of a text: its own words, or the name of what is put in. */
export type Piece = { readonly words: string } | { readonly place: string };

/** The text by the number that decides on its words, in pieces. */
export function piecesOf(
	language: Language,
	name: Text,
	by: number | bigint = 1,
): readonly Piece[] {
	const { texts, tag } = languages[language];
	const text = texts[name];
	const chosen = typeof text === 'string' ? text : text[isOne(tag, by) ? 'one' : 'other'];
	return chosen
		.split(/\{(\w+)\}/)
		.map((part, index) => (index % 2 === 0 ? { words: part } : { place: part }));
}

/** What is put into a text; a number as the reader writes it. */
export type Values = Readonly<Record<string, string | number | bigint>>;

/** The texts of one language, filled. */
export interface Wording {
	readonly language: Language;
	readonly locale: string;
	/** A text with what is put in; of one that follows a number the words for it. */
	readonly text: (name: Text, values?: Values, by?: number | bigint) => string;
}

export function wordingIn(language: Language, preferred: readonly string[]): Wording {
	const locale = localeOf(language, preferred);
	const numbers = new Intl.NumberFormat(locale);
	const shown = (value: Values[string] = 0) =>
		typeof value === 'string' ? value : numbers.format(value);
	return {
		...{ language, locale },
		text: (name, values = {}, by) =>
			piecesOf(language, name, by)
				.map((piece) => ('words' in piece ? piece.words : shown(values[piece.place])))
				.join(''),
	};
}

function isOne(tag: string, by: number | bigint): boolean {
	return new Intl.PluralRules(tag).select(Number(by)) === 'one';
}
