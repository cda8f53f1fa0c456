/**
 * Takes out of a text what the rules of a file leave out, before it is compared. Each match becomes one
 * character that stands for whatever was there, so that both sides are the same in it; the row keeps
 * what was hidden, to show it in grey.
 */
import { present } from '../../../../server/at';
import type { Ignored } from '../../comparison';
import { hiddenCharacter } from './characters';

export interface HiddenText {
	readonly text: string;
	/** What was hidden, in the order of its `hiddenCharacter`s. */
	readonly hidden: readonly string[];
	/** How often each pattern hid something. */
	readonly counts: readonly number[];
}

interface Match {
	readonly from: number;
	readonly to: number;
	readonly pattern: number;
}

export function hide(text: string, patterns: readonly string[]): HiddenText {
	const counts = patterns.map(() => 0);
	const matches = patterns.flatMap((pattern, index) => matchesOf(text, pattern, index));
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

function matchesOf(text: string, pattern: string, index: number): readonly Match[] {
	return Array.from(text.matchAll(new RegExp(pattern, 'gmu')), (match) => ({
		from: match.index,
		to: match.index + match[0].length,
		pattern: index,
	})).filter(({ from, to }) => to > from);
}

/** What was hidden on both sides, by the words of each rule. */
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
