/**
 * Texts of the signing page in the contract's language, until the reader chooses another, which
 * lasts as long as the tab.
 */
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import type { Text } from './english';
import { languageNames, languageOf, languages, piecesOf, wordingIn } from './texts';
import type { Language, Wording } from './texts';

export interface Words extends Wording {
	readonly choose: (language: Language) => void;
}

const preferred = (): readonly string[] => globalThis.navigator?.languages ?? [];

function wordsIn(language: Language, choose: Words['choose']): Words {
	return { ...wordingIn(language, preferred()), choose };
}

const WordsContext = createContext<Words>(wordsIn('English', () => undefined));

export function useWords(): Words {
	return useContext(WordsContext);
}

const choiceKey = 'language of the signing page';

/** Undefined if nothing was chosen in this tab, or storage is unavailable. */
function chosenBefore(): Language | undefined {
	try {
		const kept = sessionStorage.getItem(choiceKey);
		return languageNames.find((name) => name === kept);
	} catch {
		return undefined;
	}
}

function keepChoice(language: Language): void {
	try {
		sessionStorage.setItem(choiceKey, language);
	} catch {
		// Storage is unavailable: the choice lasts until the page is left.
	}
}

interface SpeakingProps {
	/** The contract's language, once known. */
	readonly language: Language | undefined;
	readonly children: ComponentChildren;
}

export function LanguageProvider({ language: told, children }: SpeakingProps) {
	const [chosen, setChosen] = useState(chosenBefore);
	const language = chosen ?? told ?? languageOf(preferred());
	useLayoutEffect(() => {
		document.documentElement.lang = languages[language].tag;
	}, [language]);
	const choose = (wanted: Language) => {
		setChosen(wanted);
		keepChoice(wanted);
	};
	return (
		<WordsContext.Provider value={wordsIn(language, choose)}>{children}</WordsContext.Provider>
	);
}

/** A list of the languages, each in its own name. */
export function LanguageChoice() {
	const { language, choose, text } = useWords();
	return (
		<select
			class="language"
			aria-label={text('language')}
			value={language}
			onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
		>
			{languageNames.map((name) => (
				<option key={name} value={name} lang={languages[name].tag}>
					{languages[name].name}
				</option>
			))}
		</select>
	);
}

interface SaidProps {
	readonly text: Text;
	/** Values of placeholders, which may be components. */
	readonly values?: Readonly<Record<string, ComponentChildren>>;
	readonly by?: number | bigint;
}

/** A text with components in its placeholders. */
export function FilledText({ text, values = {}, by }: SaidProps) {
	const { language } = useWords();
	const pieces = piecesOf(language, text, by);
	return (
		<>{pieces.map((piece) => ('words' in piece ? piece.words : (values[piece.place] ?? null)))}</>
	);
}

/** In the reader's zone, which it names; the tooltip has UTC. */
export function Moment({ at }: { readonly at: string }) {
	const { locale } = useWords();
	const form = new Intl.DateTimeFormat(locale, {
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		timeZoneName: 'short',
	});
	return (
		<time dateTime={at} title={at}>
			{form.format(new Date(at))}
		</time>
	);
}
