/**
 * Classifies characters: part of a word, a word by itself (scripts without spaces), white space, or
 * punctuation. Cached per character.
 */
import { present } from '../../../../server/at';

export const white = 1;
export const wordPart = 2;
export const wholeWord = 3;
export const mark = 4;

const kinds = new Uint8Array(0x10000);
const folds = new Uint16Array(0x10000);

const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A box or a tick says as much as a word. */
const boxes = /[☐☑☒✓✔✗✘]/u;

/** Replaces text hidden by a rule; a noncharacter, so no text contains it. */
export const hiddenCharacter = '\ufdd0';

function kindOfCharacter(character: string): number {
	if (/\s/u.test(character)) return white;
	if (character === hiddenCharacter) return wholeWord;
	if (boxes.test(character)) return wholeWord;
	if (/[\p{L}\p{N}]/u.test(character)) return unspaced.test(character) ? wholeWord : wordPart;
	return /[\p{M}_]/u.test(character) ? wordPart : mark;
}

/**
 * The kind of the character at a position; for the first half of a surrogate pair, that of the
 * pair.
 */
export function kindAt(text: string, at: number): number {
	const unit = text.charCodeAt(at);
	const known = kinds[unit];
	if (known) return known;
	const isHalf = unit >= 0xd800 && unit <= 0xdbff;
	const kind = kindOfCharacter(String.fromCodePoint(text.codePointAt(at) ?? unit));
	if (!isHalf) kinds[unit] = kind;
	return kind;
}

/** Number of UTF-16 units of the character at a position. */
export function unitsAt(text: string, at: number): number {
	const unit = text.charCodeAt(at);
	if (unit < 0xd800 || unit > 0xdbff) return 1;
	return present(text.codePointAt(at), 'the character at a place') > 0xffff ? 2 : 1;
}

/** Number of characters; some have two units. */
export function characterCount(text: string): number {
	let count = 0;
	for (let at = 0; at < text.length; at += unitsAt(text, at)) count += 1;
	return count;
}

/** A UTF-16 unit in lower case. */
export function foldedUnit(unit: number): number {
	if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
	const known = present(folds[unit], 'a folded unit');
	if (known !== 0) return known;
	const lower = String.fromCharCode(unit).toLowerCase();
	const folded = lower.length === 1 ? lower.charCodeAt(0) : unit;
	folds[unit] = folded;
	return folded;
}
