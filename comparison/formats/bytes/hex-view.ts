/**
 * The report of two files compared as bytes: every differing range with place, size and first
 * bytes, as a hex dump. It makes no decisions.
 */
import { countText, markup, numberText, type Markup } from '../../../server/html/markup';
import type { ReportBody } from '../../core/comparison';
import { both, type Both } from '../../core/format-comparer';
import { changeAnchor } from '../../report/anchors';
import { moreNote } from '../../report/parts';
import { changeSigns } from '../../report/signs';
import type { Span } from '../../align/run';
import type { Difference, Differences } from './differences';

/** Returns known bytes of a file between `from` and `to`, at least some from `at`. */
export type Excerpt = (
	from: number,
	at: number,
	to: number,
) => { readonly from: number; readonly bytes: Uint8Array };

const rowBytes = 16;

/** Most rows shown of one side of a range, and of all ranges. */
const rowsOfRangeMax = 8;
const rowsMax = 4000;

/** Bytes quoted in the list of changes. */
const quotedBytes = 24;

const style = `
.range { margin: 1rem 0; padding: .75rem 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; }
.range h2 { margin: 0 0 .25rem; font-size: 1rem; } .range h2 .key { font-weight: 700; }
.sides { display: flex; flex-wrap: wrap; gap: .5rem 2rem; }
.sides div { min-width: 0; max-width: 100%; } .sides p { margin: .25rem 0; }
.bytes { margin: 0; overflow-x: auto; background: none; font: 13px/1.5 ui-monospace, SFMono-Regular, Consolas, monospace; }
.bytes .at { color: var(--soft); } .moved mark { background: var(--yellow); }
@media screen and (max-width: 45rem) { .bytes { font-size: 11px; } }
`;

/** The first bytes of a range, as `00 ff 7a …`. */
export function hexText(span: Span, excerpt: Excerpt): string {
	const size = Math.min(quotedBytes, span.to - span.from);
	const quoted = excerpt(span.from, span.from, span.from + size).bytes.subarray(0, size);
	const text = [...quoted].map(hexByte).join(' ');
	return quoted.length < span.to - span.from ? `${text} …` : text;
}

export function piecesReport({ listed, counts }: Differences, excerpts: Both<Excerpt>): ReportBody {
	const count = counts.added + counts.removed + counts.changed + counts.moved;
	let rows = 0;
	const shown: Markup[] = [];
	for (const [at, difference] of listed.entries()) {
		if (rows >= rowsMax) break;
		const dumps = both((side) => dump(difference[side], excerpts[side]));
		rows += Math.max(1, dumps.kept.length + dumps.sent.length);
		shown.push(rangeSection(difference, dumps, changeAnchor(at + 1, count)));
	}
	return {
		style,
		content: markup`${shown}${moreNote(count - shown.length, 'range')}`,
		files: [],
	};
}

function rangeSection(
	{ kind, kept, sent }: Difference,
	dumps: Both<readonly Markup[]>,
	anchor: Markup,
): Markup {
	const side = (name: string, span: Span, rows: readonly Markup[]) =>
		span.to === span.from
			? ''
			: markup`<div class="${kind}"><p class="place">${name}: ${placeText(span)}</p><pre class="bytes" tabindex="0">${rows}</pre></div>`;
	return markup`<section class="range">
<h2><span class="key ${kind}">${changeSigns[kind]}</span> ${countText(Math.max(kept.to - kept.from, sent.to - sent.from), 'byte')} ${kind} ${anchor}</h2>
<div class="sides">${side('Kept', kept, dumps.kept)}${side('Sent', sent, dumps.sent)}</div>
</section>
`;
}

/** `offset 1,024 (0x400), 16 bytes`. */
function placeText({ from, to }: Span): string {
	return `offset ${numberText(from)} (0x${from.toString(16)}), ${countText(to - from, 'byte')}`;
}

/** The rows with the first bytes of the range, including neighbouring bytes. */
function dump(span: Span, excerpt: Excerpt): Markup[] {
	if (span.to === span.from) return [];
	const start = span.from - (span.from % rowBytes);
	const end = Math.min(
		span.to + ((rowBytes - (span.to % rowBytes)) % rowBytes),
		start + rowsOfRangeMax * rowBytes,
	);
	const { from, bytes } = excerpt(start, span.from, end);
	const read = { from, to: Math.min(end, from + bytes.length) };
	const byteAt = (offset: number) =>
		offset >= read.from && offset < read.to ? bytes[offset - read.from] : undefined;
	const rows: Markup[] = [];
	for (let row = start; row < read.to; row += rowBytes) rows.push(hexRow(row, span, byteAt));
	const left = span.to - read.to;
	return left > 0
		? [...rows, markup`<span class="at">${countText(left, 'further byte')}</span>\n`]
		: rows;
}

function hexRow(row: number, span: Span, byteAt: (offset: number) => number | undefined): Markup {
	const offsets = Array.from({ length: rowBytes }, (_, column) => row + column);
	const [before, inside, after] = [
		offsets.filter((offset) => offset < span.from),
		offsets.filter((offset) => offset >= span.from && offset < span.to),
		offsets.filter((offset) => offset >= span.to),
	];
	const hex = (part: readonly number[]) => part.map((at) => hexByte(byteAt(at))).join(' ');
	const ascii = (part: readonly number[]) => part.map((at) => asciiOf(byteAt(at))).join('');
	const space = (part: readonly number[]) => (part.length > 0 ? ' ' : '');
	return markup`<span class="at">${row.toString(16).padStart(8, '0')}</span>  ${hex(before)}${space(before)}<mark>${hex(inside)}</mark>${space(after)}${hex(after)}  ${ascii(before)}<mark>${ascii(inside)}</mark>${ascii(after)}
`;
}

function hexByte(byte: number | undefined): string {
	return byte === undefined ? '  ' : byte.toString(16).padStart(2, '0');
}

function asciiOf(byte: number | undefined): string {
	if (byte === undefined) return ' ';
	return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
}
