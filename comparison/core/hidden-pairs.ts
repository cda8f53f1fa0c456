/** Counts the pairs that differ, in their values or places, and that a rule made equal. */
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
	'arrays',
] as const;

type PairRule = (typeof names)[number];

/** Values of rules that hide nothing. */
const idle: ReadonlySet<unknown> = new Set([undefined, false, 'ordered']);

export class HiddenPairs {
	private readonly counts = new Map<PairRule, number>();

	/** `rules`: those of them that the format has. */
	constructor(private readonly rules: Pick<CompareRules, PairRule>) {}

	add(rule: PairRule, count = 1): void {
		this.counts.set(rule, (this.counts.get(rule) ?? 0) + count);
	}

	/** Each rule that is given, also if it hid nothing. */
	get ignored(): readonly Ignored[] {
		return names
			.filter((rule) => !idle.has(this.rules[rule]))
			.map((rule) => ({
				rule,
				kept: this.counts.get(rule) ?? 0,
				sent: this.counts.get(rule) ?? 0,
			}));
	}
}
