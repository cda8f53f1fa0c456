/** Classifies the difference of two cell texts. The caller decides on levels and weights. */
import { isAtLeast, type Level } from '../../../core/level';
import type { ValueRules } from '../../../core/rules';
import { toleranceBetween } from '../../../core/tolerance';
import { foldedCase, inOneForm, withoutSpace } from '../../text/reading/characters';
import { cellMark } from '../reading/table';
import {
	isPartOfNumber,
	numberOf,
	type DecimalSign,
	type DecimalSigns,
} from '../../../core/values';

/**
 * content: letters, digits or numbers. letters: case or punctuation. writing: another spelling of
 * the same.
 */
export type TextDifference = 'content' | 'letters' | 'writing';

/** How two texts differ, or the rule by which they are equal; undefined if they are equal. */
export function textDifference(
	kept: string,
	sent: string,
	rules: ValueRules,
	signs: DecimalSigns = {},
): TextDifference | keyof ValueRules | undefined {
	if (kept === sent) return undefined;
	const tolerance = toleranceBetween(kept, sent, rules, signs);
	if (tolerance !== undefined) return tolerance;
	if (reduced(kept, signs.kept) !== reduced(sent, signs.sent)) return 'content';
	const [keptTight, sentTight] = [withoutSpace(kept), withoutSpace(sent)];
	if (keptTight === sentTight) return rules.ignoreWhiteSpace ? 'ignoreWhiteSpace' : 'writing';
	if (numberOf(kept) !== undefined) return 'writing';
	if (!rules.ignoreCase || foldedCase(keptTight) !== foldedCase(sentTight)) return 'letters';
	const isSpaced = foldedCase(kept) !== foldedCase(sent);
	return isSpaced && !rules.ignoreWhiteSpace ? 'writing' : 'ignoreCase';
}

const punctuation = /\p{P}(?!\s*\d)|(?<=\p{L}\s*)\p{P}(?=\s*\d)/gu;

/** Only the content: letters and digits of a text, the value of a number. */
export function reduced(text: string, decimalSign?: DecimalSign): string {
	const number = numberOf(text, decimalSign);
	if (number !== undefined) return number.canonical;
	const bare = withoutSpace(
		foldedCase(inOneForm(text)).replace(punctuation, (mark, at: number, whole: string) =>
			isPartOfNumber(whole, at) ? mark : '',
		),
	);
	return bare === '' ? text.trim() : bare;
}

/** What counts of a cell at a level, for fingerprints. */
export function contentAt(level: Level, text: string): string {
	if (isAtLeast(level, 'High')) return text;
	if (!isAtLeast(level, 'Low')) return reduced(text);
	return numberOf(text)?.canonical ?? withoutSpace(text);
}

/** By which cells are paired: `1,234` is 1234 where the sign is not known, since it is judged later. */
export function pairingText(text: string, decimalSign: DecimalSign = '.'): string {
	return reduced(text, decimalSign);
}

export function pairingRow(row: string, decimalSign?: DecimalSign): string {
	return row
		.split(cellMark)
		.map((cell) => pairingText(cell, decimalSign))
		.join(cellMark);
}
