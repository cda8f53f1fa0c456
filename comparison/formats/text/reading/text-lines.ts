/** Splits a text into rows with line numbers and line ends. */
import { present } from '../../../../server/at';
import { hiddenCharacter } from '../../../core/patterns';
import { IntList } from './int-list';
import { rowsFrom, type Rows, type TextRow } from './rows';

/** `hidden`: the texts of the hidden characters, in order. */
export function linesOf(text: string, hidden: readonly string[] = []): Rows {
	const lines = new TextLines(text);
	return hidden.length === 0 ? lines : rowsFrom(withHidden(lines, hidden));
}

/** Makes rows on demand; only the starts of lines are in memory. */
class TextLines implements Rows {
	private readonly text: string;
	private readonly starts: Int32Array;

	constructor(text: string) {
		this.text = text;
		const starts = new IntList();
		let [feed, carriage] = [text.indexOf('\n'), text.indexOf('\r')];
		for (let at = 0; at < text.length;) {
			starts.push(at);
			if (feed >= 0 && feed < at) feed = text.indexOf('\n', at);
			if (carriage >= 0 && carriage < at) carriage = text.indexOf('\r', at);
			at = afterEnd(text, feed, carriage);
		}
		this.starts = starts.view();
	}

	get count(): number {
		return this.starts.length;
	}

	at(index: number): TextRow {
		const start = present(this.starts[index], 'the start of a line');
		const next = this.starts[index + 1] ?? this.text.length;
		const length = endLength(this.text, start, next);
		return {
			text: this.text.slice(start, next - length),
			end: this.text.slice(next - length, next),
			place: { line: index + 1 },
		};
	}
}

/** Start of the line after the nearest line end. */
function afterEnd(text: string, feed: number, carriage: number): number {
	if (feed < 0 && carriage < 0) return text.length;
	if (carriage < 0 || (feed >= 0 && feed < carriage)) return feed + 1;
	return feed === carriage + 1 ? feed + 1 : carriage + 1;
}

function endLength(text: string, start: number, next: number): number {
	if (next <= start) return 0;
	const last = text.charCodeAt(next - 1);
	if (last === 13) return 1;
	if (last !== 10) return 0;
	return next - 2 >= start && text.charCodeAt(next - 2) === 13 ? 2 : 1;
}

/** Adds hidden texts to rows; line numbers count hidden lines as well. */
function withHidden(lines: Rows, hidden: readonly string[]): readonly TextRow[] {
	let line = 1;
	let hiddenAt = 0;
	return Array.from({ length: lines.count }, (_, index): TextRow => {
		const row = lines.at(index);
		const count = row.text.split(hiddenCharacter).length - 1;
		const own = hidden.slice(hiddenAt, hiddenAt + count);
		const place = { line };
		hiddenAt += count;
		line += 1 + own.reduce((sum, part) => sum + breaksIn(part), 0);
		return count === 0 ? { ...row, place } : { ...row, place, hidden: own };
	});
}

function breaksIn(text: string): number {
	return text.split(/\r\n|\r|\n/).length - 1;
}
