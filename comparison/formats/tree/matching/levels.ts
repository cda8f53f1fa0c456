/**
 * Classes of differences, and the level from which each counts. The level decides nothing else: the
 * alignment does not depend on it.
 */
import { foldedCase, inOneForm, withoutSpace } from '../../text/reading/characters';
import { isAtLeast, type Level } from '../../../core/level';
import { isPartOfNumber } from '../../../core/values';

/** By class of difference: the coarsest level that counts it. */
export const countedFrom = {
	/** A path added or removed, another value, a moved object or item. */
	content: 'Lowest',
	/** Upper and lower case, and punctuation outside numbers. */
	letters: 'Low',
	/** `1` and `"1"`, `null` and `"null"`. */
	type: 'Low',
	/** White space inside a text. */
	space: 'Medium',
	/** Comments. */
	comment: 'High',
	/** `1.10` and `1.1`, `A` and `\u0041`, text of XML broken into other lines. */
	spelling: 'Excellent',
	/** The order of members or attributes. */
	order: 'Excellent',
} as const satisfies Readonly<Record<string, Level>>;

export type Difference = keyof typeof countedFrom;

/** Codes of differences are indexes plus one; 0 is none. */
export const differences = [
	'content',
	'letters',
	'type',
	'space',
	'comment',
	'spelling',
	'order',
] as const satisfies readonly Difference[];

export function codeOf(difference: Difference): number {
	return differences.indexOf(difference) + 1;
}

/** Returns whether a code counts at the level; 0 never does. */
export function countedAt(level: Level): (code: number) => boolean {
	const counted = differences.map((difference) => isAtLeast(level, countedFrom[difference]));
	return (code) => code > 0 && (counted[code - 1] ?? false);
}

/** A text reduced for the coarsest level: letters, digits, and the marks of numbers. */
export function wordsOf(text: string): string {
	const letters = foldedCase(inOneForm(text));
	const kept = (marks: string, from: number) =>
		marks.replace(/./gsu, (mark, at: number) => (isPartOfNumber(letters, from + at) ? mark : ''));
	return letters
		.replace(/[\p{P}\s]+(?!\d)/gu, (marks, from: number) => kept(marks, from) || ' ')
		.replace(/\s+/gu, ' ')
		.trim();
}

/** The class of difference of two unequal texts. */
export function textDifference(kept: string, sent: string): Difference {
	if (withoutSpace(kept) === withoutSpace(sent)) return 'space';
	return wordsOf(kept) === wordsOf(sent) ? 'letters' : 'content';
}
