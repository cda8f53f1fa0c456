/**
 * Pairs the slides of two presentations: first those with the same or most of the same words in the
 * same order; of the rest, those with the same title or many of the same words, wherever they stand.
 */
import { at } from '../../../../server/at';
import type { Pairing } from '../../../align/pairing';
import { pairUnits, type UnitPair } from '../../blocks/matching/unit-alignment';
import { bagOf, comparedPairsMax, likeness, type Unit } from '../../blocks/matching/unit-likeness';

/** In the order of both; a slide that moved stands at either place, with its partner. */
export function pairSlides(kept: readonly Unit[], sent: readonly Unit[]): readonly UnitPair[] {
	return pairUnits(kept, sent, addRest);
}

function addRest(pairing: Pairing, kept: readonly Unit[], sent: readonly Unit[]): void {
	const { freeKept, freeSent } = pairing;
	if (freeKept.length * freeSent.length > comparedPairsMax) return;
	const [ours, theirs] = [kept.map(bagOf), sent.map(bagOf)];
	pairing.addAlike((one, other) => likeness(at(ours, one), at(theirs, other)), Number.MIN_VALUE);
}
