/** Reads a file as text: its encoding, and its lines after the rules were applied. */
import { ReadFault } from '../../../core/format-comparer';
import { hiddenCharacter, masked } from '../../../core/patterns';
import type { RuledSide } from '../../../core/rule-hits';
import { decodeText } from '../../../core/text-decoding';
import type { Rows } from './rows';
import { linesOf } from './text-lines';

export interface ReadText {
	readonly encoding: string;
	/** True if it begins with a byte order mark. */
	readonly hasMark: boolean;
	readonly rows: Rows;
	/** True if only white space and hidden text are left. */
	readonly isEmpty: boolean;
	/** True if the rules hid something. */
	readonly isHidden: boolean;
}

/** Throws a ReadFault. */
export function readText(bytes: Uint8Array, ruled: RuledSide): ReadText {
	const decoded = decodeText(bytes, true);
	if (decoded === undefined) throw new ReadFault('It is no text in an encoding that can be told.');
	const hasMark = decoded.text.startsWith('\ufeff');
	const whole = hasMark ? decoded.text.slice(1) : decoded.text;
	const { text, hidden } = ruled.within(() => hide(whole, ruled));
	return {
		encoding: decoded.encoding,
		hasMark,
		rows: linesOf(text, hidden),
		isEmpty: isEmpty(text),
		isHidden: hidden.length > 0,
	};
}

/**
 * Each stretch that a rule hides becomes one special character, so that both sides are equal there. `hidden`:
 * the originals, in the order of these characters, to show them in grey.
 */
export function hide(text: string, ruled: RuledSide) {
	const stretches = ruled.hiddenIn(text);
	return {
		text: masked(text, stretches, hiddenCharacter),
		hidden: stretches.map(({ from, to }) => text.slice(from, to)),
	};
}

const somethingToRead = new RegExp(`[^\\s${hiddenCharacter}]`);

function isEmpty(text: string): boolean {
	return !somethingToRead.test(text);
}
