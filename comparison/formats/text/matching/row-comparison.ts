/**
 * Compares two texts as rows, for every format whose content is ordered text. There is one
 * alignment, and every difference has a class; the level only decides which classes count. Swapping
 * the texts only swaps the sides of the result.
 */
import type { Sides, Span } from '../../../align/run';
import type { Both } from '../../../core/format-comparer';
import type { RuleHits } from '../../../core/rule-hits';
import type { Level } from '../../../core/level';
import type { CompareRules } from '../../../core/rules';
import { detailOf, type BlockDetail, type LeftOut } from './block-detail';
import { countsAt, type DifferenceClass } from './difference';
import type { EditSide } from './edits';
import type { MarkedRow, RowDetail } from './marked-side';
import { alignRows, type Block } from './row-alignment';
import { rowKey, rowsIn, type Rows } from '../reading/rows';

export interface TextBlock extends Both<Span> {
	/** True if its rows are equal, one by one. */
	readonly isSame: boolean;
}

/** The rows of a block, cut into equal and differing pieces. */
export interface TextDetail extends Both<readonly RowDetail[]> {
	/** Indexes of rows to show side by side, ascending on both sides. */
	readonly pairs: readonly (readonly [kept: number, sent: number])[];
	/** The edits, without moved rows. */
	readonly edits: readonly TextEdit[];
}

export type TextEdit = Both<EditSide>;

export interface TextComparison extends Both<Rows> {
	/** Together they cover both texts, in order. */
	readonly blocks: readonly TextBlock[];
	/** Number of differing tokens of both texts, by class. */
	readonly differing: ReadonlyMap<DifferenceClass, number>;
	/** Number of tokens of both texts. */
	readonly total: number;
	/** True if something was too different for a full search. */
	readonly isCoarse: boolean;
	/** Recomputed for all but the first blocks, to limit memory. */
	readonly detailOf: (block: TextBlock) => TextDetail;
}

/** Rules that ignore classes of differences at every level. */
export type RowRules = Pick<CompareRules, 'ignoreCase' | 'ignoreWhiteSpace'>;

/** `hits`: told what the rules hid. */
export function compareRows(
	kept: Rows,
	sent: Rows,
	rules: RowRules = {},
	hits?: RuleHits,
): TextComparison {
	const isSwapped = isAfter(kept, sent);
	const [base, other] = isSwapped ? [sent, kept] : [kept, sent];
	const alignment = alignRows(base, other);
	const sided = <Of>({ base: one, other: two }: Sides<Of>): Both<Of> =>
		isSwapped ? { kept: two, sent: one } : { kept: one, sent: two };
	const marked = (rows: Rows, span: Span, moved: ReadonlyMap<number, number>) =>
		rowsIn(rows, span).map((row, index): MarkedRow => ({
			row,
			movedTo: moved.get(span.from + index),
		}));
	const without = leftOut(rules);
	const known = new KnownDetails();
	const detail = (one: Span, two: Span) =>
		known.of(one, two, () =>
			detailOf(
				marked(base, one, alignment.movedBase),
				marked(other, two, alignment.movedOther),
				without,
			),
		);
	const blocks = alignment.blocks.flatMap(shortPairs);
	const differing = new Map<DifferenceClass, number>();
	let isCoarse = false;
	for (const block of blocks) {
		if (block.kind === 'same') continue;
		const found = detail(block.base, block.other);
		isCoarse ||= found.isCoarse;
		for (const [difference, count] of found.tally) {
			const rule = without.get(difference);
			if (rule !== undefined) hits?.addPair(rule, count / 2);
			else differing.set(difference, (differing.get(difference) ?? 0) + count);
		}
	}
	return {
		kept,
		sent,
		blocks: blocks.map((block) => ({ isSame: block.kind === 'same', ...sided(block) })),
		differing,
		total: alignment.tokenCount,
		isCoarse,
		detailOf: (block) => {
			const [one, other] = isSwapped ? [block.sent, block.kept] : [block.kept, block.sent];
			const found = detail(one, other);
			return {
				...sided(found),
				pairs: isSwapped ? found.pairs.map(([one, two]) => [two, one]) : found.pairs,
				edits: found.edits.map(sided),
			};
		},
	};
}

/** Details are needed twice, for counting and for display; those of the first rows are cached. */
class KnownDetails {
	private static readonly rowsMax = 16_000;
	private readonly details = new Map<number, BlockDetail>();
	private rowCount = 0;

	of(one: Span, other: Span, make: () => BlockDetail): BlockDetail {
		const key = one.from * 2 ** 26 + other.from;
		const known = this.details.get(key);
		if (known !== undefined) return known;
		const made = make();
		this.rowCount += one.to - one.from + other.to - other.from;
		if (this.rowCount <= KnownDetails.rowsMax) this.details.set(key, made);
		return made;
	}
}

function leftOut({ ignoreCase, ignoreWhiteSpace }: RowRules): LeftOut {
	const spaces = ['breaks', 'blank', 'spacing', 'trailing', 'ends'] as const;
	return new Map<DifferenceClass, keyof RowRules>([
		...(ignoreCase === true ? [['case', 'ignoreCase'] as const] : []),
		...(ignoreWhiteSpace === true ? spaces.map((one) => [one, 'ignoreWhiteSpace'] as const) : []),
	]);
}

/** Most paired rows processed together, to limit memory. */
const pairsMax = 128;

function shortPairs({ kind, base, other }: Block): readonly Block[] {
	const count = base.to - base.from;
	if (kind !== 'paired' || count <= pairsMax) return [{ kind, base, other }];
	return Array.from({ length: Math.ceil(count / pairsMax) }, (_, index) => {
		const [from, to] = [index * pairsMax, Math.min(count, (index + 1) * pairsMax)];
		const part = (span: Span) => ({ from: span.from + from, to: span.from + to });
		return { kind, base: part(base), other: part(other) };
	});
}

/** An order of the two texts that does not depend on which one is kept. */
function isAfter(kept: Rows, sent: Rows): boolean {
	const shorter = Math.min(kept.count, sent.count);
	for (let index = 0; index < shorter; index += 1) {
		const [one, other] = [rowKey(kept.at(index)), rowKey(sent.at(index))];
		if (one !== other) return one > other;
	}
	return kept.count > sent.count;
}

/** Number of tokens that differ at a level, and of all; the total does not depend on the level. */
export function weightsAt(
	{ differing, total }: Pick<TextComparison, 'differing' | 'total'>,
	level: Level,
): { readonly differing: number; readonly total: number } {
	const counted = [...differing].filter(([difference]) => countsAt(level, difference));
	return { differing: counted.reduce((sum, [, count]) => sum + count, 0), total };
}
