/**
 * Reads XLSX workbooks: sheets in order, with values, formulas, number formats, and what is hidden or
 * joined. Rows and cells may lack their places, strings may be shared or inline, formulas shared.
 * Nothing is executed or calculated; other contents of a workbook are named in a note.
 */
import type { Side } from '../../../../core/comparison';
import { ReadFault } from '../../../../core/format-comparer';
import { openZip, type Zip } from '../../../archive/zip-reading';
import { joinWords } from '../../../package/looks';
import { hasPart, namedTree, partsOf, relationshipsOf, walkPart } from '../../../package/parts';
import {
	attribute,
	child,
	childrenOf,
	isOnValue,
	textIn,
	type XmlElement,
	type XmlVisitor,
} from '../../../package/xml';
import { sharedFormula } from '../formulas';
import { dateText, numberText, type NumberFormat } from '../number-formats';
import { SheetBuilder, type BuiltCell } from '../sheet-builder';
import { SheetViewBuilder } from '../sheet-view';
import { columnOfLetters, type Table } from '../table';
import type { Trait } from '../traits';
import { drawingsNote, ReadBounds, type Workbook } from '../workbook';
import { hideColumns, joinCells, linksOf, printEnd } from './beside-rows';
import { remarksOf } from './remarks';
import { cellText, plainText, sharedStrings, textLook, textOf, type CellText } from './strings';
import { type CellStyle, plainStyle, stylesOf } from './styles';

export async function readXlsx({ bytes }: Side): Promise<Workbook> {
	const zip = await openZip(bytes);
	const [part = 'xl/workbook.xml'] = partsOf(await relationshipsOf(zip, ''), 'officeDocument');
	const workbook = await namedTree(zip, part);
	const related = await relationshipsOf(zip, part);
	const [strings] = partsOf(related, 'sharedStrings');
	const [styles] = partsOf(related, 'styles');
	const book: Book = {
		strings: strings === undefined ? [] : await sharedStrings(zip, strings),
		styles: styles === undefined ? [] : await stylesOf(zip, styles),
		isFrom1904: isOnValue(attribute(child(workbook, 'workbookPr'), 'date1904')),
		bounds: new ReadBounds(),
	};
	const sheets: Table[] = [];
	for (const sheet of childrenOf(child(workbook, 'sheets'), 'sheet')) {
		const relation = related.get(attribute(sheet, 'r:id') ?? '');
		if (relation?.type !== 'worksheet' || relation.part === undefined) continue;
		sheets.push(await new SheetReading(sheet, book).table(zip, relation.part));
	}
	return { sheets, notes: notesOf(zip) };
}

interface Book {
	readonly strings: readonly CellText[];
	readonly styles: readonly CellStyle[];
	readonly isFrom1904: boolean;
	readonly bounds: ReadBounds;
}

/** Reads a sheet cell by cell, and what stands above and below the rows. */
class SheetReading implements XmlVisitor {
	readonly #shared = new Map<
		string,
		{ readonly text: string; readonly row: number; readonly column: number }
	>();
	readonly #links: XmlElement[] = [];
	#row = 0;
	#column = -1;

	readonly name: string;
	readonly builder: SheetBuilder;
	readonly view = new SheetViewBuilder();
	/** By the elements around them. */
	readonly readers: ReadonlyMap<string, (one: XmlElement, container: XmlElement) => void> = new Map(
		[
			['row', (cell) => this.#addCell(cell)],
			['cols', (columns) => hideColumns(this.view, columns)],
			['mergeCells', (joined) => joinCells(this.view, joined)],
			['hyperlinks', (link) => this.#links.push(link)],
			['headerFooter', (end, ends) => printEnd(this.view, end, ends)],
		],
	);

	constructor(
		readonly sheet: XmlElement,
		readonly book: Book,
	) {
		this.name = attribute(sheet, 'name') ?? '';
		this.builder = new SheetBuilder(this.name, book.bounds);
	}

	async table(zip: Zip, part: string): Promise<Table> {
		if (!hasPart(zip, part)) throw new ReadFault(`The sheet ${this.name} is missing in the file.`);
		await walkPart(zip, { part, containers: new Set(this.readers.keys()) }, this);
		const related = await relationshipsOf(zip, part);
		for (const remark of await remarksOf(zip, related)) this.view.remark(remark);
		this.view.isHidden = (attribute(this.sheet, 'state') ?? 'visible') !== 'visible';
		return { ...this.builder.table(linksOf(this.#links, related)), view: this.view };
	}

	open(element: XmlElement): void {
		if (element.name !== 'row') return;
		const told = Number(attribute(element, 'r'));
		this.#row = Number.isInteger(told) && told > 0 ? told : this.#row + 1;
		this.#column = -1;
		// A row without a height is hidden, too.
		const isFlat = Number.parseFloat(attribute(element, 'ht') ?? '') === 0;
		if (isFlat || isOnValue(attribute(element, 'hidden'))) this.view.hideRows(this.#row, 1);
	}

	close({ name }: XmlElement): void {
		if (name === 'row') this.builder.endRow(this.#row);
	}

	block(element: XmlElement, container: XmlElement): void {
		this.readers.get(container.name)?.(element, container);
	}

	#addCell(cell: XmlElement): void {
		const told = columnOfLetters(/^[A-Z]+/.exec(attribute(cell, 'r') ?? '')?.[0] ?? '');
		this.#column = told >= 0 ? told : this.#column + 1;
		this.builder.set(this.#column, builtCell(cell, this.#formulaOf(child(cell, 'f')), this.book));
	}

	/** Formulas of a group share the text of the first. */
	#formulaOf(formula: XmlElement | undefined): string {
		const text = textIn(formula);
		const group = attribute(formula, 'si');
		if (attribute(formula, 't') !== 'shared' || group === undefined) return text;
		const first = this.#shared.get(group);
		if (text === '' && first !== undefined) {
			return sharedFormula(first.text, this.#row - first.row, this.#column - first.column);
		}
		this.#shared.set(group, { text, row: this.#row, column: this.#column });
		return text;
	}
}

/** Value of a formula without a stored result. */
const unknownResult = '=';

function builtCell(cell: XmlElement, formula: string, book: Book): BuiltCell {
	const [value, inline] = [textIn(child(cell, 'v')), child(cell, 'is')];
	const type = attribute(cell, 't');
	const style = book.styles[Number(attribute(cell, 's') ?? 0)] ?? plainStyle;
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
	if (inline !== undefined) return builtText(cellText(inline));
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
	return joinWords([look, number < 0 && format.hidesSign ? 'without its minus' : '']);
}

const besideCells: ReadonlyArray<readonly [RegExp, string]> = [
	[
		/(^|\/)vbaProject\.bin$/,
		'The workbook holds macros (vbaProject.bin); they are never run and not compared below Excellent.',
	],
	[/^xl\/(charts|drawings|media)\/(?!vmlDrawing)/, drawingsNote],
	[/^xl\/pivotTables\//, 'Pivot tables are compared by the cells they fill.'],
	[/^xl\/externalLinks\//, 'The workbook points into other files, which are never opened.'],
];

function notesOf({ entries }: Zip): readonly string[] {
	return besideCells.flatMap(([name, note]) =>
		entries.some((entry) => name.test(entry.name)) ? [note] : [],
	);
}
