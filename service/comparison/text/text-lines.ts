/** The lines of a text as rows, with their numbers and what ended them. */
import { hiddenCharacter } from './characters';
import type { TextRow } from './rows';

/** `hidden` is what the hidden characters of the text stand for, in their order. */
export function linesOf(text: string, hidden: readonly string[] = []): readonly TextRow[] {
	const lines: TextRow[] = [];
	let line = 1;
	let hiddenAt = 0;
	for (let at = 0; at < text.length;) {
		const end = endOfLine(text, at);
		const next = end + lengthOfEnd(text, end);
		const content = text.slice(at, end);
		const count = hidden.length === 0 ? 0 : content.split(hiddenCharacter).length - 1;
		const own = hidden.slice(hiddenAt, hiddenAt + count);
		lines.push({
			text: content,
			end: text.slice(end, next),
			place: { line },
			...(count === 0 ? {} : { hidden: own }),
		});
		hiddenAt += count;
		line += 1 + own.reduce((sum, part) => sum + breaksIn(part), 0);
		at = next;
	}
	return lines;
}

function breaksIn(text: string): number {
	return text.split(/\r\n|\r|\n/).length - 1;
}

function endOfLine(text: string, from: number): number {
	let at = from;
	while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at += 1;
	return at;
}

function lengthOfEnd(text: string, at: number): number {
	if (at >= text.length) return 0;
	return text.startsWith('\r\n', at) ? 2 : 1;
}
