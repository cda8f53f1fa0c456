/**
 * Reads XLSX workbooks: sheets in order, with values, formulas, number formats, and what is hidden or
 * joined. Rows and cells may lack their places, strings may be shared or inline, formulas shared.
 * Nothing is executed or calculated; other contents of a workbook are named in a note.
 */
import { ReadFault } from '../../../../core/format-comparer';
import { openZip, type Zip } from '../../../archive/zip-reading';
import type { Side } from '../../../../core/comparison';
import { sharedFormula } from '../formulas';
import { dateText, numberText, type NumberFormat } from '../number-formats';
import { partText } from '../part-text';
import { SheetBuilder, type BuiltCell } from '../sheet-builder';
import { SheetViewBuilder } from '../sheet-view';
import { columnOfLetters, type Table } from '../table';
import type { Trait } from '../traits';
import { ReadBounds, tableBounds, unreadNotes, type Workbook } from '../workbook';
import { fastRows, UnsupportedXml, parsedRows, type RowListener, type XlsxCell } from './cells';
import { addEnds, SheetEnds } from './ends';
import { linksOf } from './links';
import { remarksOf } from './remarks';
import { sheetParts, type SheetPart } from './parts';
import { plainText, sharedStrings, textLook, textOf, type CellText } from './strings';
import { type CellStyle, plainStyle, stylesOf } from './styles';

export async function readXlsx({ bytes }: Side): Promise<Workbook> {
	const zip = await openZip(bytes);
	const parts = await sheetParts(zip);
	const book: Book = {
		strings: parts.strings === undefined ? [] : await sharedStrings(zip, parts.strings),
		styles: parts.styles === undefined ? [] : await stylesOf(zip, parts.styles),
		isFrom1904: parts.isFrom1904,
		bounds: new ReadBounds(),
	};
	const sheets: Table[] = [];
	for (const sheet of parts.sheets) sheets.push(await readSheet(zip, sheet, book));
	return { sheets, notes: notesOf(zip) };
}

interface Book {
	readonly strings: readonly CellText[];
	readonly styles: readonly CellStyle[];
	readonly isFrom1904: boolean;
	readonly bounds: ReadBounds;
}

interface Reading {
	readonly builder: SheetBuilder;
	readonly view: SheetViewBuilder;
	readonly ends: SheetEnds;
}

function newReading({ name }: SheetPart, { bounds }: Book): Reading {
	const builder = new SheetBuilder(name, bounds);
	return { builder, view: new SheetViewBuilder(), ends: new SheetEnds() };
}

async function readSheet(zip: Zip, sheet: SheetPart, book: Book): Promise<Table> {
	const reading = newReading(sheet, book);
	const rows = fastRows(sheetListener(reading, book));
	try {
		for await (const piece of partText(zip, sheet.part)) {
			rows(piece);
			reading.ends.write(piece);
		}
	} catch (fault) {
		if (!(fault instanceof UnsupportedXml)) throw fault;
		return parsedSheet(zip, sheet, book);
	}
	return builtTable(zip, sheet, reading);
}

async function parsedSheet(zip: Zip, sheet: SheetPart, book: Book): Promise<Table> {
	const reading = newReading(sheet, book);
	const rows = parsedRows(sheetListener(reading, book));
	for await (const piece of partText(zip, sheet.part)) {
		rows.write(piece);
		reading.ends.write(piece);
	}
	rows.end();
	return builtTable(zip, sheet, reading);
}

async function builtTable(
	zip: Zip,
	{ part, isHidden }: SheetPart,
	{ builder, view, ends }: Reading,
): Promise<Table> {
	if (isHidden) view.hide();
	addEnds(view, ends);
	for (const remark of await remarksOf(zip, part)) view.remark(remark);
	const links = await linksOf(zip, part, ends.element('hyperlinks'));
	return { ...builder.table(links), view: view.view() };
}

/** Tracks the position of rows and cells, and resolves shared formulas. */
function sheetListener({ builder, view }: Omit<Reading, 'ends'>, book: Book): RowListener {
	const shared = new Map<
		string,
		{ readonly text: string; readonly row: number; readonly column: number }
	>();
	let [row, column] = [0, -1];
	const formulaOf = ({ formula }: XlsxCell): string => {
		if (formula === undefined) return '';
		if (!formula.isShared || formula.group === undefined) return formula.text;
		const first = shared.get(formula.group);
		if (formula.text !== '' || first === undefined) {
			shared.set(formula.group, { text: formula.text, row, column });
			return formula.text;
		}
		return sharedFormula(first.text, row - first.row, column - first.column);
	};
	return {
		onRow: (place, isHidden) => {
			const told = Number(place);
			row = Number.isInteger(told) && told > 0 ? told : row + 1;
			column = -1;
			if (isHidden) view.hideRows(row, 1);
		},
		onCell: (cell) => {
			const told = columnOfLetters(/^[A-Z]+/.exec(cell.place ?? '')?.[0] ?? '');
			column = told >= 0 ? told : column + 1;
			if (column >= tableBounds.columnsMax) throw new ReadFault('A row has too many columns.');
			builder.set(column, builtCell(cell, formulaOf(cell), book));
		},
		onRowEnd: () => builder.endRow(row),
	};
}

/** Value of a formula without a stored result. */
const unknownResult = '=';

function builtCell(cell: XlsxCell, formula: string, book: Book): BuiltCell {
	const { value = '', type } = cell;
	const style = book.styles[Number(cell.style ?? 0)] ?? plainStyle;
	const { format, look } = style;
	const built = (text: string, kind: Trait['kind'], seen: string): BuiltCell => ({
		value: text === '' && formula !== '' ? unknownResult : text,
		kind,
		format: text === '' || kind === '' ? '' : format.code,
		formula,
		link: '',
		look: text === '' ? '' : seen,
	});
	const builtText = (text: CellText) => built(textOf(text), '', textLook(text, style));
	if (cell.text !== undefined) return builtText(cell.text);
	if (value === '') return built('', '', '');
	if (type === 's') return builtText(book.strings[Number(value)] ?? '');
	if (type === 'str' || type === 'inlineStr') return builtText(plainText(value));
	if (type === 'b') return built(value === '1' ? 'TRUE' : 'FALSE', 'truth', look);
	if (type === 'e') return built(value, 'error', look);
	if (type === 'd') return built(value.replace('T', ' '), 'date', look);
	const date = format.isDate ? dateText(Number(value), book.isFrom1904) : undefined;
	if (date !== undefined) return built(date, 'date', look);
	return built(numberText(value), 'number', withSign(look, Number(value), format));
}

/** A negative number that its format shows as a positive one reads as another. */
function withSign(look: string, number: number, format: NumberFormat): string {
	const isOther = number < 0 && format.hidesSign;
	return [look, isOther ? 'without its minus' : ''].filter((part) => part !== '').join(', ');
}

const besideCells: ReadonlyArray<readonly [RegExp, string]> = [
	[
		/(^|\/)vbaProject\.bin$/,
		'The workbook holds macros (vbaProject.bin); they are never run and not compared below Excellent.',
	],
	[/^xl\/(charts|drawings|media)\/(?!vmlDrawing)/, unreadNotes.drawings],
	[/^xl\/pivotTables\//, 'Pivot tables are compared by the cells they fill.'],
	[/^xl\/externalLinks\//, 'The workbook points into other files, which are never opened.'],
];

function notesOf({ entries }: Zip): readonly string[] {
	return besideCells.flatMap(([name, note]) =>
		entries.some((entry) => name.test(entry.name)) ? [note] : [],
	);
}
