/**
 * The partners of the entries of two lists, while they are found and once they are: rows, columns and sheets
 * of tables, items of trees, entries of archives, pages.
 */
import { at } from '../../server/at';
import { align } from './align';
import { mostAlike, pairsByKey } from './choosing';
import { longestIncreasing } from './increasing';
import { matchesIn, numbered, type Match } from './run';

/** For each entry the place of its partner, or -1. */
export interface Partners {
	readonly toSent: Int32Array;
	readonly toKept: Int32Array;
	/** 1 for each kept entry whose partner is out of order. */
	readonly isMoved: Uint8Array;
}

/** Two partners, or an entry that one list alone has; places from 0. */
export interface Pair {
	readonly kept?: number;
	readonly sent?: number;
	readonly isMoved: boolean;
}

export interface PairOfBoth extends Pair {
	readonly kept: number;
	readonly sent: number;
}

export function isOfBoth<One extends Pair>(pair: One): pair is One & PairOfBoth {
	return pair.kept !== undefined && pair.sent !== undefined;
}

/** Ranges of both lists, `to` exclusive. */
export interface Gap {
	readonly keptFrom: number;
	readonly keptTo: number;
	readonly sentFrom: number;
	readonly sentTo: number;
}

type Keys<Key> = ReadonlyArray<Key | undefined>;

export class Pairing {
	readonly toSent: Int32Array<ArrayBuffer>;
	readonly toKept: Int32Array<ArrayBuffer>;
	/** Kept entries that are known to have moved, in whatever order they stand. */
	private readonly away = new Set<number>();

	constructor(keptCount: number, sentCount: number) {
		this.toSent = new Int32Array(keptCount).fill(-1);
		this.toKept = new Int32Array(sentCount).fill(-1);
	}

	add(kept: number, sent: number): void {
		this.toSent[kept] = sent;
		this.toKept[sent] = kept;
	}

	addAll(matches: Iterable<Match>): void {
		for (const [kept, sent] of matches) this.add(kept, sent);
	}

	/** Entries without a partner. */
	get freeKept(): readonly number[] {
		return free(this.toSent);
	}

	get freeSent(): readonly number[] {
		return free(this.toKept);
	}

	freeIn({ keptFrom, keptTo, sentFrom, sentTo }: Gap) {
		return {
			kept: free(this.toSent, keptFrom, keptTo),
			sent: free(this.toKept, sentFrom, sentTo),
		};
	}

	/** True if both lists have entries without a partner. */
	get isOpen(): boolean {
		return this.toSent.includes(-1) && this.toKept.includes(-1);
	}

	addMoved(kept: number, sent: number): void {
		this.add(kept, sent);
		this.away.add(kept);
	}

	/** Pairs free entries of equal keys at any place, the n-th with the n-th. */
	addByKey<Key>(keptKeys: Keys<Key>, sentKeys: Keys<Key>): void {
		this.addAll(this.equalPairs(keptKeys, sentKeys));
	}

	/** The same for entries that are elsewhere. */
	addMovedByKey<Key>(keptKeys: Keys<Key>, sentKeys: Keys<Key>): void {
		for (const pair of this.equalPairs(keptKeys, sentKeys)) this.addMoved(...pair);
	}

	private equalPairs<Key>(keptKeys: Keys<Key>, sentKeys: Keys<Key>): readonly Match[] {
		return pairsByKey(freeKeys(keptKeys, this.toSent), freeKeys(sentKeys, this.toKept));
	}

	/** Pairs free entries of equal keys in their order, between the pairs that are in order already. */
	addInOrder(keptKeys: Keys<string>, sentKeys: Keys<string>): void {
		const { base, other } = numbered(
			freeKeys(keptKeys, this.toSent),
			freeKeys(sentKeys, this.toKept),
		);
		for (const { keptFrom, keptTo, sentFrom, sentTo } of this.gaps()) {
			const { runs } = align(base.subarray(keptFrom, keptTo), other.subarray(sentFrom, sentTo));
			for (const [kept, sent] of matchesIn(runs)) this.add(keptFrom + kept, sentFrom + sent);
		}
	}

	/** Pairs each free entry with the first free one that answers to it; returns these pairs. */
	addWhere(answers: (kept: number, sent: number) => boolean): readonly Match[] {
		return this.freeKept.flatMap((kept): readonly Match[] => {
			const sent = this.freeSent.find((place) => answers(kept, place));
			if (sent === undefined) return [];
			this.add(kept, sent);
			return [[kept, sent]];
		});
	}

	/** Pairs the most alike of the free entries, of at least this likeness. */
	addAlike(likenessOf: (kept: number, sent: number) => number, likenessMin: number): void {
		const others = this.freeSent;
		const candidates = this.freeKept.flatMap((base) =>
			others.map((other) => ({ base, other, weight: likenessOf(base, other) })),
		);
		const alike = candidates.filter(({ weight }) => weight >= likenessMin);
		for (const { base, other } of mostAlike(alike)) this.add(base, other);
	}

	/** 1 for each kept entry whose partner is out of order. */
	moved(): Uint8Array {
		const { toSent, away } = this;
		const known = [...toSent.keys()].filter((place) => toSent[place] !== -1 && !away.has(place));
		const isInOrder = longestIncreasing(Int32Array.from(known, (place) => at(toSent, place)));
		// Entries that kept their places are in order, too: of as many, the others moved.
		const atPlace = Uint8Array.from(known, (place) => (toSent[place] === place ? 1 : 0));
		const count = (marks: Uint8Array) => marks.reduce((sum, mark) => sum + mark, 0);
		const stays = count(atPlace) === count(isInOrder) ? atPlace : isInOrder;
		const isMoved = new Uint8Array(toSent.length);
		for (const place of away) isMoved[place] = 1;
		for (const [index, place] of known.entries()) isMoved[place] = stays[index] === 1 ? 0 : 1;
		return isMoved;
	}

	partners(): Partners {
		return { toSent: this.toSent, toKept: this.toKept, isMoved: this.moved() };
	}

	/** The gaps between pairs that are in order; pairs out of order may be inside. */
	gaps(): readonly Gap[] {
		const isMoved = this.moved();
		const gaps: Gap[] = [];
		let [keptFrom, sentFrom] = [0, 0];
		const add = (keptTo: number, sentTo: number) => {
			if (keptTo > keptFrom && sentTo > sentFrom) gaps.push({ keptFrom, keptTo, sentFrom, sentTo });
			[keptFrom, sentFrom] = [keptTo + 1, sentTo + 1];
		};
		this.toSent.forEach((sent, kept) => {
			if (sent >= 0 && isMoved[kept] === 0) add(kept, sent);
		});
		add(this.toSent.length, this.toKept.length);
		return gaps;
	}
}

function freeKeys<Key>(keys: Keys<Key>, partners: Int32Array): Keys<Key> {
	return keys.map((key, place) => (partners[place] === -1 ? key : undefined));
}

function free(partners: Int32Array, from = 0, to = partners.length): readonly number[] {
	const places: number[] = [];
	for (let place = from; place < to; place += 1) if (partners[place] === -1) places.push(place);
	return places;
}

/** The same with the lists exchanged. */
export function mirrored({ toSent, toKept, isMoved }: Partners): Partners {
	const isMovedBack = new Uint8Array(toKept.length);
	isMoved.forEach((moved, kept) => {
		if (moved === 1) isMovedBack[at(toSent, kept)] = 1;
	});
	return { toSent: toKept, toKept: toSent, isMoved: isMovedBack };
}

/** In the order of the sent list; what the kept one alone has stands before the next pair in order. */
export function* pairsIn({ toSent, toKept, isMoved }: Partners): Generator<Pair> {
	let next = 0;
	function* removedBefore(kept: number): Generator<Pair> {
		for (; next < kept; next += 1) if (toSent[next] === -1) yield { kept: next, isMoved: false };
	}
	for (let sent = 0; sent < toKept.length; sent += 1) {
		const kept = at(toKept, sent);
		if (kept === -1) {
			yield { sent, isMoved: false };
			continue;
		}
		const isOutOfOrder = isMoved[kept] === 1;
		if (!isOutOfOrder) yield* removedBefore(kept);
		yield { kept, sent, isMoved: isOutOfOrder };
	}
	yield* removedBefore(toSent.length);
}
