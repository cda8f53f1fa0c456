/**
 * Makes a unified diff of two files, byte by byte: `patch` turns the kept file into the sent one
 * with it, whatever encoding and line ends they have. Lines end at a line feed, as for `diff` and
 * `patch`.
 */
import type { ReportFile } from '../../../core/report-file';
import { align } from '../../../align/align';
import { gapsBetween, numbered, type Gap, type Run, type Span } from '../../../align/run';

/** Equal lines around a difference. */
const contextLines = 3;

export interface NamedBytes {
	readonly fileName: string;
	readonly bytes: Uint8Array;
}

/** A larger diff is not added to a report; it would be longer than any file that is compared so. */
const patchSizeBytesMax = 64 * 1024 * 1024;

/** The diff as a file beside the report; none if it is empty or too large. `known`: as for `unifiedDiff`. */
export function unifiedDiffFiles(
	{ kept, sent }: { readonly kept: NamedBytes; readonly sent: NamedBytes },
	known: readonly Run[] = [],
): readonly ReportFile[] {
	const bytes = unifiedDiff(kept, sent, known);
	if (bytes.length === 0 || bytes.length > patchSizeBytesMax) return [];
	const fileName = `${sent.fileName}.diff`;
	return [
		{ kind: 'unifiedDiff', label: 'Unified diff', fileName, mediaType: 'text/x-diff', bytes },
	];
}

/**
 * Empty if the files are equal. Bytes are handled as Latin-1 characters. `known`: runs of lines that may be
 * equal, in order; they are used if all of them are.
 */
export function unifiedDiff(
	kept: NamedBytes,
	sent: NamedBytes,
	known: readonly Run[] = [],
): Uint8Array {
	const [base, other] = [linesOf(kept.bytes), linesOf(sent.bytes)];
	const runs = known.every((run) => isEqual(run, base, other)) ? known : [];
	const gaps = gapsBetween(runs, { base: base.length, other: other.length });
	const hunks = hunksOf(gaps.flatMap((gap) => gapsWithin(gap, base, other)));
	if (hunks.length === 0) return Buffer.alloc(0);
	const names = `--- ${plainName(kept.fileName)}\n+++ ${plainName(sent.fileName)}\n`;
	const parts: string[] = [];
	for (const hunk of hunks) addHunk(parts, hunk, base, other);
	return Buffer.concat([Buffer.from(names), Buffer.from(parts.join(''), 'latin1')]);
}

type Lines = readonly string[];

function isEqual(
	{ base: from, other: otherFrom, length }: Run,
	base: Lines,
	other: Lines,
): boolean {
	if (from + length > base.length || otherFrom + length > other.length) return false;
	for (let step = 0; step < length; step += 1) {
		if (base[from + step] !== other[otherFrom + step]) return false;
	}
	return true;
}

function gapsWithin({ base: one, other: two }: Gap, base: Lines, other: Lines): readonly Gap[] {
	const ids = numbered(base.slice(one.from, one.to), other.slice(two.from, two.to));
	const lengths = { base: one.to - one.from, other: two.to - two.from };
	const behind = ({ from, to }: Span, start: number) => ({ from: from + start, to: to + start });
	return gapsBetween(align(ids.base, ids.other).runs, lengths).map((gap) => ({
		base: behind(gap.base, one.from),
		other: behind(gap.other, two.from),
	}));
}

/** A file name without spaces and line breaks, as `patch` needs. */
function plainName(fileName: string): string {
	return fileName.replace(/[\s"\\]+/g, '_') || 'file';
}

function linesOf(bytes: Uint8Array): readonly string[] {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
	const lines: string[] = [];
	for (let at = 0; at < text.length;) {
		const feed = text.indexOf('\n', at);
		const end = feed < 0 ? text.length : feed + 1;
		lines.push(text.slice(at, end));
		at = end;
	}
	return lines;
}

/** Gaps with few lines between them share a hunk. */
function hunksOf(gaps: readonly Gap[]): readonly (readonly Gap[])[] {
	const hunks: Gap[][] = [];
	for (const gap of gaps) {
		const last = hunks.at(-1);
		const before = last?.at(-1);
		const isNear = before !== undefined && gap.base.from - before.base.to <= 2 * contextLines;
		if (isNear) last?.push(gap);
		else hunks.push([gap]);
	}
	return hunks;
}

function addHunk(
	parts: string[],
	hunk: readonly Gap[],
	base: readonly string[],
	other: readonly string[],
): void {
	const [start, end] = [hunk[0], hunk.at(-1)];
	if (start === undefined || end === undefined) return;
	const head = Math.min(contextLines, start.base.from);
	const tail = Math.min(contextLines, base.length - end.base.to);
	const old = range(start.base.from - head, end.base.to + tail);
	parts.push(`@@ -${old} +${range(start.other.from - head, end.other.to + tail)} @@\n`);
	let at = start.base.from - head;
	for (const gap of hunk) {
		addLines(parts, ' ', base, { from: at, to: gap.base.from });
		addLines(parts, '-', base, gap.base);
		addLines(parts, '+', other, gap.other);
		at = gap.base.to;
	}
	addLines(parts, ' ', base, { from: at, to: end.base.to + tail });
}

/** An empty range names the line before it. */
function range(from: number, to: number): string {
	const count = to - from;
	return `${count === 0 ? from : from + 1},${count}`;
}

function addLines(parts: string[], sign: string, lines: readonly string[], span: Span): void {
	for (const line of lines.slice(span.from, span.to)) {
		parts.push(sign, line);
		if (!line.endsWith('\n')) parts.push('\n\\ No newline at end of file\n');
	}
}
