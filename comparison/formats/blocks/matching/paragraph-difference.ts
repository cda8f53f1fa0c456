/**
 * The differences between two paragraphs as segments in reading order. The old sides of all
 * segments form the whole old paragraph, the new sides the new one; so the report and the copy
 * with tracked changes show the same.
 */
import { at } from '../../../../server/at';
import type { NumberedLists, Span as Range } from '../../../align/run';
import { hiddenCharacter } from '../../../core/patterns';
import type { CompareRules } from '../../../core/rules';
import type { Both } from '../../../core/format-comparer';
import { partedWords } from '../../text/matching/parted-words';
import { pairTokens } from '../../text/matching/token-pairing';
import { TokenList } from '../../text/reading/tokens';
import type { DifferenceClass } from './differences';
import { objectCount, type Paragraph, type Span, textOf, wordsIn } from '../document/document';
import type { Formatting } from '../../package/looks';

/** What stands on either side. */
export interface Segment extends Both<string> {
	/** Undefined if both sides are equal. */
	readonly difference?: DifferenceClass;
	/** For equal text with different formatting: the old and the new one. */
	readonly formats?: Both<string>;
	/** Of a difference with pictures, fields and the like: how many, and the new text without them. */
	readonly objects?: Both<number> & { readonly words: string };
	/** Weight of both sides together, in characters. */
	readonly weight: number;
}

/** Words and marks of a paragraph; an object is one word. */
function tokensOf(paragraph: Paragraph): TokenList {
	return new TokenList([textOf(paragraph)], [objectsIn(paragraph)]);
}

function objectsIn({ spans }: Paragraph): readonly Range[] {
	const found: Range[] = [];
	let at = 0;
	for (const { text, isObject } of spans) {
		if (isObject === true && text !== hiddenCharacter)
			found.push({ from: at, to: at + text.length });
		at += text.length;
	}
	return found;
}

/** Weight of a paragraph that differs completely. */
export function weightOf(paragraph: Paragraph): number {
	const tokens = tokensOf(paragraph);
	let weight = paragraphWeight;
	for (let token = 0; token < tokens.length; token += 1) {
		weight += tokenWeight(tokens, token) + spacingWeight + formattingWeight;
	}
	return weight;
}

/** Stands in a text where a paragraph ends that is compared with its neighbours as one. */
export const paragraphEnd = '\u2029';

const paragraphWeight = 2;
const spacingWeight = 1;
const formattingWeight = 1;

function tokenWeight(tokens: TokenList, token: number): number {
	return tokens.endOf(token) - tokens.startOf(token);
}

/** The segments of two paired paragraphs. */
export function segmentsOf(
	kept: Paragraph,
	sent: Paragraph,
	rules: CompareRules,
): readonly Segment[] {
	if (!areIdentical(kept, sent)) return new Segments(kept, sent).read(rules);
	const text = textOf(kept);
	return text === '' ? [] : [{ kept: text, sent: text, weight: 0 }];
}

/** True if their texts and looks are the same; most paragraphs of two versions need no alignment of words. */
export function areIdentical(one: Paragraph, other: Paragraph): boolean {
	return (
		one.spans.length === other.spans.length &&
		formatDifference(one.formatting, other.formatting) === undefined &&
		one.spans.every((span, index) => {
			const partner = at(other.spans, index);
			return span.text === partner.text && formatDifference(span, partner) === undefined;
		})
	);
}

/** The segments of a paragraph that only one side has. */
export function wholeSegments(paragraph: Paragraph, side: 'kept' | 'sent'): readonly Segment[] {
	const whole = new Side(paragraph);
	const sides = { kept: '', sent: '', [side]: whole.text };
	const { tokens } = whole;
	const difference = textDifference(tokens, 0, tokens.length);
	if (difference !== undefined) {
		const objects = { kept: 0, sent: 0, [side]: objectCount(paragraph) };
		const words = side === 'sent' ? wordsIn(paragraph) : '';
		const weight = 1 + whole.weightOf({ from: 0, to: tokens.length });
		return [{ ...sides, difference, weight, ...objectsOf({ ...objects, words }) }];
	}
	return [{ ...sides, difference: 'blank', weight: 1 }];
}

/** One difference between two whole paragraphs, which are not aligned. */
export function replacement(kept: Paragraph, sent: Paragraph): Segment {
	const objects = { kept: objectCount(kept), sent: objectCount(sent), words: wordsIn(sent) };
	const texts = { kept: textOf(kept), sent: textOf(sent) };
	return { ...texts, difference: 'words', weight: 0, ...objectsOf(objects) };
}

function objectsOf(objects: NonNullable<Segment['objects']>): Pick<Segment, 'objects'> {
	return objects.kept + objects.sent === 0 ? {} : { objects };
}

function textDifference(tokens: TokenList, from: number, to: number): DifferenceClass | undefined {
	let difference: DifferenceClass | undefined;
	for (let token = from; token < to; token += 1) {
		if (tokens.isWord(token)) return 'words';
		difference = 'marks';
	}
	return difference;
}

/** A paragraph, cut into tokens; white space before a token belongs to it. */
class Side {
	readonly text: string;
	readonly tokens: TokenList;
	readonly looks: SpanFormats;
	readonly #objects: readonly Range[];

	constructor(paragraph: Paragraph) {
		this.text = textOf(paragraph);
		this.tokens = tokensOf(paragraph);
		this.looks = new SpanFormats(paragraph.spans);
		this.#objects = objectsIn(paragraph);
	}

	/** End of the token before this one. */
	endBefore(token: number): number {
		return token === 0 ? 0 : this.tokens.endOf(token - 1);
	}

	/** Where tokens stand, with the white space before them. */
	placeOf({ from, to }: Range): Range {
		return { from: this.endBefore(from), to: this.endBefore(to) };
	}

	textOf({ from, to }: Range): string {
		return this.text.slice(this.endBefore(from), this.endBefore(to));
	}

	/** The white space before a token. */
	gapBefore(token: number): string {
		return this.text.slice(this.endBefore(token), this.tokens.startOf(token));
	}

	get rest(): string {
		return this.text.slice(this.endBefore(this.tokens.length));
	}

	formatsOf({ from, to }: Range): Formatting {
		return this.looks.between(this.tokens.startOf(from), this.tokens.endOf(to - 1));
	}

	weightOf({ from, to }: Range): number {
		let weight = 0;
		for (let token = from; token < to; token += 1) weight += tokenWeight(this.tokens, token);
		return weight;
	}

	/** How many objects stand among these characters, and the text without them. */
	objectsAmong({ from, to }: Range): { readonly count: number; readonly words: string } {
		const objects = this.#objects.filter((one) => one.from >= from && one.to <= to);
		let words = '';
		let at = from;
		for (const one of objects) {
			words += this.text.slice(at, one.from);
			at = one.to;
		}
		return { count: objects.length, words: words + this.text.slice(at, to) };
	}

	/** Blanks at the end of a paragraph are not seen but where a line or a colour is. */
	get isRestUnseen(): boolean {
		const { rest, text } = this;
		const { emphasis, appearance } = this.looks.between(text.length - rest.length, text.length);
		const isMarked = /underlined|struck through|link|\bon /.test(`${emphasis} ${appearance}`);
		return /^ *$/.test(rest) && !isMarked;
	}
}

class Segments {
	readonly #kept: Side;
	readonly #sent: Side;
	readonly #segments: Segment[] = [];

	constructor(kept: Paragraph, sent: Paragraph) {
		this.#kept = new Side(kept);
		this.#sent = new Side(sent);
	}

	read(rules: CompareRules): readonly Segment[] {
		const [ours, theirs] = [this.#kept.tokens, this.#sent.tokens];
		const partners = this.#partners();
		const parted = partedWords(ours, theirs, partners, rules);
		let [one, other] = [0, 0];
		const until = (token: number, partner: number) => {
			for (let ends = parted.get(one); ends !== undefined; ends = parted.get(one)) {
				const tokens = { kept: { from: one, to: ends[0] }, sent: { from: other, to: ends[1] } };
				const found = this.#look(tokens) ?? { difference: 'spacing' as const };
				this.#segments.push({ ...this.#textsOf(tokens), ...found, weight: 2 * spacingWeight });
				[one, other] = ends;
			}
			this.#leftOver({ kept: { from: one, to: token }, sent: { from: other, to: partner } });
		};
		for (let token = 0; token < ours.length; token += 1) {
			const partner = partners.base[token] ?? -1;
			if (partner === -1) continue;
			until(token, partner);
			this.#matched(token, partner);
			[one, other] = [token + 1, partner + 1];
		}
		until(ours.length, theirs.length);
		const isUnseen = this.#kept.isRestUnseen && this.#sent.isRestUnseen;
		this.#gap(this.#kept.rest, this.#sent.rest, isUnseen ? 'trailing' : 'spacing');
		return this.#segments;
	}

	/** Aligns in a fixed order, so that swapping the sides gives the same result. */
	#partners(): NumberedLists {
		const [kept, sent] = [this.#kept, this.#sent];
		if (kept.text <= sent.text) return pairTokens(kept.tokens, sent.tokens);
		const { base, other } = pairTokens(sent.tokens, kept.tokens);
		return { base: other, other: base };
	}

	#textsOf({ kept, sent }: Both<Range>): Both<string> {
		return { kept: this.#kept.textOf(kept), sent: this.#sent.textOf(sent) };
	}

	#leftOver(tokens: Both<Range>): void {
		const { kept, sent } = tokens;
		if (kept.from === kept.to && sent.from === sent.to) return;
		const differences = [
			textDifference(this.#kept.tokens, kept.from, kept.to),
			textDifference(this.#sent.tokens, sent.from, sent.to),
		];
		const difference = differences.includes('words') ? 'words' : (differences[0] ?? differences[1]);
		this.#segments.push({
			...this.#textsOf(tokens),
			difference,
			...this.#objectsAmong(this.#kept.placeOf(kept), this.#sent.placeOf(sent)),
			weight: this.#kept.weightOf(kept) + this.#sent.weightOf(sent),
		});
	}

	#objectsAmong(kept: Range, sent: Range): Pick<Segment, 'objects'> {
		const { count, words } = this.#sent.objectsAmong(sent);
		return objectsOf({ kept: this.#kept.objectsAmong(kept).count, sent: count, words });
	}

	#matched(token: number, partner: number): void {
		this.#gap(this.#kept.gapBefore(token), this.#sent.gapBefore(partner));
		const [ours, theirs] = [this.#kept.tokens, this.#sent.tokens];
		const kept = ours.textOf(token);
		const sent = theirs.textOf(partner);
		if (kept === sent) this.#same(kept, token, partner);
		else {
			const weight = tokenWeight(ours, token) + tokenWeight(theirs, partner);
			const objects = this.#objectsAmong(
				{ from: ours.startOf(token), to: ours.endOf(token) },
				{ from: theirs.startOf(partner), to: theirs.endOf(partner) },
			);
			this.#segments.push({ kept, sent, difference: 'case', weight, ...objects });
		}
	}

	#same(text: string, token: number, partner: number): void {
		const sides = { kept: text, sent: text };
		const look = this.#look({
			kept: { from: token, to: token + 1 },
			sent: { from: partner, to: partner + 1 },
		});
		if (look === undefined || text === hiddenCharacter) this.#plain(sides);
		else this.#segments.push({ ...sides, ...look, weight: 2 * formattingWeight });
	}

	/** How the same words look otherwise; undefined if they look the same. */
	#look({ kept, sent }: Both<Range>): Pick<Segment, 'difference' | 'formats'> | undefined {
		const [ours, theirs] = [this.#kept.formatsOf(kept), this.#sent.formatsOf(sent)];
		const difference = formatDifference(ours, theirs);
		return (
			difference && { difference, formats: { kept: ours[difference], sent: theirs[difference] } }
		);
	}

	#gap(kept: string, sent: string, other: DifferenceClass = 'spacing'): void {
		if (kept === '' && sent === '') return;
		if (kept === sent) this.#plain({ kept, sent });
		else {
			const isEnd = kept.includes(paragraphEnd) !== sent.includes(paragraphEnd);
			const difference = isEnd ? 'breaks' : other;
			this.#segments.push({ kept, sent, difference, weight: 2 * spacingWeight });
		}
	}

	#plain({ kept, sent }: Both<string>): void {
		const last = this.#segments.at(-1);
		if (last === undefined || last.difference !== undefined || last.kept !== last.sent) {
			this.#segments.push({ kept, sent, weight: 0 });
			return;
		}
		this.#segments.splice(-1, 1, {
			kept: last.kept + kept,
			sent: last.sent + sent,
			weight: 0,
		});
	}
}

/** Formatting of ranges of a paragraph; ranges must be requested in order. */
class SpanFormats {
	#index = 0;
	/** Offset of the current span. */
	#at = 0;

	constructor(readonly spans: readonly Span[]) {}

	/** If a range has several formattings, all of them in order. */
	between(from: number, to: number): Formatting {
		const met: Formatting[] = [];
		let span = this.spans[this.#index];
		while (span !== undefined && this.#at < to) {
			const end = this.#at + span.text.length;
			if (end > from) met.push(span);
			if (end > to) break;
			this.#at = end;
			this.#index += 1;
			span = this.spans[this.#index];
		}
		const words = (name: keyof Formatting) =>
			[...new Set(met.map((one) => one[name]))].map((word) => word || 'plain').join(' then ');
		return { emphasis: words('emphasis'), appearance: words('appearance') };
	}
}

export function formatDifference(
	kept: Formatting,
	sent: Formatting,
): 'emphasis' | 'appearance' | undefined {
	if (kept.emphasis !== sent.emphasis) return 'emphasis';
	return kept.appearance === sent.appearance ? undefined : 'appearance';
}

/** Weight of a difference in the formatting of the paragraph itself. */
export const paragraphFormattingWeight = 2;
