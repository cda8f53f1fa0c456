/**
 * Reads the parts of an XLSX file that its sheets depend on: the list of sheets, shared strings,
 * and number formats.
 */
import { posix } from 'node:path';
import type { Zip } from '../../archive/zip-reading';
import { numberFormat, type NumberFormat } from './number-formats';
import { partText } from './part-text';
import { tableBounds, TableFault } from './workbook';
import { plainText } from './xlsx-cells';
import { walkXml, xmlWalk } from './xml-walk';

export interface SheetPart {
	readonly name: string;
	readonly part: string;
	readonly isHidden: boolean;
}

export interface SheetParts {
	readonly sheets: readonly SheetPart[];
	readonly strings?: string;
	readonly styles?: string;
	readonly isFrom1904: boolean;
}

export async function sheetParts(zip: Zip): Promise<SheetParts> {
	const roots = await relations(zip, '');
	const workbook = [...roots.values()].find(({ type }) => type === 'officeDocument');
	const part = workbook?.part ?? 'xl/workbook.xml';
	const related = await relations(zip, part);
	const listed: { readonly name: string; readonly id: string; readonly isHidden: boolean }[] = [];
	let isFrom1904 = false;
	walkXml(await wholePart(zip, part), {
		onOpen: (name, { name: title = '', id = '', state = 'visible', date1904 = '' }) => {
			if (name === 'sheet') listed.push({ name: title, id, isHidden: state !== 'visible' });
			if (name === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true';
		},
	});
	const partOf = (type: string) =>
		[...related.values()].find((relation) => relation.type === type)?.part;
	const sheets = listed.flatMap(({ name, id, isHidden }) => {
		const relation = related.get(id);
		if (relation?.type !== 'worksheet' || relation.part === undefined) return [];
		return [{ name, part: relation.part, isHidden }];
	});
	const missing = sheets.find((sheet) => !zip.entries.some((entry) => entry.name === sheet.part));
	if (missing !== undefined)
		throw new TableFault(`The sheet ${missing.name} is missing in the file.`);
	const [strings, styles] = [partOf('sharedStrings'), partOf('styles')];
	return { sheets, strings, styles, isFrom1904 };
}

interface Relation {
	/** Last segment of its type. */
	readonly type: string;
	/** Undefined if it leads out of the file. */
	readonly part: string | undefined;
	/** As the file has it. */
	readonly target: string;
}

/** The relations of a part, by id. */
export async function relations(zip: Zip, part: string): Promise<ReadonlyMap<string, Relation>> {
	const folder = part === '' ? '' : posix.dirname(part);
	const bytes = await zip.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
	const found = new Map<string, Relation>();
	if (bytes === undefined) return found;
	walkXml(bytes.toString('utf8'), {
		onOpen: (name, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
			if (name !== 'Relationship') return;
			const inside = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
			const part = TargetMode === 'External' ? undefined : inside;
			found.set(Id, { type: posix.basename(Type), part, target: Target });
		},
	});
	return found;
}

async function wholePart(zip: Zip, part: string): Promise<string> {
	const bytes = await zip.read(part);
	if (bytes === undefined) throw new TableFault(`It has no part ${part}.`);
	return bytes.toString('utf8');
}

/** Shared strings, referred to by index. */
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

/** The number format of each cell style. */
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
