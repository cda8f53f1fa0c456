/** Reads the strings of an XLSX file: plain ones, and those whose parts have fonts of their own. */
import { ReadFault } from '../../../../core/format-comparer';
import type { Zip } from '../../../archive/zip-reading';
import type { Look } from '../../../package/looks';
import { walkPart } from '../../../package/parts';
import { child, elementsOf, textIn, type XmlElement } from '../../../package/xml';
import { lookOfRuns } from '../runs';
import { tableBounds } from '../workbook';
import { type CellStyle, fontLook, fontOf } from './styles';

interface FontRun {
	readonly text: string;
	/** Undefined if it has the font of its cell. */
	readonly font: Look | undefined;
}

/** A string of which no part has a font of its own is a plain one. */
export type CellText = string | readonly FontRun[];

export const textOf = (text: CellText): string =>
	typeof text === 'string' ? text : text.map((run) => run.text).join('');

/** How a text looks in a cell; empty for one that is read as any other. */
export function textLook(text: CellText, { background, look }: CellStyle): string {
	if (typeof text === 'string') return look;
	return lookOfRuns(
		text.map((run) => ({
			text: run.text,
			look: run.font === undefined ? look : fontLook(run.font, background),
		})),
	);
}

/** Decodes `_x000D_` escapes for characters that XML cannot contain. */
export function plainText(text: string): string {
	const whole = text.includes('_x')
		? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
				String.fromCharCode(Number.parseInt(code, 16)),
			)
		: text;
	return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
}

/** The text of a string, without phonetic readings. */
export function cellText(string: XmlElement | undefined): CellText {
	const runs = elementsOf(string).flatMap((one): readonly FontRun[] => {
		if (one.name === 't') return [{ text: plainText(textIn(one)), font: undefined }];
		const font = child(one, 'rPr');
		const text = plainText(textIn(child(one, 't')));
		return one.name === 'r' ? [{ text, font: font && fontOf(font) }] : [];
	});
	return runs.some(({ font }) => font !== undefined) ? runs : textOf(runs);
}

/** Shared strings, referred to by index. */
export async function sharedStrings(zip: Zip, part: string): Promise<readonly CellText[]> {
	const strings: CellText[] = [];
	let length = 0;
	const add = (one: XmlElement) => {
		const string = cellText(one);
		length += textOf(string).length;
		if (length > tableBounds.textLengthMax) throw new ReadFault('It holds too much text.');
		strings.push(string);
	};
	await walkPart(zip, { part, containers: new Set(['sst']) }, { block: add });
	return strings;
}
