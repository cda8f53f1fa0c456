/** Joins words hyphenated at the end of a line, so that reflowed text is equal. Pure. */
import type { Word } from './word';

/** A hyphen after a letter at the end of a line; the next line must begin with a small letter. */
const cut = /^(.*\p{L})[-\u2010\u00ad]$/u;
const goesOn = /^\p{Ll}/u;

export function joinHyphenated(lines: readonly (readonly Word[])[]): readonly (readonly Word[])[] {
	const joined: Word[][] = [];
	for (const words of lines) {
		const before = joined.at(-1);
		const last = before?.at(-1);
		const [first, ...others] = words;
		const start = last === undefined ? undefined : cut.exec(last.text)?.[1];
		const isOneWord =
			before !== undefined && last !== undefined && start !== undefined && first !== undefined;
		if (isOneWord && last.rest === undefined && goesOn.test(first.text)) {
			before[before.length - 1] = { ...last, text: start + first.text, rest: first };
			joined.push(others);
		} else joined.push([...words]);
	}
	return joined.filter((words) => words.length > 0);
}
