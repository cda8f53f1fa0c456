/**
 * Reads a cell's text as a number or a moment, for comparing by tolerance and for telling a number that
 * is written otherwise from another number. What is read is exact: digits are never rounded.
 */

export interface NumberText {
	readonly value: number;
	/** Digits, sign and unit in one way of writing them: equal texts are equal numbers. */
	readonly canonical: string;
	/** What stands around the digits, such as `€` or `%`. */
	readonly unit: string;
}

const plain = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,3}))?$/;
const dressed =
	/^([^\d\s.,'+\u2212-]{0,3})\s?([+\u2212-]?)\s?([\d.,][\d.,'\u00a0\u202f ]*?)\s?([^\d\s.,']{0,4})$/;

/** The number that a text is as a whole; `007` is a code and none. */
export function numberOf(text: string): NumberText | undefined {
	const first = text.charCodeAt(0);
	if (text.length > 40 || (first > 57 && first < 127 && first !== 36)) return undefined;
	const [, sign, digits, exponent] = plain.exec(text) ?? [];
	if (digits !== undefined) return fromDigits(sign === '-', digits, exponent ?? '', '');
	const [, before = '', otherSign, grouped, after = ''] = dressed.exec(text.trim()) ?? [];
	const ungrouped = grouped === undefined ? undefined : withoutGroups(grouped);
	if (ungrouped === undefined) return undefined;
	const isNegative = otherSign === '-' || otherSign === '\u2212';
	return fromDigits(isNegative, ungrouped, '', `${before}${after}`);
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
	return { value, unit, canonical: `${exponent === '' ? signed : String(value)}\u0000${unit}` };
}

/** Digits with a point at most: of two marks the last one is the point, a mark that repeats groups. */
function withoutGroups(text: string): string | undefined {
	const tight = text.replace(/['\u00a0\u202f ](?=\d{3}(\D|$))/g, '');
	if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(tight)) return tight.replaceAll(',', '');
	if (/^\d{1,3}(\.\d{3})+,\d*$/.test(tight)) return tight.replaceAll('.', '').replace(',', '.');
	if (/^\d{1,3}(\.\d{3}){2,}$/.test(tight)) return tight.replaceAll('.', '');
	if (/^\d*[.,]?\d+$/.test(tight)) return tight.replace(',', '.');
	return undefined;
}

const isoMoment =
	/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/;
const dottedMoment = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** Seconds since 1970 of a date that can be read in one way only: ISO 8601, or day.month.year. */
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
