/**
 * Finds equal words at another position of their page, or in another font or size. Words that only
 * moved because of an earlier change are no difference: the rest of a changed line's paragraph is
 * skipped, and later offsets are relative to it.
 */
import { at } from '../../../../server/at';
import type { Run } from '../../../align/run';
import type { Both } from '../../../core/format-comparer';
import type { CompareRules } from '../../../core/rules';
import type { Difference } from './difference';
import type { Pair } from '../../../align/pairing';
import type { PdfText, TextLine } from '../reading/pdf-text';
import type { StandingWord } from './standing-words';
import type { SequencePair } from './word-differences';
import { lookDifference } from './word-looks';

/** Smaller offsets are invisible. */
const placePointsMax = 1.5;
const sizePointsMax = 0.25;
const widthShareMax = 0.04;

/** A larger distance of lines, in line heights, separates paragraphs. */
const paragraphHeights = 1.6;

interface Offset {
	readonly x: number;
	readonly y: number;
}

export function layoutDifferences(
	{ kept, sent }: SequencePair,
	matches: readonly Run[],
	pairs: readonly Pair[],
	{ ignoreCase = false }: Pick<CompareRules, 'ignoreCase'>,
): readonly Difference[] {
	const walk = new LayoutWalker(kept.text, sent.text, pairs);
	const groups = new LayoutGroups({ kept: kept.text, sent: sent.text });
	let [base, other] = [0, 0];
	for (const run of matches) {
		if (run.base > base || run.other > other) {
			walk.passGap();
			groups.closeBefore(walk.line);
		}
		for (let step = 0; step < run.length; step += 1) {
			const base = kept.words[run.base + step] ?? -1;
			const other = sent.words[run.other + step] ?? -1;
			const differs = walk.layoutDiffers(base, other);
			// Capitals are wider: what stands behind them has moved because of what the rule hides.
			if (ignoreCase && kept.text.numberAt(base) !== sent.text.numberAt(other)) {
				walk.passGap();
				groups.closeBefore(walk.line);
			} else groups.add(differs, base, other);
		}
		[base, other] = [run.base + run.length, run.other + run.length];
	}
	groups.close();
	return groups.found;
}

/** Walks the words of both files and tracks their expected offset. */
class LayoutWalker {
	private readonly partners = new Map<number, number>();
	private expected: Offset | undefined = { x: 0, y: 0 };
	private isTouched = false;
	private page = -1;
	/** The line of the last word of the kept file. */
	line: TextLine | undefined;

	constructor(
		private readonly kept: PdfText,
		private readonly sent: PdfText,
		pairs: readonly Pair[],
	) {
		for (const { kept: one, sent: other, isMoved } of pairs) {
			if (one !== undefined && other !== undefined && !isMoved) this.partners.set(one, other);
		}
	}

	passGap(): void {
		this.isTouched = true;
	}

	layoutDiffers(base: number, other: number): boolean {
		const [page, otherPage] = [this.kept.pageOf(base), this.sent.pageOf(other)];
		if (page === undefined || otherPage === undefined) return false;
		const isPaired = this.partners.get(page.number - 1) === otherPage.number - 1;
		const line = lineAt(page.lines, base);
		const isNewPage = page.number !== this.page;
		const isNewParagraph = isNewPage || this.startsParagraph(line);
		this.line = line;
		this.page = page.number;
		if (isNewPage) {
			const isReflowed = this.isTouched && (base !== page.from || other !== otherPage.from);
			this.expected = isReflowed ? undefined : { x: 0, y: 0 };
			this.isTouched = false;
		} else if (isNewParagraph && this.isTouched) {
			this.expected = undefined;
			this.isTouched = false;
		}
		return isPaired && !this.isTouched && this.compare(base, other);
	}

	private startsParagraph(line: TextLine | undefined): boolean {
		const before = this.line;
		if (line === undefined || before === undefined || line === before) return false;
		return line.y - before.y > paragraphHeights * (before.bottom - before.y) || line.y < before.y;
	}

	private compare(base: number, other: number): boolean {
		const [[baseBox], [otherBox]] = [
			this.kept.uprightBoxesAt(base),
			this.sent.uprightBoxesAt(other),
		];
		if (baseBox === undefined || otherBox === undefined) return false;
		const offset = { x: otherBox.x - baseBox.x, y: otherBox.y - baseBox.y };
		this.expected ??= offset;
		const { x, y } = this.expected;
		const [baseStyle, otherStyle] = [this.kept.styleAt(base), this.sent.styleAt(other)];
		const isStyled =
			baseStyle.font !== otherStyle.font ||
			Math.abs(baseStyle.sizePoints - otherStyle.sizePoints) > sizePointsMax;
		if (isStyled) return true;
		const isSame = this.kept.numberAt(base) === this.sent.numberAt(other);
		const isWider =
			Math.abs(otherBox.width - baseBox.width) > Math.max(1, baseBox.width * widthShareMax);
		if (isSame && isWider && !this.kept.isHyphenated(base) && !this.sent.isHyphenated(other)) {
			return true;
		}
		return Math.max(Math.abs(offset.x - x), Math.abs(offset.y - y)) > placePointsMax;
	}
}

function lineAt(lines: readonly TextLine[], word: number): TextLine | undefined {
	let [low, high] = [0, lines.length - 1];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (at(lines, middle).to <= word) low = middle + 1;
		else high = middle;
	}
	return lines[low];
}

/** Groups consecutive words on the same page. */
class LayoutGroups {
	readonly found: Difference[] = [];
	private words: StandingWord[] = [];

	constructor(private readonly texts: Both<PdfText>) {}

	add(layoutDiffers: boolean, kept: number, sent: number): void {
		const first = this.words[0]?.kept ?? kept;
		const text = this.texts.kept;
		if (!layoutDiffers || text.pageOf(first) !== text.pageOf(kept)) this.close();
		if (layoutDiffers) this.words.push({ kept, sent });
	}

	/** Words before a change in the same line may have moved because of it. */
	closeBefore(line: TextLine | undefined): void {
		while (line !== undefined && (this.words.at(-1)?.kept ?? -1) >= line.from) this.words.pop();
		this.close();
	}

	close(): void {
		const { words, texts } = this;
		const [first] = words;
		if (first !== undefined) {
			const looks = {
				kept: this.setting(texts.kept, first.kept),
				sent: this.setting(texts.sent, first.sent),
			};
			this.found.push(lookDifference(texts, words, looks));
		}
		this.words = [];
	}

	/** `bold serif, 10 pt, at 50, 120` */
	private setting(text: PdfText, word: number): string {
		const { font, sizePoints } = text.styleAt(word);
		const { x = 0, y = 0 } = text.boxesAt(word)[0] ?? {};
		return `${font}, ${sizePoints} pt, at ${Math.round(x)}, ${Math.round(y)}`;
	}
}
