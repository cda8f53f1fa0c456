/**
 * What is known of two trees while and after they are compared: of every node its partner in the other
 * tree and what is between them. `matching.ts` fills it in, walk, patch and report read it.
 */
import { present } from '../../../../server/at';
import type { CompareRules } from '../../rules';
import type { View } from './classes';
import {
	endOf,
	type Kind,
	kindOf,
	Kind as Kinds,
	nameOf,
	type Names,
	type Tree,
} from '../reading/tree';

/** The low bits of a mark are the code of a difference (`levels.ts`). */
export const differenceBits = 15;
/** It changed its place among the items of the same array. */
export const movedBit = 16;
/** It was taken out of one place of the tree and put into another. */
export const carriedBit = 32;
/** One of the two is a container and the other is not such a one, so nothing inside was compared. */
export const replacedBit = 64;

export const noPartner = -1;

export interface Matched {
	readonly view: View;
	/** Equal numbers are equal subtrees, on both sides. */
	readonly classes: Int32Array;
	readonly partners: Int32Array;
	readonly marks: Uint8Array;
}

export interface Matching {
	readonly kept: Matched;
	readonly sent: Matched;
	readonly names: Names;
	readonly rules: CompareRules;
	/** Leaves that tolerance made the same. */
	readonly near: number;
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

/** The nodes directly below one that the rules let through. */
export function seenChildren({ tree, hidden }: View, node: number): number[] {
	const children: number[] = [];
	const end = endOf(tree, node);
	for (let child = node + 1; child < end; child = endOf(tree, child)) {
		if (!hidden?.[child]) children.push(child);
	}
	return children;
}

/** How many nodes of a subtree the rules let through. */
export function weightOf({ tree, hidden }: View, node: number): number {
	const end = endOf(tree, node);
	if (!hidden) return end - node;
	let weight = 0;
	for (let at = node; at < end; at++) weight += hidden[at] ? 0 : 1;
	return weight;
}

/** Whether two nodes are of one sort: only such are ever compared inside. */
export function isLike(kept: Tree, node: number, sent: Tree, other: number): boolean {
	const kind: Kind = kindOf(kept, node);
	if (kind !== kindOf(sent, other)) return false;
	return kind !== Kinds.element || nameOf(kept, node) === nameOf(sent, other);
}
