/**
 * Pairs the pages of two files by thumbnails: similar pages in order, then pages between them by their
 * places, then moved pages.
 */
import { at } from '../../../server/at';
import { heaviestChain } from '../../align/choosing';
import { Pairing, pairsIn, type Pair } from '../../align/pairing';

/** Largest mean difference of grey, of 255, of a pair. */
const alikeMax = 12;

/** The same for a moved page. */
const movedMax = 3;

type Thumbnails = readonly Uint8Array[];

/** In the order of the sent file. */
export function pagePairs(kept: Thumbnails, sent: Thumbnails): readonly Pair[] {
	const pairing = new Pairing(kept.length, sent.length);
	const distanceOf = (base: number, other: number) => distance(at(kept, base), at(sent, other));
	const candidates = kept.flatMap((_, base) =>
		sent.map((__, other) => ({
			base,
			other,
			// One equal page outweighs several similar ones.
			weight: Math.max(0, 1 - distanceOf(base, other) / alikeMax) ** 4,
		})),
	);
	for (const { base, other } of heaviestChain(candidates.filter(({ weight }) => weight > 0))) {
		pairing.add(base, other);
	}
	for (const { keptFrom, keptTo, sentFrom, sentTo } of pairing.gaps()) {
		const count = Math.min(keptTo - keptFrom, sentTo - sentFrom);
		for (let step = 0; step < count; step += 1) pairing.add(keptFrom + step, sentFrom + step);
	}
	pairing.addAlike((base, other) => -distanceOf(base, other), -movedMax);
	return [...pairsIn(pairing.partners())];
}

function distance(one: Uint8Array, other: Uint8Array): number {
	let sum = 0;
	for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
	return sum / Math.max(1, one.length);
}
