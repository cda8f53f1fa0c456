/**
 * Reads the parts of an XLSX file that its sheets depend on: the list of sheets, shared strings,
 * and styles of cells.
 */
import { posix } from 'node:path';
import { hexColour, paper, unseen } from '../../../core/sight';
import type { Zip } from '../../archive/zip-reading';
import { generalFormat, numberFormat, type NumberFormat } from './number-formats';
import { partText } from './part-text';
import { cellLook } from './traits';
import { tableBounds, TableFault } from './workbook';
import { plainText } from './xlsx-cells';
import { isTrue } from './xlsx-ends';
import { type Attributes, walkXml, xmlWalk } from './xml-walk';

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

export interface CellStyle {
	readonly format: NumberFormat;
	/** `struck through`, or why it cannot be seen; empty for others. */
	readonly look: string;
}

export const plainStyle: CellStyle = { format: generalFormat, look: '' };

/** The lists of the styles that are read; others, such as those of conditions, have the same elements. */
const styleLists: ReadonlySet<string> = new Set([
	'fonts',
	'fills',
	'cellXfs',
	'cellStyleXfs',
	'dxfs',
]);

interface Font {
	isStruck: boolean;
	colour: string | undefined;
}

/** The styles to which cells refer by index. */
export async function stylesOf(zip: Zip, part: string): Promise<readonly CellStyle[]> {
	const custom = new Map<number, string>();
	const fonts: Font[] = [];
	/** The colour behind a cell; undefined if it is not known. */
	const fills: (string | undefined)[] = [];
	const cells: { readonly format: number; readonly font: number; readonly fill: number }[] = [];
	let list = '';
	const read: Readonly<Record<string, (name: string, given: Attributes) => void>> = {
		fonts: (name, given) => {
			const font = fonts.at(-1);
			if (name === 'font') fonts.push({ isStruck: false, colour: undefined });
			else if (name === 'strike' && font) font.isStruck = isTrue(given['val'] ?? '1');
			else if (name === 'color' && font) font.colour = colourOf(given);
		},
		fills: (name, given) => {
			if (name === 'fill') fills.push(paper);
			else if (name === 'patternFill' && (given['patternType'] ?? 'none') !== 'none')
				fills.splice(-1, 1, undefined);
			else if (name === 'fgColor' && fills.at(-1) === undefined)
				fills.splice(-1, 1, colourOf(given));
		},
		cellXfs: (name, { numFmtId = '0', fontId = '0', fillId = '0' }) => {
			if (name !== 'xf') return;
			cells.push({ format: Number(numFmtId), font: Number(fontId), fill: Number(fillId) });
		},
	};
	walkXml(await wholePart(zip, part), {
		onOpen: (name, given) => {
			if (name === 'numFmt') custom.set(Number(given['numFmtId']), given['formatCode'] ?? '');
			if (styleLists.has(name)) list = name;
			else read[list]?.(name, given);
		},
		onClose: (name) => {
			if (name === list) list = '';
		},
	});
	return cells.map(({ format, font, fill }) => ({
		format: numberFormat(format, custom),
		look: lookOf(fonts[font], fill in fills ? fills[fill] : paper),
	}));
}

function lookOf(font: Font | undefined, background: string | undefined): string {
	const sight = unseen({ colour: font?.colour, background, sizePoints: Number.POSITIVE_INFINITY });
	return cellLook(font?.isStruck === true, sight);
}

/** The white of a palette and of a theme; other colours of theirs are not known here. */
const whites: ReadonlySet<string> = new Set(['indexed 1', 'indexed 9', 'theme 0']);

function colourOf({ rgb, theme, indexed, tint }: Attributes): string | undefined {
	const named = theme === undefined ? `indexed ${indexed ?? ''}` : `theme ${theme}`;
	if (rgb === undefined) return tint === undefined && whites.has(named) ? paper : undefined;
	return hexColour(rgb.slice(-6));
}
