/**
 * What two aligned sheets show otherwise beside their cells: what is hidden, which cells are joined, comments
 * and text boxes, and what is printed around the cells.
 */
import type { ValueRules } from '../../../core/rules';
import { at } from '../../../../server/at';
import type { TableAlignment } from './align-tables';
import { isRule, type DifferenceClass } from './differences';
import { remarkDifferences, remarkText, type Places } from './remarks';
import { readable } from '../reading/masking';
import type { JoinedCells, PrintedEnd, Remark, SheetView, Span } from '../reading/sheet-view';
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

export interface ViewTerms {
	readonly isCounted: (difference: DifferenceClass) => boolean;
	readonly rules: ValueRules;
	/** Called for each pair of remarks that is equal by a rule. */
	readonly onIgnored: (rule: keyof ValueRules) => void;
}

/** Those that count. What only one of the tables has is reported as such, whether it is hidden or not. */
export function viewDifferences(
	alignment: TableAlignment | undefined,
	terms: ViewTerms,
): readonly ViewDifference[] {
	if (alignment?.kept.view === undefined || alignment.sent.view === undefined) return [];
	const views = { kept: alignment.kept.view, sent: alignment.sent.view };
	const hasRemarks = views.kept.remarks.length + views.sent.remarks.length > 0;
	if (!hasRemarks && !terms.isCounted('view')) return [];
	const places = pairedPlaces(alignment);
	const remarks = remarksOf(alignment, places, terms);
	if (!terms.isCounted('view')) return remarks;
	const spans = (side: 'hiddenRows' | 'hiddenColumns') => ({
		kept: views.kept[side],
		sent: views.sent[side],
	});
	return [
		...sheetDifference(views),
		...printDifferences(views),
		...remarks,
		...hiddenDifferences('column', places.columns, spans('hiddenColumns')),
		...hiddenDifferences('row', places.rows, spans('hiddenRows')),
		...joinedDifferences(places, views),
	];
}

interface Sides<Type> {
	readonly kept: Type;
	readonly sent: Type;
}

/** Numbers of the rows and columns that both tables have and no rule ignores. */
function pairedPlaces({ kept, sent, rows, columns }: TableAlignment): Places {
	return {
		rows: [...rows.toSent].flatMap((sentRow, keptRow) =>
			sentRow < 0
				? []
				: [{ kept: at(kept.rowNumbers, keptRow), sent: at(sent.rowNumbers, sentRow) }],
		),
		columns: columns.flatMap(({ kept: keptAt, sent: sentAt, isIgnored }) =>
			keptAt === undefined || sentAt === undefined || isIgnored
				? []
				: [{ kept: keptAt, sent: sentAt }],
		),
	};
}

function hiddenText(isHidden: boolean): string {
	return isHidden ? 'hidden' : 'shown';
}

function sheetDifference({ kept, sent }: Sides<SheetView>): readonly ViewDifference[] {
	if (kept.isHidden === sent.isHidden) return [];
	const part = ({ isHidden }: SheetView): ViewPart => ({ text: hiddenText(isHidden) });
	return [{ difference: 'view', of: 'sheet', kept: part(kept), sent: part(sent) }];
}

function printDifferences({ kept, sent }: Sides<SheetView>): readonly ViewDifference[] {
	const ends = [...new Set([...kept.print.keys(), ...sent.print.keys()])];
	const part = (end: PrintedEnd, text: string | undefined): ViewPart => ({
		text: text === undefined ? `no ${end}` : `${end}: “${readable(text)}”`,
	});
	return ends
		.filter((end) => kept.print.get(end) !== sent.print.get(end))
		.map((end) => ({
			...({ difference: 'view', of: 'sheet' } as const),
			kept: part(end, kept.print.get(end)),
			sent: part(end, sent.print.get(end)),
		}));
}

function remarksOf(
	alignment: TableAlignment,
	places: Places,
	{ isCounted, rules, onIgnored }: ViewTerms,
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
	places: readonly Sides<number>[],
	hidden: Sides<readonly Span[]>,
): readonly ViewDifference[] {
	if (hidden.kept.length === 0 && hidden.sent.length === 0) return [];
	const count = 1 + places.reduce((most, { kept, sent }) => Math.max(most, kept, sent), 0);
	const marks = { kept: marked(hidden.kept, count), sent: marked(hidden.sent, count) };
	const runs: { from: Sides<number>; count: number }[] = [];
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
	const part = (side: 'kept' | 'sent', from: number, length: number): ViewPart => ({
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

/** Cells are joined alike if they begin at paired places and reach over as many rows and columns. */
function joinedDifferences(places: Places, views: Sides<SheetView>): readonly ViewDifference[] {
	if (views.kept.joined.length === 0 && views.sent.joined.length === 0) return [];
	const kept = joinedBy('kept', places, views);
	const sent = joinedBy('sent', places, views);
	return [...new Set([...kept.keys(), ...sent.keys()])].flatMap((key): ViewDifference[] => {
		const [base, other] = [kept.get(key), sent.get(key)];
		if (base?.rows === other?.rows && base?.columns === other?.columns) return [];
		return [{ difference: 'view', of: 'cell', kept: joinedPart(base), sent: joinedPart(other) }];
	});
}

/** By the place of the first cell in the sent table. */
function joinedBy(
	side: 'kept' | 'sent',
	places: Places,
	views: Sides<SheetView>,
): ReadonlyMap<string, JoinedCells> {
	const toSent = (pairs: readonly Sides<number>[]) =>
		new Map(pairs.map((pair) => [pair[side], pair.sent]));
	const [rows, columns] = [toSent(places.rows), toSent(places.columns)];
	return new Map(
		views[side].joined.flatMap((cells): [string, JoinedCells][] => {
			const [row, column] = [rows.get(cells.row), columns.get(cells.column)];
			return row === undefined || column === undefined ? [] : [[`${row}:${column}`, cells]];
		}),
	);
}

function joinedPart(cells: JoinedCells | undefined): ViewPart {
	if (cells === undefined) return { text: 'not joined' };
	const { row, column, rows, columns } = cells;
	const place = `${columnLetters(column)}${row}:${columnLetters(column + columns - 1)}${row + rows - 1}`;
	return { place, text: `${rows} × ${columns} joined` };
}
