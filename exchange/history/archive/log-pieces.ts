/**
 * Cuts the log of a segment into pieces, each with about as many rows, so that none takes long to
 * remove: some commands with all they brought, or one that brought very much, which is cut again by
 * the positions of its postings.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Segment } from './segment';

/** Rows in a piece. */
export const pieceRowsMax = 200;

/** Looked through at once; others are served in between. */
const linesAtOnce = 2_000;

export interface LogPiece {
	/** What is behind it leaves. */
	readonly from: number;
	readonly to: number;
	/** Of a command that is cut again: its postings leave up to each of these positions in turn. */
	readonly cuts: readonly number[];
	/** The last trade of its commands. */
	readonly lastTradeId: number | undefined;
}

interface AppendedOrder {
	rows: number;
	readonly cuts: number[];
	lastTradeId: number | undefined;
}

export class LogPieces {
	private readonly brought = new Map<number, AppendedOrder>();

	private constructor(private readonly lastSequence: number) {}

	static async of(segment: Segment): Promise<LogPieces> {
		const pieces = new LogPieces(segment.head.lastSequence);
		let seen = 0;
		for (const { first: sequence, second: position } of segment.numbered('postings')) {
			const brought = pieces.of(sequence);
			if (brought.rows > 1 && brought.rows % pieceRowsMax === 1) brought.cuts.push(position);
			brought.rows += 1;
			if ((seen += 1) % linesAtOnce === 0) await nextTurn();
		}
		for (const { first: tradeId, second: sequence } of segment.numbered('trades')) {
			const brought = pieces.of(sequence);
			brought.rows += 1;
			brought.lastTradeId = tradeId;
			if ((seen += 1) % linesAtOnce === 0) await nextTurn();
		}
		return pieces;
	}

	/** The piece behind a command. */
	behind(from: number): LogPiece {
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

	private of(sequence: number): AppendedOrder {
		const known = this.brought.get(sequence);
		if (known !== undefined) return known;
		// A command is a row itself.
		const brought = { rows: 1, cuts: [], lastTradeId: undefined };
		this.brought.set(sequence, brought);
		return brought;
	}
}
