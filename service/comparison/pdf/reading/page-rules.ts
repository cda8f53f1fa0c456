/**
 * The rules of a kept file on the words of a page: words in left-out regions and words that a pattern
 * matches are taken away before anything is compared, and what was taken away is told. Pure.
 */
import type { Ignored } from '../../comparison';
import type { Box } from '../../place';
import { ruleText, type CompareRules, type Region } from '../../rules';
import type { Word } from './word';

export interface PageSize {
	readonly number: number;
	readonly widthPoints: number;
	readonly heightPoints: number;
}

export interface RuledPage {
	readonly lines: readonly (readonly Word[])[];
	/** Shares of the page, for a report to grey. */
	readonly ignored: readonly Box[];
}

/** The rules as they are applied to page after page of one file; counts what each of them hid. */
export class PageRules {
	/** By the words of the rule. */
	readonly hidden = new Map<string, number>();
	private readonly patterns: readonly { readonly rule: string; readonly expression: RegExp }[];
	private readonly regions: readonly Region[];

	constructor({ ignorePatterns = [], ignoreRegions = [] }: CompareRules) {
		this.patterns = ignorePatterns.map((source) => ({
			rule: ruleText('pattern', source),
			expression: new RegExp(source, 'gmu'),
		}));
		this.regions = ignoreRegions;
		for (const { rule } of this.patterns) this.hidden.set(rule, 0);
		for (const region of this.regions) this.hidden.set(regionName(region), 0);
	}

	/** Regions that are left out of a page. */
	regionsOf({ number }: PageSize): readonly Region[] {
		return this.regions.filter(({ page }) => page === undefined || page === number);
	}

	apply(lines: readonly (readonly Word[])[], page: PageSize): RuledPage {
		const ignored: Box[] = [];
		const share = ({ x, y, width, height }: Box) => ({
			x: x / page.widthPoints,
			y: y / page.heightPoints,
			width: width / page.widthPoints,
			height: height / page.heightPoints,
		});
		const drop = (rule: string, word: Word) => {
			this.hidden.set(rule, (this.hidden.get(rule) ?? 0) + 1);
			ignored.push(share(word));
		};
		const outside = this.outsideRegions(lines, page, drop);
		return { lines: this.withoutMatches(outside, drop), ignored };
	}

	private outsideRegions(
		lines: readonly (readonly Word[])[],
		page: PageSize,
		drop: (rule: string, word: Word) => void,
	): readonly (readonly Word[])[] {
		const regions = this.regionsOf(page);
		if (regions.length === 0) return lines;
		return lines.map((words) =>
			words.filter((word) => {
				const region = regions.find((each) => holds(each, word, page));
				if (region !== undefined) drop(regionName(region), word);
				return region === undefined;
			}),
		);
	}

	/** Of a word that a pattern matches in part, the rest stays. */
	private withoutMatches(
		lines: readonly (readonly Word[])[],
		drop: (rule: string, word: Word) => void,
	): readonly (readonly Word[])[] {
		return this.patterns.reduce((left, { rule, expression }) => {
			const text = left.map((words) => words.map((word) => word.text).join(' ')).join('\n');
			const matches = [...text.matchAll(expression)].filter(([match]) => match !== '');
			if (matches.length === 0) return left;
			return cutOut(left, matches, (word) => drop(rule, word));
		}, lines);
	}
}

/** Words without the stretches of the matches, which stand in the text of the lines in order. */
function cutOut(
	lines: readonly (readonly Word[])[],
	matches: readonly RegExpExecArray[],
	drop: (word: Word) => void,
): readonly (readonly Word[])[] {
	let [at, next] = [0, 0];
	return lines.map((words) =>
		words.flatMap((word) => {
			const from = at;
			at += word.text.length + 1;
			let [text, taken] = ['', from];
			for (let match = next; match < matches.length; match += 1) {
				const { index = 0, 0: found = '' } = matches[match] ?? {};
				if (index >= from + word.text.length) break;
				if (index + found.length <= from) {
					next = match + 1;
					continue;
				}
				text += word.text.slice(taken - from, Math.max(taken, index) - from);
				taken = Math.max(taken, index + found.length);
			}
			if (taken === from) return [word];
			drop(word);
			text += word.text.slice(Math.min(taken - from, word.text.length));
			return text === '' ? [] : [{ ...word, text }];
		}),
	);
}

function holds(region: Region, word: Word, { widthPoints, heightPoints }: PageSize): boolean {
	const x = (word.x + word.width / 2) / widthPoints;
	const y = (word.y + word.height / 2) / heightPoints;
	return (
		x >= region.x && x <= region.x + region.width && y >= region.y && y <= region.y + region.height
	);
}

/** `region 10 %, 5 %, 20 % × 3 % of page 2` */
export function regionName({ x, y, width, height, page }: Region): string {
	const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;
	const where = page === undefined ? 'every page' : `page ${page}`;
	return `region ${percent(x)}, ${percent(y)}, ${percent(width)} × ${percent(height)} of ${where}`;
}

/** What each rule hid in both files. */
export function hiddenByBoth(kept: PageRules, sent: PageRules): readonly Ignored[] {
	return [...kept.hidden].map(([rule, count]) => ({
		rule,
		kept: count,
		sent: sent.hidden.get(rule) ?? 0,
	}));
}
