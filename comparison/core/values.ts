/**
 * Reads texts as numbers or dates, for tolerances and to recognise numbers in another spelling, and
 * tells what belongs to a number. No other module reads numbers. Digits are never rounded.
 */

export interface NumberText {
	readonly value: number;
	/** Digits, sign and unit in canonical form: equal texts are equal numbers. */
	readonly canonical: string;
	/** What surrounds the digits, such as `€` or `%`. */
	readonly unit: string;
	/** `1,234` where nothing shows the decimal sign; `value` is 1234, `canonical` equals no other spelling. */
	readonly isAmbiguous: boolean;
}

export type DecimalSign = '.' | ',';

/** Of both sides, where they are known. */
export interface DecimalSigns {
	readonly kept?: DecimalSign;
	readonly sent?: DecimalSign;
}

const plain = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,3}))?$/;
const dressed =
	/^([^\d\s.,'+\u2212-]{0,3})\s?([+\u2212-]?)\s?([\d.,][\d.,'\u00a0\u202f ]*?)\s?([^\d\s.,']{0,4})$/;

const oneCommaGroup = /^[1-9]\d{0,2},\d{3}$/;
const pointGroups = /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/;

/**
 * Parses a text that is a number as a whole; `007` is a code, not a number. `decimalSign` is that of
 * the document, if it is known.
 */
export function numberOf(text: string, decimalSign?: DecimalSign): NumberText | undefined {
	const first = text.charCodeAt(0);
	if (text.length > 40 || (first > 57 && first < 127 && first !== 36)) return undefined;
	const [, sign, digits, exponent] = plain.exec(text) ?? [];
	if (digits !== undefined && !(decimalSign === ',' && pointGroups.test(text))) {
		return fromDigits(sign === '-', digits, exponent ?? '', '');
	}
	const [, before = '', otherSign, grouped, after = ''] = dressed.exec(text.trim()) ?? [];
	if (grouped === undefined) return undefined;
	const isNegative = otherSign === '-' || otherSign === '\u2212';
	const unit = `${before}${after}`;
	if (decimalSign === undefined && oneCommaGroup.test(grouped)) {
		const number = fromDigits(isNegative, grouped.replace(',', ''), '', unit);
		const canonical = `${isNegative ? '-' : ''}${grouped}\u0000${unit}`;
		return number && { ...number, canonical, isAmbiguous: true };
	}
	const ungrouped = withoutGroups(grouped, decimalSign);
	return ungrouped === undefined ? undefined : fromDigits(isNegative, ungrouped, '', unit);
}

function fromDigits(
	isNegative: boolean,
	digits: string,
	exponent: string,
	unit: string,
): NumberText | undefined {
	if (/^0\d/.test(digits)) return undefined;
	const [whole = '', fraction = ''] = digits.split('.');
	const shortFraction = fraction.replace(/0+$/, '');
	const unsigned = `${whole === '' ? '0' : whole}${shortFraction === '' ? '' : `.${shortFraction}`}`;
	const signed = `${isNegative && unsigned !== '0' ? '-' : ''}${unsigned}`;
	const value = Number(exponent === '' ? signed : `${signed}e${exponent}`);
	if (!Number.isFinite(value)) return undefined;
	const canonical = `${exponent === '' ? signed : String(value)}\u0000${unit}`;
	return { value, unit, canonical, isAmbiguous: false };
}

/** Removes grouping: with two marks the last is the decimal point, and a repeated mark groups. */
function withoutGroups(text: string, decimalSign: DecimalSign | undefined): string | undefined {
	const tight = text.replace(/['\u00a0\u202f ](?=\d{3}(\D|$))/g, '');
	if (decimalSign === ',' && oneCommaGroup.test(tight)) return tight.replace(',', '.');
	if (decimalSign === ',' && pointGroups.test(tight)) return tight.replaceAll('.', '');
	if (/^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(tight)) return tight.replaceAll(',', '');
	if (/^[1-9]\d{0,2}(\.\d{3})+,\d*$/.test(tight))
		return tight.replaceAll('.', '').replace(',', '.');
	if (/^[1-9]\d{0,2}(\.\d{3}){2,}$/.test(tight)) return tight.replaceAll('.', '');
	if (/^\d*[.,]?\d+$/.test(tight)) return tight.replace(',', '.');
	return undefined;
}

/** Matches the numbers that show this decimal sign; `1,234` and `1.234` alone show none. */
function showing(decimalSign: string, groupSign: string): RegExp {
	const withBoth = `\\d{1,3}(${groupSign}\\d{3})+${decimalSign}\\d*`;
	const manyGroups = `[1-9]\\d{0,2}(${groupSign}\\d{3}){2,}`;
	const decimals = `(?![1-9]\\d{0,2}${decimalSign}\\d{3}$)\\d*${decimalSign}\\d+`;
	return new RegExp(`^(${withBoth}|${manyGroups}|${decimals})$`);
}

const pointShown = showing('\\.', ',');
const commaShown = showing(',', '\\.');

/** The decimal sign that a number shows, if any. */
function shownDecimalSign(text: string): DecimalSign | undefined {
	if (text.length > 40 || !/\d[.,]?\d/.test(text)) return undefined;
	const digits = dressed.exec(text.trim())?.[3] ?? '';
	if (pointShown.test(digits)) return '.';
	return commaShown.test(digits) ? ',' : undefined;
}

/** Enough texts to meet a number with decimals, where there are some. */
const textsRead = 20_000;

/** A side whose numbers show no sign is read with that of the other. */
export function decimalSignsIn(kept: Iterable<string>, sent: Iterable<string>): DecimalSigns {
	const [keptShown, sentShown] = [signsShownIn(kept), signsShownIn(sent)];
	const signOf = (own: ReadonlySet<DecimalSign>, other: ReadonlySet<DecimalSign>) => {
		const shown = own.size === 0 ? other : own;
		return shown.size === 1 ? [...shown][0] : undefined;
	};
	return { kept: signOf(keptShown, sentShown), sent: signOf(sentShown, keptShown) };
}

function signsShownIn(texts: Iterable<string>): ReadonlySet<DecimalSign> {
	const signs = new Set<DecimalSign>();
	let read = 0;
	for (const text of texts) {
		const sign = shownDecimalSign(text);
		if (sign !== undefined) signs.add(sign);
		read += 1;
		if (signs.size > 1 || read > textsRead) break;
	}
	return signs;
}

const plainInteger = /^-?[1-9]\d{0,14}$|^0$/;
const ofAnySize = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;
const otherBase = /^0[xo][\da-fA-F]+$/;

/** A number of JSON or YAML, of any size, as its significant digits and the power of ten. */
export function canonicalNumber(text: string): string {
	if (plainInteger.test(text)) return text;
	if (otherBase.test(text)) return BigInt(text).toString();
	const parts = ofAnySize.exec(text);
	if (!parts) return text.toLowerCase();
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const power = Number(exponent) - fraction.length + digits.length - significant.length;
	return written(sign === '-' ? '-' : '', significant, power);
}

/** Small integers in plain form, so that they equal plain ones. */
function written(sign: string, digits: string, power: number): string {
	if (power < 0 || digits.length + power > 15) return `${sign}${digits}e${power}`;
	return sign + digits + '0'.repeat(power);
}

const unitMark = /[\p{Sc}%\u2030]/u;
/** Also where a rule has hidden the digits. */
const digit = '[\\d\\ufdd0]';
const amount = `\\s?(?:\\p{Sc}|[A-Za-z]{3})?\\s?${digit}[\\d.,'\\u2019\\s]*(?:\\p{Sc}|%)?`;
const startsAlone = /(?:^|[^\p{L}\p{N}])$/u;
const endsAlone = /^(?:$|[^\p{L}\p{N}])/u;
const startsWithDigit = new RegExp(`^${digit}`);
const endsWithDigit = new RegExp(`${digit}$`);
const startsWithAmount = new RegExp(`^(?:\\p{Sc}\\s?)?[.,]?${digit}`, 'u');
const amountToBracket = new RegExp(`^${amount}\\)`, 'u');
const bracketToAmount = new RegExp(`(?:^|[^\\p{L}\\p{N}])\\(${amount}$`, 'u');

/**
 * True if the mark at a place belongs to a number and is no punctuation: a currency, a per cent, a plus
 * or minus before it or behind it, what stands between its digits, or brackets around it.
 */
export function isPartOfNumber(text: string, at: number): boolean {
	const mark = text.charAt(at);
	if (unitMark.test(mark)) return true;
	if (!/[-+\u2212\u2013\u00b1.,'\u2019()]/.test(mark)) return false;
	const before = text.slice(Math.max(0, at - 40), at);
	const after = text.slice(at + 1, at + 41);
	if (mark === '(') return startsAlone.test(before) && amountToBracket.test(after);
	if (mark === ')') return bracketToAmount.test(before);
	if (/['\u2019]/.test(mark)) return endsWithDigit.test(before) && startsWithDigit.test(after);
	if (/[.,]/.test(mark)) return !/\p{L}$/u.test(before) && startsWithDigit.test(after);
	if (startsAlone.test(before)) return startsWithAmount.test(after);
	return endsWithDigit.test(before) && endsAlone.test(after);
}

const wordWithValue =
	/[("'[]*(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}) \d{1,2}:\d\S*|\S+/g;

/** A word of a text without the punctuation around it. */
export interface BareWord {
	readonly from: number;
	/** Exclusive. */
	readonly to: number;
	readonly text: string;
}

/** The words of a text, a date and its time being one, without the punctuation around them. */
export function bareWords(text: string): readonly BareWord[] {
	return Array.from(text.matchAll(wordWithValue), ({ 0: word, index }): BareWord => {
		let [from, to] = [0, word.length];
		const isAround = (marks: RegExp, at: number) =>
			marks.test(word.charAt(at)) && !isPartOfNumber(word, at);
		while (from < to && isAround(/[("'[]/, from)) from += 1;
		while (to > from && isAround(/[.,;:!?)"'\]]/, to - 1)) to -= 1;
		return { from: index + from, to: index + to, text: word.slice(from, to) };
	});
}

const isoMoment =
	/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i;
const dottedMoment = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** Seconds since 1970 of an unambiguous date: ISO 8601, or day.month.year. */
export function secondsOf(text: string): number | undefined {
	const iso = isoMoment.exec(text);
	if (iso !== null) {
		const [, year, month, day, ...time] = iso;
		return seconds([year, month, day, ...time.slice(0, 3)], time[3]);
	}
	const dotted = dottedMoment.exec(text);
	if (dotted === null) return undefined;
	const [, day, month, year, ...time] = dotted;
	return seconds([year, month, day, ...time], undefined);
}

function seconds(
	parts: ReadonlyArray<string | undefined>,
	zone: string | undefined,
): number | undefined {
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
		part === undefined ? undefined : Number(part.replace(',', '.')),
	);
	const date = new Date(Date.UTC(year, month - 1, day));
	const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	if (!isDay || hour > 24 || minute > 59 || second >= 61) return undefined;
	return date.getTime() / 1000 + hour * 3600 + minute * 60 + second - zoneSeconds(zone);
}

function zoneSeconds(zone: string | undefined): number {
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
	const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60;
	return sign === '-' ? -size : size;
}
