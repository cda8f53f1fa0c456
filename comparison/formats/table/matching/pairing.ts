/**
 * The state of an alignment in progress: the pairs of entries of two lists, and the gaps between
 * them.
 */
import { at } from '../../../../server/at';
import { align } from '../../../align/align';
import { longestIncreasing } from '../../../align/increasing';
import { pairsByKey } from '../../../align/pairing';
import { matchesIn, numbered } from '../../../align/run';

/** For each entry the index of its partner, or -1. */
export interface Pairing {
	readonly toSent: Int32Array;
	readonly toKept: Int32Array;
}

/** Ranges of both lists, `to` exclusive. */
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

/** 1 for each kept entry whose partner is out of order. */
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

/** The gaps between pairs that are in order; pairs out of order may be inside. */
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

type Keys = ReadonlyArray<string | undefined>;

/** Pairs equal entries in their order, between the pairs that are in order already. */
export function pairInOrder(pairing: Pairing, keptKeys: Keys, sentKeys: Keys): void {
	const { base, other } = numbered(keptKeys, sentKeys);
	for (const { keptFrom, keptTo, sentFrom, sentTo } of gapsIn(pairing)) {
		const { runs } = align(base.subarray(keptFrom, keptTo), other.subarray(sentFrom, sentTo));
		for (const [kept, sent] of matchesIn(runs)) pair(pairing, keptFrom + kept, sentFrom + sent);
	}
}

/** Pairs unpaired entries of equal keys at any position, the n-th with the n-th. */
export function pairByKey(pairing: Pairing, keptKeys: Keys, sentKeys: Keys): void {
	const free = (keys: Keys, partners: Int32Array) =>
		keys.map((key, place) => (partners[place] === -1 ? key : undefined));
	const pairs = pairsByKey(free(keptKeys, pairing.toSent), free(sentKeys, pairing.toKept));
	for (const [kept, sent] of pairs) pair(pairing, kept, sent);
}
