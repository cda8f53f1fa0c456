/**
 * Walks two compared trees in the order of the file and emits the differences that count at a
 * level, with the number of equal values between them. The verdict, figures, changes and report all
 * come from this walk, so they cannot contradict each other.
 */
import type { ChangeKind } from '../../../core/comparison';
import { codeOf, type Difference, differences } from '../matching/levels';
import {
	append,
	carriedBit,
	differenceBits,
	markOf,
	type Matched,
	type Matching,
	movedBit,
	noPartner,
	partnerOf,
	replacedBit,
	seenChildren,
	weightOf,
} from '../matching/matched';
import { endOf, isContainer, Kind } from '../reading/tree';

/** A step of the walk; -1: no node. */
export type Step =
	| { readonly type: 'open'; readonly depth: number; readonly kept: number; readonly sent: number }
	| { readonly type: 'same'; readonly depth: number; readonly count: number }
	| { readonly type: 'gone'; readonly depth: number; readonly kept: number; readonly sent: number }
	| DifferenceStep;

export interface DifferenceStep {
	readonly type: 'difference';
	readonly kind: ChangeKind;
	readonly difference: Difference;
	readonly depth: number;
	readonly kept: number;
	readonly sent: number;
}

export interface Walked {
	/** Number of differing nodes of both sides. */
	readonly differing: number;
	readonly counts: Readonly<Record<ChangeKind, number>>;
}

interface Frame {
	readonly kept: number;
	readonly sent: number;
	/** Child pairs, two numbers each. */
	readonly children: readonly number[];
	next: number;
	sameCount: number;
}

const formKinds: readonly Difference[] = ['space', 'comment', 'spelling', 'order'];

export function walk(
	matching: Matching,
	isCounted: (code: number) => boolean,
	tell: (step: Step) => void,
): Walked {
	return new TreeWalker(matching, isCounted, tell).walked();
}

class TreeWalker {
	private readonly frames: Frame[] = [];
	private readonly counts = { added: 0, removed: 0, changed: 0, moved: 0, formatted: 0 };
	private differing = 0;
	/** Number of frames, from the root, that were emitted. */
	private shown = 0;

	constructor(
		private readonly matching: Matching,
		private readonly isCounted: (code: number) => boolean,
		private readonly tell: (step: Step) => void,
	) {}

	walked(): Walked {
		this.visit(0, 0);
		for (let frame = this.frames.at(-1); frame; frame = this.frames.at(-1)) {
			if (frame.next < frame.children.length) {
				const at = frame.next;
				frame.next += 2;
				this.visit(frame.children[at] ?? noPartner, frame.children[at + 1] ?? noPartner);
			} else this.leave(frame);
		}
		return { differing: this.differing, counts: this.counts };
	}

	private leave(frame: Frame): void {
		const isShown = this.shown === this.frames.length;
		if (isShown) this.flushSame(frame, this.frames.length);
		this.frames.pop();
		this.shown = Math.min(this.shown, this.frames.length);
		if (!isShown) this.countSame();
	}

	private visit(node: number, other: number): void {
		if (other === noPartner) this.visitKeptOnly(node);
		else if (node === noPartner) this.visitSentOnly(other);
		else this.visitPair(node, other);
	}

	private visitKeptOnly(node: number): void {
		const { kept } = this.matching;
		const sent = partnerOf(kept, node);
		if (sent !== noPartner) return this.tellShown({ type: 'gone', kept: node, sent });
		this.tellAlone('removed', kept, node, { kept: node, sent: noPartner });
	}

	private visitSentOnly(other: number): void {
		const { sent } = this.matching;
		const node = partnerOf(sent, other);
		if (node !== noPartner) return this.visitPair(node, other);
		const carried = this.tellAlone('added', sent, other, { kept: noPartner, sent: other });
		for (const inside of carried.toReversed())
			this.enter(noPartner, other, [partnerOf(sent, inside), inside]);
	}

	/** Emits a subtree that only one side has; parts that moved from elsewhere are excluded. */
	private tellAlone(
		kind: 'added' | 'removed',
		side: Matched,
		node: number,
		nodes: { readonly kept: number; readonly sent: number },
	): number[] {
		const difference = side.view.tree.kinds[node] === Kind.comment ? 'comment' : 'content';
		if (!this.isCounted(codeOf(difference))) {
			this.countSame();
			return [];
		}
		const carried = carriedWithin(side, node);
		const weight = carried.reduce(
			(rest, at) => rest - weightOf(side.view, at),
			weightOf(side.view, node),
		);
		this.tellDifference({ kind, difference, ...nodes }, weight);
		return carried;
	}

	private visitPair(node: number, other: number): void {
		const { kept, sent } = this.matching;
		const mark = markOf(kept, node);
		const code = mark & differenceBits;
		const isMoved = (mark & (movedBit | carriedBit)) !== 0;
		const difference = differences[code - 1];
		const isDifferent = difference !== undefined && this.isCounted(code);
		if (isMoved) {
			this.tellDifference({ kind: 'moved', difference: 'content', kept: node, sent: other }, 2);
		}
		if (isDifferent) {
			const kind = formKinds.includes(difference) ? 'formatted' : 'changed';
			const weight =
				(mark & replacedBit) !== 0 ? weightOf(kept.view, node) + weightOf(sent.view, other) : 2;
			this.tellDifference(
				{ kind, difference, kept: node, sent: other },
				isMoved ? weight - 2 : weight,
			);
		}
		const isInside = isContainer(kept.view.tree, node) && (mark & replacedBit) === 0;
		if (isInside && this.mayDiffer(node, other))
			this.enter(node, other, this.childrenOf(node, other));
		else if (!isMoved && !isDifferent) this.countSame();
	}

	/** Equal subtrees are walked only if their form was compared. */
	private mayDiffer(node: number, other: number): boolean {
		const { kept, sent } = this.matching;
		if (kept.classes[node] !== sent.classes[other]) return true;
		return this.isCounted(codeOf('spelling'));
	}

	private enter(kept: number, sent: number, children: readonly number[]): void {
		this.frames.push({ kept, sent, children, next: 0, sameCount: 0 });
	}

	/** In the sent order; removed children follow the sibling they followed before. */
	private childrenOf(node: number, other: number): number[] {
		const { kept, sent } = this.matching;
		const behind = new Map<number, number[]>();
		let last = noPartner;
		for (const child of seenChildren(kept.view, node)) {
			const partner = partnerOf(kept, child);
			const isHere = partner !== noPartner && sent.view.tree.parents[partner] === other;
			if (isHere) last = partner;
			else append(behind, last, child);
		}
		const pairs = (behind.get(noPartner) ?? []).flatMap((gone) => [gone, noPartner]);
		for (const child of seenChildren(sent.view, other)) {
			const partner = partnerOf(sent, child);
			const isHere = partner !== noPartner && kept.view.tree.parents[partner] === node;
			pairs.push(isHere ? partner : noPartner, child);
			for (const gone of behind.get(child) ?? []) pairs.push(gone, noPartner);
		}
		return pairs;
	}

	private countSame(): void {
		const frame = this.frames.at(-1);
		if (frame) frame.sameCount++;
	}

	private tellDifference(step: Omit<DifferenceStep, 'type' | 'depth'>, weight: number): void {
		this.counts[step.kind]++;
		this.differing += weight;
		this.tellShown({ type: 'difference', ...step });
	}

	/** Emits the open steps of its containers first, unless emitted already. */
	private tellShown(
		step: Omit<DifferenceStep, 'depth'> | { type: 'gone'; kept: number; sent: number },
	): void {
		for (; this.shown < this.frames.length; this.shown++) {
			const frame = this.frames[this.shown];
			const parent = this.frames[this.shown - 1];
			if (parent) this.flushSame(parent, this.shown);
			if (!frame || frame.kept === noPartner) continue;
			this.tell({ type: 'open', depth: this.shown, kept: frame.kept, sent: frame.sent });
		}
		const last = this.frames.at(-1);
		if (last) this.flushSame(last, this.frames.length);
		this.tell({ ...step, depth: this.frames.length });
	}

	private flushSame(frame: Frame, depth: number): void {
		if (frame.sameCount > 0) this.tell({ type: 'same', depth, count: frame.sameCount });
		frame.sameCount = 0;
	}
}

/** The outermost parts of a subtree that moved into it or out of it. */
function carriedWithin(side: Matched, node: number): number[] {
	const { tree } = side.view;
	const carried: number[] = [];
	for (let at = node; at < endOf(tree, node); at++) {
		if ((markOf(side, at) & carriedBit) === 0) continue;
		carried.push(at);
		at = endOf(tree, at) - 1;
	}
	return carried;
}
