/**
 * The result of comparing two trees: each node's partner and difference. `matching.ts` fills it;
 * walk, patch and report read it.
 */
import { present } from '../../../../server/at';
import type { Both } from '../../../core/format-comparer';
import type { RuleHits } from '../../../core/rule-hits';
import type { CompareRules } from '../../../core/rules';
import type { View } from './classes';
import { endOf, Kind, kindOf, nameOf, type Tree } from '../reading/tree';

/** The bits of a mark that have the difference's code (`levels.ts`). */
export const differenceBits = 15;
/** Moved within the same array. */
export const movedBit = 16;
/** Moved to another place of the tree. */
export const carriedBit = 32;
/** The two nodes are of different sorts, so nothing inside was compared. */
export const replacedBit = 64;

export const noPartner = -1;

export interface Matched {
	readonly view: View;
	/** Equal numbers mean equal subtrees, on both sides. */
	readonly classes: Int32Array;
	readonly partners: Int32Array;
	readonly marks: Uint8Array;
}

/** Children of a node. */
export interface Items {
	readonly side: Matched;
	readonly nodes: readonly number[];
}

export interface Matching extends Both<Matched> {
	readonly rules: CompareRules;
	/** Pairs of leaves that the rules made equal. */
	readonly hits: RuleHits;
}

export function partnerOf(side: Matched, node: number): number {
	return side.partners[node] ?? noPartner;
}

export function classOf(side: Matched, node: number): number {
	return present(side.classes[node], 'the class of a node');
}

export function markOf(side: Matched, node: number): number {
	return present(side.marks[node], 'the mark of a node');
}

/** The visible children of a node. */
export function seenChildren({ tree, hidden }: View, node: number): number[] {
	const children: number[] = [];
	const end = endOf(tree, node);
	for (let child = node + 1; child < end; child = endOf(tree, child)) {
		if (!hidden?.[child]) children.push(child);
	}
	return children;
}

/** Lists by keys; in the loops over all nodes quicker than Map.groupBy. */
export function append(lists: Map<number, number[]>, key: number, value: number): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}

/** Number of visible nodes of a subtree. */
export function weightOf({ tree, hidden }: View, node: number): number {
	const end = endOf(tree, node);
	if (!hidden) return end - node;
	let weight = 0;
	for (let at = node; at < end; at++) weight += hidden[at] ? 0 : 1;
	return weight;
}

/** True if two nodes are of the same sort; only then their content is compared. */
export function isLike(kept: Tree, node: number, sent: Tree, other: number): boolean {
	const kind = kindOf(kept, node);
	if (kind !== kindOf(sent, other)) return false;
	return kind !== Kind.element || nameOf(kept, node) === nameOf(sent, other);
}
