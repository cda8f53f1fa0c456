/**
 * The differences between two paragraphs as segments in reading order. The old sides of all
 * segments form the whole old paragraph, the new sides the new one; so the report and the copy
 * with tracked changes show the same.
 */
import { at } from '../../../../server/at';
import type { Span as Stretch } from '../../../align/run';
import { hiddenCharacter } from '../../../core/patterns';
import type { CompareRules } from '../../../core/rules';
import { partedWords } from '../../text/matching/parted-words';
import { pairTokens, type TokenPairs } from '../../text/matching/token-pairing';
import { TokenList } from '../../text/reading/tokens';
import type { DifferenceClass } from './differences';
import { objectCount, type Paragraph, type Span, textOf, wordsIn } from '../document/document';
import type { Formatting } from '../../package/looks';

export interface Segment {
	readonly keptText: string;
	readonly sentText: string;
	/** Undefined if both sides are equal. */
	readonly difference?: DifferenceClass;
	/** For equal text with different formatting: the old and the new one. */
	readonly formats?: { readonly kept: string; readonly sent: string };
	/** Of a difference with pictures, fields and the like: how many, and the new text without them. */
	readonly objects?: { readonly kept: number; readonly sent: number; readonly words: string };
	/** Weight of both sides together, in characters. */
	readonly weight: number;
}

/** Words and marks of a paragraph; an object is one word. */
function tokensOf(paragraph: Paragraph): TokenList {
	return new TokenList([textOf(paragraph)], [objectsIn(paragraph)]);
}

function objectsIn({ spans }: Paragraph): readonly Stretch[] {
	const found: Stretch[] = [];
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
	return text === '' ? [] : [{ keptText: text, sentText: text, weight: 0 }];
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
	const text = textOf(paragraph);
	const sides = { keptText: '', sentText: '', [`${side}Text`]: text };
	const tokens = tokensOf(paragraph);
	const difference = textDifference(tokens, 0, tokens.length);
	if (difference !== undefined) {
		const objects = { kept: 0, sent: 0, [side]: objectCount(paragraph) };
		const words = side === 'sent' ? wordsIn(paragraph) : '';
		const weight = contentWeight(tokens);
		return [{ ...sides, difference, weight, ...objectsOf({ ...objects, words }) }];
	}
	return [{ ...sides, difference: 'blank', weight: 1 }];
}

/** One difference between two whole paragraphs, which are not aligned. */
export function replacement(kept: Paragraph, sent: Paragraph): Segment {
	const objects = { kept: objectCount(kept), sent: objectCount(sent), words: wordsIn(sent) };
	const texts = { keptText: textOf(kept), sentText: textOf(sent) };
	return { ...texts, difference: 'words', weight: 0, ...objectsOf(objects) };
}

function objectsOf(objects: NonNullable<Segment['objects']>): Pick<Segment, 'objects'> {
	return objects.kept + objects.sent === 0 ? {} : { objects };
}

function contentWeight(tokens: TokenList): number {
	let weight = 1;
	for (let token = 0; token < tokens.length; token += 1) weight += tokenWeight(tokens, token);
	return weight;
}

function textDifference(tokens: TokenList, from: number, to: number): DifferenceClass | undefined {
	let difference: DifferenceClass | undefined;
	for (let token = from; token < to; token += 1) {
		if (tokens.isWord(token)) return 'words';
		difference = 'marks';
	}
	return difference;
}

type TokenSpan = readonly [from: number, to: number];

class Segments {
	readonly #keptText: string;
	readonly #sentText: string;
	readonly #kept: TokenList;
	readonly #sent: TokenList;
	readonly #keptObjects: readonly Stretch[];
	readonly #sentObjects: readonly Stretch[];
	readonly #keptLooks: SpanFormats;
	readonly #sentLooks: SpanFormats;
	readonly #segments: Segment[] = [];

	constructor(kept: Paragraph, sent: Paragraph) {
		this.#keptText = textOf(kept);
		this.#sentText = textOf(sent);
		this.#keptObjects = objectsIn(kept);
		this.#sentObjects = objectsIn(sent);
		this.#kept = new TokenList([this.#keptText], [this.#keptObjects]);
		this.#sent = new TokenList([this.#sentText], [this.#sentObjects]);
		this.#keptLooks = new SpanFormats(kept.spans);
		this.#sentLooks = new SpanFormats(sent.spans);
	}

	read(rules: CompareRules): readonly Segment[] {
		const partners = this.#partners();
		const parted = partedWords(this.#kept, this.#sent, partners, rules);
		let [one, other] = [0, 0];
		const until = (token: number, partner: number) => {
			for (let ends = parted.get(one); ends !== undefined; ends = parted.get(one)) {
				const texts = this.#textsIn([one, ends[0]], [other, ends[1]]);
				const look = this.#look([one, ends[0]], [other, ends[1]]);
				const found = look ?? { difference: 'spacing' as const };
				this.#segments.push({ ...texts, ...found, weight: 2 * spacingWeight });
				[one, other] = ends;
			}
			this.#leftOver(one, token, other, partner);
		};
		for (let token = 0; token < this.#kept.length; token += 1) {
			const partner = partners.base[token] ?? -1;
			if (partner === -1) continue;
			until(token, partner);
			this.#matched(token, partner);
			[one, other] = [token + 1, partner + 1];
		}
		until(this.#kept.length, this.#sent.length);
		const keptRest = this.#keptText.slice(this.#end(this.#kept, this.#kept.length));
		const sentRest = this.#sentText.slice(this.#end(this.#sent, this.#sent.length));
		const isUnseen =
			areUnseen(keptRest, this.#keptLooks, this.#keptText.length) &&
			areUnseen(sentRest, this.#sentLooks, this.#sentText.length);
		this.#gap(keptRest, sentRest, isUnseen ? 'trailing' : 'spacing');
		return this.#segments;
	}

	/** Aligns in a fixed order, so that swapping the sides gives the same result. */
	#partners(): Pick<TokenPairs, 'base' | 'other'> {
		if (this.#keptText <= this.#sentText) return pairTokens(this.#kept, this.#sent);
		const { base, other } = pairTokens(this.#sent, this.#kept);
		return { base: other, other: base };
	}

	#textsIn(kept: TokenSpan, sent: TokenSpan): Pick<Segment, 'keptText' | 'sentText'> {
		const textIn = (text: string, tokens: TokenList, [from, to]: TokenSpan) =>
			text.slice(this.#end(tokens, from), this.#end(tokens, to));
		return {
			keptText: textIn(this.#keptText, this.#kept, kept),
			sentText: textIn(this.#sentText, this.#sent, sent),
		};
	}

	/** End of the token before this one. */
	#end(tokens: TokenList, token: number): number {
		return token === 0 ? 0 : tokens.endOf(token - 1);
	}

	/** White space before a token belongs to the token. */
	#leftOver(keptFrom: number, keptTo: number, sentFrom: number, sentTo: number): void {
		const removed = { tokens: this.#kept, from: keptFrom, to: keptTo };
		const added = { tokens: this.#sent, from: sentFrom, to: sentTo };
		const differences = [removed, added].map(({ tokens, from, to }) =>
			textDifference(tokens, from, to),
		);
		const difference = differences.includes('words') ? 'words' : (differences[0] ?? differences[1]);
		if (keptFrom === keptTo && sentFrom === sentTo) return;
		let weight = 0;
		for (const { tokens, from, to } of [removed, added]) {
			for (let token = from; token < to; token += 1) weight += tokenWeight(tokens, token);
		}
		this.#segments.push({
			...this.#textsIn([keptFrom, keptTo], [sentFrom, sentTo]),
			difference,
			...this.#objectsIn(
				{ from: this.#end(this.#kept, keptFrom), to: this.#end(this.#kept, keptTo) },
				{ from: this.#end(this.#sent, sentFrom), to: this.#end(this.#sent, sentTo) },
			),
			weight: difference === undefined ? 0 : weight,
		});
	}

	#objectsIn(kept: Stretch, sent: Stretch): Pick<Segment, 'objects'> {
		const within = (list: readonly Stretch[], { from, to }: Stretch) =>
			list.filter((one) => one.from >= from && one.to <= to);
		const theirs = within(this.#sentObjects, sent);
		const words = wordsAround(this.#sentText, sent, theirs);
		const ours = within(this.#keptObjects, kept);
		return objectsOf({ kept: ours.length, sent: theirs.length, words });
	}

	#matched(token: number, partner: number): void {
		this.#gap(
			this.#keptText.slice(this.#end(this.#kept, token), this.#kept.startOf(token)),
			this.#sentText.slice(this.#end(this.#sent, partner), this.#sent.startOf(partner)),
		);
		const keptText = this.#kept.textOf(token);
		const sentText = this.#sent.textOf(partner);
		if (keptText === sentText) this.#same(keptText, token, partner);
		else {
			const weight = tokenWeight(this.#kept, token) + tokenWeight(this.#sent, partner);
			const objects = this.#objectsIn(
				{ from: this.#kept.startOf(token), to: this.#kept.endOf(token) },
				{ from: this.#sent.startOf(partner), to: this.#sent.endOf(partner) },
			);
			this.#segments.push({ keptText, sentText, difference: 'case', weight, ...objects });
		}
	}

	#same(text: string, token: number, partner: number): void {
		const sides = { keptText: text, sentText: text };
		const look = this.#look([token, token + 1], [partner, partner + 1]);
		if (look === undefined || text === hiddenCharacter) this.#plain(sides);
		else this.#segments.push({ ...sides, ...look, weight: 2 * formattingWeight });
	}

	/** How the same words look otherwise; undefined if they look the same. */
	#look(kept: TokenSpan, sent: TokenSpan): Pick<Segment, 'difference' | 'formats'> | undefined {
		const formatsIn = (looks: SpanFormats, tokens: TokenList, [from, to]: TokenSpan) =>
			looks.between(tokens.startOf(from), tokens.endOf(to - 1));
		const keptFormats = formatsIn(this.#keptLooks, this.#kept, kept);
		const sentFormats = formatsIn(this.#sentLooks, this.#sent, sent);
		const difference = formatDifference(keptFormats, sentFormats);
		if (difference === undefined) return undefined;
		return {
			difference,
			formats: { kept: keptFormats[difference], sent: sentFormats[difference] },
		};
	}

	#gap(keptText: string, sentText: string, other: DifferenceClass = 'spacing'): void {
		if (keptText === '' && sentText === '') return;
		if (keptText === sentText) this.#plain({ keptText, sentText });
		else {
			const isEnd = keptText.includes(paragraphEnd) !== sentText.includes(paragraphEnd);
			const difference = isEnd ? 'breaks' : other;
			this.#segments.push({ keptText, sentText, difference, weight: 2 * spacingWeight });
		}
	}

	#plain({ keptText, sentText }: Pick<Segment, 'keptText' | 'sentText'>): void {
		const last = this.#segments.at(-1);
		if (last === undefined || last.difference !== undefined || last.keptText !== last.sentText) {
			this.#segments.push({ keptText, sentText, weight: 0 });
			return;
		}
		this.#segments.splice(-1, 1, {
			keptText: last.keptText + keptText,
			sentText: last.sentText + sentText,
			weight: 0,
		});
	}
}

/** The text of a stretch without the objects in it. */
function wordsAround(text: string, { from, to }: Stretch, objects: readonly Stretch[]): string {
	let words = '';
	let at = from;
	for (const one of objects) {
		words += text.slice(at, one.from);
		at = one.to;
	}
	return words + text.slice(at, to);
}

/** Formatting of ranges of a paragraph; ranges must be requested in order. */
class SpanFormats {
	#index = 0;
	/** Offset of the current span. */
	#at = 0;

	readonly spans: readonly Span[];

	constructor(spans: readonly Span[]) {
		this.spans = spans;
	}

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

/** Blanks at the end of a paragraph are not seen but where a line or a colour is. */
function areUnseen(blanks: string, looks: SpanFormats, to: number): boolean {
	const { emphasis, appearance } = looks.between(to - blanks.length, to);
	const isMarked = /underlined|struck through|link|\bon /.test(`${emphasis} ${appearance}`);
	return /^ *$/.test(blanks) && !isMarked;
}
