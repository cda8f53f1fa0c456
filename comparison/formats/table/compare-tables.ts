/**
 * The comparers of CSV and workbooks: they read, align sheet by sheet, judge at the level, and
 * report. A file without a table is reported as unreadable.
 */
import {
	changesMax,
	type Change,
	type Comparer,
	type Outline,
	type OutlineRow,
	type Side,
} from '../../core/comparison';
import {
	both,
	comparerOf,
	ReadFault,
	sides,
	type Both,
	type MatchResult,
	type MatchTask,
} from '../../core/format-comparer';
import { comparedKinds } from '../../../api/comparison/kinds';
import { classesOf } from '../../core/classes';
import type { Level } from '../../core/level';
import { patternsOf } from '../../core/patterns';
import type { RuledSide } from '../../core/rule-hits';
import type { CompareRules } from '../../core/rules';
import { alignTables, type TableKey } from './matching/align-tables';
import { contentAt } from './matching/cells';
import { changesFile } from './report/changes-file';
import type { TableChange } from './report/changes';
import { placeNamed } from './matching/ruled-columns';
import { readCsv } from './reading/csv';
import { sheetShift, type ComparedSheet, type DifferenceClass } from './matching/differences';
import { maskedTable } from './reading/masking';
import { readOds } from './reading/ods/reading';
import { tableReport, tableStyle } from './report/report';
import { alignSheets } from './matching/sheets';
import { cellAt, cellsOf, columnOfLetters, widthOf, type Table } from './reading/table';
import { filedChangesMax, Tally } from './report/tally';
import { type Workbook } from './reading/workbook';
import { readXlsx } from './reading/xlsx/reading';

type Read = (side: Side, rules: CompareRules) => Workbook | Promise<Workbook>;

const { countsAt } = classesOf(comparedKinds.table.classes);

export const csvComparer = tableComparer(readCsv);
export const xlsxComparer = tableComparer(readXlsx);
export const odsComparer = tableComparer(readOds);

function tableComparer(read: Read): Comparer {
	return comparerOf<Workbook>('table', () => ({
		async read(side, { ruled }) {
			const book = await read(side, ruled.rules);
			if (book.sheets.some(({ rows }) => rows.length > 0)) return book;
			throw new ReadFault('It holds no cell with anything in it.');
		},
		match: (books, task) => matchBooks(readAlike(books), task),
		outline: (book, { level, ruled }) => outlineOf(book, level, ruled),
	}));
}

/**
 * If one file has an unmatched quotation mark, both are read plainly, so that one stray quotation
 * mark shows as one changed cell.
 */
function readAlike(books: Both<Workbook>): Both<Workbook> {
	if (sides.every((side) => books[side].badQuoteRow === undefined)) return books;
	const plainly = (side: keyof Both<Workbook>) => {
		const { badQuoteRow, plain } = books[side];
		const book = plain?.() ?? books[side];
		if (badQuoteRow === undefined) return book;
		const note = `A quotation mark in row ${badQuoteRow} of the ${side} file does not match another: quotation marks were compared as letters, and each line as a row.`;
		return { ...book, notes: [...book.notes, note] };
	};
	return both(plainly);
}

function matchBooks(books: Both<Workbook>, task: MatchTask): MatchResult {
	const { level, rules, hits, isReported, onProgress } = task;
	const sheets = alignBooks(books, task);
	requireKeys(sheets, rules);
	onProgress(0.5);
	const isCounted = (difference: DifferenceClass) => countsAt(level, difference);
	const tally = new Tally(sheets, {
		isCounted,
		rules,
		isReported,
		shiftOf: shiftsOf(sheets),
		onIgnored: (rule) => hits.addPair(rule),
	});
	if (tally.total === 0) throw new ReadFault(nothingLeft);
	countLeftOut(sheets, task);
	const { counts, columns, listed, shown } = tally;
	return {
		method: 'cells',
		unit: 'row',
		weights: tally,
		counts,
		columns,
		changes: listed.slice(0, changesMax).map(wireChange),
		notes: notesOf(books, sheets, tally, isReported && tally.changeCount > filedChangesMax),
		show: () => ({
			style: tableStyle,
			content: tableReport(shown, { isCounted, patterns: patternsOf(rules) }),
			files: listed.length === 0 ? [] : [changesFile(task.sent.fileName, listed)],
		}),
	};
}

const nothingLeft = 'The rules leave nothing to compare; leave out fewer columns.';

function alignBooks(books: Both<Workbook>, { rules, hits }: MatchTask): readonly ComparedSheet[] {
	const ruled = both((side) => hits.side(side));
	return alignSheets(books.kept.sheets, books.sent.sheets).map((pair): ComparedSheet => {
		const { kept, sent } = both((side) => books[side].sheets[pair[side] ?? -1]);
		if (kept === undefined || sent === undefined) return { pair, kept, sent };
		const masked = [maskedTable(kept, ruled.kept), maskedTable(sent, ruled.sent)] as const;
		return { pair, kept, sent, alignment: alignTables(...masked, rules) };
	});
}

/** Key columns of a rule must exist in at least one sheet. */
function requireKeys(sheets: readonly ComparedSheet[], { keyColumns = [] }: CompareRules): void {
	const keys = sheets.flatMap(({ alignment }) => (alignment === undefined ? [] : [alignment.key]));
	const missing = keys.find((key): key is TableKey & { by: 'missing' } => key.by === 'missing');
	if (keyColumns.length === 0 || missing === undefined) return;
	if (keys.some(({ by }) => by === 'rule')) return;
	const { name, side } = missing;
	throw new ReadFault(
		missing.isUntold === true
			? `Nothing tells which of its columns is column ${name} of the kept file, which the rule keyColumns names; name a column of the header row.`
			: `It has no column "${name}", which the rule keyColumns names; name a column of its header row, or one by its letters.`,
		side,
	);
}

/** Shifts of the sheets that formulas refer to; computed on first use. */
function shiftsOf(sheets: readonly ComparedSheet[]) {
	const known = new Map<ComparedSheet, ReturnType<typeof sheetShift> | undefined>();
	return (name: string | undefined, own: ComparedSheet) => {
		const sheet = name === undefined ? own : sheets.find(({ kept }) => kept?.name === name);
		if (sheet === undefined) return undefined;
		if (!known.has(sheet)) {
			known.set(sheet, sheet.alignment === undefined ? undefined : sheetShift(sheet.alignment));
		}
		return known.get(sheet);
	};
}

function wireChange({ kind, kept, sent, oldText, newText }: TableChange): Change {
	return { kind, kept, sent, oldText, newText };
}

function notesOf(
	{ kept, sent }: Both<Workbook>,
	sheets: readonly ComparedSheet[],
	{ counts }: Tally,
	hasUnlisted: boolean,
): readonly string[] {
	const forms =
		kept.form === sent.form
			? []
			: [`The kept file is written with ${kept.form ?? ''}, the sent one with ${sent.form ?? ''}.`];
	const guessed = sheets.flatMap(({ alignment, sent: sheet }) => {
		if (alignment?.key.by !== 'guess') return [];
		const where = sheet === undefined || sheet.name === '' ? '' : ` of sheet ${sheet.name}`;
		return [`Rows${where} were paired by the column ${alignment.key.names.join(', ')}.`];
	});
	const isAnyFound = Object.values(counts).some((count) => count > 0);
	const more = hasUnlisted
		? [`More than ${filedChangesMax.toLocaleString('en-US')} changes: the first ones are listed.`]
		: [];
	return [
		...new Set([...kept.notes, ...sent.notes]),
		...forms,
		...(isAnyFound ? guessed : []),
		...untoldNotes(sheets),
		...more,
	];
}

function untoldNotes(sheets: readonly ComparedSheet[]): readonly string[] {
	const letters = sheets.flatMap(({ alignment }) =>
		[...(alignment?.leftOut ?? [])].flatMap(([name, column]) =>
			column === 'untold' ? [name] : [],
		),
	);
	return [...new Set(letters)].map(
		(letter) =>
			`Column ${letter}, which the rule ignoreColumns names by its letter, was compared: nothing tells which column of the sent file it is. Name it as the header row does.`,
	);
}

/** Counts the filled cells of the columns that the rules leave out. */
function countLeftOut(sheets: readonly ComparedSheet[], { rules, hits }: MatchTask): void {
	for (const side of sides) {
		const ruled = hits.side(side);
		for (const { [side]: table, alignment } of sheets) {
			for (const name of rules.ignoreColumns ?? []) {
				const column = alignment?.leftOut.get(name);
				const place = typeof column === 'object' ? column[side] : undefined;
				if (place === undefined) continue;
				const filled = table?.rows.filter((row) => cellAt(row, place) !== '') ?? [];
				ruled.count('ignoreColumns', name, filled.length);
			}
		}
	}
}

/** Without the other file nothing tells whether a letter still means the same column. */
const byLetter = (letter: string) =>
	`The rule ignoreColumns names column ${letter} by its letter, and fingerprints of one file do not tell which column of another it is; name it as the header row does.`;

function isLetterIn({ rows }: Table, name: string): boolean {
	const letter = columnOfLetters(name);
	return letter >= 0 && letter < widthOf(rows);
}

function outlineOf(book: Workbook, level: Level, ruled: RuledSide): Outline {
	const { rules } = ruled;
	const letter = (rules.ignoreColumns ?? []).find((name) =>
		book.sheets.some((sheet) => placeNamed(sheet, name) < 0 && isLetterIn(sheet, name)),
	);
	if (letter !== undefined) throw new ReadFault(byLetter(letter));
	const rows = book.sheets.flatMap((sheet): OutlineRow[] => {
		const { rows: masked } = maskedTable(sheet, ruled);
		const ignored = new Set((rules.ignoreColumns ?? []).map((name) => placeNamed(sheet, name)));
		return masked.map((row, index) => ({
			place: {
				...(sheet.name !== '' && { sheet: sheet.name }),
				cell: String(sheet.rowNumbers[index]),
			},
			words: cellsOf(row)
				.filter((cell, column) => cell !== '' && !ignored.has(column))
				.map((cell) => contentAt(level, cell)),
		}));
	});
	if (rows.every(({ words }) => words.length === 0)) throw new ReadFault(nothingLeft);
	return { isReadable: true, unit: 'row', rows };
}
