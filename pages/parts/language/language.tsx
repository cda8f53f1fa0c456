/** The language of a page: what it was told, until the reader chooses another. English where nobody provides one. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import {
	languageNames,
	languageOf,
	languages,
	localeOf,
	type Language,
	type Reader,
} from './languages';

interface Spoken extends Reader {
	readonly choose: (language: Language) => void;
}

const preferred = (): readonly string[] => globalThis.navigator?.languages ?? [];

const Current = createContext<Spoken>({
	language: 'English',
	locale: undefined,
	choose: () => undefined,
});

export function useLanguage(): Spoken {
	return useContext(Current);
}

interface ProviderProps {
	/** The name of the choice in the browser. */
	readonly name: string;
	/** How long a choice lasts: as long as the tab, or for every visit. */
	readonly storage: 'sessionStorage' | 'localStorage';
	/** What the page was told; the browser's languages decide while it is undefined. */
	readonly told?: Language | undefined;
	readonly children: ComponentChildren;
}

export function LanguageProvider({ name, storage, told, children }: ProviderProps) {
	const [chosen, setChosen] = useState(() => chosenBefore(storage, name));
	const language = chosen ?? told ?? languageOf(preferred());
	useLayoutEffect(() => {
		document.documentElement.lang = languages[language].tag;
	}, [language]);
	const choose = (wanted: Language) => {
		setChosen(wanted);
		keepChoice(storage, name, wanted);
	};
	const locale = localeOf(language, preferred());
	return <Current.Provider value={{ language, locale, choose }}>{children}</Current.Provider>;
}

/** Undefined if nothing was chosen, or storage is unavailable. */
function chosenBefore(storage: ProviderProps['storage'], choice: string): Language | undefined {
	try {
		const kept = globalThis[storage].getItem(choice);
		return languageNames.find((name) => name === kept);
	} catch {
		return undefined;
	}
}

function keepChoice(storage: ProviderProps['storage'], choice: string, language: Language): void {
	try {
		globalThis[storage].setItem(choice, language);
	} catch {
		// Storage is unavailable: the choice lasts until the page is left.
	}
}
