/**
 * What two aligned sheets show otherwise beside their cells: what is hidden, which cells are joined, comments
 * and text boxes, and what is printed around the cells.
 */
import type { Both } from '../../../core/format-comparer';
import { at } from '../../../../server/at';
import type { TableAlignment } from './align-tables';
import { isCommon } from './columns';
import { isRule, type DifferenceClass, type Terms } from './differences';
import { remarkDifferences, remarkText, type Places } from './remarks';
import { readable } from '../reading/masking';
import type { Remark, SheetView, Span } from '../reading/sheet-view';
import { columnLetters } from '../reading/table';

export interface ViewDifference {
	/** `view`, or how two remarks differ. */
	readonly difference: DifferenceClass;
	readonly of: 'sheet' | 'column' | 'row' | 'cell';
	readonly kept: ViewPart;
	readonly sent: ViewPart;
}

export interface ViewPart {
	/** As `3`, `3:7`, `B`, `B:D` or `A2:A3`; absent for a sheet, and for cells that are not joined. */
	readonly place?: string;
	/** `shown`, `hidden`, `2 × 1 joined`, `not joined`, or what is printed, such as `foot of each page: “Draft”`. */
	readonly text: string;
}

/** Those that count. What only one of the tables has is reported as such, whether it is hidden or not. */
export function viewDifferences(
	alignment: TableAlignment | undefined,
	terms: Terms,
): readonly ViewDifference[] {
	if (alignment?.kept.view === undefined || alignment.sent.view === undefined) return [];
	const views = { kept: alignment.kept.view, sent: alignment.sent.view };
	const hasRemarks = views.kept.remarks.length + views.sent.remarks.length > 0;
	if (!hasRemarks && !terms.isCounted('view')) return [];
	const places = pairedPlaces(alignment);
	const remarks = remarksOf(alignment, places, terms);
	const part = ({ place, text }: ViewPart) => ({ place, text: readable(text) });
	const all = terms.isCounted('view')
		? [
				...differing('sheet', views, sheetParts, () => 'shown'),
				...differing('sheet', views, printParts, (end) => `no ${end}`),
				...remarks,
				...hiddenDifferences('column', places.columns, views),
				...hiddenDifferences('row', places.rows, views),
				...differing('cell', views, (view, side) => joinedParts(view, side, places), notJoined),
			]
		: remarks;
	return all.map((one) => ({ ...one, kept: part(one.kept), sent: part(one.sent) }));
}

/** What stands in the views under the same key and differs; `otherwise`: what is said where nothing stands. */
function differing(
	of: ViewDifference['of'],
	views: Both<SheetView>,
	partsOf: (view: SheetView, side: keyof Both<unknown>) => ReadonlyMap<string, ViewPart>,
	otherwise: (key: string) => string,
): readonly ViewDifference[] {
	const [kept, sent] = [partsOf(views.kept, 'kept'), partsOf(views.sent, 'sent')];
	return [...new Set([...kept.keys(), ...sent.keys()])].flatMap((key): ViewDifference[] => {
		const none = { text: otherwise(key) };
		const [base, other] = [kept.get(key) ?? none, sent.get(key) ?? none];
		return base.text === other.text ? [] : [{ difference: 'view', of, kept: base, sent: other }];
	});
}

/** Numbers of the rows and columns that both tables have and no rule ignores. */
function pairedPlaces({ kept, sent, rows, columns }: TableAlignment): Places {
	return {
		rows: [...rows.toSent].flatMap((sentRow, row) =>
			sentRow < 0 ? [] : [{ kept: at(kept.rowNumbers, row), sent: at(sent.rowNumbers, sentRow) }],
		),
		columns: columns.filter(isCommon),
	};
}

function hiddenText(isHidden: boolean): string {
	return isHidden ? 'hidden' : 'shown';
}

function sheetParts({ isHidden }: SheetView): ReadonlyMap<string, ViewPart> {
	return new Map([['sheet', { text: hiddenText(isHidden) }]]);
}

function printParts({ print }: SheetView): ReadonlyMap<string, ViewPart> {
	return new Map([...print].map(([end, text]) => [end, { text: `${end}: “${text}”` }]));
}

function remarksOf(
	alignment: TableAlignment,
	places: Places,
	{ isCounted, rules, onIgnored }: Terms,
): readonly ViewDifference[] {
	return remarkDifferences(alignment, places, rules).flatMap(({ kept, sent, difference }) => {
		if (isRule(difference)) {
			onIgnored(difference);
			return [];
		}
		if (!isCounted(difference)) return [];
		const kind = (kept ?? sent)?.kind ?? 'comment';
		const part = (remark: Remark | undefined): ViewPart => ({
			...(remark?.kind === 'comment' && {
				place: `${columnLetters(remark.column)}${remark.row}`,
			}),
			text: remarkText(remark, kind),
		});
		const of = kind === 'comment' ? 'cell' : 'sheet';
		return [{ difference, of, kept: part(kept), sent: part(sent) }];
	});
}

/** Rows or columns that follow each other in both tables make one difference. */
function hiddenDifferences(
	of: 'column' | 'row',
	places: readonly Both<number>[],
	views: Both<SheetView>,
): readonly ViewDifference[] {
	const list = of === 'row' ? 'hiddenRows' : 'hiddenColumns';
	const hidden = { kept: views.kept[list], sent: views.sent[list] };
	if (hidden.kept.length === 0 && hidden.sent.length === 0) return [];
	const count = 1 + places.reduce((most, { kept, sent }) => Math.max(most, kept, sent), 0);
	const marks = { kept: marked(hidden.kept, count), sent: marked(hidden.sent, count) };
	const runs: { from: Both<number>; count: number }[] = [];
	for (const place of places) {
		if (marks.kept[place.kept] === marks.sent[place.sent]) continue;
		const last = runs.at(-1);
		const isNext =
			last !== undefined &&
			last.from.kept + last.count === place.kept &&
			last.from.sent + last.count === place.sent &&
			marks.kept[last.from.kept] === marks.kept[place.kept];
		if (isNext) last.count += 1;
		else runs.push({ from: place, count: 1 });
	}
	const name = (number: number) => (of === 'row' ? String(number) : columnLetters(number));
	const part = (side: keyof Both<unknown>, from: number, length: number): ViewPart => ({
		place: length === 1 ? name(from) : `${name(from)}:${name(from + length - 1)}`,
		text: hiddenText(marks[side][from] === 1),
	});
	return runs.map(({ from, count: length }) => ({
		difference: 'view',
		of,
		kept: part('kept', from.kept, length),
		sent: part('sent', from.sent, length),
	}));
}

function marked(spans: readonly Span[], length: number): Uint8Array {
	const marks = new Uint8Array(length);
	for (const { from, count } of spans) marks.fill(1, from, from + count);
	return marks;
}

const notJoined = () => 'not joined';

/** Cells are joined alike if they begin at paired places, those of the sent table, and reach as far. */
function joinedParts(
	{ joined }: SheetView,
	side: keyof Both<unknown>,
	places: Places,
): ReadonlyMap<string, ViewPart> {
	if (joined.length === 0) return new Map();
	const toSent = (pairs: readonly Both<number>[]) =>
		new Map(pairs.map((pair) => [pair[side], pair.sent]));
	const [sentRows, sentColumns] = [toSent(places.rows), toSent(places.columns)];
	return new Map(
		joined.flatMap(({ row, column, rows, columns }): [string, ViewPart][] => {
			const [sentRow, sentColumn] = [sentRows.get(row), sentColumns.get(column)];
			if (sentRow === undefined || sentColumn === undefined) return [];
			const last = `${columnLetters(column + columns - 1)}${row + rows - 1}`;
			const place = `${columnLetters(column)}${row}:${last}`;
			return [[`${sentRow}:${sentColumn}`, { place, text: `${rows} × ${columns} joined` }]];
		}),
	);
}
