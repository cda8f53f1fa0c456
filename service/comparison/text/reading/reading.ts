/** A file read as text: its encoding, and its lines after the rules have hidden what they leave out. */
import type { Side } from '../../comparison';
import type { CompareRules } from '../../rules';
import { decodeText } from '../../text-decoding';
import { hiddenCharacter } from './characters';
import { hide } from './hiding';
import type { Rows } from './rows';
import { linesOf } from './text-lines';

export interface ReadText {
	readonly encoding: string;
	/** Whether it begins with the mark of the byte order. */
	readonly hasMark: boolean;
	readonly rows: Rows;
	/** Whether there is nothing in it but white space and what was hidden. */
	readonly isEmpty: boolean;
	/** How often each pattern of the rules hid something. */
	readonly hiddenCounts: readonly number[];
}

/** The text, or a sentence that says why there is none. */
export function readText(
	{ bytes }: Side,
	{ ignorePatterns = [] }: CompareRules,
): ReadText | string {
	const decoded = decodeText(bytes, true);
	if (decoded === undefined) return 'It is no text in an encoding that can be told.';
	const hasMark = decoded.text.startsWith('\ufeff');
	const whole = hasMark ? decoded.text.slice(1) : decoded.text;
	const { text, hidden, counts } = hide(whole, ignorePatterns);
	return {
		encoding: decoded.encoding,
		hasMark,
		rows: linesOf(text, hidden),
		isEmpty: isEmpty(text),
		hiddenCounts: counts,
	};
}

const somethingToRead = new RegExp(`[^\\s${hiddenCharacter}]`);

function isEmpty(text: string): boolean {
	return !somethingToRead.test(text);
}
