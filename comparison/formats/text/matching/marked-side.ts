/**
 * One side of a differing stretch: its rows, tokens, and the differences found so far. At the end
 * it cuts the rows into pieces.
 */
import { at } from '../../../../server/at';
import type { Span } from '../../../align/run';
import type { DifferenceClass } from './difference';
import type { TextRow } from '../reading/rows';
import { TokenList, tokenCount } from '../reading/tokens';

/** A row; the words of a moved row are left out of the alignment. */
export interface MarkedRow {
	readonly row: TextRow;
	/** Its index on the other side. */
	readonly movedTo?: number;
}

export interface Piece {
	readonly text: string;
	readonly difference?: DifferenceClass;
	/** True for the line end, which is invisible. */
	readonly isEnd?: boolean;
}

export interface RowDetail {
	readonly row: TextRow;
	readonly pieces: readonly Piece[];
	readonly movedTo?: number;
}

/** The gap between two tokens, or before the first or after the last. */
export interface Gap extends Span {
	/** Row of the token before it; -1 before the first. */
	readonly row: number;
	readonly isBroken: boolean;
	/** White space within a row, or at the end of the row before. */
	readonly spaces: string;
	readonly indentation: string;
	/** Rows without tokens, except moved ones. */
	readonly blankRows: readonly number[];
}

/** What may differ: a token, the white space before one or at the end of a row, a line end, a whole row. */
type Marked = 'token' | 'space' | 'trail' | 'end' | 'row';

export class MarkedSide {
	readonly tokens: TokenList;
	private readonly marks: Readonly<Record<Marked, Map<number, DifferenceClass>>> = {
		token: new Map(),
		space: new Map(),
		trail: new Map(),
		end: new Map(),
		row: new Map(),
	};

	/** Differences of ignored classes are not marked. */
	constructor(
		private readonly rows: readonly MarkedRow[],
		private readonly leftOut: Pick<ReadonlySet<DifferenceClass>, 'has'>,
	) {
		this.tokens = new TokenList(
			rows.map(({ row, movedTo }) => (movedTo === undefined ? row.text : '')),
		);
	}

	get movedTokenCount(): number {
		return this.rows.reduce(
			(sum, { row, movedTo }) => (movedTo === undefined ? sum : sum + tokenCount(row.text)),
			0,
		);
	}

	/**
	 * The gap after token `from` (-1: the beginning) and before `to` (the number of tokens: the end).
	 */
	gap(from: number, to: number): Gap {
		const { tokens } = this;
		const row = from < 0 ? -1 : tokens.rowOf(from);
		const isEnd = to >= tokens.length;
		const toRow = isEnd ? this.rows.length : tokens.rowOf(to);
		const text = from < 0 ? '' : tokens.rowTextOf(from);
		const start = from < 0 ? 0 : tokens.endOf(from);
		const isBroken = toRow > row;
		const blankRows: number[] = [];
		for (let index = row + 1; index < toRow; index += 1) {
			if (this.isBlank(index)) blankRows.push(index);
		}
		return {
			from,
			to,
			row,
			isBroken,
			spaces: text.slice(start, isBroken ? undefined : tokens.startOf(to)),
			indentation: isBroken && !isEnd ? tokens.rowTextOf(to).slice(0, tokens.startOf(to)) : '',
			blankRows,
		};
	}

	/** The text from the end of token `from` to the start of token `to`, numbered as for `gap`. */
	between(from: number, to: number): { row: number; offset: number; text: string } {
		const { tokens } = this;
		const [row, offset] = from < 0 ? [0, 0] : [tokens.rowOf(from), tokens.endOf(from)];
		const isEnd = to >= tokens.length;
		const toRow = isEnd ? this.rows.length : tokens.rowOf(to);
		const head = isEnd ? '' : tokens.rowTextOf(to).slice(0, tokens.startOf(to));
		if (toRow === row) return { row, offset, text: head.slice(offset) };
		const parts = this.rows.slice(row, toRow).map((one, index) => {
			if (one.movedTo !== undefined) return '';
			return one.row.text.slice(index === 0 ? offset : 0) + (one.row.end ?? '\n');
		});
		return { row, offset, text: parts.join('') + head };
	}

	/** The text of a token; empty outside the list. */
	wordAt(token: number): string {
		return token < 0 || token >= this.tokens.length ? '' : this.tokens.textOf(token);
	}

	textOf(row: number): string {
		return at(this.rows, row).row.text;
	}

	endOf(row: number): string {
		return this.rows[row]?.row.end ?? '';
	}

	mark(what: Marked, at: number, difference: DifferenceClass): void {
		if (!this.leftOut.has(difference)) this.marks[what].set(at, difference);
	}

	details(): readonly RowDetail[] {
		const tokensByRow: number[][] = this.rows.map(() => []);
		for (let token = 0; token < this.tokens.length; token += 1) {
			at(tokensByRow, this.tokens.rowOf(token)).push(token);
		}
		return this.rows.map(({ row, movedTo }, index) => {
			if (movedTo === undefined) {
				return { row, pieces: this.piecesOf(index, at(tokensByRow, index)) };
			}
			return { row, movedTo, pieces: [{ text: row.text, difference: 'moved' }] };
		});
	}

	private isBlank(row: number): boolean {
		return at(this.rows, row).movedTo === undefined && this.textOf(row).trim() === '';
	}

	private piecesOf(row: number, tokens: readonly number[]): readonly Piece[] {
		const text = this.textOf(row);
		const whole = this.marks.row.get(row);
		const end: Piece = {
			text: this.endOf(row),
			difference: whole ?? this.marks.end.get(row),
			isEnd: true,
		};
		if (whole !== undefined) return [{ text, difference: whole }, end];
		const pieces: Piece[] = [];
		let [from, at] = [0, 0];
		let difference: DifferenceClass | undefined;
		const extend = (to: number, next: DifferenceClass | undefined) => {
			if (next !== difference && to > at) {
				if (at > from) pieces.push({ text: text.slice(from, at), difference });
				[from, difference] = [at, next];
			}
			at = to;
		};
		for (const token of tokens) {
			extend(this.tokens.startOf(token), this.marks.space.get(token));
			extend(this.tokens.endOf(token), this.marks.token.get(token));
		}
		extend(text.length, this.marks.trail.get(row));
		if (at > from) pieces.push({ text: text.slice(from, at), difference });
		return [...pieces, end];
	}
}
