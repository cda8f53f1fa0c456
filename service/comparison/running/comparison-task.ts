/**
 * One comparison from two streams of bytes to its outcome: finds the formats, has the comparer of the
 * format work, falls back to pieces of bytes where content cannot be compared, and says why. It runs in
 * a process of its own (comparison-process.ts) and keeps nothing.
 */
import type { ComparedKindName } from '../../../api/comparison/levels';
import { commonFormat } from './common-format';
import { comparers, loadPieces } from './comparers';
import type { Compared, ComparisonTask, Side, StreamedSide, Unreadable } from '../comparison';
import { formatNames, formatOf, kinds } from './formats';
import type { Level } from '../level';
import { comparedOutcome, unreadableOutcome, type Outcome } from '../outcome';
import { reportPage, type ReportFacts } from '../report/page';
import { namedApart } from '../report-file';
import type { CompareRules } from '../rules';
import { triedComparison } from './tried-comparison';

/** What the process is told; the bytes come by its pipes. */
export interface ComparisonOrder {
	readonly kept: { readonly fileName: string; readonly sizeBytes: number };
	readonly sent: { readonly fileName: string; readonly sizeBytes: number };
	readonly level: Level;
	readonly rules: CompareRules;
	/** What a report says beside the comparison; without it no report is made. */
	readonly facts?: ReportFacts;
	/** A sentence: why the content is not to be compared. */
	readonly onlyPieces?: string;
}

export interface Sides<One> {
	readonly kept: One;
	readonly sent: One;
}

/** The files as they come; those that are compared as pieces can be asked for again. */
export interface Streams extends Sides<AsyncIterable<Uint8Array>> {
	readonly again?: () => Sides<AsyncIterable<Uint8Array>>;
}

/** Who is told what while a comparison runs. */
export type Told = Required<Pick<ComparisonTask, 'onProgress' | 'onFault'>>;

export async function runComparison(
	order: ComparisonOrder,
	streams: Streams,
	told: Told,
): Promise<Outcome> {
	if (order.onlyPieces !== undefined) return asPieces(order, streams, told, order.onlyPieces);
	const sides = {
		kept: { ...order.kept, bytes: await collect(streams.kept, order.kept.sizeBytes) },
		sent: { ...order.sent, bytes: await collect(streams.sent, order.sent.sizeBytes) },
	};
	const result = await byContent(order, sides, told);
	const bytes = () => ({ kept: once(sides.kept.bytes), sent: once(sides.sent.bytes) });
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

/** The comparison of the contents, or a sentence that says why pieces are all there is to compare. */
async function byContent(
	order: ComparisonOrder,
	sides: Sides<Side>,
	told: Told,
): Promise<ComparedContent | Unreadable | string> {
	const format = commonFormat(formatOf(sides.kept), formatOf(sides.sent));
	if (typeof format !== 'string') return format;
	const load = comparers[format];
	if (load === undefined) {
		return `Nothing reads ${formatNames[format]}: the files were compared as pieces of bytes.`;
	}
	const comparer = await load();
	const { level, rules, facts } = order;
	const task = { ...sides, level, rules, isReported: facts !== undefined, ...told };
	const result = await triedComparison(comparer, task);
	if (typeof result === 'string' || !result.isReadable) return result;
	return { isReadable: true, compared: result, kind: kinds[format] };
}

async function asPieces(
	order: ComparisonOrder,
	streams: Streams,
	told: Told,
	why: string,
): Promise<Outcome> {
	const compared = await pieces(order, streams, told);
	const outcome = comparedOutcome(compared, order.level);
	return finished(order, { ...outcome, notes: [why, ...outcome.notes] }, compared, 'bytes');
}

/** A file that cannot be read is never said to be equal, whatever its bytes. */
async function unreadable(
	order: ComparisonOrder,
	result: Unreadable,
	streams: Sides<AsyncIterable<Uint8Array>>,
	told: Told,
): Promise<Outcome> {
	const compared = await pieces(order, streams, told);
	return finished(order, unreadableOutcome(result, compared), compared, 'bytes');
}

async function pieces(
	{ kept, sent, level, facts }: ComparisonOrder,
	streams: Streams,
	{ onProgress }: Told,
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

/** With the report, where one is asked for; by the kind it tells what the level counts. */
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

/** In one piece from the start, since gathered pieces and the whole would be there at once. */
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

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield await Promise.resolve(bytes);
}
