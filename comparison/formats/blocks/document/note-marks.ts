/** Where footnotes and endnotes stand: a look of the word at which a reader finds them. */
import { present } from '../../../../server/at';
import { type Paragraph, type Span, textOf } from './document';
import { joinWords } from '../../package/looks';

/** A note that a text refers to. */
export interface NoteMark {
	/** After how many characters of the text. */
	readonly at: number;
	readonly kind: 'footnotes' | 'endnotes';
}

/** Says at the words at which notes stand that they do, or of a paragraph without words. */
export function withNotes(paragraph: Paragraph, marks: readonly NoteMark[]): Paragraph {
	if (marks.length === 0) return paragraph;
	const text = textOf(paragraph);
	const words = new Map<number | undefined, Set<string>>();
	for (const { at: place, kind } of marks) {
		const word = kind === 'footnotes' ? 'with a footnote' : 'with an endnote';
		const noted = notedCharacter(text, place);
		words.set(noted, (words.get(noted) ?? new Set()).add(word));
	}
	const { formatting, spans } = paragraph;
	const emphasis = joinWords([formatting.emphasis, ...(words.get(undefined) ?? [])]);
	const noted = [...words].flatMap(([place, said]) =>
		place === undefined ? [] : [{ place, word: joinWords([...said]) }],
	);
	return {
		...paragraph,
		formatting: { ...formatting, emphasis },
		spans: withEmphasis(spans, noted),
	};
}

/**
 * The last letter of the word before a note, whose punctuation may stand between them; the character
 * before it if that is no word, or the next one if white space or nothing is before it.
 */
function notedCharacter(text: string, at: number): number | undefined {
	const isSeen = (index: number) => /\S/.test(text.charAt(index));
	const isLetter = (index: number) => /[\p{L}\p{N}]/u.test(text.charAt(index));
	let [before, behind] = [at - 1, at];
	if (isSeen(before)) {
		while (isSeen(before) && !isLetter(before)) before -= 1;
		return isSeen(before) ? before : at - 1;
	}
	while (behind < text.length && !isSeen(behind)) behind += 1;
	if (behind < text.length) return behind;
	while (before >= 0 && !isSeen(before)) before -= 1;
	return before < 0 ? undefined : before;
}

interface Noted {
	readonly place: number;
	readonly word: string;
}

/** Objects are not cut, nor are characters of two units. */
function withEmphasis(spans: readonly Span[], noted: readonly Noted[]): readonly Span[] {
	const left = noted.toSorted((one, other) => other.place - one.place);
	let from = 0;
	return spans.flatMap((span) => {
		const { text, emphasis } = span;
		const parts: Span[] = [];
		let cut = 0;
		for (let next = left.at(-1); next && next.place < from + text.length; next = left.at(-1)) {
			left.pop();
			const { start, end } = characterAt(span, next.place - from);
			parts.push(
				{ ...span, text: text.slice(cut, start) },
				{ ...span, text: text.slice(start, end), emphasis: joinWords([emphasis, next.word]) },
			);
			cut = end;
		}
		from += text.length;
		return [...parts, { ...span, text: text.slice(cut) }].filter((part) => part.text !== '');
	});
}

function characterAt({ text, isObject }: Span, place: number): { start: number; end: number } {
	if (isObject === true) return { start: 0, end: text.length };
	const start = /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place;
	const code = present(text.codePointAt(start), 'a character');
	return { start, end: start + String.fromCodePoint(code).length };
}
