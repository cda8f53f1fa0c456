/**
 * Aligns the sheets of two workbooks by name, then by content, so that a renamed sheet is
 * recognised.
 */
import { at } from '../../../../server/at';
import {
	isOfBoth,
	mirrored,
	Pairing,
	pairsIn,
	type Pair,
	type Partners,
} from '../../../align/pairing';
import { isLater, type Table } from '../reading/table';

export interface SheetPair extends Pair {
	readonly isRenamed: boolean;
}

const sampleRows = 5000;
const alikeMin = 0.5;
/** Least similarity of the only unpaired sheets, at the same position. */
const alikeInPlaceMin = 0.1;

type Sheets = readonly Table[];

/** In the order of the sent workbook; the same the other way round if the workbooks are exchanged. */
export function alignSheets(kept: Sheets, sent: Sheets): readonly SheetPair[] {
	const partners = isLater(kept.map(nameOf), sent.map(nameOf))
		? mirrored(partnersOf(sent, kept))
		: partnersOf(kept, sent);
	return Array.from(pairsIn(partners), (pair) => ({
		...pair,
		isRenamed: isOfBoth(pair) && kept[pair.kept]?.name !== sent[pair.sent]?.name,
	}));
}

function nameOf({ name = '' }: Table): string {
	return name;
}

function partnersOf(kept: Sheets, sent: Sheets): Partners {
	const pairing = new Pairing(kept.length, sent.length);
	pairing.addByKey(kept.map(nameOf), sent.map(nameOf));
	const [[first, ...others], [partner, ...rest]] = [pairing.freeKept, pairing.freeSent];
	const isAlone = others.length + rest.length === 0 && first === partner;
	pairing.addAlike(
		(base, other) => likenessOf(at(kept, base), at(sent, other)),
		isAlone ? alikeInPlaceMin : alikeMin,
	);
	return pairing.partners();
}

/** Share of equal rows among the first ones. */
function likenessOf(kept: Table, sent: Table): number {
	const base = kept.rows.slice(0, sampleRows);
	const other = sent.rows.slice(0, sampleRows);
	const known = new Set(base);
	const common = other.filter((row) => known.has(row)).length;
	return common / Math.max(1, base.length, other.length);
}
