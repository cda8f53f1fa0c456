/**
 * Finds equal words at another position of their page, or in another font or size. Words that only
 * moved because of an earlier change are no difference: the rest of a changed line's paragraph is
 * skipped, and later offsets are relative to it.
 */
import { at } from '../../../../../server/at';
import type { Run } from '../../../align/run';
import type { Difference } from './difference';
import type { PagePair } from './page-alignment';
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
	pairs: readonly PagePair[],
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
			const old = kept.words[run.base + step] ?? -1;
			const fresh = sent.words[run.other + step] ?? -1;
			groups.add(walk.layoutDiffers(old, fresh), old, fresh);
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
		pairs: readonly PagePair[],
	) {
		for (const { kept: one, sent: other, isMoved } of pairs) {
			if (one !== undefined && other !== undefined && !isMoved) this.partners.set(one, other);
		}
	}

	passGap(): void {
		this.isTouched = true;
	}

	layoutDiffers(old: number, fresh: number): boolean {
		const [page, other] = [this.kept.pageOf(old), this.sent.pageOf(fresh)];
		if (page === undefined || other === undefined) return false;
		const isPaired = this.partners.get(page.number - 1) === other.number - 1;
		const line = lineAt(page.lines, old);
		const isNewPage = page.number !== this.page;
		const isNewParagraph = isNewPage || this.startsParagraph(line);
		this.line = line;
		this.page = page.number;
		if (isNewPage) {
			const isReflowed = this.isTouched && (old !== page.from || fresh !== other.from);
			this.expected = isReflowed ? undefined : { x: 0, y: 0 };
			this.isTouched = false;
		} else if (isNewParagraph && this.isTouched) {
			this.expected = undefined;
			this.isTouched = false;
		}
		return isPaired && !this.isTouched && this.compare(old, fresh);
	}

	private startsParagraph(line: TextLine | undefined): boolean {
		const before = this.line;
		if (line === undefined || before === undefined || line === before) return false;
		return line.y - before.y > paragraphHeights * (before.bottom - before.y) || line.y < before.y;
	}

	private compare(old: number, fresh: number): boolean {
		const [[one], [other]] = [this.kept.uprightBoxesAt(old), this.sent.uprightBoxesAt(fresh)];
		if (one === undefined || other === undefined) return false;
		const offset = { x: other.x - one.x, y: other.y - one.y };
		this.expected ??= offset;
		const { x, y } = this.expected;
		const [styleOld, styleNew] = [this.kept.styleAt(old), this.sent.styleAt(fresh)];
		const isStyled =
			styleOld.font !== styleNew.font ||
			Math.abs(styleOld.sizePoints - styleNew.sizePoints) > sizePointsMax;
		if (isStyled) return true;
		const isSame = this.kept.numberAt(old) === this.sent.numberAt(fresh);
		const isWider = Math.abs(other.width - one.width) > Math.max(1, one.width * widthShareMax);
		if (isSame && isWider && !this.kept.isHyphenated(old) && !this.sent.isHyphenated(fresh)) {
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
	private oldWords: number[] = [];
	private newWords: number[] = [];

	constructor(
		private readonly kept: PdfText,
		private readonly sent: PdfText,
	) {}

	add(layoutDiffers: boolean, old: number, fresh: number): void {
		const [first = old] = this.oldWords;
		if (!layoutDiffers || this.kept.pageOf(first) !== this.kept.pageOf(old)) this.close();
		if (!layoutDiffers) return;
		this.oldWords.push(old);
		this.newWords.push(fresh);
	}

	/** Words before a change in the same line may have moved because of it. */
	closeBefore(line: TextLine | undefined): void {
		while (line !== undefined && (this.oldWords.at(-1) ?? -1) >= line.from) {
			this.oldWords.pop();
			this.newWords.pop();
		}
		this.close();
	}

	close(): void {
		if (this.oldWords.length > 0) this.found.push(this.difference());
		[this.oldWords, this.newWords] = [[], []];
	}

	private difference(): Difference {
		const kept = sideOf(this.kept, this.oldWords);
		const sent = sideOf(this.sent, this.newWords);
		const weight = kept.text.length + sent.text.length;
		const said = {
			kept: this.setting(this.kept, this.oldWords),
			sent: this.setting(this.sent, this.newWords),
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
