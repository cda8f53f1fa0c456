/** The lines of a text as rows, with their numbers and what ended them. */
import type { TextRow } from './rows';

export function linesOf(text: string): readonly TextRow[] {
	const lines: TextRow[] = [];
	for (let at = 0; at < text.length;) {
		const end = endOfLine(text, at);
		const next = end + lengthOfEnd(text, end);
		lines.push({
			text: text.slice(at, end),
			end: text.slice(end, next),
			place: { line: lines.length + 1 },
		});
		at = next;
	}
	return lines;
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
