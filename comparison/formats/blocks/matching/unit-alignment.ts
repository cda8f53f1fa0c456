/**
 * Aligns the units of two documents: blocks, the cells of a row, or the paragraphs of a cell.
 * Units with the same text anchor the alignment. Of the rest, units that the other side has
 * elsewhere are moved, and units that share most of their words are paired. Swapping the lists
 * gives the same result.
 */
import { at } from '../../../../server/at';
import { align } from '../../../align/align';
import { mirrored, Pairing, type Partners } from '../../../align/pairing';
import { matchesIn, numbered, type Run } from '../../../align/run';
import { likePairs, type Stretch, type Unit } from './unit-likeness';

/** Indexes of a unit on each side; a unit that only one side has lacks the other. */
export interface UnitPair {
	readonly kept?: number;
	readonly sent?: number;
	/** For a moved unit, which stands at both places: its index on the other side. */
	readonly movedWith?: number;
}

/** Shorter texts are too common to be recognised as moved. */
const movedLengthMin = 12;

type Units = readonly Unit[];

/** Pairs more of the units that are left. */
type AddRest = (pairing: Pairing, kept: Units, sent: Units) => void;

/** In the order of both documents; between two pairs, removed units come before added ones. */
export function pairUnits(kept: Units, sent: Units, addRest?: AddRest): readonly UnitPair[] {
	if (!isTurned(kept, sent)) return inOrder(partnersOf(kept, sent, addRest));
	return inOrder(mirrored(partnersOf(sent, kept, addRest)));
}

/**
 * True to swap the lists: a fixed order makes the result independent of which list is first.
 */
function isTurned(kept: Units, sent: Units): boolean {
	if (kept.length !== sent.length) return kept.length > sent.length;
	for (const [index, { key }] of kept.entries()) {
		const other = at(sent, index);
		if (key !== other.key) return key > other.key;
	}
	return false;
}

function partnersOf(kept: Units, sent: Units, addRest?: AddRest): Partners {
	const pairing = new Pairing(kept.length, sent.length);
	const keysOf = (units: Units) => units.map(({ key }) => key);
	const tellingKeys = (units: Units) =>
		units.map((unit) => (isTelling(unit) ? unit.key : undefined));
	const { base, other } = numbered(keysOf(kept), keysOf(sent));
	const { runs } = align(base, other);
	pairing.addAll(matchesIn(runs.filter((run) => runs.length === 1 || hasWords(kept, run))));
	pairing.addMovedByKey(tellingKeys(kept), tellingKeys(sent));
	for (const gap of pairing.gaps()) pairBetween(pairing, pairing.freeIn(gap), kept, sent);
	// Units that are equal although they share no words, such as empty ones.
	pairing.addInOrder(keysOf(kept), keysOf(sent));
	addRest?.(pairing, kept, sent);
	return pairing.partners();
}

/** Empty units are no anchors. */
function hasWords(units: Units, { base, length }: Run): boolean {
	return units.slice(base, base + length).some(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** True for a text by which a unit is recognised wherever it stands. */
export function isTelling({ text }: Pick<Unit, 'text'>): boolean {
	return text.trim().length >= movedLengthMin;
}

/** Equally many rows between equal rows are paired in order, whatever changed. */
function pairBetween(pairing: Pairing, stretch: Stretch, kept: Units, sent: Units): void {
	const isRow = (units: Units) => (index: number) => at(units, index).kind === 'row';
	const areRows =
		stretch.kept.length === stretch.sent.length &&
		stretch.kept.every(isRow(kept)) &&
		stretch.sent.every(isRow(sent));
	const pairs = areRows
		? stretch.kept.map((one, index) => [one, at(stretch.sent, index)] as const)
		: likePairs(kept, sent, stretch);
	pairing.addAll(pairs);
}

function inOrder({ toSent, toKept, isMoved }: Partners): readonly UnitPair[] {
	const pairs: UnitPair[] = [];
	const movedTo = (place = -1) => (place === -1 ? {} : { movedWith: place });
	let [kept, sent] = [0, 0];
	const until = (keptTo: number, sentTo: number) => {
		for (; kept < keptTo; kept += 1) pairs.push({ kept, ...movedTo(toSent[kept]) });
		for (; sent < sentTo; sent += 1) pairs.push({ sent, ...movedTo(toKept[sent]) });
	};
	toSent.forEach((partner, own) => {
		if (partner === -1 || isMoved[own] === 1) return;
		until(own, partner);
		pairs.push({ kept: own, sent: partner });
		[kept, sent] = [own + 1, partner + 1];
	});
	until(toSent.length, toKept.length);
	return pairs;
}
