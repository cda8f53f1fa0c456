/**
 * Reads texts as numbers or dates, for tolerances and to recognise numbers in another spelling.
 * Digits are never rounded.
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
export function shownDecimalSign(text: string): DecimalSign | undefined {
	if (text.length > 40 || !/\d[.,]?\d/.test(text)) return undefined;
	const digits = dressed.exec(text.trim())?.[3] ?? '';
	if (pointShown.test(digits)) return '.';
	return commaShown.test(digits) ? ',' : undefined;
}

const isoMoment =
	/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/;
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
		part === undefined ? undefined : Number(part),
	);
	if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59) return undefined;
	return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - zoneSeconds(zone);
}

function zoneSeconds(zone: string | undefined): number {
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
	const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60;
	return sign === '-' ? -size : size;
}
