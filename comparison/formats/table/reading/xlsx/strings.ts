/** Reads the strings of an XLSX file: plain ones, and those whose parts have fonts of their own. */
import { ReadFault } from '../../../../core/format-comparer';
import type { Zip } from '../../../archive/zip-reading';
import { partText } from '../part-text';
import { lookOfRuns } from '../runs';
import { tableBounds } from '../workbook';
import { type CellStyle, type Font, fontLook, plainFont, withProperty } from './styles';
import { type Attributes, xmlWalk } from '../xml-walk';

interface FontRun {
	readonly text: string;
	/** Absent if it has the font of its cell. */
	readonly font?: Font;
}

export interface RichText {
	readonly text: string;
	readonly runs: readonly FontRun[];
}

/** A string of which no part has a font of its own is a plain one. */
export type CellText = string | RichText;

export const textOf = (text: CellText): string => (typeof text === 'string' ? text : text.text);

/** How a text looks in a cell; empty for one that is read as any other. */
export function textLook(text: CellText, { background, look }: CellStyle): string {
	if (typeof text === 'string') return look;
	return lookOfRuns(
		text.runs.map((run) => ({
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

/** Reads one string after the other, without phonetic readings. */
export class StringReader {
	private runs: FontRun[] = [];
	private font: Font | undefined;
	private isInFont = false;
	private isText = false;
	private readingDepth = 0;
	private text = '';

	onOpen(name: string, given: Attributes): void {
		if (name === 'r') this.font = undefined;
		else if (name === 'rPr') [this.font, this.isInFont] = [plainFont, true];
		else if (this.isInFont && this.font !== undefined) {
			this.font = withProperty(this.font, name, given);
		} else if (name === 'rPh') this.readingDepth += 1;
		else if (name === 't' && this.readingDepth === 0) [this.text, this.isText] = ['', true];
	}

	onText(piece: string): void {
		if (this.isText) this.text += piece;
	}

	onClose(name: string): void {
		if (name === 'rPr') this.isInFont = false;
		else if (name === 'r') this.font = undefined;
		else if (name === 'rPh') this.readingDepth -= 1;
		else if (name === 't' && this.isText) {
			this.isText = false;
			const text = plainText(this.text);
			this.runs.push(this.font === undefined ? { text } : { text, font: this.font });
		}
	}

	/** What was read since the last string. */
	take(): CellText {
		const { runs } = this;
		this.runs = [];
		const text = runs.map((run) => run.text).join('');
		return runs.some(({ font }) => font !== undefined) ? { text, runs } : text;
	}
}

/** Shared strings, referred to by index. */
export async function sharedStrings(zip: Zip, part: string): Promise<readonly CellText[]> {
	const strings: CellText[] = [];
	const reader = new StringReader();
	let length = 0;
	const walk = xmlWalk({
		onOpen: (name, given) => reader.onOpen(name, given),
		onText: (piece) => reader.onText(piece),
		onClose: (name) => {
			reader.onClose(name);
			if (name !== 'si') return;
			const string = reader.take();
			length += textOf(string).length;
			if (length > tableBounds.textLengthMax) throw new ReadFault('It holds too much text.');
			strings.push(string);
		},
	});
	for await (const piece of partText(zip, part)) walk.write(piece);
	walk.end();
	return strings;
}
