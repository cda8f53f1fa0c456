/**
 * Finds the keys of rows: the columns of a rule, or a column whose values are unique and mostly
 * occur in the other table, too.
 */
import { present } from '../../../../server/at';
import { both, type Both } from '../../../core/format-comparer';
import type { AlignedColumn } from './columns';
import { pairingText } from './cells';
import { isValue } from './header';
import type { RowKeys } from './rows';
import { rowLikeness, type Rows } from './similar';
import { cellAt, cellMark } from '../reading/table';

/** Numbers often only count rows; in columns with such names they may be keys. */
const keyName = /(^|[\s_.-])(id|key|sku|ean|upc|gtin|isbn|iban|code|number|nr)\.?$/i;
const sampleCount = 200;
const guessedColumnsMax = 32;

/**
 * Keys from the given columns; undefined if all their cells are empty. A key that the other table lacks
 * may be written in another way there.
 */
export function keysAt(rows: Rows, places: readonly Both<number>[]): RowKeys {
	const written = both((side) =>
		rows[side].map((row) => places.map((place) => cellAt(row, place[side]))),
	);
	const packed = both((side) => new Set(written[side].map((cells) => cells.join(cellMark))));
	const keysOf = (side: 'kept' | 'sent', known: ReadonlySet<string>) =>
		written[side].map((cells) => {
			const key = cells.join(cellMark);
			if (known.has(key)) return cells.every((cell) => cell === '') ? undefined : key;
			const texts = cells.map((cell) => pairingText(cell, rows.signs[side]));
			return texts.every((text) => text === '') ? undefined : `${cellMark}${texts.join(cellMark)}`;
		});
	return { kept: keysOf('kept', packed.sent), sent: keysOf('sent', packed.kept), isStrict: true };
}

/** `columns`: those of the rows. */
export function guessedKey(
	rows: Rows,
	columns: readonly AlignedColumn[],
): { readonly name: string; readonly keys: RowKeys } | undefined {
	for (const [place, { name }] of columns.slice(0, guessedColumnsMax).entries()) {
		const isTexts = isText(rows.kept, place) && isText(rows.sent, place);
		if (!isTexts && !keyName.test(name)) continue;
		const [kept, sent] = [valuesOf(rows.kept, place), valuesOf(rows.sent, place)];
		if (kept === undefined || sent === undefined || !isFoundAgain(kept, sent)) continue;
		if (isTexts || isRight(rows, place, kept, sent)) {
			return { name, keys: { kept: [...kept.keys()], sent: [...sent.keys()], isStrict: false } };
		}
	}
	return undefined;
}

function isText(rows: readonly string[], place: number): boolean {
	const sample = rows.slice(0, sampleCount).map((row) => cellAt(row, place));
	return sample.filter((cell) => !isValue(cell)).length * 2 > sample.length;
}

/** The row of each value; undefined if a value is empty or not unique. */
function valuesOf(rows: readonly string[], place: number): ReadonlyMap<string, number> | undefined {
	const values = new Map<string, number>();
	for (const [index, row] of rows.entries()) {
		const value = cellAt(row, place);
		if (value === '' || values.has(value)) return undefined;
		values.set(value, index);
	}
	return values.size > 1 ? values : undefined;
}

type Values = ReadonlyMap<string, number>;

function isFoundAgain(kept: Values, sent: Values): boolean {
	let common = 0;
	for (const value of kept.keys()) if (sent.has(value)) common += 1;
	return common * 2 >= Math.min(kept.size, sent.size);
}

/** True if rows with equal numbers are similar in the rest as well: a mere row count is no key. */
function isRight(rows: Rows, place: number, kept: Values, sent: Values): boolean {
	const common = [...kept]
		.filter(([value]) => sent.has(value))
		.sort(([one], [other]) => (one < other ? -1 : 1));
	const step = Math.max(1, Math.floor(common.length / sampleCount));
	const sample = common.filter((_, index) => index % step === 0);
	const sum = sample.reduce(
		(total, [value, row]) =>
			total + rowLikeness(rows, { kept: row, sent: present(sent.get(value), 'a row') }, place),
		0,
	);
	return sum >= sample.length * 0.5;
}
