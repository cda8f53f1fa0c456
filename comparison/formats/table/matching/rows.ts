/**
 * Aligns the rows of two tables by keys if there are some, else by content, and finds moved rows.
 * The level has no influence; cells are compared elsewhere.
 */
import { mirrored, Pairing, type Partners } from '../../../align/pairing';
import { pairingRow } from './cells';
import { isLater } from '../reading/table';
import { pairSimilar, type Rows } from './similar';

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
export function alignRows(rows: Rows, keys?: RowKeys): Partners {
	if (!isLater(rows.kept, rows.sent)) return paired(rows, keys);
	return mirrored(paired(swapped(rows), keys && { ...keys, kept: keys.sent, sent: keys.kept }));
}

function swapped({ kept, sent, signs }: Rows): Rows {
	return { kept: sent, sent: kept, signs: { kept: signs.sent, sent: signs.kept } };
}

function paired(rows: Rows, keys: RowKeys | undefined): Partners {
	const pairing = new Pairing(rows.kept.length, rows.sent.length);
	if (keys === undefined) pairByContent(pairing, rows);
	else pairing.addByKey(keys.kept, keys.sent);
	if (keys?.isStrict !== true && pairing.isOpen) {
		pairing.addByKey(rows.kept, rows.sent);
		pairSimilar(pairing, rows);
	}
	return pairing.partners();
}

/** Pairs equal rows in order, then rows that differ only in spelling. */
function pairByContent(pairing: Pairing, rows: Rows): void {
	pairing.addInOrder(rows.kept, rows.sent);
	if (!pairing.isOpen) return;
	const textsOf = (side: 'kept' | 'sent', partners: Int32Array) =>
		rows[side].map((row, place) =>
			partners[place] === -1 ? pairingRow(row, rows.signs[side]) : undefined,
		);
	pairing.addInOrder(textsOf('kept', pairing.toSent), textsOf('sent', pairing.toKept));
}
