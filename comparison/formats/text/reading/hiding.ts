/**
 * Hides what the rules ignore before the comparison. Each match becomes one special character, so
 * that both sides are equal there; the row keeps the original to show it in grey.
 */
import { present } from '../../../../server/at';
import type { Ignored } from '../../../core/comparison';
import { hitsOf, type Hit, type Pattern } from '../../../core/patterns';
import { hiddenCharacter } from './characters';

export interface HiddenText {
	readonly text: string;
	/** The hidden texts, in the order of the `hiddenCharacter`s. */
	readonly hidden: readonly string[];
	/** Hits of each pattern. */
	readonly counts: readonly number[];
}

interface Match extends Hit {
	readonly pattern: number;
}

export function hide(text: string, patterns: readonly Pattern[]): HiddenText {
	const counts = patterns.map(() => 0);
	const matches = patterns.flatMap((pattern, index) =>
		hitsOf(text, pattern).map((hit): Match => ({ ...hit, pattern: index })),
	);
	matches.sort((one, other) => one.from - other.from || other.to - one.to);
	const parts: string[] = [];
	const hidden: string[] = [];
	let at = 0;
	for (const { from, to, pattern } of matches) {
		if (from < at) continue;
		counts[pattern] = present(counts[pattern], 'the count of a pattern') + 1;
		parts.push(text.slice(at, from), hiddenCharacter);
		hidden.push(text.slice(from, to));
		at = to;
	}
	return { text: parts.join('') + text.slice(at), hidden, counts };
}

/** Hits of each rule on both sides. */
export function ignoredBy(
	rules: readonly string[],
	kept: readonly number[],
	sent: readonly number[],
): readonly Ignored[] {
	return rules.map((rule, index) => ({
		rule,
		kept: present(kept[index], 'the count of a rule'),
		sent: present(sent[index], 'the count of a rule'),
	}));
}
