/**
 * Aligns the rows of two tables and detects moved rows. Rows are paired by keys if there are any,
 * otherwise by content. Other modules compare the paired rows.
 */
import { at } from '../../../../server/at';
import { reducedRow } from './cells';
import { idsOf, pairInOrder } from './in-order';
import { emptyPairing, gapsIn, movedIn, pairByKey, type Pairing } from './pairing';
import { isLater } from '../reading/table';
import { pairSimilar, type Rows } from './similar';

export interface RowAlignment extends Pairing {
	/** 1 for each kept row that is at another place among the sent rows. */
	readonly isMoved: Uint8Array;
}

/** Key of each row; undefined if its key cells are empty. */
export interface RowKeys {
	readonly kept: ReadonlyArray<string | undefined>;
	readonly sent: ReadonlyArray<string | undefined>;
	/** True if rows without a partner of the same key stay unpaired, however similar. */
	readonly isStrict: boolean;
}

/**
 * Aligns rows made by `packRow`, with the same columns in the same order. The sides are processed
 * in a fixed order, so that swapping them only swaps the result.
 */
export function alignRows(rows: Rows, keys?: RowKeys): RowAlignment {
	if (isLater(rows.kept, rows.sent)) {
		const swappedKeys = keys && { ...keys, kept: keys.sent, sent: keys.kept };
		const { toSent, toKept, isMoved } = paired({ kept: rows.sent, sent: rows.kept }, swappedKeys);
		const isMovedHere = new Uint8Array(rows.kept.length);
		isMoved.forEach((moved, row) => {
			if (moved === 1) isMovedHere[at(toSent, row)] = 1;
		});
		return { toSent: toKept, toKept: toSent, isMoved: isMovedHere };
	}
	return paired(rows, keys);
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

/** Pairs equal rows in order, then rows that differ only in notation. */
function pairByContent(pairing: Pairing, rows: Rows): void {
	pairInOrder(pairing, idsOf(rows.kept, rows.sent), gapsIn(pairing));
	if (!isAnyLeft(pairing)) return;
	const reducedOf = (all: readonly string[], partners: Int32Array) =>
		all.map((row, place) => (partners[place] === -1 ? reducedRow(row) : undefined));
	const kept = reducedOf(rows.kept, pairing.toSent);
	const sent = reducedOf(rows.sent, pairing.toKept);
	pairInOrder(pairing, idsOf(kept, sent), gapsIn(pairing));
}

function isAnyLeft({ toSent, toKept }: Pairing): boolean {
	return toSent.includes(-1) && toKept.includes(-1);
}
