/**
 * Pairs similar rows: rows that share a rare value, then neighbours with half of the cells equal.
 * Otherwise an edited row would be one removed and one added.
 */
import { at } from '../../../../server/at';
import { heaviestChain, mostAlike, type Candidate } from '../../../align/choosing';
import type { Gap, Pairing } from '../../../align/pairing';
import { pairingText } from './cells';
import type { DecimalSigns } from '../../../core/values';
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
	for (const gap of pairing.gaps()) {
		const size = (gap.keptTo - gap.keptFrom) * (gap.sentTo - gap.sentFrom);
		if (size > triesOfGapMax || tries + size > triesMax) continue;
		tries += size;
		pairNeighbours(pairing, rows, gap);
	}
}

function pairBySharedValues(pairing: Pairing, rows: Rows): void {
	const candidates = [...candidatesOf(pairing, rows)].filter(({ weight }) => weight >= alikeMin);
	for (const { base, other } of mostAlike(candidates)) pairing.add(base, other);
}

/** Unpaired rows that share a value that is unique in its column on both sides. */
function* candidatesOf(pairing: Pairing, rows: Rows): Generator<Candidate> {
	const [kept, sent] = [pairing.freeKept, pairing.freeSent];
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
			const weight = rowLikeness(rows, { kept: keptRow, sent: sentRow });
			yield { base: keptRow, other: sentRow, weight };
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
	const { kept, sent } = pairing.freeIn(gap);
	const candidates = kept.flatMap((base) =>
		sent.flatMap((other): readonly Candidate[] => {
			const weight = rowLikeness(rows, { kept: base, sent: other });
			return weight >= alikeMin ? [{ base, other, weight }] : [];
		}),
	);
	for (const { base, other } of heaviestChain(candidates)) pairing.add(base, other);
}
