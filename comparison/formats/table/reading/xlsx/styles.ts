/** Reads the styles of an XLSX file: number formats, and the fonts and fills that a reader sees. */
import { hexColour, paper } from '../../../../core/sight';
import type { Zip } from '../../../archive/zip-reading';
import { type Look, lookOf, type Readings, sightOf } from '../../../package/looks';
import { walkPart } from '../../../package/parts';
import { attribute, child, isOn, type XmlElement } from '../../../package/xml';
import { generalFormat, numberFormat, type NumberFormat } from '../number-formats';
import { cellLook } from '../traits';

export interface CellStyle {
	readonly format: NumberFormat;
	/** The colour behind the cell; undefined if it is not known. */
	readonly background: string | undefined;
	/** How a text in its font looks, such as `struck through`; empty for one that is read as any other. */
	readonly look: string;
}

export const plainStyle: CellStyle = { format: generalFormat, background: paper, look: '' };

const readings: Readings = new Map([
	['strike', (_, one) => ['strike', isOn(one, 'val') ? 'struck through' : '']],
	['color', (_, one) => ['colour', colourOf(one) ?? '']],
	['vertAlign', (value) => ['script', value === 'baseline' ? '' : value]],
]);

/** The font of a cell, or of a part of its text. */
export function fontOf(font: XmlElement): Look {
	return lookOf(font, readings);
}

/** The styles to which cells refer by index. */
export async function stylesOf(zip: Zip, part: string): Promise<readonly CellStyle[]> {
	const custom = new Map<number, string>();
	const fonts: Look[] = [];
	/** The colour behind a cell; undefined if it is not known. */
	const fills: (string | undefined)[] = [];
	const cells: { readonly format: number; readonly font: number; readonly fill: number }[] = [];
	/** By the elements around them. */
	const lists = new Map<string, (one: XmlElement) => void>([
		['numFmts', (one) => custom.set(numberIn(one, 'numFmtId'), attribute(one, 'formatCode') ?? '')],
		['fonts', (one) => fonts.push(fontOf(one))],
		['fills', (one) => fills.push(fillOf(child(one, 'patternFill')))],
		[
			'cellXfs',
			(one) =>
				cells.push({
					format: numberIn(one, 'numFmtId'),
					font: numberIn(one, 'fontId'),
					fill: numberIn(one, 'fillId'),
				}),
		],
	]);
	const containers = new Set(lists.keys());
	await walkPart(zip, { part, containers }, { block: (one, { name }) => lists.get(name)?.(one) });
	return cells.map(({ format, font, fill }) => {
		const background = fill in fills ? fills[fill] : paper;
		const look = fontLook(fonts[font] ?? {}, background);
		return { format: numberFormat(format, custom), background, look };
	});
}

function numberIn(one: XmlElement, name: string): number {
	return Number(attribute(one, name) ?? '0');
}

export function fontLook(font: Look, background: string | undefined): string {
	return cellLook(font, sightOf(font, background));
}

/** The colour of a cell; undefined for one of several colours, or of none that is known. */
function fillOf(pattern: XmlElement | undefined): string | undefined {
	if ((attribute(pattern, 'patternType') ?? 'none') === 'none') return paper;
	const colour = child(pattern, 'fgColor');
	return colour && colourOf(colour);
}

/** The white of a palette and of a theme; other colours of theirs are not known here. */
const whites: ReadonlySet<string> = new Set(['indexed 1', 'indexed 9', 'theme 0']);

function colourOf({ attributes }: XmlElement): string | undefined {
	const { rgb, theme, indexed = '', tint } = attributes;
	const named = theme === undefined ? `indexed ${indexed}` : `theme ${theme}`;
	if (rgb === undefined) return tint === undefined && whites.has(named) ? paper : undefined;
	return hexColour(rgb.slice(-6));
}
