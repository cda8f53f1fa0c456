/** Which comments and text boxes of two aligned sheets differ, and how. */
import type { ValueRules } from '../../../core/rules';
import type { TableAlignment } from './align-tables';
import { textDifference, type TextDifference } from './cells';
import { readable } from '../reading/masking';
import type { Remark } from '../reading/sheet-view';

export interface RemarkDifference {
	readonly kept?: Remark;
	readonly sent?: Remark;
	/** Or the rule by which the two are equal. */
	readonly difference: TextDifference | keyof ValueRules;
}

/** Numbers of the rows and columns that both tables have. */
export interface Places {
	readonly rows: readonly PairedNumbers[];
	readonly columns: readonly PairedNumbers[];
}

type PairedNumbers = Readonly<Record<'kept' | 'sent', number>>;

/** Comments belong to their cells, whose rows and columns may have moved; text boxes are known by their texts. */
export function remarkDifferences(
	alignment: TableAlignment,
	places: Places,
	rules: ValueRules,
): readonly RemarkDifference[] {
	const pairs = new Pairs(remarksOf(alignment, 'kept'), remarksOf(alignment, 'sent'));
	if (pairs.kept.length + pairs.sent.length === 0) return [];
	pairs.pairBy(cellKeys(alignment, places, 'kept'), cellKeys(alignment, places, 'sent'));
	const wholeOf = ({ kind, text }: Remark) => `${kind}\n${text}`;
	pairs.pairBy(wholeOf, wholeOf);
	const boxOf = ({ kind }: Remark) => (kind === 'text box' ? kind : undefined);
	pairs.pairBy(boxOf, boxOf);
	return pairs.all().flatMap(([one, other]): readonly RemarkDifference[] => {
		if (one === undefined || other === undefined) {
			return [{ kept: one, sent: other, difference: 'content' }];
		}
		const difference = textDifference(one.text, other.text, rules);
		return difference === undefined ? [] : [{ kept: one, sent: other, difference }];
	});
}

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
): (remark: Remark) => string | undefined {
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
	pairs: readonly PairedNumbers[],
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

/** Pairs remarks by one key after the other; what has a partner keeps it. */
class Pairs {
	readonly #partners = new Map<Remark, Remark>();
	readonly #taken = new Set<Remark>();

	constructor(
		readonly kept: readonly Remark[],
		readonly sent: readonly Remark[],
	) {}

	/** A remark without a key is not paired. */
	pairBy(
		keptKey: (remark: Remark) => string | undefined,
		sentKey: (remark: Remark) => string | undefined,
	): void {
		const waiting = new Map<string, Remark[]>();
		for (const remark of this.sent) {
			const key = sentKey(remark);
			if (key === undefined || this.#taken.has(remark)) continue;
			const list = waiting.get(key);
			if (list === undefined) waiting.set(key, [remark]);
			else list.push(remark);
		}
		for (const remark of this.kept) {
			const key = keptKey(remark);
			if (key === undefined || this.#partners.has(remark)) continue;
			const partner = waiting.get(key)?.shift();
			if (partner === undefined) continue;
			this.#partners.set(remark, partner);
			this.#taken.add(partner);
		}
	}

	/** Those of the kept sheet with their partners, then the others of the sent one. */
	all(): readonly (readonly [Remark | undefined, Remark | undefined])[] {
		return [
			...this.kept.map((remark) => [remark, this.#partners.get(remark)] as const),
			...this.sent
				.filter((remark) => !this.#taken.has(remark))
				.map((remark) => [undefined, remark] as const),
		];
	}
}

/** Such as `comment: “too dear”`, for readers. */
export function remarkText(remark: Remark | undefined, kind: Remark['kind']): string {
	return remark === undefined ? `no ${kind}` : `${kind}: “${readable(remark.text)}”`;
}
