/**
 * Hides numbers and dates of two paired paragraphs that are equal within the tolerance, on both
 * sides. They are counted and shown in grey like everything a rule hides.
 */
import { at } from '../../../../server/at';
import { align } from '../../../align/align';
import { matchesIn, numbered, type Span as Range } from '../../../align/run';
import type { Both } from '../../../core/format-comparer';
import { foldedCase, withoutSpace } from '../../text/reading/characters';
import { hiddenCharacter } from '../../../core/patterns';
import { RuleHits } from '../../../core/rule-hits';
import type { CompareRules } from '../../../core/rules';
import { toleranceBetween } from '../../../core/tolerance';
import { bareWords, numberOf, secondsOf } from '../../../core/values';
import { type Paragraph, textOf } from '../document/document';
import { withHidden } from './ignoring';

export class Nearness {
	constructor(
		readonly rules: CompareRules,
		private readonly hits: RuleHits = new RuleHits({}, []),
	) {}

	/** Equal for texts that are the same without white space, where a rule ignores it. */
	keyOf(text: string): string {
		if (this.rules.ignoreWhiteSpace !== true) return text;
		return withoutSpace(this.rules.ignoreCase === true ? foldedCase(text) : text);
	}

	/** Returns a text that is equal for texts that differ only in numbers and dates. */
	alike(text: string): string {
		if (this.#isIdle()) return text;
		let [like, done] = ['', 0];
		for (const word of bareWords(text)) {
			if (!isNumberOrDate(word.text)) continue;
			like += `${text.slice(done, word.from)}0`;
			done = word.to;
		}
		return like + text.slice(done);
	}

	applied({ kept, sent }: Both<Paragraph>): Both<Paragraph> {
		const texts = { kept: textOf(kept), sent: textOf(sent) };
		if (this.#isIdle() || texts.kept === texts.sent) return { kept, sent };
		const near = this.#near(texts);
		if (near.length === 0) return { kept, sent };
		const [ours, theirs] = [near.map((one) => one.kept), near.map((one) => one.sent)];
		return { kept: withHidden(kept, ours), sent: withHidden(sent, theirs) };
	}

	#isIdle(): boolean {
		const { numberTolerance, dateToleranceSeconds } = this.rules;
		return numberTolerance === undefined && dateToleranceSeconds === undefined;
	}

	/** Tries the whole text first, because a date may have a time, and a number a unit. */
	#near(texts: Both<string>): readonly Both<Range>[] {
		const whole = { kept: trimmed(texts.kept), sent: trimmed(texts.sent) };
		if (this.#isNear(texts, whole)) return [whole];
		const words = { kept: bareWords(texts.kept), sent: bareWords(texts.sent) };
		return pairs(words, texts).filter((pair) => this.#isNear(texts, pair));
	}

	#isNear(texts: Both<string>, { kept, sent }: Both<Range>): boolean {
		const [one, other] = [textIn(texts.kept, kept), textIn(texts.sent, sent)];
		if (one === other || one.includes(hiddenCharacter)) return false;
		const rule = toleranceBetween(one, other, this.rules);
		if (rule !== undefined) this.hits.addPair(rule);
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

function isNumberOrDate(text: string): boolean {
	return numberOf(text) !== undefined || secondsOf(text) !== undefined;
}

/**
 * Pairs of numbers and dates at corresponding places. The result is the same if the texts are
 * swapped.
 */
function pairs(words: Both<readonly Range[]>, texts: Both<string>): readonly Both<Range>[] {
	const keysOf = (side: 'kept' | 'sent') =>
		words[side].map((range) => {
			const text = textIn(texts[side], range);
			return isNumberOrDate(text) ? '' : text;
		});
	const isTurned = texts.kept > texts.sent;
	const [one, other] = isTurned ? (['sent', 'kept'] as const) : (['kept', 'sent'] as const);
	const keys = numbered(keysOf(one), keysOf(other));
	return [...matchesIn(align(keys.base, keys.other).runs)].map((match): Both<Range> => {
		const [keptPlace, sentPlace] = isTurned ? [match[1], match[0]] : match;
		return { kept: at(words.kept, keptPlace), sent: at(words.sent, sentPlace) };
	});
}
