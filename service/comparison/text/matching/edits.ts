/**
 * The places in which two stretches of rows differ, one after the other: words that one side has in the
 * place of others, a word in another case, or what lies between two words. They are what words and
 * characters are counted by; how much each weighs in the accuracy is found beside them.
 */
import type { DifferenceClass } from './difference';
import type { MarkedSide } from './marked-side';

/** What a side has in one place; its text is empty where it has nothing. */
export interface EditSide {
	/** Index of the row among those of the stretch, and the letters before it in that row. */
	readonly row: number;
	readonly offset: number;
	/** With the ends of the rows it goes across. */
	readonly text: string;
	/** Words and marks that differ. */
	readonly tokens: number;
	/** Absent where nothing of this side differs. */
	readonly difference?: DifferenceClass;
	/** The words around white space, which says nothing to a reader without them. */
	readonly around?: readonly [before: string, after: string];
}

export interface Edit {
	readonly first: EditSide;
	readonly second: EditSide;
}

/** A token of a side. */
export interface TokenOf {
	readonly side: MarkedSide;
	readonly token: number;
}

/** Two tokens that are the same but for their case. */
export function caseEdit(first: TokenOf, second: TokenOf): Edit {
	return { first: wholeToken(first), second: wholeToken(second) };
}

function wholeToken({ side, token }: TokenOf): EditSide {
	const { tokens } = side;
	const [row, offset] = [tokens.rowOf(token), tokens.startOf(token)];
	return { row, offset, text: tokens.textOf(token), tokens: 1, difference: 'case' };
}

/** White space between two tokens and their partners; `tokens` is 0 where a token is counted already. */
export function gapEdit(
	first: TokenOf,
	second: TokenOf,
	difference: DifferenceClass,
	tokens: 0 | 1,
): Edit {
	const sideOf = ({ side, token }: TokenOf): EditSide => ({
		...side.between(token, token + 1),
		...{ tokens, difference, around: [side.wordAt(token), side.wordAt(token + 1)] },
	});
	return { first: sideOf(first), second: sideOf(second) };
}

/** Tokens without a partner, after `token` and before `to`. */
export interface Unpaired extends TokenOf {
	readonly to: number;
	readonly difference: DifferenceClass | undefined;
}

export function unpairedEdit(first: Unpaired, second: Unpaired): Edit {
	const sideOf = ({ side, token, to, difference }: Unpaired): EditSide => ({
		...side.between(token, to),
		...{ tokens: to - token - 1, difference },
	});
	return { first: sideOf(first), second: sideOf(second) };
}
