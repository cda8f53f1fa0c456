/**
 * Hides in paragraphs what the file's rules ignore, and keeps the hidden texts to show them in
 * grey.
 */
import type { Span as Range } from '../../../align/run';
import type { RuledSide } from '../../../core/rule-hits';
import { hiddenCharacter } from '../../../core/patterns';
import {
	type Block,
	joinSpans,
	type OfficeDocument,
	type Paragraph,
	partKinds,
	textOf,
} from '../document/document';

export function withoutIgnored(document: OfficeDocument, ruled: RuledSide): OfficeDocument {
	const parts = ruled.within(() =>
		partKinds.map((kind) => [kind, blocksWithout(document.parts[kind], ruled)]),
	);
	return { ...document, parts: Object.fromEntries(parts) as OfficeDocument['parts'] };
}

export function blocksWithout<Of extends Block>(
	blocks: readonly Of[],
	ruled: RuledSide,
): readonly Of[] {
	if (!ruled.hasPatterns) return blocks;
	return blocks.map((block) => ({
		...block,
		cells: block.cells.map((cell) => ({
			...cell,
			paragraphs: cell.paragraphs.map((paragraph) => {
				const ranges = ruled.hiddenIn(textOf(paragraph));
				return ranges.length === 0 ? paragraph : withHidden(paragraph, ranges);
			}),
		})),
	}));
}

/** Hides ranges of characters, which must be in order and not overlap what is already hidden. */
export function withHidden(paragraph: Paragraph, ranges: readonly Range[]): Paragraph {
	const text = textOf(paragraph);
	let at = 0;
	const spans = paragraph.spans.map((span) => {
		const from = at;
		at += span.text.length;
		return { ...span, text: masked(span.text, from, ranges) };
	});
	const known = [...text.matchAll(new RegExp(hiddenCharacter, 'g'))].map(({ index }, number) => ({
		from: index,
		text: paragraph.hidden?.[number] ?? '',
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
