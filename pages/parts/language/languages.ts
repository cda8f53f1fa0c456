/** The languages of the pages, which are those of the mails, and which of them a reader gets. Pure. */
import type { mailLanguages } from '../../../api/sealer/models';

export type Language = (typeof mailLanguages)[number];

export interface Reader {
	readonly language: Language;
	/** Of times and numbers; undefined: the browser's. */
	readonly locale: string | undefined;
}

interface LanguageInfo {
	/** Its own name. */
	readonly name: string;
	/** Language tag of browsers, and with region. */
	readonly tag: string;
	readonly locale: string;
}

export const languages: Readonly<Record<Language, LanguageInfo>> = {
	English: { name: 'English', tag: 'en', locale: 'en-GB' },
	German: { name: 'Deutsch', tag: 'de', locale: 'de-DE' },
	French: { name: 'Français', tag: 'fr', locale: 'fr-FR' },
};

export const languageNames = Object.keys(languages) as readonly Language[];

/** The first preferred language that there is, or English. */
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
