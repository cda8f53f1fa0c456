/** What a field of some types says beside its place: the options of a choice, the range of a number. */
import {
	kindOf,
	optionLengthMax,
	optionsMax,
	optionsMin,
} from '../../../api/sealer/contract-fields';
import { formatDecimal, parseDecimal } from '../../../server/decimal';
import { isPlainText } from '../../../server/plain-text';
import { unwritable } from '../../sealing/pdf/fonts';
import type { PlacedField } from '../record/placed-field';

type Details = Pick<PlacedField, 'type' | 'options' | 'min' | 'max'>;

/** What is wrong with them; undefined for nothing. */
export function detailsFault(field: Details): string | undefined {
	const { type, options } = field;
	const { details } = kindOf(type);
	if (details !== 'options' && options !== undefined) return 'takes no options';
	if (details === 'options') return optionsFault(options ?? []);
	const hasRange = field.min !== undefined || field.max !== undefined;
	if (hasRange && details !== 'range') return 'takes neither min nor max';
	return hasRange ? rangeFault(field) : undefined;
}

function optionsFault(options: readonly string[]): string | undefined {
	const { length } = options;
	if (length < optionsMin || length > optionsMax) {
		return `takes ${optionsMin} to ${optionsMax} options, and has ${length}`;
	}
	if (new Set(options).size < length) return 'has an option twice';
	const isUsable = (option: string) =>
		isPlainText(option) && option === option.trim() && Array.from(option).length <= optionLengthMax;
	if (!options.every(isUsable)) {
		return `has an option that is no readable text of 1 to ${optionLengthMax} characters, without blanks around it`;
	}
	return lettersFault(options.join(''));
}

const namedMax = 10;

export function lettersFault(text: string): string | undefined {
	const found = unwritable(text);
	if (found.length === 0) return undefined;
	const named = [...found.slice(0, namedMax), ...(found.length > namedMax ? ['…'] : [])].join(', ');
	return `has characters that the sealed file cannot show: ${named}; write it in Latin, Greek, Cyrillic, Hebrew, Arabic or Devanagari letters`;
}

function rangeFault({ min, max }: Details): string | undefined {
	const wrong = [min, max].find((end) => end !== undefined && numberUnits(end) === null);
	if (wrong !== undefined) return `has min or max that is no number: ${wrong.slice(0, 50)}`;
	if (min === undefined || max === undefined) return undefined;
	return (numberUnits(min) ?? 0n) <= (numberUnits(max) ?? 0n) ? undefined : 'has min above max';
}

/** Decimals of a number that is filled in. */
const decimals = 15;

/** In units of the last decimal place, so that no digit is lost; null for what is no number. */
function numberUnits(text: string): bigint | null {
	const isNegative = text.startsWith('-');
	const units = parseDecimal(isNegative ? text.slice(1) : text, decimals);
	return isNegative && units !== null ? -units : units;
}

/** The shortest form of a number, or what is wrong with it. */
export function checkedNumber(
	{ min, max }: Pick<PlacedField, 'min' | 'max'>,
	text: string,
): { readonly text: string } | { readonly fault: string } {
	const units = numberUnits(text);
	if (units === null) {
		return {
			fault: `takes a number with a point, such as 1234.5, of at most ${decimals} decimals`,
		};
	}
	const [least, most] = [min, max].map((end) => (end === undefined ? null : numberUnits(end)));
	if (least != null && units < least) return { fault: `takes a number from ${min} on` };
	if (most != null && units > most) return { fault: `takes a number up to ${max}` };
	return { text: formatDecimal(units, decimals) };
}
