/**
 * Aligns the sheets of two workbooks by name, then by content, so that a renamed sheet is
 * recognised.
 */
import { at } from '../../../../server/at';
import { longestIncreasing } from '../../../align/increasing';
import { mostAlike } from '../../../align/pairing';
import type { Table } from '../reading/table';

export interface SheetPair {
	/** Indexes in the workbooks, from 0; absent for an added or removed sheet. */
	readonly kept?: number;
	readonly sent?: number;
	readonly isRenamed: boolean;
	readonly isMoved: boolean;
}

const sampleRows = 5000;
const alikeMin = 0.5;
/** Least similarity of the only unpaired sheets, at the same position. */
const alikeInPlaceMin = 0.1;

/** In the order of the sent workbook; removed sheets last. */
export function alignSheets(kept: readonly Table[], sent: readonly Table[]): readonly SheetPair[] {
	const toSent = kept.map(({ name }) => sent.findIndex((sheet) => sheet.name === name));
	pairRenamed(toSent, kept, sent);
	const paired = toSent.flatMap((place, index) => (place < 0 ? [] : [index]));
	const isInOrder = longestIncreasing(Int32Array.from(paired, (index) => at(toSent, index)));
	const moved = new Set(paired.filter((_, place) => isInOrder[place] === 0));
	const pairs = sent.map((sheet, place): SheetPair => {
		const index = toSent.indexOf(place);
		if (index < 0) return { sent: place, isRenamed: false, isMoved: false };
		const isRenamed = kept[index]?.name !== sheet.name;
		return { kept: index, sent: place, isRenamed, isMoved: moved.has(index) };
	});
	const removed = toSent.flatMap((place, index): SheetPair[] =>
		place < 0 ? [{ kept: index, isRenamed: false, isMoved: false }] : [],
	);
	return [...pairs, ...removed];
}

function pairRenamed(toSent: number[], kept: readonly Table[], sent: readonly Table[]): void {
	const freeKept = toSent.flatMap((place, index) => (place < 0 ? [index] : []));
	const freeSent = sent.flatMap((_, place) => (toSent.includes(place) ? [] : [place]));
	const isAlone = freeKept.length === 1 && freeSent.length === 1 && freeKept[0] === freeSent[0];
	const candidates = freeKept
		.flatMap((base) =>
			freeSent.map((other) => {
				const weight = likenessOf(at(kept, base), at(sent, other));
				return { base, other, weight };
			}),
		)
		.filter(({ weight }) => weight >= (isAlone ? alikeInPlaceMin : alikeMin));
	for (const { base, other } of mostAlike(candidates)) toSent[base] = other;
}

/** Share of equal rows among the first ones. */
function likenessOf(kept: Table, sent: Table): number {
	const base = kept.rows.slice(0, sampleRows);
	const other = sent.rows.slice(0, sampleRows);
	const known = new Set(base);
	const common = other.filter((row) => known.has(row)).length;
	return common / Math.max(1, base.length, other.length);
}
