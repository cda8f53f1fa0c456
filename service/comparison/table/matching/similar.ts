/**
 * Pairs similar rows: rows that share a rare value, then neighbours with half of the cells equal.
 * Otherwise an edited row would be one removed and one added.
 */
import { at } from '../../../../server/at';
import { heaviestInOrder } from './in-order';
import { gapsIn, pair, unpaired, type Gap, type Pairing } from './pairing';
import { pairingText } from './cells';
import type { DecimalSigns } from '../../values';
import { cellAt, cellsOf, widthOf } from '../reading/table';

/** Least similarity of a pair. */
const alikeMin = 0.5;
const candidatesMax = 1_000_000;
/** Columns considered; enough to identify a row. */
const columnsMax = 64;
const triesMax = 500_000;
const triesOfGapMax = 40_000;

export interface Rows {
	readonly kept: readonly string[];
	readonly sent: readonly string[];
	readonly signs: DecimalSigns;
}

export function pairSimilar(pairing: Pairing, rows: Rows): void {
	pairBySharedValues(pairing, rows);
	let tries = 0;
	for (const gap of gapsIn(pairing)) {
		const size = (gap.keptTo - gap.keptFrom) * (gap.sentTo - gap.sentFrom);
		if (size > triesOfGapMax || tries + size > triesMax) continue;
		tries += size;
		pairNeighbours(pairing, rows, gap);
	}
}

interface Candidate {
	readonly kept: number;
	readonly sent: number;
	readonly likeness: number;
}

/** The most similar first, then the nearest. */
function pairBySharedValues(pairing: Pairing, rows: Rows): void {
	const candidates = [...candidatesOf(pairing, rows)]
		.filter(({ likeness }) => likeness >= alikeMin)
		.sort((one, other) => other.likeness - one.likeness || distance(one) - distance(other));
	for (const { kept, sent } of candidates) {
		if (pairing.toSent[kept] === -1 && pairing.toKept[sent] === -1) pair(pairing, kept, sent);
	}
}

function distance({ kept, sent }: Candidate): number {
	return Math.abs(kept - sent);
}

/** Unpaired rows that share a value that is unique in its column on both sides. */
function* candidatesOf(pairing: Pairing, rows: Rows): Generator<Candidate> {
	const [kept, sent] = [unpaired(pairing.toSent), unpaired(pairing.toKept)];
	if (kept.length === 0 || sent.length === 0) return;
	const seen = new Set<number>();
	const width = Math.min(columnsMax, widthOf(kept.map((row) => at(rows.kept, row))));
	for (let column = 0; column < width; column += 1) {
		const sentPlaces = singlesOf(rows.sent, sent, column);
		for (const [value, keptRow] of singlesOf(rows.kept, kept, column)) {
			const sentRow = sentPlaces.get(value) ?? -1;
			if (keptRow < 0 || sentRow < 0) continue;
			const key = keptRow * rows.sent.length + sentRow;
			if (seen.has(key) || seen.size >= candidatesMax) continue;
			seen.add(key);
			yield { kept: keptRow, sent: sentRow, likeness: likenessOf(rows, keptRow, sentRow) };
		}
	}
}

function singlesOf(
	rows: readonly string[],
	places: readonly number[],
	column: number,
): ReadonlyMap<string, number> {
	const singles = new Map<string, number>();
	for (const place of places) {
		const value = cellAt(at(rows, place), column);
		if (value !== '') singles.set(value, singles.has(value) ? -1 : place);
	}
	return singles;
}

function likenessOf(rows: Rows, keptRow: number, sentRow: number): number {
	return rowLikeness(rows, { kept: keptRow, sent: sentRow });
}

/** Share of equal cells among the filled ones of two rows, 0 to 1; `ignoredColumn` does not count. */
export function rowLikeness(
	rows: Rows,
	pair: { readonly kept: number; readonly sent: number },
	ignoredColumn = -1,
): number {
	const [kept, sent] = [cellsOf(at(rows.kept, pair.kept)), cellsOf(at(rows.sent, pair.sent))];
	let [equal, filled] = [0, 0];
	for (let column = 0; column < Math.max(kept.length, sent.length); column += 1) {
		const [one = '', other = ''] = [kept[column], sent[column]];
		if (column === ignoredColumn || (one === '' && other === '')) continue;
		filled += 1;
		const isEqual =
			one === other || pairingText(one, rows.signs.kept) === pairingText(other, rows.signs.sent);
		if (isEqual) equal += 1;
	}
	return filled === 0 ? 0 : equal / filled;
}

function pairNeighbours(pairing: Pairing, rows: Rows, gap: Gap): void {
	const isFree = (partners: Int32Array, from: number, to: number) =>
		Array.from({ length: to - from }, (_, place) => from + place).filter(
			(place) => partners[place] === -1,
		);
	const kept = isFree(pairing.toSent, gap.keptFrom, gap.keptTo);
	const sent = isFree(pairing.toKept, gap.sentFrom, gap.sentTo);
	const weightOf = (keptPlace: number, sentPlace: number) => {
		const likeness = likenessOf(rows, at(kept, keptPlace), at(sent, sentPlace));
		return likeness >= alikeMin ? likeness : 0;
	};
	for (const [keptPlace, sentPlace] of heaviestInOrder(kept.length, sent.length, weightOf)) {
		pair(pairing, at(kept, keptPlace), at(sent, sentPlace));
	}
}
