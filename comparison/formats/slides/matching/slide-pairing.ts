/**
 * Pairs the slides of two presentations: first those with the same or most of the same words in the
 * same order; of the rest, those with the same title or many of the same words, wherever they stand.
 */
import { at } from '../../../../server/at';
import { mostAlike, type Candidate } from '../../../align/pairing';
import { isTurned, type Pairing, pairUnits } from '../../office/matching/unit-alignment';
import { bagOf, comparedPairsMax, likeness, type Unit } from '../../office/matching/unit-likeness';

interface Pair {
	readonly kept: number;
	readonly sent: number;
}

/** In the order of both; a slide that moved stands at either place, with its partner. */
export function pairSlides(kept: readonly Unit[], sent: readonly Unit[]): readonly Pairing[] {
	const found = pairUnits(kept, sent);
	const staying = found.flatMap((one) => (isPair(one) ? [one] : []));
	const moves = found.flatMap(({ kept: own, movedWith }) =>
		own === undefined || movedWith === undefined ? [] : [{ kept: own, sent: movedWith }],
	);
	for (const pair of restPairs(kept, sent, found)) {
		if (staying.some((one) => crosses(one, pair))) moves.push(pair);
		else staying.push(pair);
	}
	return inOrder(staying, moves, { kept: kept.length, sent: sent.length });
}

function isPair(pairing: Pairing): pairing is Pair {
	return pairing.kept !== undefined && pairing.sent !== undefined;
}

function crosses(one: Pair, other: Pair): boolean {
	return one.kept < other.kept !== one.sent < other.sent;
}

/** The best pairs of the slides that are in none; the same if the sides are swapped. */
function restPairs(
	kept: readonly Unit[],
	sent: readonly Unit[],
	found: readonly Pairing[],
): readonly Pair[] {
	const single = found.filter(({ movedWith }) => movedWith === undefined);
	const ours = single.flatMap((one) => (one.sent === undefined ? (one.kept ?? []) : []));
	const theirs = single.flatMap((one) => (one.kept === undefined ? (one.sent ?? []) : []));
	if (ours.length * theirs.length > comparedPairsMax) return [];
	const bags = theirs.map((index) => bagOf(at(sent, index)));
	const areTurned = isTurned(kept, sent);
	const candidates = ours.flatMap((one) => {
		const bag = bagOf(at(kept, one));
		return theirs.flatMap((two, index): readonly Candidate[] => {
			const weight = likeness(bag, at(bags, index));
			const [base, other] = areTurned ? [two, one] : [one, two];
			return weight > 0 ? [{ base, other, weight }] : [];
		});
	});
	return mostAlike(candidates).map(({ base, other }) =>
		areTurned ? { kept: other, sent: base } : { kept: base, sent: other },
	);
}

/** Between two pairs that stay, what only the kept side has comes first. */
function inOrder(staying: readonly Pair[], moves: readonly Pair[], lengths: Pair): Pairing[] {
	const keptMoves = new Map(moves.map((one) => [one.kept, one.sent]));
	const sentMoves = new Map(moves.map((one) => [one.sent, one.kept]));
	const movedTo = (place: number | undefined) => (place === undefined ? {} : { movedWith: place });
	const ordered: Pairing[] = [];
	let [ours, theirs] = [0, 0];
	for (const pair of [...staying.toSorted((a, b) => a.kept - b.kept), lengths]) {
		for (; ours < pair.kept; ours += 1) {
			ordered.push({ kept: ours, ...movedTo(keptMoves.get(ours)) });
		}
		for (; theirs < pair.sent; theirs += 1) {
			ordered.push({ sent: theirs, ...movedTo(sentMoves.get(theirs)) });
		}
		if (pair !== lengths) ordered.push({ kept: pair.kept, sent: pair.sent });
		[ours, theirs] = [pair.kept + 1, pair.sent + 1];
	}
	return ordered;
}
