/**
 * Applies the rules to the words of a page: removes words in ignored regions and matches of
 * patterns before the comparison, and counts them. Pure.
 */
import { present } from '../../../../server/at';
import type { Hit } from '../../../core/patterns';
import type { RuledSide } from '../../../core/rule-hits';
import type { Box } from '../../../../api/comparison/place';
import type { Region } from '../../../core/rules';
import { asShares, type PageSize } from './turning';
import type { Word } from './word';

interface NumberedPage extends PageSize {
	readonly number: number;
}

interface RuledPage {
	readonly lines: readonly (readonly Word[])[];
	/** Ignored boxes as shares of the page, for the report. */
	readonly ignored: readonly Box[];
}

/** The rules, applied page by page to one file. */
export class PageRules {
	constructor(private readonly ruled: RuledSide) {}

	/** The ignored regions of a page. */
	regionsOf({ number }: NumberedPage): readonly Region[] {
		const { ignoreRegions = [] } = this.ruled.rules;
		return ignoreRegions.filter(({ page }) => page === undefined || page === number);
	}

	apply(lines: readonly (readonly Word[])[], page: NumberedPage): RuledPage {
		const ignored: Box[] = [];
		const drop = (word: Word) => ignored.push(asShares(page, word));
		const outside = this.outsideRegions(lines, page, drop);
		const left = this.ruled.within(() => this.withoutMatches(outside, drop));
		return { lines: left, ignored };
	}

	private outsideRegions(
		lines: readonly (readonly Word[])[],
		page: NumberedPage,
		drop: (word: Word) => void,
	): readonly (readonly Word[])[] {
		const regions = this.regionsOf(page);
		if (regions.length === 0) return lines;
		return lines.map((words) =>
			words.filter((word) => {
				const region = regions.find((each) => holds(each, word, page));
				if (region === undefined) return true;
				this.ruled.countRegion(region);
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
		if (!this.ruled.hasPatterns) return lines;
		const text = lines.map((words) => words.map((word) => word.text).join(' ')).join('\n');
		return cutOut(lines, this.ruled.hiddenIn(text), drop);
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
