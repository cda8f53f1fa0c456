/**
 * Converts the rules of a document to texts for fields, and back: one pattern, path, column or
 * selector per line; a region as `x y width height`, with `page 2:` in front if it is on one page
 * only.
 */
import { comparisonRules, type RuleName } from '../../../api/comparison/rules';
import type { Model } from '../../../api/types';
import type { ComparisonTextName } from './texts';

export type Rules = Model<'ComparisonRules'>;
export type RuleTexts = Readonly<Record<RuleName, string>>;

type Region = NonNullable<Rules['ignoreRegions']>[number];

/** The form of a rule's text. */
export type RuleForm = 'lines' | 'regions' | 'number' | 'choice' | 'text' | 'flag';

export const ruleNames = Object.keys(comparisonRules) as readonly RuleName[];

export function formOf(name: RuleName): RuleForm {
	const described = comparisonRules[name];
	if (described.type === 'object') return 'regions';
	if (described.type === 'number') return 'number';
	if (described.type === 'boolean') return 'flag';
	if ('choices' in described) return 'choice';
	return 'many' in described ? 'lines' : 'text';
}

type WithChoices = Extract<(typeof comparisonRules)[RuleName], { readonly choices: unknown }>;
type Choice = WithChoices['choices'][number];

/** The values of a rule with choices. */
export function choicesOf(name: RuleName): readonly Choice[] {
	const described = comparisonRules[name];
	return 'choices' in described ? described.choices : [];
}

/** The texts of the fields; empty for a missing rule. */
export function textsOf(rules: Rules): RuleTexts {
	return Object.fromEntries(ruleNames.map((name) => [name, textOf(rules[name])])) as RuleTexts;
}

function textOf(rule: Rules[RuleName]): string {
	if (rule === undefined || rule === false) return '';
	if (typeof rule !== 'object') return String(rule);
	return rule.map((one) => (typeof one === 'string' ? one : regionText(one))).join('\n');
}

function regionText({ page, x, y, width, height }: Region): string {
	const box = [x, y, width, height].join(' ');
	return page === undefined ? box : `page ${page}: ${box}`;
}

/** An invalid text, with the name of its field. */
export interface NotUnderstood {
	readonly name: RuleName;
	readonly why: Why;
	/** What was entered. */
	readonly text: string;
}

const whys = {
	region: "'{text}' is no region: write it as 0 0.9 1 0.1, or page 2: 0 0.9 1 0.1",
	number: "'{text}' is no number: write it as 0.01",
} as const satisfies Readonly<Record<string, ComparisonTextName>>;
type Why = (typeof whys)[keyof typeof whys];
type Wrong = Omit<NotUnderstood, 'name'>;

/** Parses the rules; returns the first invalid text instead if there is one. */
export function rulesOf(texts: RuleTexts): Rules | NotUnderstood {
	const rules: Partial<Record<RuleName, unknown>> = {};
	for (const name of ruleNames) {
		const text = texts[name];
		if (text.trim() === '') continue;
		const value = valueOf(formOf(name), text);
		if (typeof value === 'object' && 'why' in value) return { name, ...value };
		rules[name] = value;
	}
	return rules as Rules;
}

type Value = string | number | boolean | readonly string[] | readonly Region[];

function valueOf(form: RuleForm, text: string): Value | Wrong {
	switch (form) {
		case 'lines':
			return linesOf(text);
		case 'regions':
			return regionsOf(text);
		case 'number':
			return numberOf(text);
		case 'flag':
			return true;
		case 'choice':
		case 'text':
			return text;
	}
}

function linesOf(text: string): readonly string[] {
	return text.split('\n').filter((line) => line.trim() !== '');
}

const decimal = String.raw`(\d*\.?\d+)`;
const regionForm = new RegExp(
	String.raw`^(?:page\s+(\d+)\s*:)?\s*${Array(4)
		.fill(decimal)
		.join(String.raw`[\s,;]+`)}$`,
	'i',
);

function regionsOf(text: string): readonly Region[] | Wrong {
	const regions: Region[] = [];
	for (const line of linesOf(text)) {
		const [whole, page, x, y, width, height] = regionForm.exec(line.trim()) ?? [];
		if (whole === undefined) return { why: whys.region, text: line };
		regions.push({
			...(page !== undefined && { page: Number(page) }),
			x: Number(x),
			y: Number(y),
			width: Number(width),
			height: Number(height),
		});
	}
	return regions;
}

function numberOf(text: string): number | Wrong {
	const value = Number(text.trim());
	return Number.isFinite(value) ? value : { why: whys.number, text };
}
