/**
 * Compares two trees: pairs nodes from the root down and marks the difference of each pair.
 * Unpaired nodes are then searched for objects that moved elsewhere. The level has no influence; it
 * decides later what counts.
 */
import { at, present } from '../../../../server/at';
import { both, type Both } from '../../../core/format-comparer';
import { toleranceBetween } from '../../../core/tolerance';
import { Classes, type View } from './classes';
import { alikePairs } from './features';
import { Keys } from './keys';
import { codeOf, type Difference, textDifference } from './levels';
import {
	append,
	carriedBit,
	classOf,
	isLike,
	markOf,
	type Matched,
	type Matching,
	movedBit,
	noPartner,
	replacedBit,
	seenChildren,
} from './matched';
import { pairItems } from './pairing';
import { foldedBy, seenText } from './rules';
import { endOf, isContainer, isMember, Kind, nameOf } from '../reading/tree';
import { spelledText } from '../reading/values';

/** Smaller subtrees are equal by chance. */
const carriedNodesMin = 3;

export interface MatchTerms extends Pick<Matching, 'rules' | 'hits'> {
	/** True to compare the form of equal subtrees. */
	readonly isFormSeen: boolean;
}

export function matchTrees({ kept, sent }: Both<View>, terms: MatchTerms): Matching {
	const { rules, hits, isFormSeen } = terms;
	const classes = new Classes(rules.arrays === 'set');
	const of = (view: View): Matched => ({
		view,
		classes: classes.of(view),
		partners: new Int32Array(view.tree.size).fill(noPartner),
		marks: new Uint8Array(view.tree.size),
	});
	return new Matcher({ kept: of(kept), sent: of(sent), rules, hits }, isFormSeen).matched();
}

class Matcher {
	/** Stack of pairs to compare, two numbers each. */
	private readonly open: number[] = [0, 0];
	private readonly keptAlone: number[] = [];
	private readonly sentAlone: number[] = [];
	private readonly keys: Keys;
	/** True if equal subtrees may differ in what a rule hides, which is counted. */
	private readonly isFolded: boolean;

	constructor(
		private readonly matching: Matching,
		private readonly isFormSeen: boolean,
	) {
		const { rules } = matching;
		this.isFolded =
			rules.ignoreCase === true || rules.ignoreWhiteSpace === true || rules.arrays === 'set';
		this.keys = new Keys(matching.kept.view.tree, rules.arrayKey);
	}

	matched(): Matching {
		this.drain();
		this.carry();
		this.drain();
		return this.matching;
	}

	private drain(): void {
		for (let sent = this.open.pop(); sent !== undefined; sent = this.open.pop()) {
			this.comparePair(present(this.open.pop(), 'the kept node of a pair'), sent);
		}
	}

	private comparePair(node: number, other: number): void {
		const { kept, sent } = this.matching;
		kept.partners[node] = other;
		sent.partners[other] = node;
		const isEqual = kept.classes[node] === sent.classes[other];
		if (isEqual && !this.isFormSeen && !this.isFolded) return;
		const keptTree = kept.view.tree;
		if (!isContainer(keptTree, node) && !isContainer(sent.view.tree, other)) {
			this.mark(node, other, this.leafDifference(node, other, isEqual));
		} else if (isLike(keptTree, node, sent.view.tree, other)) {
			this.compareInside(node, other);
		} else {
			this.mark(node, other, 'content', replacedBit);
		}
	}

	private leafDifference(node: number, other: number, isEqual: boolean): Difference | undefined {
		const { kept, sent, rules, hits } = this.matching;
		if (isEqual) {
			const folded = foldedBy([kept.view, node], [sent.view, other]);
			if (folded !== undefined) hits.addPair(folded);
			return this.spellingDifference(node, other);
		}
		const keptText = seenText(kept.view, node);
		const sentText = seenText(sent.view, other);
		const [kind, sentKind] = [kept.view.tree.kinds[node], sent.view.tree.kinds[other]];
		if (kind === Kind.comment) return 'comment';
		if (keptText === sentText) return 'type';
		const rule = toleranceBetween(keptText, sentText, rules);
		if (rule !== undefined) {
			hits.addPair(rule);
			return kind === sentKind ? undefined : 'type';
		}
		const areTexts = kind === Kind.string && sentKind === Kind.string;
		return areTexts ? textDifference(keptText, sentText) : 'content';
	}

	private spellingDifference(node: number, other: number): Difference | undefined {
		const { kept, sent } = this.matching;
		if (kept.view.masked?.has(node) || sent.view.masked?.has(other)) return undefined;
		const isSame = spelledText(kept.view.tree, node) === spelledText(sent.view.tree, other);
		return isSame ? undefined : 'spelling';
	}

	private compareInside(node: number, other: number): void {
		const [members, items] = partsOf(this.matching.kept, node);
		const [sentMembers, sentItems] = partsOf(this.matching.sent, other);
		if (members.length + sentMembers.length > 0) this.compareMembers(node, members, sentMembers);
		if (items.length + sentItems.length > 0) this.compareItems(items, sentItems);
	}

	/** Pairs by name; for duplicate names the last with the last, because programs use the last. */
	private compareMembers(node: number, kept: number[], sent: number[]): void {
		const { tree } = this.matching.sent.view;
		const waiting = new Map<number, number[]>();
		for (const [place, child] of sent.entries()) append(waiting, nameOf(tree, child), place);
		let lastPlace = Infinity;
		let isReordered = false;
		for (const child of kept.toReversed()) {
			const place = waiting.get(nameOf(this.matching.kept.view.tree, child))?.pop();
			const other = place === undefined ? undefined : sent[place];
			if (place === undefined || other === undefined) {
				this.keptAlone.push(child);
				continue;
			}
			if (place > lastPlace) isReordered = true;
			lastPlace = place;
			this.open.push(child, other);
		}
		for (const places of waiting.values()) {
			for (const place of places) this.sentAlone.push(at(sent, place));
		}
		if (isReordered && this.isFormSeen) {
			this.mark(node, at(this.matching.kept.partners, node), 'order');
		}
	}

	private compareItems(kept: number[], sent: number[]): void {
		const { rules, hits } = this.matching;
		const { toSent, toKept, isMoved } = pairItems(
			{ side: this.matching.kept, nodes: kept },
			{ side: this.matching.sent, nodes: sent },
			{ keys: this.keys, rules },
		);
		for (const [at, node] of kept.entries()) {
			const other = sent[toSent[at] ?? -1];
			if (other === undefined) {
				this.keptAlone.push(node);
				continue;
			}
			this.open.push(node, other);
			if (!isMoved[at]) continue;
			if (rules.arrays === 'set') hits.addPair('arrays');
			else this.addBits(node, other, movedBit);
		}
		for (const [at, node] of sent.entries()) if (toKept[at] === -1) this.sentAlone.push(node);
	}

	/** Pairs unpaired objects that are equal or similar: they moved elsewhere. */
	private carry(): void {
		const { kept, sent } = this.matching;
		const { keptAlone, sentAlone } = this;
		this.carryEqual(containersWithin(kept, keptAlone), containersWithin(sent, sentAlone));
		const isOpen = (side: Matched) => (node: number) =>
			side.partners[node] === noPartner && isCarried(side, node);
		const [keptOpen, sentOpen] = [keptAlone.filter(isOpen(kept)), sentAlone.filter(isOpen(sent))];
		const pairs = alikePairs({ side: kept, nodes: keptOpen }, { side: sent, nodes: sentOpen });
		for (const pair of pairs) {
			const node = at(keptOpen, pair.base);
			const other = at(sentOpen, pair.other);
			if (!isLike(kept.view.tree, node, sent.view.tree, other)) continue;
			if (hasPartnerWithin(kept, node) || hasPartnerWithin(sent, other)) continue;
			this.carryPair(node, other);
		}
	}

	/** The largest first, so that its parts are not paired separately. */
	private carryEqual(kept: number[], sent: number[]): void {
		const waiting = Map.groupBy(sent.toReversed(), (node) => classOf(this.matching.sent, node));
		const taken = both((side) => new Uint8Array(this.matching[side].view.tree.size));
		for (const node of kept) {
			if (taken.kept[node]) continue;
			const list = waiting.get(classOf(this.matching.kept, node)) ?? [];
			let other = list.pop();
			while (other !== undefined && taken.sent[other]) other = list.pop();
			if (other === undefined) continue;
			this.carryPair(node, other);
			taken.kept.fill(1, node, endOf(this.matching.kept.view.tree, node));
			taken.sent.fill(1, other, endOf(this.matching.sent.view.tree, other));
		}
	}

	private carryPair(node: number, other: number): void {
		this.matching.kept.partners[node] = other;
		this.matching.sent.partners[other] = node;
		this.addBits(node, other, carriedBit);
		this.open.push(node, other);
	}

	private addBits(node: number, other: number, bits: number): void {
		const { kept, sent } = this.matching;
		kept.marks[node] = markOf(kept, node) | bits;
		sent.marks[other] = markOf(sent, other) | bits;
	}

	private mark(node: number, other: number, difference: Difference | undefined, bits = 0): void {
		if (difference === undefined) return;
		this.addBits(node, other, codeOf(difference) | bits);
	}
}

/** The members of a node, then its items. */
function partsOf({ view }: Matched, node: number): readonly [number[], number[]] {
	const children = seenChildren(view, node);
	const isNamed = (child: number) => isMember(view.tree, child);
	const members = children.filter(isNamed);
	const isAll = members.length === children.length;
	return [members, isAll ? [] : children.filter((child) => !isNamed(child))];
}

/** Containers in unpaired subtrees, the largest first. */
function containersWithin(side: Matched, roots: readonly number[]): number[] {
	const { tree, hidden } = side.view;
	const found: number[] = [];
	for (const root of roots) {
		for (let node = root; node < endOf(tree, root); node++) {
			if (!hidden?.[node] && isCarried(side, node)) found.push(node);
		}
	}
	return found.sort((a, b) => endOf(tree, b) - b - (endOf(tree, a) - a) || a - b);
}

function isCarried({ view }: Matched, node: number): boolean {
	return isContainer(view.tree, node) && endOf(view.tree, node) - node >= carriedNodesMin;
}

function hasPartnerWithin(side: Matched, node: number): boolean {
	for (let at = node; at < endOf(side.view.tree, node); at++) {
		if (side.partners[at] !== noPartner) return true;
	}
	return false;
}
