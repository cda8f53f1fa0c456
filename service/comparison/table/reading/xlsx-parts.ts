/**
 * Reads the parts of an XLSX file that its sheets stand on: which part is which sheet, the strings they
 * share, and the formats of their styles.
 */
import { posix } from 'node:path';
import type { Zip } from '../../archive/zip-reading';
import { numberFormat, type NumberFormat } from './number-formats';
import { partText } from './part-text';
import { tableBounds, TableFault } from './workbook';
import { plainText } from './xlsx-cells';
import { walkXml, xmlWalk } from './xml-walk';

export interface SheetParts {
	readonly sheets: ReadonlyArray<{ readonly name: string; readonly part: string }>;
	readonly strings?: string;
	readonly styles?: string;
	readonly isFrom1904: boolean;
}

export async function sheetParts(zip: Zip): Promise<SheetParts> {
	const roots = await relations(zip, '');
	const workbook = [...roots.values()].find(({ type }) => type === 'officeDocument');
	const part = workbook?.part ?? 'xl/workbook.xml';
	const related = await relations(zip, part);
	const listed: { readonly name: string; readonly id: string }[] = [];
	let isFrom1904 = false;
	walkXml(await wholePart(zip, part), {
		onOpen: (name, { name: title = '', id = '', date1904 = '' }) => {
			if (name === 'sheet') listed.push({ name: title, id });
			if (name === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true';
		},
	});
	const partOf = (type: string) =>
		[...related.values()].find((relation) => relation.type === type)?.part;
	const sheets = listed.flatMap(({ name, id }) => {
		const relation = related.get(id);
		return relation?.type === 'worksheet' ? [{ name, part: relation.part }] : [];
	});
	const missing = sheets.find((sheet) => !zip.entries.some((entry) => entry.name === sheet.part));
	if (missing !== undefined)
		throw new TableFault(`The sheet ${missing.name} is missing in the file.`);
	const [strings, styles] = [partOf('sharedStrings'), partOf('styles')];
	return { sheets, strings, styles, isFrom1904 };
}

interface Relation {
	/** The last word of its type. */
	readonly type: string;
	readonly part: string;
}

/** What a part points at, by the ids it uses. */
async function relations(zip: Zip, part: string): Promise<ReadonlyMap<string, Relation>> {
	const folder = part === '' ? '' : posix.dirname(part);
	const bytes = await zip.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
	const found = new Map<string, Relation>();
	if (bytes === undefined) return found;
	walkXml(bytes.toString('utf8'), {
		onOpen: (name, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
			if (name !== 'Relationship' || TargetMode === 'External') return;
			const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
			found.set(Id, { type: posix.basename(Type), part: target });
		},
	});
	return found;
}

async function wholePart(zip: Zip, part: string): Promise<string> {
	const bytes = await zip.read(part);
	if (bytes === undefined) throw new TableFault(`It has no part ${part}.`);
	return bytes.toString('utf8');
}

/** Strings are written once and named by their place. */
export async function sharedStrings(zip: Zip, part: string): Promise<readonly string[]> {
	const strings: string[] = [];
	let [text, run, length, readingDepth] = ['', '', 0, 0];
	const walk = xmlWalk({
		onOpen: (name) => {
			if (name === 'si') text = '';
			if (name === 't') run = '';
			if (name === 'rPh') readingDepth += 1;
		},
		onText: (piece) => {
			run += piece;
		},
		onClose: (name) => {
			if (name === 'rPh') readingDepth -= 1;
			if (name === 't' && readingDepth === 0) text += run;
			if (name !== 'si') return;
			length += text.length;
			if (length > tableBounds.textLengthMax) throw new TableFault('It holds too much text.');
			strings.push(plainText(text));
		},
	});
	for await (const piece of partText(zip, part)) walk.write(piece);
	walk.end();
	return strings;
}

/** Of each style of cells the format of its numbers. */
export async function stylesOf(zip: Zip, part: string): Promise<readonly NumberFormat[]> {
	const custom = new Map<number, string>();
	const ids: number[] = [];
	let isInCells = false;
	walkXml(await wholePart(zip, part), {
		onOpen: (name, { numFmtId, formatCode }) => {
			if (name === 'numFmt') custom.set(Number(numFmtId), formatCode ?? '');
			if (name === 'cellXfs') isInCells = true;
			if (name === 'xf' && isInCells) ids.push(Number(numFmtId ?? 0));
		},
		onClose: (name) => {
			if (name === 'cellXfs') isInCells = false;
		},
	});
	return ids.map((id) => numberFormat(id, custom));
}
