/** The numbers of lists, counted and written as a reader sees them, and bullets that say something. */
import { present } from '../../../server/at';
import { joinWords } from './looks';

/** The number that a paragraph shows. */
export interface ListNumber {
	/** Such as `2.1.`. */
	readonly label: string;
	/** How it is counted: equal for numbers of which one only comes after more others. */
	readonly counted: string;
	/** Equal for the numbers of a document that are counted in one go. */
	readonly run: number;
}

export interface NumberedLevel {
	/** Such as `decimal` or `lowerRoman`. */
	readonly format: string;
	/** Such as `%1.%2.`, with the numbers of the levels. */
	readonly text: string;
	readonly start: number;
	/** The last level, from 1, after which it begins anew; without it, every level before it. */
	readonly restart?: number | undefined;
	/** True if its numbers are decimal, whatever the formats of the levels are. */
	readonly isLegal?: boolean;
	/** What its bullet says, such as `ticked`. */
	readonly bullet?: string;
}

/** From 0, the outermost first. */
export type Levels = (level: number) => NumberedLevel | undefined;

interface Counter {
	readonly start: number;
	readonly run: number;
	value: number;
}

/** How many runs of a part have begun. */
export interface Runs {
	last: number;
}

const levelsMax = 10;
const textLengthMax = 200;

/** Such as `bulleted list, level 1, ticked`; levels count from 1. */
export function listWords(
	{ format, bullet = '' }: Pick<NumberedLevel, 'format' | 'bullet'>,
	level: number,
): string {
	return joinWords([
		`${format === 'bullet' ? 'bulleted' : 'numbered'} list, level ${level}`,
		bullet,
	]);
}

/** The counters of one list. */
export class ListCounters {
	readonly #counters = new Map<number, Counter>();

	/** Counts one paragraph, and tells the number that it shows; `from` makes its level begin anew. */
	next(
		level: number,
		levels: Levels,
		{ runs, from }: { readonly runs: Runs; readonly from?: number | undefined },
	): ListNumber | undefined {
		const own = levels(level);
		if (own === undefined) return undefined;
		const counter = this.#counters.get(level);
		if (counter === undefined || from !== undefined) {
			const start = from ?? own.start;
			this.#counters.set(level, { start, run: (runs.last += 1), value: start });
		} else counter.value += 1;
		for (let inner = level + 1; inner < levelsMax; inner += 1) {
			if (level < (levels(inner)?.restart ?? inner)) this.#counters.delete(inner);
		}
		return this.#shown(level, own, levels);
	}

	/** Makes a level begin anew with its next paragraph. */
	restart(level: number): void {
		this.#counters.delete(level);
	}

	/** Undefined for a bullet. */
	#shown(level: number, own: NumberedLevel, levels: Levels): ListNumber | undefined {
		const counter = this.#counters.get(level);
		if (counter === undefined || own.format === 'bullet') return undefined;
		const counted = [own.text.slice(0, textLengthMax)];
		const label = own.text.slice(0, textLengthMax).replace(/%(\d)/g, (_, digit: string) => {
			const of = Number(digit) - 1;
			const format = own.isLegal === true ? 'decimal' : (levels(of)?.format ?? 'decimal');
			const start = levels(of)?.start ?? 1;
			const { value, start: from } = this.#counters.get(of) ?? { value: start, start };
			counted.push(`${format} from ${from}`);
			return writings.get(format)?.(value) ?? `${value} (${format})`;
		});
		return label.trim() === ''
			? undefined
			: { label, counted: counted.join(', '), run: counter.run };
	}
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

const writings: ReadonlyMap<string, (value: number) => string> = new Map([
	['none', () => ''],
	['decimal', String],
	['decimalZero', (value: number) => String(value).padStart(2, '0')],
	['lowerLetter', letterText],
	['upperLetter', (value: number) => letterText(value).toUpperCase()],
	['lowerRoman', romanText],
	['upperRoman', (value: number) => romanText(value).toUpperCase()],
]);

/** Such as `c`, and `cc` for the third after the alphabet is through. */
function letterText(value: number): string {
	if (value < 1) return String(value);
	const letter = letters.charAt((value - 1) % letters.length);
	return letter.repeat(Math.min(Math.ceil(value / letters.length), levelsMax));
}

const romans: ReadonlyMap<string, number> = new Map([
	['m', 1000],
	['cm', 900],
	['d', 500],
	['cd', 400],
	['c', 100],
	['xc', 90],
	['l', 50],
	['xl', 40],
	['x', 10],
	['ix', 9],
	['v', 5],
	['iv', 4],
	['i', 1],
]);

function romanText(value: number): string {
	if (value < 1 || value > 4999) return String(value);
	let left = value;
	let text = '';
	for (const [sign, size] of romans) {
		text += sign.repeat(Math.floor(left / size));
		left %= size;
	}
	return text;
}

/**
 * Bullets that say something: the boxes, ticks and crosses of checklists. Any other sign only looks
 * otherwise. Fonts of symbols have these signs in the place of letters, from U+F000 on or as they are.
 */
const said = [
	['with an empty box', '☐□▢❏❐❑❒◻'],
	['ticked', '☑✅✓✔🗸🗹'],
	['crossed', '☒✗✘✕✖❌❎🗴🗵🗶🗷'],
] as const;

const saidInFonts: Readonly<
	Record<string, readonly (readonly [words: string, codes: number[]])[]>
> = {
	wingdings: [
		['with an empty box', [0x6f, 0x70, 0x71, 0x72, 0xa8]],
		['ticked', [0xfc, 0xfe]],
		['crossed', [0xfb, 0xfd]],
	],
	'wingdings 2': [
		['with an empty box', [0xa3]],
		['ticked', [0x50, 0x52]],
		['crossed', [0x4f, 0x51, 0x53, 0x54]],
	],
};

/** Where Unicode has room for the signs of such fonts. */
const fontSigns = 0xf000;

/** Such as `ticked`; empty for a sign that says nothing. */
export function bulletWords(sign: string, font: string): string {
	const [first = ''] = sign.trim();
	const inFont = saidInFonts[font.toLowerCase()];
	if (first === '') return '';
	const point = present(first.codePointAt(0), 'a sign');
	const code = point >= fontSigns ? point - fontSigns : point;
	return (
		inFont?.find(([, codes]) => codes.includes(code))?.[0] ??
		said.find(([, signs]) => signs.includes(first))?.[0] ??
		''
	);
}
