/**
 * Aligns the sheets of two workbooks by name, then by content, so that a renamed sheet is
 * recognised.
 */
import { at } from '../../../../server/at';
import { Pairing, pairsIn, type Pair } from '../../../align/pairing';
import type { Table } from '../reading/table';

export interface SheetPair extends Pair {
	readonly isRenamed: boolean;
}

const sampleRows = 5000;
const alikeMin = 0.5;
/** Least similarity of the only unpaired sheets, at the same position. */
const alikeInPlaceMin = 0.1;

/** In the order of the sent workbook. */
export function alignSheets(kept: readonly Table[], sent: readonly Table[]): readonly SheetPair[] {
	const pairing = new Pairing(kept.length, sent.length);
	pairing.addByKey(
		kept.map(({ name = '' }) => name),
		sent.map(({ name = '' }) => name),
	);
	const [[first, ...others], [partner, ...rest]] = [pairing.freeKept, pairing.freeSent];
	const isAlone = others.length + rest.length === 0 && first === partner;
	pairing.addAlike(
		(base, other) => likenessOf(at(kept, base), at(sent, other)),
		isAlone ? alikeInPlaceMin : alikeMin,
	);
	return Array.from(pairsIn(pairing.partners()), (pair) => ({
		...pair,
		isRenamed:
			pair.kept !== undefined &&
			pair.sent !== undefined &&
			kept[pair.kept]?.name !== sent[pair.sent]?.name,
	}));
}

/** Share of equal rows among the first ones. */
function likenessOf(kept: Table, sent: Table): number {
	const base = kept.rows.slice(0, sampleRows);
	const other = sent.rows.slice(0, sampleRows);
	const known = new Set(base);
	const common = other.filter((row) => known.has(row)).length;
	return common / Math.max(1, base.length, other.length);
}
