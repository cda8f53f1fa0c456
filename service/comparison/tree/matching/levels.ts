/**
 * What counts as a difference of two trees at which level, as a table; and of two values which class of
 * difference theirs is. The table is all that a level decides: trees are aligned once, the same way.
 */
import { isAtLeast, type Level } from '../../level';

/** Class of difference -> the coarsest level that counts it. */
export const countedFrom = {
	/** A path added or removed, a value that says something else, an object or item that was moved. */
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
	/** All else: indentation, line ends, quotes, encoding. */
	layout: 'Excellent',
} as const satisfies Readonly<Record<string, Level>>;

export type Difference = keyof typeof countedFrom;

/** Differences as they are kept with nodes; 0 is none. */
export const differences = [
	'content',
	'letters',
	'type',
	'space',
	'comment',
	'spelling',
	'order',
	'layout',
] as const satisfies readonly Difference[];

export function codeOf(difference: Difference): number {
	return differences.indexOf(difference) + 1;
}

/** Whether the difference of this code counts; 0 never does. */
export function countedAt(level: Level): (code: number) => boolean {
	const counted = differences.map((difference) => isAtLeast(level, countedFrom[difference]));
	return (code) => code > 0 && (counted[code - 1] ?? false);
}

/** A text reduced to what the coarsest level looks at: letters, digits, and the marks of numbers. */
export function wordsOf(text: string): string {
	return text
		.toLowerCase()
		.replace(/[\p{P}\s]+(?!\d)/gu, (marks) => (marks.includes('%') ? '%' : ' '))
		.replace(/\s+/gu, ' ')
		.trim();
}

export function withoutSpace(text: string): string {
	return text.replace(/\s+/gu, '');
}

/** The class of difference of two texts that are not the same. */
export function textDifference(kept: string, sent: string): Difference {
	if (withoutSpace(kept) === withoutSpace(sent)) return 'space';
	return wordsOf(kept) === wordsOf(sent) ? 'letters' : 'content';
}
