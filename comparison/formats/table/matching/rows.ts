/**
 * Aligns the rows of two tables by keys if there are some, else by content, and finds moved rows.
 * The level has no influence; cells are compared elsewhere.
 */
import { at } from '../../../../server/at';
import { pairingRow } from './cells';
import { emptyPairing, movedIn, pairByKey, pairInOrder, type Pairing } from './pairing';
import { isLater } from '../reading/table';
import { pairSimilar, type Rows } from './similar';

export interface RowAlignment extends Pairing {
	/** 1 for each kept row that moved. */
	readonly isMoved: Uint8Array;
}

/** The key of each row; undefined if its key cells are empty. */
export interface RowKeys {
	readonly kept: ReadonlyArray<string | undefined>;
	readonly sent: ReadonlyArray<string | undefined>;
	/** True: rows with unmatched keys stay unpaired, however similar. */
	readonly isStrict: boolean;
}

/**
 * Aligns packed rows with the same columns in the same order. The sides are processed in a fixed
 * order, so that swapping them only swaps the result.
 */
export function alignRows(rows: Rows, keys?: RowKeys): RowAlignment {
	if (isLater(rows.kept, rows.sent)) {
		const swappedKeys = keys && { ...keys, kept: keys.sent, sent: keys.kept };
		const { toSent, toKept, isMoved } = paired(swapped(rows), swappedKeys);
		const isMovedHere = new Uint8Array(rows.kept.length);
		isMoved.forEach((moved, row) => {
			if (moved === 1) isMovedHere[at(toSent, row)] = 1;
		});
		return { toSent: toKept, toKept: toSent, isMoved: isMovedHere };
	}
	return paired(rows, keys);
}

function swapped({ kept, sent, signs }: Rows): Rows {
	return { kept: sent, sent: kept, signs: { kept: signs.sent, sent: signs.kept } };
}

function paired(rows: Rows, keys: RowKeys | undefined): RowAlignment {
	const pairing = emptyPairing(rows.kept.length, rows.sent.length);
	if (keys === undefined) pairByContent(pairing, rows);
	else pairByKey(pairing, keys.kept, keys.sent);
	if (keys?.isStrict !== true && isAnyLeft(pairing)) {
		pairByKey(pairing, rows.kept, rows.sent);
		pairSimilar(pairing, rows);
	}
	return { ...pairing, isMoved: movedIn(pairing) };
}

/** Pairs equal rows in order, then rows that differ only in spelling. */
function pairByContent(pairing: Pairing, rows: Rows): void {
	pairInOrder(pairing, rows.kept, rows.sent);
	if (!isAnyLeft(pairing)) return;
	const textsOf = (side: 'kept' | 'sent', partners: Int32Array) =>
		rows[side].map((row, place) =>
			partners[place] === -1 ? pairingRow(row, rows.signs[side]) : undefined,
		);
	const kept = textsOf('kept', pairing.toSent);
	const sent = textsOf('sent', pairing.toKept);
	pairInOrder(pairing, kept, sent);
}

function isAnyLeft({ toSent, toKept }: Pairing): boolean {
	return toSent.includes(-1) && toKept.includes(-1);
}
