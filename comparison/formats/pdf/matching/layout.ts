/**
 * Finds equal words at another position of their page, or in another font or size. Words that only
 * moved because of an earlier change are no difference: the rest of a changed line's paragraph is
 * skipped, and later offsets are relative to it.
 */
import { at } from '../../../../server/at';
import type { Run } from '../../../align/run';
import type { CompareRules } from '../../../core/rules';
import type { Difference } from './difference';
import type { Pair } from '../../../align/pairing';
import type { PdfText, TextLine } from '../reading/pdf-text';
import { sideOf, type SequencePair } from './word-differences';

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
	const groups = new LayoutGroups(kept.text, sent.text);
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
	private baseWords: number[] = [];
	private otherWords: number[] = [];

	constructor(
		private readonly kept: PdfText,
		private readonly sent: PdfText,
	) {}

	add(layoutDiffers: boolean, base: number, other: number): void {
		const [first = base] = this.baseWords;
		if (!layoutDiffers || this.kept.pageOf(first) !== this.kept.pageOf(base)) this.close();
		if (!layoutDiffers) return;
		this.baseWords.push(base);
		this.otherWords.push(other);
	}

	/** Words before a change in the same line may have moved because of it. */
	closeBefore(line: TextLine | undefined): void {
		while (line !== undefined && (this.baseWords.at(-1) ?? -1) >= line.from) {
			this.baseWords.pop();
			this.otherWords.pop();
		}
		this.close();
	}

	close(): void {
		if (this.baseWords.length > 0) this.found.push(this.difference());
		[this.baseWords, this.otherWords] = [[], []];
	}

	private difference(): Difference {
		const kept = sideOf(this.kept, this.baseWords);
		const sent = sideOf(this.sent, this.otherWords);
		const weight = kept.text.length + sent.text.length;
		const said = {
			kept: this.setting(this.kept, this.baseWords),
			sent: this.setting(this.sent, this.otherWords),
		};
		return {
			class: 'layout',
			kept: { ...kept, text: `${kept.text} (${said.kept})` },
			sent: { ...sent, text: `${sent.text} (${said.sent})` },
			weight,
		};
	}

	/** `bold serif, 10 pt, at 50, 120` */
	private setting(text: PdfText, words: readonly number[]): string {
		const [word = -1] = words;
		const { font, sizePoints } = text.styleAt(word);
		const { x = 0, y = 0 } = text.boxesAt(word)[0] ?? {};
		return `${font}, ${sizePoints} pt, at ${Math.round(x)}, ${Math.round(y)}`;
	}
}
