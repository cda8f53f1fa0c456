/**
 * Finds the differences inside a stretch of rows, piece by piece, with their classes. The pieces do
 * not depend on the level, which decides later what counts.
 */
import type { Match, Sides } from '../../../align/run';
import { coarsest, type DifferenceClass } from './difference';
import { caseEdit, gapEdit, unpairedEdit, type Edit, type TokenOf, type Unpaired } from './edits';
import { compareGaps, surplusRows } from './gaps';
import { MarkedSide, type MarkedRow, type RowDetail } from './marked-side';
import { partedWords } from './parted-words';
import { pairTokens } from './token-pairing';
import type { TokenList } from '../reading/tokens';

/** Number of differing tokens of both sides, by class, also of those that are left out. */
export type Tally = ReadonlyMap<DifferenceClass, number>;

export interface BlockDetail extends Sides<readonly RowDetail[]> {
	/** Indexes of rows to show side by side, ascending on both sides. */
	readonly pairs: readonly Match[];
	readonly tally: Tally;
	/** In order; ignored classes are left out. */
	readonly edits: readonly Edit[];
	/** True if something was too different for a full search. */
	readonly isCoarse: boolean;
}

/** Classes of differences that rules ignore, with the rule. */
export type LeftOut = ReadonlyMap<DifferenceClass, 'ignoreCase' | 'ignoreWhiteSpace'>;

export function detailOf(
	base: readonly MarkedRow[],
	other: readonly MarkedRow[],
	leftOut: LeftOut,
): BlockDetail {
	const ours = new MarkedSide(base, leftOut);
	const theirs = new MarkedSide(other, leftOut);
	const tally = new Map<DifferenceClass, number>();
	const count = countingIn(tally);
	const seen = (difference: DifferenceClass | undefined) => {
		if (difference === undefined || !leftOut.has(difference)) return difference;
		count(difference, 2);
		return undefined;
	};
	const links = new RowLinks(ours.tokens, theirs.tokens);
	const pairRows = (row: number, otherRow: number) => links.add(row, otherRow, 1);
	const edits: Edit[] = [];
	const partners = pairTokens(ours.tokens, theirs.tokens);
	const rules = { ignoreCase: leftOut.has('case'), ignoreWhiteSpace: leftOut.has('spacing') };
	const parted = partedWords(ours.tokens, theirs.tokens, partners, rules);
	count('moved', ours.movedTokenCount + theirs.movedTokenCount);
	let [one, two] = [-1, -1];
	for (let next = 0; next <= ours.tokens.length; next += 1) {
		const isEnd = next === ours.tokens.length;
		const partner = isEnd ? theirs.tokens.length : (partners.base[next] ?? -1);
		if (partner < 0) continue;
		const gaps = {
			base: { side: ours, gap: ours.gap(one, next) },
			other: { side: theirs, gap: theirs.gap(two, partner) },
		};
		const last = { side: ours, token: one };
		const otherLast = { side: theirs, token: two };
		const ownCase = seen(caseOf(last, otherLast));
		if (ownCase !== undefined) edits.push(caseEdit(last, otherLast));
		if (next === one + 1 && partner === two + 1) {
			const gap = seen(compareGaps(gaps, pairRows));
			count(coarsest([ownCase, gap]), 2);
			if (gap !== undefined) {
				edits.push(gapEdit(last, otherLast, gap, ownCase === undefined ? 1 : 0));
			}
		} else {
			count(ownCase, 2);
			surplusRows(gaps, pairRows);
			let rest: Match = [one + 1, two + 1];
			for (let ends = parted.get(rest[0]); ends !== undefined; ends = parted.get(rest[0])) {
				count('spacing', 2);
				links.addTokens(...rest);
				rest = ends;
			}
			if (rest[0] < next || rest[1] < partner) {
				edits.push(
					unpairedEdit(
						unpaired(ours, rest[0], next, count),
						unpaired(theirs, rest[1], partner, count),
					),
				);
			}
		}
		if (!isEnd) links.addTokens(next, partner);
		[one, two] = [next, partner];
	}
	return {
		base: ours.details(),
		other: theirs.details(),
		pairs: links.pairs(),
		tally,
		edits,
		isCoarse: partners.isCoarse,
	};
}

function countingIn(tally: Map<DifferenceClass, number>): Count {
	return (difference, tokens) => {
		if (difference === undefined || tokens === 0) return;
		tally.set(difference, (tally.get(difference) ?? 0) + tokens);
	};
}

/** Marks paired tokens that differ in case. */
function caseOf(base: TokenOf, other: TokenOf): DifferenceClass | undefined {
	if (base.token < 0) return undefined;
	if (base.side.wordAt(base.token) === other.side.wordAt(other.token)) return undefined;
	for (const { side, token } of [base, other]) side.mark('token', token, 'case');
	return 'case';
}

type Count = (difference: DifferenceClass | undefined, tokens: number) => void;

/** Marks unpaired tokens; punctuation among words counts as words. */
function unpaired(side: MarkedSide, from: number, to: number, count: Count): Unpaired {
	const found = { side, token: from - 1, to };
	if (from === to) return { ...found, difference: undefined };
	const { tokens } = side;
	let hasWords = false;
	for (let token = from; token < to; token += 1) hasWords ||= tokens.isWord(token);
	const difference = hasWords ? 'words' : 'marks';
	for (let token = from; token < to; token += 1) {
		side.mark('token', token, difference);
		if (token > from && tokens.rowOf(token - 1) === tokens.rowOf(token)) {
			side.mark('space', token, difference);
		}
		count(difference, 1);
	}
	return { ...found, difference };
}

/** Counts what rows have in common, to pair those that share the most. */
class RowLinks {
	private readonly weights = new Map<number, Map<number, number>>();

	constructor(
		private readonly base: TokenList,
		private readonly other: TokenList,
	) {}

	addTokens(token: number, otherToken: number): void {
		const weight = this.base.isWord(token) ? 3 : 1;
		this.add(this.base.rowOf(token), this.other.rowOf(otherToken), weight);
	}

	add(base: number, other: number, weight: number): void {
		const links = this.weights.get(base) ?? new Map<number, number>();
		links.set(other, (links.get(other) ?? 0) + weight);
		this.weights.set(base, links);
	}

	pairs(): readonly Match[] {
		const pairs: Match[] = [];
		for (const [row, links] of [...this.weights].sort(([one], [other]) => one - other)) {
			const [best] = [...links].sort(([, one], [, other]) => other - one);
			const after = pairs.at(-1)?.[1] ?? -1;
			if (best !== undefined && best[0] > after) pairs.push([row, best[0]]);
		}
		return pairs;
	}
}
