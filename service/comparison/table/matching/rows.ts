/**
 * Aligns the rows of two tables: which row of one is which of the other, and which of them stand at
 * another place. Rows are paired by keys where they have some, else by what they hold. It knows no
 * level: what differs between two rows that belong together is told by others.
 */
import { at } from '../../../../server/at';
import { reducedRow } from './cells';
import { idsOf, pairInOrder } from './in-order';
import { emptyPairing, gapsIn, movedIn, pairByKey, type Pairing } from './pairing';
import { isLater } from '../reading/table';
import { pairSimilar, type Rows } from './similar';

export interface RowAlignment extends Pairing {
	/** 1 at each kept row that stands at another place among the rows of the sent table. */
	readonly isMoved: Uint8Array;
}

/** Of each row what names it; nothing where its cells of the key are empty. */
export interface RowKeys {
	readonly kept: ReadonlyArray<string | undefined>;
	readonly sent: ReadonlyArray<string | undefined>;
	/** Whether rows without a partner of the same key stay alone, however alike. */
	readonly isStrict: boolean;
}

/**
 * Rows as `packRow` makes them, of the same columns in the same order. The sides are worked on in an
 * order of their own, so that swapping them swaps what comes out and changes nothing else.
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

/** Equal rows in their order, then rows that are equal but for how they are written. */
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
