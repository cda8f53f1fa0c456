/**
 * One comparison from two streams to its outcome: detects the formats, runs the comparer, falls
 * back to pieces of bytes if the content cannot be compared, and says why. It runs in a child
 * process (comparison-process.ts).
 */
import { Readable } from 'node:stream';
import type { ComparedKindName } from '../../api/comparison/kinds';
import { commonFormat } from './common-format';
import { comparerOf, loadPieces } from './comparers';
import type { Compared, ComparisonTask, Side, StreamedSide, Unreadable } from '../core/comparison';
import { formatNames, formatOf, kinds } from '../formats/formats';
import type { Level } from '../core/level';
import { comparedOutcome, unreadableOutcome, type Outcome } from '../core/outcome';
import { reportPage, type ReportFacts } from '../report/page';
import { namedApart } from '../core/report-file';
import type { CompareRules } from '../core/rules';
import { runComparer } from './run-comparer';

/** The order of a process; the bytes come through pipes. */
export interface ComparisonOrder {
	readonly kept: { readonly fileName: string; readonly sizeBytes: number };
	readonly sent: { readonly fileName: string; readonly sizeBytes: number };
	readonly level: Level;
	readonly rules: CompareRules;
	/** Further facts for the report; without them no report is made. */
	readonly facts?: ReportFacts;
	/** A message: why the content must not be compared. */
	readonly onlyPieces?: string;
}

export interface Sides<One> {
	readonly kept: One;
	readonly sent: One;
}

/** The streams of the files; comparing pieces may read them again. */
export interface Streams extends Sides<AsyncIterable<Uint8Array>> {
	readonly again?: () => Sides<AsyncIterable<Uint8Array>>;
}

/** Callbacks of a running comparison. */
export type TaskListener = Required<Pick<ComparisonTask, 'onProgress' | 'onFault'>>;

export async function runComparison(
	order: ComparisonOrder,
	streams: Streams,
	told: TaskListener,
): Promise<Outcome> {
	if (order.onlyPieces !== undefined) return asPieces(order, streams, told, order.onlyPieces);
	const sides = {
		kept: { ...order.kept, bytes: await collect(streams.kept, order.kept.sizeBytes) },
		sent: { ...order.sent, bytes: await collect(streams.sent, order.sent.sizeBytes) },
	};
	const result = await byContent(order, sides, told);
	const bytes = () => ({
		kept: Readable.from([sides.kept.bytes]),
		sent: Readable.from([sides.sent.bytes]),
	});
	if (typeof result === 'string') return asPieces(order, bytes(), told, result);
	if (result.isReadable) {
		const { compared, kind } = result;
		return finished(order, comparedOutcome(compared, order.level), compared, kind);
	}
	return unreadable(order, result, bytes(), told);
}

interface ComparedContent {
	readonly isReadable: true;
	readonly compared: Compared;
	readonly kind: ComparedKindName;
}

/** Compares the contents, or returns why only pieces can be compared. */
async function byContent(
	order: ComparisonOrder,
	sides: Sides<Side>,
	told: TaskListener,
): Promise<ComparedContent | Unreadable | string> {
	const format = commonFormat(formatOf(sides.kept), formatOf(sides.sent));
	if (typeof format !== 'string') return format;
	const loading = comparerOf(format);
	if (loading === undefined) {
		return `Nothing reads ${formatNames[format]}: the files were compared as pieces of bytes.`;
	}
	const comparer = await loading;
	const { level, rules, facts } = order;
	const task = { ...sides, level, rules, isReported: facts !== undefined, ...told };
	const result = await runComparer(comparer, task);
	if (typeof result === 'string' || !result.isReadable) return result;
	return { isReadable: true, compared: result, kind: kinds[format] };
}

async function asPieces(
	order: ComparisonOrder,
	streams: Streams,
	told: TaskListener,
	why: string,
): Promise<Outcome> {
	const compared = await pieces(order, streams, told);
	const outcome = comparedOutcome(compared, order.level);
	return finished(order, { ...outcome, notes: [why, ...outcome.notes] }, compared, 'bytes');
}

/** An unreadable file is never reported as equal, whatever its bytes. */
async function unreadable(
	order: ComparisonOrder,
	result: Unreadable,
	streams: Sides<AsyncIterable<Uint8Array>>,
	told: TaskListener,
): Promise<Outcome> {
	const compared = await pieces(order, streams, told);
	return finished(order, unreadableOutcome(result, compared), compared, 'bytes');
}

async function pieces(
	{ kept, sent, level, facts }: ComparisonOrder,
	streams: Streams,
	{ onProgress }: TaskListener,
): Promise<Compared> {
	const streamed = (
		side: { fileName: string; sizeBytes: number },
		bytes: AsyncIterable<Uint8Array>,
	): StreamedSide => ({
		...side,
		bytes,
	});
	const compare = await loadPieces();
	return compare(
		{ kept: streamed(kept, streams.kept), sent: streamed(sent, streams.sent) },
		{ level, isReported: facts !== undefined, onProgress, again: streams.again },
	);
}

/** Adds the report if wanted; `kind` tells it what the level counts. */
export function finished(
	{ facts }: Pick<ComparisonOrder, 'facts'>,
	outcome: Outcome,
	{ report }: Compared,
	kind?: ComparedKindName,
): Outcome {
	if (facts === undefined || report === undefined) return outcome;
	const files = namedApart(report.files);
	const html = reportPage(facts, outcome, { ...report, files, kind });
	return { ...outcome, report: { html, files } };
}

/**
 * Allocates the whole buffer first: collected chunks and their concatenation would need twice the
 * memory.
 */
export async function collect(
	stream: AsyncIterable<Uint8Array>,
	sizeBytes: number,
): Promise<Uint8Array> {
	const bytes = Buffer.alloc(sizeBytes);
	let filledBytes = 0;
	for await (const chunk of stream) {
		bytes.set(chunk, filledBytes);
		filledBytes += chunk.length;
	}
	return bytes.subarray(0, filledBytes);
}
