/** Reads a file as text: its encoding, and its lines after the rules were applied. */
import { ReadFault } from '../../../core/format-comparer';
import { patternsOf, withinStep } from '../../../core/patterns';
import type { CompareRules } from '../../../core/rules';
import { decodeText } from '../../../core/text-decoding';
import { hiddenCharacter } from './characters';
import { hide } from './hiding';
import type { Rows } from './rows';
import { linesOf } from './text-lines';

export interface ReadText {
	readonly encoding: string;
	/** True if it begins with a byte order mark. */
	readonly hasMark: boolean;
	readonly rows: Rows;
	/** True if only white space and hidden text are left. */
	readonly isEmpty: boolean;
	/** Hits of each pattern of the rules. */
	readonly hiddenCounts: readonly number[];
}

/** Throws a ReadFault. */
export function readText(bytes: Uint8Array, rules: CompareRules): ReadText {
	const decoded = decodeText(bytes, true);
	if (decoded === undefined) throw new ReadFault('It is no text in an encoding that can be told.');
	const hasMark = decoded.text.startsWith('\ufeff');
	const whole = hasMark ? decoded.text.slice(1) : decoded.text;
	const patterns = patternsOf(rules);
	const { text, hidden, counts } = withinStep(patterns, () => hide(whole, patterns));
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
