/** The classes of difference between two trees, by codes, and how those of texts are told. */
import { comparedKinds } from '../../../../api/comparison/kinds';
import { classesOf, type ClassOf } from '../../../core/classes';
import { foldedCase, inOneForm, withoutSpace } from '../../text/reading/characters';
import type { Level } from '../../../core/level';
import { isPartOfNumber } from '../../../core/values';

export type Difference = ClassOf<'tree'>;

export const { countsAt } = classesOf(comparedKinds.tree.classes);

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
	const counted = differences.map((difference) => countsAt(level, difference));
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
