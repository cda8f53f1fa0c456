/** Reads the styles of an XLSX file: number formats, and the fonts and fills that a reader sees. */
import { hexColour, paper, unseen } from '../../../../core/sight';
import type { Zip } from '../../../archive/zip-reading';
import { generalFormat, numberFormat, type NumberFormat } from '../number-formats';
import { cellLook } from '../traits';
import { isTrue } from './ends';
import { wholePart } from './parts';
import { type Attributes, walkXml } from '../xml-walk';

export interface CellStyle {
	readonly format: NumberFormat;
	/** The colour behind the cell; undefined if it is not known. */
	readonly background: string | undefined;
	/** How a text in its font looks, such as `struck through`; empty for one that is read as any other. */
	readonly look: string;
}

export const plainStyle: CellStyle = { format: generalFormat, background: paper, look: '' };

/** The lists of the styles that are read; others, such as those of conditions, have the same elements. */
const styleLists: ReadonlySet<string> = new Set([
	'fonts',
	'fills',
	'cellXfs',
	'cellStyleXfs',
	'dxfs',
]);

/** Of a cell, or of a part of its text. */
export interface Font {
	readonly isStruck: boolean;
	readonly colour: string | undefined;
	readonly place: '' | 'superscript' | 'subscript';
}

export const plainFont: Font = { isStruck: false, colour: undefined, place: '' };

/** A font with one more of its properties. */
export function withProperty(font: Font, name: string, given: Attributes): Font {
	if (name === 'strike') return { ...font, isStruck: isTrue(given['val'] ?? '1') };
	if (name === 'color') return { ...font, colour: colourOf(given) };
	if (name !== 'vertAlign') return font;
	const place = given['val'];
	return { ...font, place: place === 'superscript' || place === 'subscript' ? place : '' };
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
			if (name === 'font') fonts.push(plainFont);
			else if (font !== undefined) fonts.splice(-1, 1, withProperty(font, name, given));
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
	return cells.map(({ format, font: at, fill }) => {
		const background = fill in fills ? fills[fill] : paper;
		const look = fontLook(fonts[at] ?? plainFont, background);
		return { format: numberFormat(format, custom), background, look };
	});
}

export function fontLook(
	{ isStruck, colour, place }: Font,
	background: string | undefined,
): string {
	const sight = unseen({ colour, background, sizePoints: Number.POSITIVE_INFINITY });
	return cellLook({ isStruck, place, sight });
}

/** The white of a palette and of a theme; other colours of theirs are not known here. */
const whites: ReadonlySet<string> = new Set(['indexed 1', 'indexed 9', 'theme 0']);

function colourOf({ rgb, theme, indexed, tint }: Attributes): string | undefined {
	const named = theme === undefined ? `indexed ${indexed ?? ''}` : `theme ${theme}`;
	if (rgb === undefined) return tint === undefined && whites.has(named) ? paper : undefined;
	return hexColour(rgb.slice(-6));
}
