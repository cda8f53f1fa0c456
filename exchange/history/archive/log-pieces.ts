/**
 * Cuts the log of a segment into pieces with about the same number of rows, so that each is removed
 * quickly. A piece is some commands with their rows, or one command with very many, which is cut
 * again by the positions of its postings.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Segment } from './segment';

/** Rows in a piece. */
export const pieceRowsMax = 200;

/** Lines read before other work gets a turn. */
const linesAtOnce = 2_000;

export interface LogPiece {
	/** Exclusive; the piece has the commands after it. */
	readonly from: number;
	readonly to: number;
	/** For one command with very many postings: they leave up to each of these positions in turn. */
	readonly cuts: readonly number[];
	/** The last trade of the piece's commands. */
	readonly lastTradeId: number | undefined;
}

interface CommandRows {
	rows: number;
	readonly cuts: number[];
	lastTradeId: number | undefined;
}

export class LogPieces {
	private readonly rowsOf = new Map<number, CommandRows>();

	private constructor(private readonly lastSequence: number) {}

	static async of(segment: Segment): Promise<LogPieces> {
		const pieces = new LogPieces(segment.head.lastSequence);
		let seen = 0;
		for (const { first: sequence, second: position } of segment.numbered('postings')) {
			const rowsOf = pieces.of(sequence);
			if (rowsOf.rows > 1 && rowsOf.rows % pieceRowsMax === 1) rowsOf.cuts.push(position);
			rowsOf.rows += 1;
			if ((seen += 1) % linesAtOnce === 0) await nextTurn();
		}
		for (const { first: tradeId, second: sequence } of segment.numbered('trades')) {
			const rowsOf = pieces.of(sequence);
			rowsOf.rows += 1;
			rowsOf.lastTradeId = tradeId;
			if ((seen += 1) % linesAtOnce === 0) await nextTurn();
		}
		return pieces;
	}

	/** Returns the piece that begins after the command `from`. */
	after(from: number): LogPiece {
		let to = from + 1;
		let { rows, lastTradeId } = this.of(to);
		const { cuts } = this.of(to);
		while (to < this.lastSequence) {
			const next = this.of(to + 1);
			rows += next.rows;
			if (rows > pieceRowsMax) break;
			lastTradeId = next.lastTradeId ?? lastTradeId;
			to += 1;
		}
		return { from, to, cuts, lastTradeId };
	}

	private of(sequence: number): CommandRows {
		const known = this.rowsOf.get(sequence);
		if (known !== undefined) return known;
		// The command itself is one row.
		const rowsOf = { rows: 1, cuts: [], lastTradeId: undefined };
		this.rowsOf.set(sequence, rowsOf);
		return rowsOf;
	}
}
