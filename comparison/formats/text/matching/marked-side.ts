/**
 * One side of a differing stretch: its rows, tokens, and the differences found so far. At the end
 * it cuts the rows into pieces.
 */
import { at } from '../../../../server/at';
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
export interface Gap {
	readonly from: number;
	readonly to: number;
	/** Row of the token before it; -1 before the first. */
	readonly row: number;
	readonly isBroken: boolean;
	/** White space within a row, or at the end of the row before. */
	readonly spaces: string;
	readonly indentation: string;
	/** Rows without tokens, except moved ones. */
	readonly blankRows: readonly number[];
}

export class MarkedSide {
	readonly tokens: TokenList;
	private readonly tokenMarks: (DifferenceClass | undefined)[];
	private readonly spaceMarks: (DifferenceClass | undefined)[];
	private readonly trailMarks = new Map<number, DifferenceClass>();
	private readonly endMarks = new Map<number, DifferenceClass>();
	private readonly rowMarks = new Map<number, DifferenceClass>();

	private readonly rows: readonly MarkedRow[];

	private readonly leftOut: Pick<ReadonlySet<DifferenceClass>, 'has'>;

	/** Differences of ignored classes are not marked. */
	constructor(rows: readonly MarkedRow[], leftOut: Pick<ReadonlySet<DifferenceClass>, 'has'>) {
		this.rows = rows;
		this.leftOut = leftOut;
		this.tokens = new TokenList(
			rows.map(({ row, movedTo }) => (movedTo === undefined ? row.text : '')),
		);
		this.tokenMarks = new Array<DifferenceClass | undefined>(this.tokens.length).fill(undefined);
		this.spaceMarks = new Array<DifferenceClass | undefined>(this.tokens.length).fill(undefined);
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

	markToken(token: number, difference: DifferenceClass | undefined): void {
		if (difference === undefined || this.leftOut.has(difference)) return;
		this.tokenMarks[token] = difference;
	}

	/** Marks the white space before a token. */
	markSpace(token: number, difference: DifferenceClass): void {
		if (!this.leftOut.has(difference)) this.spaceMarks[token] = difference;
	}

	/** Marks the white space at the end of a row. */
	markTrail(row: number, difference: DifferenceClass): void {
		this.mark(this.trailMarks, row, difference);
	}

	markEnd(row: number, difference: DifferenceClass): void {
		this.mark(this.endMarks, row, difference);
	}

	/** Marks a whole row. */
	markRow(row: number, difference: DifferenceClass): void {
		this.mark(this.rowMarks, row, difference);
	}

	private mark(marks: Map<number, DifferenceClass>, at: number, difference: DifferenceClass): void {
		if (!this.leftOut.has(difference)) marks.set(at, difference);
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
		const whole = this.rowMarks.get(row);
		const end: Piece = {
			text: this.endOf(row),
			difference: whole ?? this.endMarks.get(row),
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
			extend(this.tokens.startOf(token), this.spaceMarks[token]);
			extend(this.tokens.endOf(token), this.tokenMarks[token]);
		}
		extend(text.length, this.trailMarks.get(row));
		if (at > from) pieces.push({ text: text.slice(from, at), difference });
		return [...pieces, end];
	}
}
