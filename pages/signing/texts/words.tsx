/** Texts of the signing page in the language of the page, with components in their placeholders, and times. */
import type { ComponentChildren } from 'preact';
import { useLanguage } from '../../parts/language/language';
import type { Text } from './english';
import { piecesOf, wordingIn, type Wording } from './texts';

export function useWords(): Wording {
	const { language, locale } = useLanguage();
	return wordingIn(language, locale);
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
