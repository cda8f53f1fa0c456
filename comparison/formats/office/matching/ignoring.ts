/**
 * Hides in paragraphs what the file's rules ignore, and keeps the hidden texts to show them in
 * grey.
 */
import type { Ignored } from '../../../core/comparison';
import { hitsOf, patternsOf, withinStep, type Pattern } from '../../../core/patterns';
import { ruleText, type CompareRules } from '../../../core/rules';
import { hiddenCharacter } from '../../text/reading/characters';
import {
	type Block,
	joinSpans,
	type OfficeDocument,
	type Paragraph,
	textOf,
} from '../document/document';

type Apply = (blocks: readonly Block[]) => readonly Block[];

export class Ignoring {
	readonly #patterns: readonly Pattern[];
	readonly #counts = new Map<string, { kept: number; sent: number }>();

	constructor(rules: CompareRules) {
		this.#patterns = patternsOf(rules);
		for (const { source } of this.#patterns) this.#counts.set(source, { kept: 0, sent: 0 });
	}

	get ignored(): readonly Ignored[] {
		return [...this.#counts].map(([source, counts]) => ({
			rule: ruleText('pattern', source),
			...counts,
		}));
	}

	apply(document: OfficeDocument, side: 'kept' | 'sent'): OfficeDocument {
		const { body, headers, footers, footnotes, endnotes, comments } = document.parts;
		return this.within(side, (applied) => ({
			...document,
			parts: {
				body: applied(body),
				headers: applied(headers),
				footers: applied(footers),
				footnotes: applied(footnotes),
				endnotes: applied(endnotes),
				comments: applied(comments),
			},
		}));
	}

	/** Makes something of the blocks of one side, with what the patterns match in them hidden. */
	within<Of>(side: 'kept' | 'sent', make: (applied: Apply) => Of): Of {
		if (this.#patterns.length === 0) return make((blocks) => blocks);
		const applied: Apply = (blocks) => blocks.map((block) => this.#hideIn(block, side));
		return withinStep(this.#patterns, () => make(applied));
	}

	#hideIn(block: Block, side: 'kept' | 'sent'): Block {
		const cells = block.cells.map((cell) => ({
			...cell,
			paragraphs: cell.paragraphs.map((paragraph) => this.#hide(paragraph, side)),
		}));
		return { ...block, cells };
	}

	#hide(paragraph: Paragraph, side: 'kept' | 'sent'): Paragraph {
		const text = textOf(paragraph);
		const ranges = this.#ranges(text, side);
		return ranges.length === 0 ? paragraph : withHidden(paragraph, ranges);
	}

	/** Ranges that the patterns match, in order; overlapping ones are joined. */
	#ranges(text: string, side: 'kept' | 'sent'): readonly Range[] {
		const found = this.#patterns.flatMap((pattern) => {
			const hits = hitsOf(text, pattern);
			const counts = this.#counts.get(pattern.source);
			if (counts !== undefined) counts[side] += hits.length;
			return hits;
		});
		const ranges: Range[] = [];
		for (const range of found.sort((one, other) => one.from - other.from)) {
			const last = ranges.at(-1);
			if (last === undefined || range.from >= last.to) ranges.push(range);
			else if (range.to > last.to) ranges.splice(-1, 1, { from: last.from, to: range.to });
		}
		return ranges;
	}
}

/** Range of characters of a paragraph; `to` is exclusive. */
export interface Range {
	readonly from: number;
	readonly to: number;
}

/** Hides ranges, which must be in order and not overlap what is already hidden. */
export function withHidden(paragraph: Paragraph, ranges: readonly Range[]): Paragraph {
	const text = textOf(paragraph);
	let at = 0;
	const spans = paragraph.spans.map((span) => {
		const from = at;
		at += span.text.length;
		return { ...span, text: masked(span.text, from, ranges) };
	});
	const known = [...text.matchAll(new RegExp(hiddenCharacter, 'g'))].map(({ index }, number) => ({
		...{ from: index, text: paragraph.hidden?.[number] ?? '' },
	}));
	const fresh = ranges.map(({ from, to }) => ({ from, text: text.slice(from, to) }));
	const hidden = [...known, ...fresh].sort((one, other) => one.from - other.from);
	return { ...paragraph, spans: joinSpans(spans), hidden: hidden.map((one) => one.text) };
}

/** Puts one character in place of each range, in the span where the range begins. */
function masked(text: string, start: number, ranges: readonly Range[]): string {
	let shown = '';
	let at = 0;
	for (const { from, to } of ranges) {
		if (to <= start || from >= start + text.length) continue;
		shown += text.slice(at, Math.max(0, from - start));
		if (from >= start) shown += hiddenCharacter;
		at = Math.min(text.length, to - start);
	}
	return shown + text.slice(at);
}
