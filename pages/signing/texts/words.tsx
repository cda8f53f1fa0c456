/**
 * What the signing page says, in the language of its reader: that of the contract until they choose another,
 * which stays as long as the tab. Times are in their zone.
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

const Spoken = createContext<Words>(wordsIn('English', () => undefined));

export function useWords(): Words {
	return useContext(Spoken);
}

const choiceKey = 'language of the signing page';

/** Nothing where nothing was chosen in this tab, or it keeps nothing. */
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
		// The choice holds until the page is left, then.
	}
}

interface SpeakingProps {
	/** That of the contract, once it is known. */
	readonly language: Language | undefined;
	readonly children: ComponentChildren;
}

export function Speaking({ language: told, children }: SpeakingProps) {
	const [chosen, setChosen] = useState(chosenBefore);
	const language = chosen ?? told ?? languageOf(preferred());
	useLayoutEffect(() => {
		document.documentElement.lang = languages[language].tag;
	}, [language]);
	const choose = (wanted: Language) => {
		setChosen(wanted);
		keepChoice(wanted);
	};
	return <Spoken.Provider value={wordsIn(language, choose)}>{children}</Spoken.Provider>;
}

/** Each language by its own name. */
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
	/** What is put in, which may be more than text. */
	readonly values?: Readonly<Record<string, ComponentChildren>>;
	readonly by?: number | bigint;
}

/** A text around names and times, which keep their own direction and form. */
export function Said({ text, values = {}, by }: SaidProps) {
	const { language } = useWords();
	const pieces = piecesOf(language, text, by);
	return (
		<>{pieces.map((piece) => ('words' in piece ? piece.words : (values[piece.place] ?? null)))}</>
	);
}

/** In the reader's zone; in UTC when it is pointed at. */
export function Moment({ at }: { readonly at: string }) {
	const { locale } = useWords();
	const form = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
	return (
		<time dateTime={at} title={at}>
			{form.format(new Date(at))}
		</time>
	);
}
