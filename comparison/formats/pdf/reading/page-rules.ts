/**
 * Applies the rules to the words of a page: removes words in ignored regions and matches of
 * patterns before the comparison, and counts them. Pure.
 */
import { present } from '../../../../server/at';
import type { Ignored } from '../../../core/comparison';
import { hitsOf, patternsOf, withinStep, type Hit, type Pattern } from '../../../core/patterns';
import type { Box } from '../../../../api/comparison/place';
import { ruleText, type CompareRules, type Region } from '../../../core/rules';
import type { Word } from './word';

export interface PageSize {
	readonly number: number;
	readonly widthPoints: number;
	readonly heightPoints: number;
}

export interface RuledPage {
	readonly lines: readonly (readonly Word[])[];
	/** Ignored boxes as shares of the page, for the report. */
	readonly ignored: readonly Box[];
}

/** The rules, applied page by page to one file; counts what each hid. */
export class PageRules {
	/** By the text of the rule. */
	readonly hidden = new Map<string, number>();
	private readonly patterns: readonly Pattern[];
	private readonly regions: readonly Region[];

	constructor(rules: CompareRules) {
		this.patterns = patternsOf(rules);
		this.regions = rules.ignoreRegions ?? [];
		for (const { source } of this.patterns) this.hidden.set(ruleText('pattern', source), 0);
		for (const region of this.regions) this.hidden.set(regionName(region), 0);
	}

	/** The ignored regions of a page. */
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
		const drop = (word: Word) => ignored.push(share(word));
		const outside = this.outsideRegions(lines, page, drop);
		const left = withinStep(this.patterns, () => this.withoutMatches(outside, drop));
		return { lines: left, ignored };
	}

	private outsideRegions(
		lines: readonly (readonly Word[])[],
		page: PageSize,
		drop: (word: Word) => void,
	): readonly (readonly Word[])[] {
		const regions = this.regionsOf(page);
		if (regions.length === 0) return lines;
		return lines.map((words) =>
			words.filter((word) => {
				const region = regions.find((each) => holds(each, word, page));
				if (region === undefined) return true;
				this.count(regionName(region), 1);
				drop(word);
				return false;
			}),
		);
	}

	/** The rest of a partly matched word stays. */
	private withoutMatches(
		lines: readonly (readonly Word[])[],
		drop: (word: Word) => void,
	): readonly (readonly Word[])[] {
		return this.patterns.reduce((left, pattern) => {
			const text = left.map((words) => words.map((word) => word.text).join(' ')).join('\n');
			const hits = hitsOf(text, pattern);
			if (hits.length === 0) return left;
			this.count(ruleText('pattern', pattern.source), hits.length);
			return cutOut(left, hits, drop);
		}, lines);
	}

	private count(rule: string, hits: number): void {
		this.hidden.set(rule, (this.hidden.get(rule) ?? 0) + hits);
	}
}

/** Removes hits, which are in the order of the text, from words. */
function cutOut(
	lines: readonly (readonly Word[])[],
	hits: readonly Hit[],
	drop: (word: Word) => void,
): readonly (readonly Word[])[] {
	let [at, next] = [0, 0];
	return lines.map((words) =>
		words.flatMap((word) => {
			const from = at;
			at += word.text.length + 1;
			let [text, taken] = ['', from];
			for (let index = next; index < hits.length; index += 1) {
				const hit = present(hits[index], 'a hit');
				if (hit.from >= from + word.text.length) break;
				if (hit.to <= from) {
					next = index + 1;
					continue;
				}
				text += word.text.slice(taken - from, Math.max(taken, hit.from) - from);
				taken = Math.max(taken, hit.to);
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

/** How many hits a pattern has in each file, of those that have not the same number in both. */
export function unevenPatterns(kept: PageRules, sent: PageRules): readonly Ignored[] {
	return hiddenByBoth(kept, sent).filter(
		(one) => one.rule.startsWith(ruleText('pattern', '')) && one.kept !== one.sent,
	);
}

/** Hits of each rule in both files. */
export function hiddenByBoth(kept: PageRules, sent: PageRules): readonly Ignored[] {
	return [...kept.hidden].map(([rule, count]) => ({
		rule,
		kept: count,
		sent: sent.hidden.get(rule) ?? 0,
	}));
}
