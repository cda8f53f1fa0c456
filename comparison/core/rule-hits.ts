/**
 * What the rules hid of two files, counted by rule. Each rule that is given is told, also if it hid nothing;
 * one of a list (a pattern, a path, a column, a selector, a region) is told by itself.
 */
import type { RuleName } from '../../api/comparison/rules';
import type { Ignored } from './comparison';
import { masked, patternsOf, stretchesOf, withinStep, type Hit, type Pattern } from './patterns';
import type { CompareRules, Region, ValueRules } from './rules';

/** Rules by which two values that differ, or stand at other places, are the same. */
export type PairRule = keyof ValueRules | 'arrays';

const ofPairs: ReadonlySet<string> = new Set<PairRule>([
	...(['numberTolerance', 'dateToleranceSeconds', 'arrays'] as const),
	...(['ignoreCase', 'ignoreWhiteSpace'] as const),
]);

/** Values of rules that hide nothing. */
const idle: ReadonlySet<unknown> = new Set([undefined, false, 'ordered']);

/** Of each of these lists, a value is told by its noun and itself. */
const nouns = {
	ignorePatterns: 'pattern',
	ignorePaths: 'path',
	ignoreColumns: 'column',
	ignoreSelectors: 'selector',
} as const;

type ListRule = keyof typeof nouns;

function isListRule(name: RuleName): name is ListRule {
	return name in nouns;
}

export class RuleHits {
	private readonly counts = new Map<string, { kept: number; sent: number }>();

	/** `names`: the rules that the kind of file has. */
	constructor(
		private readonly rules: CompareRules,
		private readonly names: readonly RuleName[],
	) {
		for (const rule of names.flatMap((name) => rulesTold(name, rules))) this.of(rule);
	}

	add(rule: string, side: 'kept' | 'sent', count: number): void {
		this.of(rule)[side] += count;
	}

	/** Does nothing for a rule that is not given. */
	addPair(rule: PairRule, count = 1): void {
		const counts = this.counts.get(rule);
		if (counts === undefined) return;
		counts.kept += count;
		counts.sent += count;
	}

	/** The rules as they are applied to one of the files. */
	side(side: 'kept' | 'sent'): RuledSide {
		return new RuledSide(this.rules, (rule, count) => this.add(rule, side, count));
	}

	/** True if a rule hid something, or had only a part of the files compared. */
	get isAnyHidden(): boolean {
		const isPart = this.names.includes('onlySelectors') && this.rules.onlySelectors !== undefined;
		return isPart || this.ignored.some(({ kept, sent }) => kept + sent > 0);
	}

	get ignored(): readonly Ignored[] {
		return [...this.counts].map(([rule, counts]) => ({ rule, ...counts }));
	}

	/** How many hits a pattern has in each file, of those that have not as many in both. */
	get unevenPatterns(): readonly Ignored[] {
		const patterns = new Set(rulesTold('ignorePatterns', this.rules));
		return this.ignored.filter(({ rule, kept, sent }) => patterns.has(rule) && kept !== sent);
	}

	private of(rule: string): { kept: number; sent: number } {
		const known = this.counts.get(rule) ?? { kept: 0, sent: 0 };
		this.counts.set(rule, known);
		return known;
	}
}

function rulesTold(name: RuleName, rules: CompareRules): readonly string[] {
	if (name === 'ignoreRegions') return (rules.ignoreRegions ?? []).map(regionName);
	if (isListRule(name)) return (rules[name] ?? []).map((value) => `${nouns[name]} ${value}`);
	return ofPairs.has(name) && !idle.has(rules[name]) ? [name] : [];
}

/** `region 10 %, 5 %, 20 % × 3 % of page 2` */
function regionName({ x, y, width, height, page }: Region): string {
	const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;
	const where = page === undefined ? 'every page' : `page ${page}`;
	return `region ${percent(x)}, ${percent(y)}, ${percent(width)} × ${percent(height)} of ${where}`;
}

export class RuledSide {
	private readonly patterns: readonly Pattern[];

	constructor(
		readonly rules: CompareRules,
		private readonly onHit: (rule: string, count: number) => void,
	) {
		this.patterns = patternsOf(rules);
	}

	get hasPatterns(): boolean {
		return this.patterns.length > 0;
	}

	/** Counts hits of one value of a list. */
	count(name: ListRule, value: string, hits: number): void {
		this.onHit(`${nouns[name]} ${value}`, hits);
	}

	countRegion(region: Region, hits = 1): void {
		this.onHit(regionName(region), hits);
	}

	/** What the patterns match in a text, in order and joined where it overlaps; counted. */
	hiddenIn(text: string): readonly Hit[] {
		return stretchesOf(text, this.patterns, ({ source }) =>
			this.count('ignorePatterns', source, 1),
		);
	}

	/** A text with a mark in place of what the patterns match; counted. */
	masked(text: string, mark: string): string {
		return masked(text, this.hiddenIn(text), mark);
	}

	/** Does work that matches the patterns; throws `TooMuchToCompare` if that takes too long. */
	within<Result>(work: () => Result): Result {
		return withinStep(this.patterns, work);
	}
}
