/**
 * The edits between two stretches of rows: replaced words, a word in another case, or other white
 * space between two words. Words and characters are counted by them; the accuracy is computed
 * separately.
 */
import type { Sides } from '../../../align/run';
import type { DifferenceClass } from './difference';
import type { MarkedSide } from './marked-side';

/** One side of an edit; the text is empty if it has nothing there. */
export interface EditSide {
	/** Index of the row in the stretch, and offset in the row. */
	readonly row: number;
	readonly offset: number;
	/** Includes the ends of the rows it spans. */
	readonly text: string;
	/** Number of differing tokens. */
	readonly tokens: number;
	/** Absent if nothing on this side differs. */
	readonly difference?: DifferenceClass;
	/** For white space: the words around it. */
	readonly around?: readonly [before: string, after: string];
}

export type Edit = Sides<EditSide>;

/** A token of a side. */
export interface TokenOf {
	readonly side: MarkedSide;
	readonly token: number;
}

/** Two tokens that differ only in case. */
export function caseEdit(base: TokenOf, other: TokenOf): Edit {
	return { base: wholeToken(base), other: wholeToken(other) };
}

function wholeToken({ side, token }: TokenOf): EditSide {
	const { tokens } = side;
	const [row, offset] = [tokens.rowOf(token), tokens.startOf(token)];
	return { row, offset, text: tokens.textOf(token), tokens: 1, difference: 'case' };
}

/**
 * White space between two tokens and their partners; `tokens` is 0 if a token is counted already.
 */
export function gapEdit(
	base: TokenOf,
	other: TokenOf,
	difference: DifferenceClass,
	tokens: 0 | 1,
): Edit {
	const sideOf = ({ side, token }: TokenOf): EditSide => ({
		...side.between(token, token + 1),
		tokens,
		difference,
		around: [side.wordAt(token), side.wordAt(token + 1)],
	});
	return { base: sideOf(base), other: sideOf(other) };
}

/** Tokens without a partner, after `token` and before `to`. */
export interface Unpaired extends TokenOf {
	readonly to: number;
	readonly difference: DifferenceClass | undefined;
}

export function unpairedEdit(base: Unpaired, other: Unpaired): Edit {
	const sideOf = ({ side, token, to, difference }: Unpaired): EditSide => ({
		...side.between(token, to),
		tokens: to - token - 1,
		difference,
	});
	return { base: sideOf(base), other: sideOf(other) };
}
