/** Which comments and text boxes of two aligned sheets differ, and how. */
import { at } from '../../../../server/at';
import { Pairing } from '../../../align/pairing';
import type { Both } from '../../../core/format-comparer';
import type { ValueRules } from '../../../core/rules';
import type { TableAlignment } from './align-tables';
import { textDifference, type TextDifference } from './cells';
import type { Remark } from '../reading/sheet-view';

export interface RemarkDifference extends Partial<Both<Remark>> {
	/** Or the rule by which the two are equal. */
	readonly difference: TextDifference | keyof ValueRules;
}

/** Numbers of the rows and columns that both tables have. */
export interface Places {
	readonly rows: readonly Both<number>[];
	readonly columns: readonly Both<number>[];
}

/** Comments belong to their cells, whose rows and columns may have moved; text boxes are known by their texts. */
export function remarkDifferences(
	alignment: TableAlignment,
	places: Places,
	rules: ValueRules,
): readonly RemarkDifference[] {
	const [kept, sent] = [remarksOf(alignment, 'kept'), remarksOf(alignment, 'sent')];
	if (kept.length + sent.length === 0) return [];
	const pairing = new Pairing(kept.length, sent.length);
	const pairBy = (keptKey: KeyOf, sentKey = keptKey) =>
		pairing.addByKey(kept.map(keptKey), sent.map(sentKey));
	pairBy(cellKeys(alignment, places, 'kept'), cellKeys(alignment, places, 'sent'));
	pairBy(({ kind, text }) => `${kind}\n${text}`);
	pairBy(({ kind }) => (kind === 'text box' ? kind : undefined));
	const alone = pairing.freeSent.map((place) => ({ sent: sent[place] }));
	const pairs = kept.map((one, place) => ({ kept: one, sent: sent[at(pairing.toSent, place)] }));
	return [...pairs, ...alone].flatMap((pair: Partial<Both<Remark>>) => {
		const difference =
			pair.kept === undefined || pair.sent === undefined
				? 'content'
				: textDifference(pair.kept.text, pair.sent.text, rules);
		return difference === undefined ? [] : [{ ...pair, difference }];
	});
}

/** A remark without a key is not paired. */
type KeyOf = (remark: Remark) => string | undefined;

/** Without those on cells of columns that a rule ignores. */
function remarksOf(alignment: TableAlignment, side: 'kept' | 'sent'): readonly Remark[] {
	const ignored = new Set(
		alignment.columns.filter(({ isIgnored }) => isIgnored).map((column) => column[side]),
	);
	const remarks = alignment[side].view?.remarks ?? [];
	return remarks.filter((remark) => remark.kind !== 'comment' || !ignored.has(remark.column));
}

/** Equal for the cells that two comments have in common. */
function cellKeys(
	alignment: TableAlignment,
	{ rows, columns }: Places,
	side: 'kept' | 'sent',
): KeyOf {
	const rowKey = lineKeys(rows, alignment[side].rowNumbers, side);
	const columnKey = lineKeys(
		columns,
		alignment.columns.map((column) => column[side]),
		side,
	);
	return (remark) => {
		if (remark.kind !== 'comment') return undefined;
		const [row, column] = [rowKey(remark.row), columnKey(remark.column)];
		return row === undefined || column === undefined ? undefined : `${row}, ${column}`;
	};
}

/** A row or column without cells stands where it stands; one that the other table lacks has no key. */
function lineKeys(
	pairs: readonly Both<number>[],
	own: Iterable<number | undefined>,
	side: 'kept' | 'sent',
): (line: number) => string | undefined {
	const partners = new Map(pairs.map((pair) => [pair[side], pair.sent]));
	const known = new Set(own);
	return (line) => {
		const partner = partners.get(line);
		if (partner !== undefined) return `paired ${partner}`;
		return known.has(line) ? undefined : `empty ${line}`;
	};
}

/** Such as `comment: “too dear”`, for readers. */
export function remarkText(remark: Remark | undefined, kind: Remark['kind']): string {
	return remark === undefined ? `no ${kind}` : `${kind}: “${remark.text}”`;
}
