/**
 * Rows of text with their places: lines of a file, paragraphs of a document, lines of a page. The
 * readers of formats make them.
 */
import { at } from '../../../../server/at';
import type { Place } from '../../../../api/comparison/place';
import type { Span } from '../../../align/run';
import { hiddenCharacter } from '../../../core/patterns';

export interface TextRow {
	readonly text: string;
	readonly place: Place;
	/** The line end, for formats that have one. */
	readonly end?: string;
	/** Hidden texts, in the order of the `hiddenCharacter`s. */
	readonly hidden?: readonly string[];
}

/** The text including hidden parts. */
export function shownText({ text, hidden = [] }: TextRow): string {
	if (hidden.length === 0) return text;
	return text
		.split(hiddenCharacter)
		.map((part, index) => (index === 0 ? part : (hidden[index - 1] ?? '') + part))
		.join('');
}

/** Rows by index; a long file makes them on demand. */
export interface Rows {
	readonly count: number;
	at(index: number): TextRow;
}

export function rowsFrom(list: readonly TextRow[]): Rows {
	return { count: list.length, at: (index) => at(list, index) };
}

export function rowsIn(rows: Rows, { from, to }: Span): readonly TextRow[] {
	return Array.from({ length: to - from }, (_, index) => rows.at(from + index));
}

export function* textsIn(rows: Rows, { from, to }: Span): Iterable<string> {
	for (let index = from; index < to; index += 1) yield rows.at(index).text;
}

export function allOf(rows: Rows): Span {
	return { from: 0, to: rows.count };
}

/** Equal for equal rows. */
export function rowKey({ text, end }: TextRow): string {
	return end === undefined ? text : text + end;
}
