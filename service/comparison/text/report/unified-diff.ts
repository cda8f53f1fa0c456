/**
 * Makes a unified diff of two files, byte by byte: `patch` turns the kept file into the sent one
 * with it, whatever encoding and line ends they have. Lines end at a line feed, as for `diff` and
 * `patch`.
 */
import type { ReportFile } from '../../report-file';
import { align } from '../align/aligning';
import type { Run, Span } from '../align/run';

/** Equal lines around a difference. */
const contextLines = 3;

export interface NamedBytes {
	readonly fileName: string;
	readonly bytes: Uint8Array;
}

/** A larger diff is not added to a report; it would be longer than any file that is compared so. */
const patchSizeBytesMax = 64 * 1024 * 1024;

/** The diff as a file beside the report; none if it is empty or too large. */
export function unifiedDiffFiles({
	kept,
	sent,
}: {
	readonly kept: NamedBytes;
	readonly sent: NamedBytes;
}): readonly ReportFile[] {
	const bytes = unifiedDiff(kept, sent);
	if (bytes.length === 0 || bytes.length > patchSizeBytesMax) return [];
	const fileName = `${sent.fileName}.diff`;
	return [
		{ kind: 'unifiedDiff', label: 'Unified diff', fileName, mediaType: 'text/x-diff', bytes },
	];
}

/** Empty if the files are equal. Bytes are handled as Latin-1 characters. */
export function unifiedDiff(kept: NamedBytes, sent: NamedBytes): Uint8Array {
	const [first, second] = [linesOf(kept.bytes), linesOf(sent.bytes)];
	const ids = numbered(first, second);
	const { runs } = align(ids.first, ids.second);
	const hunks = hunksOf(runs, { first: first.length, second: second.length });
	if (hunks.length === 0) return Buffer.alloc(0);
	const names = `--- ${plainName(kept.fileName)}\n+++ ${plainName(sent.fileName)}\n`;
	const parts: string[] = [];
	for (const hunk of hunks) addHunk(parts, hunk, first, second);
	return Buffer.concat([Buffer.from(names), Buffer.from(parts.join(''), 'latin1')]);
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

function numbered(first: readonly string[], second: readonly string[]) {
	const numbers = new Map<string, number>();
	const numbersOf = (lines: readonly string[]) =>
		Int32Array.from(lines, (line) => {
			const known = numbers.get(line);
			if (known !== undefined) return known;
			numbers.set(line, numbers.size);
			return numbers.size - 1;
		});
	return { first: numbersOf(first), second: numbersOf(second) };
}

interface At {
	readonly first: number;
	readonly second: number;
}

/** A differing stretch, from `from` to before `to`. */
interface Edit {
	readonly from: At;
	readonly to: At;
}

type Hunk = readonly Edit[];

/** Edits with few lines between them share a hunk. */
function hunksOf(runs: readonly Run[], end: At): readonly Hunk[] {
	const hunks: Edit[][] = [];
	let at: At = { first: 0, second: 0 };
	const add = (to: At) => {
		if (to.first === at.first && to.second === at.second) return;
		const last = hunks.at(-1);
		const before = last?.at(-1);
		const isNear = before !== undefined && at.first - before.to.first <= 2 * contextLines;
		if (isNear) last?.push({ from: at, to });
		else hunks.push([{ from: at, to }]);
	};
	for (const run of runs) {
		add(run);
		at = { first: run.first + run.length, second: run.second + run.length };
	}
	add(end);
	return hunks;
}

function addHunk(
	parts: string[],
	hunk: Hunk,
	first: readonly string[],
	second: readonly string[],
): void {
	const [from, to] = [hunk[0]?.from, hunk.at(-1)?.to];
	if (from === undefined || to === undefined) return;
	const head = Math.min(contextLines, from.first);
	const tail = Math.min(contextLines, first.length - to.first);
	const old = range(from.first - head, to.first + tail);
	parts.push(`@@ -${old} +${range(from.second - head, to.second + tail)} @@\n`);
	let at = from.first - head;
	for (const edit of hunk) {
		addLines(parts, ' ', first, { from: at, to: edit.from.first });
		addLines(parts, '-', first, { from: edit.from.first, to: edit.to.first });
		addLines(parts, '+', second, { from: edit.from.second, to: edit.to.second });
		at = edit.to.first;
	}
	addLines(parts, ' ', first, { from: at, to: to.first + tail });
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
