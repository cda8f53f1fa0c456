/**
 * Reads ODS workbooks: sheets in order, with values and formulas. One cell or row may stand for
 * many; empty ones take no memory, others are limited. Number formats are left out, because every
 * program renames them when it saves.
 */
import { ReadFault } from '../../../../core/format-comparer';
import { fullAddress } from '../../../../core/address';
import { openZip, type Zip } from '../../../archive/zip-reading';
import type { Side } from '../../../../core/comparison';
import { numberText } from '../number-formats';
import { besideCells, repeats } from './elements';
import { CellLooks, OdsLooks, type SpanRun } from './looks';
import { pagesListener, viewsListener } from './views';
import { partText } from '../part-text';
import { SheetBuilder, type BuiltCell } from '../sheet-builder';
import type { PrintedEnds, SheetView } from '../sheet-view';
import type { Table } from '../table';
import { ReadBounds, tableBounds, unreadNotes, type Workbook } from '../workbook';
import { xmlWalk, type Attributes, type XmlListener } from '../xml-walk';

const content = 'content.xml';
const styles = 'styles.xml';

export async function readOds({ bytes }: Side): Promise<Workbook> {
	const zip = await openZip(bytes);
	const manifest = await zip.read('META-INF/manifest.xml');
	if (manifest?.includes('encryption-data') === true) {
		throw new ReadFault('It is protected by a password; save it without one.');
	}
	if (!zip.entries.some(({ name }) => name === content))
		throw new ReadFault(`It has no ${content}.`);
	const sheets: Table[] = [];
	const views: SheetView[] = [];
	const looks = new OdsLooks();
	const pages = new Map<string, PrintedEnds>();
	if (zip.entries.some(({ name }) => name === styles)) {
		await walkPart(zip, styles, together([looks.listener, pagesListener(pages)]));
	}
	const unread = new Set<string>();
	const listeners = [
		looks.listener,
		sheetsListener(sheets, new ReadBounds(), new CellLooks(looks)),
		viewsListener(views, pages),
		unreadListener(unread),
	];
	await walkPart(zip, content, together(listeners));
	const hasMacros = zip.entries.some(({ name }) => /^(Basic|Scripts)\/./.test(name));
	return {
		sheets: sheets.map((sheet, place) => ({ ...sheet, view: views[place] })),
		notes: [...(hasMacros ? [macrosNote] : []), ...[...unread].sort()],
	};
}

const macrosNote =
	'The workbook holds macros; they are never run and not compared below Excellent.';

async function walkPart(zip: Zip, part: string, listener: XmlListener): Promise<void> {
	const walk = xmlWalk(listener);
	for await (const piece of partText(zip, part)) walk.write(piece);
	walk.end();
}

function together(listeners: readonly XmlListener[]): XmlListener {
	return {
		onOpen: (name, attributes) => {
			for (const { onOpen } of listeners) onOpen?.(name, attributes);
		},
		onText: (text) => {
			for (const { onText } of listeners) onText?.(text);
		},
		onClose: (name) => {
			for (const { onClose } of listeners) onClose?.(name);
		},
	};
}

/** Collects notes about what is not compared. */
function unreadListener(notes: Set<string>): XmlListener {
	return {
		onOpen: (name) => {
			if (name === 'frame') notes.add(unreadNotes.drawings);
		},
	};
}

function sheetsListener(sheets: Table[], bounds: ReadBounds, looks: CellLooks): XmlListener {
	let builder: SheetBuilder | undefined;
	let [row, rowCount, column, columnCount] = [1, 1, 0, 1];
	let asideDepth = 0;
	let attributes: Attributes = {};
	let text = new CellTexts();
	let link = '';
	return {
		onOpen: (name, given) => {
			if (besideCells.has(name)) asideDepth += 1;
			if (asideDepth > 0) return;
			if (name === 'table') {
				builder = new SheetBuilder(given['name'] ?? '', bounds);
				row = 1;
				looks.beginSheet();
			} else if (name === 'table-column') {
				looks.addColumns(given);
			} else if (name === 'table-row') {
				[rowCount, column] = [repeats(given['number-rows-repeated']), 0];
				looks.beginRow(given);
			} else if (name === 'table-cell' || name === 'covered-table-cell') {
				columnCount = repeats(given['number-columns-repeated']);
				[attributes, text, link] = [given, new CellTexts(), ''];
			}
			if (name === 'a') link = fullAddress(given['href'] ?? '');
			text.onOpen(name, given);
		},
		onText: (piece) => {
			if (asideDepth === 0) text.onText(piece);
		},
		onClose: (name) => {
			if (besideCells.has(name)) asideDepth -= 1;
			if (asideDepth > 0 || builder === undefined) return;
			text.onClose(name);
			if (name === 'table-cell' || name === 'covered-table-cell') {
				const cell = builtCell(attributes, text.whole(), link);
				const look = looks.of(attributes, column, text.runs);
				setCells(builder, column, columnCount, { ...cell, look });
				column += columnCount;
			} else if (name === 'table-row') {
				builder.endRow(row, rowCount);
				row += rowCount;
			} else if (name === 'table') {
				sheets.push(builder.table());
				builder = undefined;
			}
		},
	};
}

/** The text of one cell: its paragraphs, and the spans they are made of. */
class CellTexts {
	readonly runs: SpanRun[] = [];
	private spans: readonly string[] = [];
	private depth = 0;
	private paragraphs = 0;

	onOpen(name: string, given: Attributes): void {
		if (name === 'p') {
			if (this.paragraphs > 0) this.runs.push({ text: '\n', spans: [] });
			[this.depth, this.paragraphs] = [this.depth + 1, this.paragraphs + 1];
		} else if (name === 'span') this.spans = [...this.spans, given['style-name'] ?? ''];
		else if (name === 's') this.onText(' '.repeat(Math.min(repeats(given['c']), 1000)));
		else if (name === 'tab') this.onText('\t');
		else if (name === 'line-break') this.onText('\n');
	}

	onText(text: string): void {
		if (this.depth > 0) this.runs.push({ text, spans: this.spans });
	}

	onClose(name: string): void {
		if (name === 'p') this.depth -= 1;
		else if (name === 'span') this.spans = this.spans.slice(0, -1);
	}

	whole(): string {
		return this.runs.map(({ text }) => text).join('');
	}
}

function setCells(builder: SheetBuilder, from: number, count: number, cell: BuiltCell): void {
	if (cell.value === '') return;
	if (from + count > tableBounds.columnsMax) throw new ReadFault('A row has too many columns.');
	for (let step = 0; step < count; step += 1) builder.set(from + step, cell);
}

function builtCell(attributes: Attributes, text: string, link: string): Omit<BuiltCell, 'look'> {
	const formula = formulaText(attributes['formula'] ?? '');
	const built = (value: string, kind: BuiltCell['kind']) => ({
		value: value === '' && formula !== '' ? '=' : value,
		kind,
		format: '',
		formula,
		link,
	});
	const { value = '' } = attributes;
	switch (attributes['value-type'] ?? 'string') {
		case 'float':
			// Calc saves what it shows as TRUE as a number first, and as a truth the next time.
			if (formula !== '' && /^[01]$/.test(value) && /^\p{L}+$/u.test(text)) {
				return built(value === '1' ? 'TRUE' : 'FALSE', 'truth');
			}
			return built(numberText(value), 'number');
		case 'percentage':
			return built(numberText(value), 'number');
		case 'currency':
			return built(amountText(value, attributes['currency']), 'number');
		case 'date':
			return built((attributes['date-value'] ?? '').replace('T', ' '), 'date');
		case 'time':
			return built(timeText(attributes['time-value'] ?? ''), 'date');
		case 'boolean':
			return built(attributes['boolean-value'] === 'true' ? 'TRUE' : 'FALSE', 'truth');
		default:
			return built(attributes['string-value'] ?? text, '');
	}
}

/** `5 EUR`: an amount in another currency is another content. */
function amountText(value: string, currency: string | undefined): string {
	const amount = numberText(value);
	return amount === '' || currency === undefined ? amount : `${amount} ${currency}`;
}

/** `PT17H52M00S` becomes `17:52:00`. */
function timeText(duration: string): string {
	const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M(\d+)/.exec(duration) ?? [];
	return hours === undefined ? duration : `${hours}:${minutes}:${seconds}`;
}

/** `of:=SUM([.A1:.B2])` becomes `SUM(A1:B2)`, as spreadsheets show it. */
function formulaText(formula: string): string {
	return formula.replace(/^\w+:=?|^=/, '').replace(/\[([^\]]*)\]/g, (_, reference: string) =>
		reference
			.replace(/^\./, '')
			.replaceAll(':.', ':')
			.replace(/^\$?('(?:[^']|'')+'|[^.'$]+)\./, '$1!'),
	);
}
