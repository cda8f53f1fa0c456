/**
 * Classifies characters: part of a word, a word by itself (scripts without spaces), white space, or
 * punctuation. Cached per character.
 */
import { present } from '../../../../server/at';
import { hiddenCharacter } from '../../../core/patterns';

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

/** Soft hyphens, and spaces and joints without width, which are not seen within a word. */
const unseen = /[\u00ad\u200b\u200c\u2060]/g;

function kindOfCharacter(character: string): number {
	if (/\s/u.test(character)) return white;
	if (character === hiddenCharacter) return wholeWord;
	if (boxes.test(character)) return wholeWord;
	if (/[\p{L}\p{N}]/u.test(character)) return unspaced.test(character) ? wholeWord : wordPart;
	return /[\p{M}_\u00ad\u200b\u200c\u2060]/u.test(character) ? wordPart : mark;
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

/** A text in which capital and small letters are the same, also where one has two capitals, as `\u00df` has. */
export function foldedCase(text: string): string {
	return text.toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3');
}

/** What a rule that ignores white space compares, in every format. */
export function withoutSpace(text: string): string {
	return text.replace(/\s+/gu, '');
}

/** A UTF-16 unit in lower case. */
export function foldedUnit(unit: number): number {
	if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
	const known = present(folds[unit], 'a folded unit');
	if (known !== 0) return known;
	const lower = foldedCase(String.fromCharCode(unit));
	const folded = lower.length === 1 ? lower.charCodeAt(0) : unit;
	folds[unit] = folded;
	return folded;
}

const forms = new Uint8Array(0x10000);
const plainForm = 1;
const otherForm = 2;

/** Letters drawn as one, and what they stand for. Other characters that look alike may say something else. */
const ligature = /[\ufb00-\ufb06]/g;

/** True if a word may be written in another way with the same letters. */
export function hasOtherForms(text: string, from: number, to: number): boolean {
	for (let at = from; at < to; at += 1) {
		const unit = text.charCodeAt(at);
		if (unit < 0x80) continue;
		forms[unit] ||= isInOneForm(String.fromCharCode(unit)) ? plainForm : otherForm;
		if (forms[unit] === otherForm) return true;
	}
	return false;
}

function isInOneForm(character: string): boolean {
	if (/[\p{M}\u00ad\u200b\u200c\u2060\u1100-\u11ff\ufb00-\ufb06]/u.test(character)) return false;
	return character.normalize('NFC') === character && foldedCase(character).length === 1;
}

/** A word in lower case and in one form. */
export function foldedWord(word: string): string {
	return foldedCase(inOneForm(word));
}

/** A text with accents joined to their letters, without ligatures and what is not seen. */
export function inOneForm(text: string): string {
	if (!hasOtherForms(text, 0, text.length)) return text;
	return text
		.replace(unseen, '')
		.replace(ligature, (letters) => letters.normalize('NFKC'))
		.normalize('NFC');
}
