/**
 * The languages of the signing page, which are those of the mails, and how texts are filled. Pure.
 */
import type { mailLanguages } from '../../../api/sealer/models';
import { english, type Text, type Texts } from './english';
import { french } from './french';
import { german } from './german';

export type Language = (typeof mailLanguages)[number];

interface LanguageInfo {
	/** Its own name. */
	readonly name: string;
	/** Language tag of browsers, and with region. */
	readonly tag: string;
	readonly locale: string;
	readonly texts: Texts;
}

export const languages: Readonly<Record<Language, LanguageInfo>> = {
	English: { name: 'English', tag: 'en', locale: 'en-GB', texts: english },
	German: { name: 'Deutsch', tag: 'de', locale: 'de-DE', texts: german },
	French: { name: 'Français', tag: 'fr', locale: 'fr-FR', texts: french },
};

export const languageNames = Object.keys(languages) as readonly Language[];

/** The first preferred language that has texts, or English. */
export function languageOf(preferred: readonly string[]): Language {
	for (const wanted of preferred) {
		const found = languageNames.find((name) => isOf(wanted, name));
		if (found !== undefined) return found;
	}
	return 'English';
}

/** The reader's locale for times and numbers, if it is of the language. */
export function localeOf(language: Language, preferred: readonly string[]): string {
	return preferred.find((wanted) => isOf(wanted, language)) ?? languages[language].locale;
}

function isOf(wanted: string, language: Language): boolean {
	return isLocale(wanted) && wanted.toLowerCase().split('-')[0] === languages[language].tag;
}

/** Browsers may report invalid locales, such as en-US@posix. */
function isLocale(name: string): boolean {
	try {
		return Intl.getCanonicalLocales(name).length > 0;
	} catch (fault) {
		if (fault instanceof RangeError) return false;
		throw fault;
	}
}

/** A piece of a text: literal words, or a placeholder. */
export type Piece = { readonly words: string } | { readonly place: string };

/** Splits a text into pieces; `by` selects the plural form. */
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

/** Values for placeholders; numbers are formatted for the locale. */
export type Values = Readonly<Record<string, string | number | bigint>>;

export interface Wording {
	readonly language: Language;
	readonly locale: string;
	/** Fills a text; `by` selects the plural form. */
	readonly text: (name: Text, values?: Values, by?: number | bigint) => string;
}

export function wordingIn(language: Language, preferred: readonly string[]): Wording {
	const locale = localeOf(language, preferred);
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
