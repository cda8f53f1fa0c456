/**
 * Number formats of workbooks, as far as comparing needs them: which of them show dates, and which
 * date a number is.
 */

/** Built-in formats, referred to by number only (ECMA-376 part 1, 18.8.30); the currency as in the USA. */
const builtIn: Readonly<Record<number, string>> = {
	1: '0',
	2: '0.00',
	3: '#,##0',
	4: '#,##0.00',
	5: '"$"#,##0_);\\("$"#,##0\\)',
	6: '"$"#,##0_);[Red]\\("$"#,##0\\)',
	7: '"$"#,##0.00_);\\("$"#,##0.00\\)',
	8: '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)',
	9: '0%',
	10: '0.00%',
	11: '0.00E+00',
	12: '# ?/?',
	13: '# ??/??',
	14: 'mm-dd-yy',
	15: 'd-mmm-yy',
	16: 'd-mmm',
	17: 'mmm-yy',
	18: 'h:mm AM/PM',
	19: 'h:mm:ss AM/PM',
	20: 'h:mm',
	21: 'h:mm:ss',
	22: 'm/d/yy h:mm',
	37: '#,##0 ;(#,##0)',
	38: '#,##0 ;[Red](#,##0)',
	39: '#,##0.00;(#,##0.00)',
	40: '#,##0.00;[Red](#,##0.00)',
	41: '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
	42: '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)',
	43: '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
	44: '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
	45: 'mm:ss',
	46: '[h]:mm:ss',
	47: 'mmss.0',
	48: '##0.0E+0',
	49: '@',
};

export interface NumberFormat {
	/** Empty: `General`. */
	readonly code: string;
	readonly isDate: boolean;
	/** True if negative numbers look like positive ones. */
	readonly hidesSign: boolean;
}

export const generalFormat: NumberFormat = { code: '', isDate: false, hidesSign: false };

export function numberFormat(id: number, custom: ReadonlyMap<number, string>): NumberFormat {
	const isEastAsianDate = (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
	const code = custom.get(id) ?? builtIn[id] ?? (isEastAsianDate ? 'yyyy/m/d' : '');
	if (code === '' || code === 'General') return generalFormat;
	return { code, isDate: isDateCode(code), hidesSign: hidesSign(code) };
}

/** True if the code has date letters outside quotes, escapes, colours and conditions. */
function isDateCode(code: string): boolean {
	const [first = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
	const letters = first.replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '').replace(/General/gi, '');
	return /[dmyhs]/i.test(letters) && !/[#?]/.test(letters);
}

/** Parts of a format: quoted or escaped text, what takes room, a currency, a condition, `General`, any. */
const part =
	/"(?<quoted>[^"]*)"|\\(?<escaped>.)|[_*].|\[\$(?<currency>[^\]-]*)[^\]]*\]|\[[^\]]*\]|(?<general>General)|(?<any>.)/gis;

/**
 * What a format shows besides the number: words and currencies; `no number` if it shows none. Programs
 * write the same format with other sections, spaces and signs, and 10 % is the same number as 0.10.
 */
export function shownBeside(code: string): string {
	if (code === '' || isDateCode(code)) return '';
	const words = new Set<string>();
	let [section, showsNumber] = [0, false];
	for (const { groups = {} } of code.matchAll(part)) {
		const { quoted, escaped, currency, general, any } = groups;
		if (any === ';') section += 1;
		else if (section === 0) showsNumber ||= general !== undefined || /[0#?@]/.test(any ?? '');
		const shown = quoted ?? escaped ?? currency ?? any?.replace(/\p{L}/u, '') ?? '';
		for (const [word] of shown.matchAll(/[\p{L}\p{Sc}]+/gu)) words.add(word);
	}
	const scale = scaleOf(code);
	return [...words, scale, ...(showsNumber ? [] : ['no number'])]
		.filter((word) => word !== '')
		.toSorted()
		.join(' ');
}

/** What commas behind the digits divide a number by, by their count; no more are in use. */
const scales = ['', 'in thousands', 'in millions', 'in billions'];

/** Such as `in thousands` of `#,##0,"K"`; the first section speaks for all. */
function scaleOf(code: string): string {
	const [first = ''] = bare(code).split(';');
	const commas = [...first.matchAll(/(?<=[0#?]),+(?![0#?,])/g)].join('');
	return scales[commas.length] ?? '';
}

/** A format without what is quoted, escaped, takes room, or stands in brackets. */
function bare(code: string): string {
	return code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
}

/**
 * True if negative numbers look like positive ones: their section has no minus, parentheses, colour or
 * words of its own.
 */
export function hidesSign(code: string): boolean {
	const [positive, negative] = code.replace(/_.|\*./g, '').split(';');
	if (positive === undefined || negative === undefined || /\[[<>=]/.test(code)) return false;
	const isMarked = /[-\u2212(]|\[[a-z]+\d*\]/i.test(negative);
	const words = (section: string) => section.match(/\p{L}+/gu)?.join(' ');
	return !isMarked && /[0#?]/.test(bare(negative)) && words(negative) === words(positive);
}

/**
 * A number as a workbook has it. Programs write the same fraction with 15 to 17 digits, of which 15
 * are reliable; whole numbers are exact as long as a double holds them.
 */
export function numberText(text: string): string {
	const number = Number(text);
	if (!Number.isFinite(number)) return text;
	const isExact = text.length < 16 || Number.isSafeInteger(number);
	return String(isExact ? number : Number(number.toPrecision(15)));
}

const secondsOfDay = 86_400;
const unixDayOf1900 = -25_569;
const unixDayOf1904 = -24_107;

/** `2026-11-20`, `2026-11-20 17:52:00` or, below one day, `17:52:00`; undefined outside of years 1900 to 9999. */
export function dateText(serial: number, isFrom1904: boolean): string | undefined {
	if (!(serial >= 0 && serial < 2_958_466)) return undefined;
	const seconds = Math.round(serial * secondsOfDay);
	const day = Math.floor(seconds / secondsOfDay);
	const time = new Date((seconds % secondsOfDay) * 1000).toISOString().slice(11, 19);
	if (day === 0 && !isFrom1904) return time;
	// The 1900 date system counts 29 February 1900, which never existed.
	const missing = !isFrom1904 && day < 60 ? 1 : 0;
	const unixDay = day + missing + (isFrom1904 ? unixDayOf1904 : unixDayOf1900);
	const date = new Date(unixDay * secondsOfDay * 1000).toISOString().slice(0, 10);
	return seconds % secondsOfDay === 0 ? date : `${date} ${time}`;
}
