/**
 * Finds words that stand on both pages: the same word in the same font and size at the same place.
 * What is drawn over them or behind them can be compared. Pure.
 */
import type { Box } from '../../../../api/comparison/place';
import type { Both } from '../../../core/format-comparer';
import { fieldFont } from '../reading/field-words';
import { wordsOf, type PdfText, type TextPage } from '../reading/pdf-text';

/** Smaller distances are less than a pixel, and other sizes of fonts are not seen. */
const placePointsMax = 0.25;
const sizePointsMax = 0.15;

/** Indexes of the same word in both files. */
export type StandingWord = Both<number>;

interface WordsOfPage {
	readonly side: { readonly text: PdfText };
	readonly page: TextPage;
}

/** The words that both pages have. */
export interface CommonWords {
	readonly standing: readonly StandingWord[];
	/** Those that do not stand at the same place. */
	readonly elsewhere: readonly StandingWord[];
}

/** `partners`: for each word of the kept file that of the sent one, or -1. */
export function commonWords({ kept, sent }: Both<WordsOfPage>, partners: Int32Array): CommonWords {
	const standing = standingWords(kept, sent);
	const known = new Set(standing.map((word) => word.kept));
	const elsewhere = wordsOf(kept.page)
		.map((word) => ({ kept: word, sent: partners[word] ?? -1 }))
		.filter((word) => !known.has(word.kept))
		.filter((word) => word.sent >= sent.page.from && word.sent < sent.page.to);
	return { standing, elsewhere };
}

function standingWords(kept: WordsOfPage, sent: WordsOfPage): readonly StandingWord[] {
	const [ours, theirs] = [kept.side.text, sent.side.text];
	const places = Map.groupBy(wordsOf(sent.page), (word) => keyOf(theirs, word));
	return wordsOf(kept.page).flatMap((word) => {
		const candidates = places.get(keyOf(ours, word)) ?? [];
		const at = candidates.findIndex((candidate) => isSamePlace(ours, word, theirs, candidate));
		if (at === -1 || ours.styleAt(word).font === fieldFont) return [];
		return candidates.splice(at, 1).map((found) => ({ kept: word, sent: found }));
	});
}

function keyOf(text: PdfText, word: number): string {
	return `${text.numberAt(word)} ${text.styleAt(word).font}`;
}

function isSamePlace(kept: PdfText, word: number, sent: PdfText, other: number): boolean {
	const [keptBoxes, sentBoxes] = [kept.uprightBoxesAt(word), sent.uprightBoxesAt(other)];
	const sizes = kept.styleAt(word).sizePoints - sent.styleAt(other).sizePoints;
	return (
		Math.abs(sizes) <= sizePointsMax &&
		keptBoxes.length === sentBoxes.length &&
		keptBoxes.every((box, index) => {
			const answer = sentBoxes[index];
			return answer !== undefined && isNear(box, answer);
		})
	);
}

function isNear(one: Box, other: Box): boolean {
	return (
		Math.abs(one.x - other.x) <= placePointsMax &&
		Math.abs(one.y - other.y) <= placePointsMax &&
		Math.abs(one.x + one.width - other.x - other.width) <= placePointsMax
	);
}
