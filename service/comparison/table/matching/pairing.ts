/**
 * The state of an alignment while it is being made: which entry of two lists is paired with which, and
 * the stretches of both that lie between pairs.
 */
import { at } from '../../../../server/at';
import { longestIncreasing } from './increasing';

/** Of each entry the place of its partner in the other list, or -1. */
export interface Pairing {
	readonly toSent: Int32Array;
	readonly toKept: Int32Array;
}

/** Entries of both lists, `to` not included. */
export interface Gap {
	readonly keptFrom: number;
	readonly keptTo: number;
	readonly sentFrom: number;
	readonly sentTo: number;
}

export function emptyPairing(keptCount: number, sentCount: number): Pairing {
	return {
		toSent: new Int32Array(keptCount).fill(-1),
		toKept: new Int32Array(sentCount).fill(-1),
	};
}

export function pair({ toSent, toKept }: Pairing, kept: number, sent: number): void {
	toSent[kept] = sent;
	toKept[sent] = kept;
}

export function unpaired(partners: Int32Array): readonly number[] {
	const places: number[] = [];
	for (let place = 0; place < partners.length; place += 1) {
		if (partners[place] === -1) places.push(place);
	}
	return places;
}

/** 1 at each kept entry whose partner is out of the order of the others. */
export function movedIn({ toSent }: Pairing): Uint8Array {
	const paired: number[] = [];
	toSent.forEach((sent, kept) => {
		if (sent >= 0) paired.push(kept);
	});
	const isInOrder = longestIncreasing(Int32Array.from(paired, (kept) => at(toSent, kept)));
	const isMoved = new Uint8Array(toSent.length);
	paired.forEach((kept, place) => {
		isMoved[kept] = isInOrder[place] === 1 ? 0 : 1;
	});
	return isMoved;
}

/** What lies between the pairs that are in order; pairs out of order may lie inside. */
export function gapsIn(pairing: Pairing): readonly Gap[] {
	const isMoved = movedIn(pairing);
	const gaps: Gap[] = [];
	let [keptFrom, sentFrom] = [0, 0];
	const add = (keptTo: number, sentTo: number) => {
		if (keptTo > keptFrom && sentTo > sentFrom) gaps.push({ keptFrom, keptTo, sentFrom, sentTo });
		[keptFrom, sentFrom] = [keptTo + 1, sentTo + 1];
	};
	pairing.toSent.forEach((sent, kept) => {
		if (sent >= 0 && isMoved[kept] === 0) add(kept, sent);
	});
	add(pairing.toSent.length, pairing.toKept.length);
	return gaps;
}

/**
 * Pairs entries of the same key wherever they stand: the first of a key with the first, the second with
 * the second. Entries without a key, and those paired already, stay as they are.
 */
export function pairByKey(
	pairing: Pairing,
	keptKeys: ReadonlyArray<string | undefined>,
	sentKeys: ReadonlyArray<string | undefined>,
): void {
	const firstOf = new Map<string, number>();
	const nextOf = new Int32Array(sentKeys.length).fill(-1);
	for (let sent = sentKeys.length - 1; sent >= 0; sent -= 1) {
		const key = sentKeys[sent];
		if (key === undefined || pairing.toKept[sent] !== -1) continue;
		nextOf[sent] = firstOf.get(key) ?? -1;
		firstOf.set(key, sent);
	}
	keptKeys.forEach((key, kept) => {
		if (key === undefined || pairing.toSent[kept] !== -1) return;
		const sent = firstOf.get(key) ?? -1;
		if (sent < 0) return;
		pair(pairing, kept, sent);
		firstOf.set(key, nextOf[sent] ?? -1);
	});
}
