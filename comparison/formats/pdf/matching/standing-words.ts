/**
 * Finds words that stand on both pages: the same word in the same font and size at the same place.
 * What is drawn over them or behind them can be compared. Pure.
 */
import type { Box } from '../../../../api/comparison/place';
import { fieldFont } from '../reading/field-words';
import type { PdfText, TextPage } from '../reading/pdf-text';

/** Smaller distances are less than a pixel, and other sizes of fonts are not seen. */
const placePointsMax = 0.25;
const sizePointsMax = 0.15;

/** Indexes of the same word in both files. */
export interface StandingWord {
	readonly kept: number;
	readonly sent: number;
}

export function standingWords(
	kept: PdfText,
	base: TextPage,
	sent: PdfText,
	other: TextPage,
): readonly StandingWord[] {
	const places = new Map<string, number[]>();
	for (let word = other.from; word < other.to; word += 1) {
		const key = keyOf(sent, word);
		const words = places.get(key);
		if (words === undefined) places.set(key, [word]);
		else words.push(word);
	}
	const standing: StandingWord[] = [];
	for (let word = base.from; word < base.to; word += 1) {
		const candidates = places.get(keyOf(kept, word)) ?? [];
		const at = candidates.findIndex((candidate) => isSamePlace(kept, word, sent, candidate));
		if (at === -1 || kept.styleAt(word).font === fieldFont) continue;
		standing.push(...candidates.splice(at, 1).map((found) => ({ kept: word, sent: found })));
	}
	return standing;
}

/** Words that both pages have, and that do not stand at the same place. */
export function wordsElsewhere(
	base: TextPage,
	other: TextPage,
	{
		standing,
		partners,
	}: { readonly standing: readonly StandingWord[]; readonly partners: Int32Array },
): readonly StandingWord[] {
	const known = new Set(standing.map((word) => word.kept));
	const elsewhere: StandingWord[] = [];
	for (let kept = base.from; kept < base.to; kept += 1) {
		const sent = partners[kept] ?? -1;
		if (known.has(kept) || sent < other.from || sent >= other.to) continue;
		elsewhere.push({ kept, sent });
	}
	return elsewhere;
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
