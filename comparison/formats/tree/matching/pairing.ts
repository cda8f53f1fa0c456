/**
 * Pairs the items of two arrays: by key, else equal ones, else similar ones, else by position
 * between known pairs. Every step is bounded, so the time is linear in the length.
 */
import { at } from '../../../../server/at';
import { align } from '../../../align/align';
import { longestIncreasing } from '../../../align/increasing';
import { pairsByKey } from '../../../align/choosing';
import { Pairing, type Partners } from '../../../align/pairing';
import { gapsBetween, matchesIn, type Match, type Run } from '../../../align/run';
import type { CompareRules } from '../../../core/rules';
import { toleranceBetween } from '../../../core/tolerance';
import { numberOf, secondsOf } from '../../../core/values';
import { alikePairs } from './features';
import { isKeyed, type Key, type Keys, keyValue } from './keys';
import { append, classOf, isLike, type Items } from './matched';
import { isContainer, Kind, kindOf, nameOf } from '../reading/tree';
import { seenText } from './rules';

export function pairItems(
	kept: Items,
	sent: Items,
	{ keys, rules }: { readonly keys: Keys; readonly rules: CompareRules },
): Partners {
	const key = keys.of(kept, sent);
	if (!key && isOnlyChoice(kept, sent)) {
		return { toSent: Int32Array.of(0), toKept: Int32Array.of(0), isMoved: Uint8Array.of(0) };
	}
	return new ItemPairing(kept, sent, key, rules).paired();
}

/** True if each side has one item, and both are of the same sort. */
function isOnlyChoice({ side, nodes }: Items, { side: other, nodes: others }: Items): boolean {
	const [node, partner] = [nodes[0], others[0]];
	if (nodes.length !== 1 || others.length !== 1) return false;
	if (node === undefined || partner === undefined) return false;
	return isLike(side.view.tree, node, other.view.tree, partner);
}

class ItemPairing {
	private readonly pairing: Pairing;

	constructor(
		private readonly kept: Items,
		private readonly sent: Items,
		private readonly key: Key | undefined,
		private readonly rules: CompareRules,
	) {
		this.pairing = new Pairing(kept.nodes.length, sent.nodes.length);
	}

	paired(): Partners {
		const isSet = this.rules.arrays === 'set';
		this.pairByKey();
		if (!isSet) this.pairInOrder();
		this.pairEqual(isSet);
		this.pairAlike();
		if (isSet) this.pairNear();
		else this.pairByPlace();
		return this.pairing.partners();
	}

	private pairByKey(): void {
		const { key, kept, sent } = this;
		if (!key) return;
		const keysOf = (items: Items) => items.nodes.map((_, place) => this.keyAt(items, place));
		this.pairing.addByKey(keysOf(kept), keysOf(sent));
	}

	private keyAt(items: Items, place: number): number | undefined {
		const node = at(items.nodes, place);
		const { side } = items;
		return this.key && isKeyed(side, node) ? keyValue(side, node, this.key) : undefined;
	}

	/** Pairs equal items in the same order. */
	private pairInOrder(): void {
		const { freeKept: kept, freeSent: sent } = this.pairing;
		const classesOf = (items: Items, left: readonly number[]) =>
			Int32Array.from(left, (at) => this.classAt(items, at));
		const [base, other] = [classesOf(this.kept, kept), classesOf(this.sent, sent)];
		const { runs, isCoarse } = align(base, other);
		const rest = isCoarse ? sameInGaps(base, other, runs) : [];
		for (const [index, partner] of [...matchesIn(runs), ...rest]) {
			this.pairing.add(at(kept, index), at(sent, partner));
		}
	}

	/** Pairs equal items in any order; scalar values only if unique on both sides. */
	private pairEqual(isSet: boolean): void {
		const left = this.pairing.freeKept;
		const known = new Set(left.map((at) => this.classAt(this.kept, at)));
		const isKnown = (at: number) => known.has(this.classAt(this.sent, at));
		const sent = this.byClass(this.sent, this.pairing.freeSent.filter(isKnown));
		const isThere = (at: number) => sent.has(this.classAt(this.kept, at));
		const kept = this.byClass(this.kept, left.filter(isThere));
		for (const [value, places] of kept) {
			const others = sent.get(value) ?? [];
			const first = at(this.kept.nodes, at(places, 0));
			const isTelling = isSet || isContainer(this.kept.side.view.tree, first);
			if (!isTelling && (places.length > 1 || others.length > 1)) continue;
			for (const [index, other] of others.slice(0, places.length).entries()) {
				this.pairing.add(at(places, index), other);
			}
		}
	}

	private classAt({ side, nodes }: Items, place: number): number {
		return classOf(side, at(nodes, place));
	}

	private byClass(items: Items, left: readonly number[]): Map<number, number[]> {
		return Map.groupBy(left, (place) => this.classAt(items, place));
	}

	/** Pairs similar items; items with different keys of the rules are never paired. */
	private pairAlike(): void {
		const isOpen = (items: Items) => (at: number) =>
			!(this.key?.isGiven && this.keyAt(items, at) !== undefined);
		const kept = this.pairing.freeKept.filter(isOpen(this.kept));
		const sent = this.pairing.freeSent.filter(isOpen(this.sent));
		const nodesAt = ({ side, nodes }: Items, left: readonly number[]) => ({
			side,
			nodes: left.map((place) => at(nodes, place)),
		});
		for (const pair of alikePairs(nodesAt(this.kept, kept), nodesAt(this.sent, sent))) {
			const [place, other] = [at(kept, pair.base), at(sent, pair.other)];
			if (this.isLike(place, other)) this.pairing.add(place, other);
		}
	}

	/**
	 * Pairs by position what is left between two known pairs, if both sides have equally many of a
	 * sort.
	 */
	private pairByPlace(): void {
		for (const gap of this.pairing.gaps()) {
			const free = this.pairing.freeIn(gap);
			const sent = this.bySort(this.sent, free.sent);
			for (const [sort, places] of this.bySort(this.kept, free.kept)) {
				const others = sent.get(sort) ?? [];
				if (others.length !== places.length) continue;
				for (const [index, place] of places.entries()) this.pairing.add(place, at(others, index));
			}
		}
	}

	/** All scalar values are one sort, elements one per name; items with a key are excluded. */
	private bySort(items: Items, free: readonly number[]): Map<number, number[]> {
		const { tree } = items.side.view;
		const places = new Map<number, number[]>();
		for (const place of free) {
			if (this.keyAt(items, place) !== undefined) continue;
			const node = at(items.nodes, place);
			const kind = kindOf(tree, node);
			const isValue = kind >= Kind.string && kind <= Kind.null;
			const sort = kind === Kind.element ? 16 + nameOf(tree, node) : isValue ? Kind.string : kind;
			append(places, sort, place);
		}
		return places;
	}

	/** For sets: pairs values that are equal by tolerance, in ascending order. */
	private pairNear(): void {
		const { numberTolerance, dateToleranceSeconds } = this.rules;
		if (numberTolerance === undefined && dateToleranceSeconds === undefined) return;
		const kept = this.textsLeft(this.kept, this.pairing.freeKept);
		const sent = this.textsLeft(this.sent, this.pairing.freeSent);
		let next = 0;
		for (const item of kept) {
			const isNear = (other: Sized) =>
				toleranceBetween(item.text, other.text, this.rules) !== undefined;
			let other = sent[next];
			while (other && !isNear(other) && bySize(other, item) < 0) other = sent[++next];
			if (!other || !isNear(other)) continue;
			this.pairing.add(item.at, other.at);
			next++;
		}
	}

	private textsLeft({ side, nodes }: Items, left: readonly number[]): readonly Sized[] {
		return left
			.map((place) => ({ at: place, node: at(nodes, place) }))
			.filter(({ node }) => !isContainer(side.view.tree, node))
			.map(({ at, node }) => sized(at, seenText(side.view, node)))
			.sort(bySize);
	}

	private isLike(place: number, other: number): boolean {
		const { kept, sent } = this;
		const node = at(kept.nodes, place);
		return isLike(kept.side.view.tree, node, sent.side.view.tree, at(sent.nodes, other));
	}
}

/** Equal entries of the gaps that were too different for a search: the n-th with the n-th, in order. */
function sameInGaps(base: Int32Array, other: Int32Array, runs: readonly Run[]): readonly Match[] {
	const lengths = { base: base.length, other: other.length };
	return gapsBetween(runs, lengths).flatMap((gap) => {
		const pairs = pairsByKey(
			base.subarray(gap.base.from, gap.base.to),
			other.subarray(gap.other.from, gap.other.to),
		);
		const isInOrder = longestIncreasing(Int32Array.from(pairs, ([, two]) => two));
		return pairs
			.filter((_, place) => isInOrder[place] === 1)
			.map(([one, two]): Match => [gap.base.from + one, gap.other.from + two]);
	});
}

/** A text with what it is as a number or a date. */
interface Sized {
	readonly at: number;
	readonly text: string;
	readonly unit: string;
	readonly value: number;
}

function sized(at: number, text: string): Sized {
	const { unit = '', value = secondsOf(text) ?? 0 } = numberOf(text) ?? {};
	return { at, text, unit, value };
}

function bySize(one: Sized, other: Sized): number {
	if (one.unit !== other.unit) return one.unit < other.unit ? -1 : 1;
	return one.value - other.value || (one.text < other.text ? -1 : 1);
}
