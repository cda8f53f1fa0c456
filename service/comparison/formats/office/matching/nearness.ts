/**
 * Hides numbers and dates of two paired paragraphs that are equal within the tolerance, on both
 * sides. They are counted and shown in grey like everything a rule hides.
 */
import { at, present } from '../../../../../server/at';
import type { Ignored } from '../../../core/comparison';
import { align } from '../../../align/align';
import { matchesIn, numbered } from '../../../align/run';
import { hiddenCharacter } from '../../text/reading/characters';
import { toleranceBetween, type ToleranceRules } from '../../../core/tolerance';
import { numberOf, secondsOf } from '../../../core/values';
import { type Paragraph, textOf } from '../document/document';
import { type Range, withHidden } from './ignoring';

interface Sides<Of> {
	readonly kept: Of;
	readonly sent: Of;
}

type Rule = keyof ToleranceRules;

export class Nearness {
	readonly #rules: ToleranceRules;
	readonly #counts: Record<Rule, number> = { numberTolerance: 0, dateToleranceSeconds: 0 };

	constructor({ numberTolerance, dateToleranceSeconds }: ToleranceRules) {
		this.#rules = { numberTolerance, dateToleranceSeconds };
	}

	get ignored(): readonly Ignored[] {
		const { numberTolerance, dateToleranceSeconds } = this.#rules;
		const told = (rule: string, by: Rule) => ({
			...{ rule, kept: this.#counts[by], sent: this.#counts[by] },
		});
		return [
			...(numberTolerance === undefined
				? []
				: [told(`numbers within ${numberTolerance}`, 'numberTolerance')]),
			...(dateToleranceSeconds === undefined
				? []
				: [told(`dates within ${dateToleranceSeconds} s`, 'dateToleranceSeconds')]),
		];
	}

	/** Returns a text that is equal for texts that differ only in numbers and dates. */
	alike(text: string): string {
		if (this.#isIdle()) return text;
		return text.replace(/[^\s]+/g, (word) => (isNumberOrDate(bare(word).text) ? '0' : word));
	}

	applied({ kept, sent }: Sides<Paragraph>): Sides<Paragraph> {
		const texts = { kept: textOf(kept), sent: textOf(sent) };
		if (this.#isIdle() || texts.kept === texts.sent) return { kept, sent };
		const near = this.#near(texts);
		if (near.length === 0) return { kept, sent };
		return {
			kept: withHidden(
				kept,
				near.map((one) => one.kept),
			),
			sent: withHidden(
				sent,
				near.map((one) => one.sent),
			),
		};
	}

	#isIdle(): boolean {
		const { numberTolerance, dateToleranceSeconds } = this.#rules;
		return numberTolerance === undefined && dateToleranceSeconds === undefined;
	}

	/** Tries the whole text first, because a date may have a time, and a number a unit. */
	#near(texts: Sides<string>): readonly Sides<Range>[] {
		const whole = { kept: trimmed(texts.kept), sent: trimmed(texts.sent) };
		if (this.#isNear(texts, whole)) return [whole];
		const words = { kept: wordsOf(texts.kept), sent: wordsOf(texts.sent) };
		return pairs(words, texts).filter((pair) => this.#isNear(texts, pair));
	}

	#isNear(texts: Sides<string>, { kept, sent }: Sides<Range>): boolean {
		const [one, other] = [textIn(texts.kept, kept), textIn(texts.sent, sent)];
		if (one === other || one.includes(hiddenCharacter)) return false;
		const rule = toleranceBetween(one, other, this.#rules);
		if (rule !== undefined) this.#counts[rule] += 1;
		return rule !== undefined;
	}
}

function textIn(text: string, { from, to }: Range): string {
	return text.slice(from, to);
}

function trimmed(text: string): Range {
	const from = text.length - text.trimStart().length;
	return { from, to: Math.max(from, text.trimEnd().length) };
}

/** A word without the punctuation around it. */
function bare(word: string): { readonly text: string; readonly before: number } {
	const before = present(/^[("'\[]*/.exec(word), 'the beginning of a word')[0].length;
	return { text: word.slice(before).replace(/[.,;:!?)"'\]]+$/, ''), before };
}

function wordsOf(text: string): readonly Range[] {
	return [...text.matchAll(/[^\s]+/g)].map(({ 0: word, index }) => {
		const { text: inner, before } = bare(word);
		return { from: index + before, to: index + before + inner.length };
	});
}

function isNumberOrDate(text: string): boolean {
	return numberOf(text) !== undefined || secondsOf(text) !== undefined;
}

/**
 * Pairs of numbers and dates at corresponding places. The result is the same if the texts are
 * swapped.
 */
function pairs(words: Sides<readonly Range[]>, texts: Sides<string>): readonly Sides<Range>[] {
	const keysOf = (side: 'kept' | 'sent') =>
		words[side].map((range) => {
			const text = textIn(texts[side], range);
			return isNumberOrDate(text) ? '' : text;
		});
	const isTurned = texts.kept > texts.sent;
	const [one, other] = isTurned ? (['sent', 'kept'] as const) : (['kept', 'sent'] as const);
	const keys = numbered(keysOf(one), keysOf(other));
	return [...matchesIn(align(keys.base, keys.other).runs)].map((match): Sides<Range> => {
		const [keptPlace, sentPlace] = isTurned ? [match[1], match[0]] : match;
		return { kept: at(words.kept, keptPlace), sent: at(words.sent, sentPlace) };
	});
}
