/** Counts the pairs of values that differ and that a rule made equal, for what a reply says was ignored. */
import type { Ignored } from './comparison';
import type { CompareRules } from './rules';

export type ValueRules = Pick<
	CompareRules,
	'numberTolerance' | 'dateToleranceSeconds' | 'ignoreCase' | 'ignoreWhiteSpace'
>;

const names = [
	'numberTolerance',
	'dateToleranceSeconds',
	'ignoreCase',
	'ignoreWhiteSpace',
] as const satisfies readonly (keyof ValueRules)[];

export class HiddenPairs {
	private readonly counts = new Map<keyof ValueRules, number>();

	/** `rules`: those of them that the format has. */
	constructor(private readonly rules: ValueRules) {}

	add(rule: keyof ValueRules, count = 1): void {
		this.counts.set(rule, (this.counts.get(rule) ?? 0) + count);
	}

	/** Each rule that is given, also if it hid nothing. */
	get ignored(): readonly Ignored[] {
		return names
			.filter((rule) => this.rules[rule] !== undefined && this.rules[rule] !== false)
			.map((rule) => ({
				rule,
				kept: this.counts.get(rule) ?? 0,
				sent: this.counts.get(rule) ?? 0,
			}));
	}
}
