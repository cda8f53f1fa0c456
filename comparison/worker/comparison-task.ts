/**
 * One comparison from two streams to its outcome: detects the formats, runs the comparer, falls
 * back to pieces of bytes if the content cannot be compared, and says why. It runs in a child
 * process (comparison-process.ts).
 */
import { Readable } from 'node:stream';
import type { ComparedKindName } from '../../api/comparison/kinds';
import { commonFormat } from './common-format';
import { comparerOf, loadPieces } from './entry-comparison';
import type { Compared, ComparisonTask, Side, Unreadable } from '../core/comparison';
import { both, type Both } from '../core/format-comparer';
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

/** The streams of the files; comparing pieces may read them again. */
export interface Streams extends Both<AsyncIterable<Uint8Array>> {
	readonly again?: () => Both<AsyncIterable<Uint8Array>>;
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
	if (typeof result !== 'string' && result.isReadable) {
		const { compared, kind } = result;
		return finished(order, comparedOutcome(compared, order.level), compared, kind);
	}
	const streamsAgain = both((side) => Readable.from([sides[side].bytes]));
	return asPieces(order, streamsAgain, told, result);
}

interface ComparedContent {
	readonly isReadable: true;
	readonly compared: Compared;
	readonly kind: ComparedKindName;
}

/** Compares the contents, or returns why only pieces can be compared. */
async function byContent(
	order: ComparisonOrder,
	sides: Both<Side>,
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

/** `why`: not compared by content; an unreadable file is never reported as equal, whatever its bytes. */
async function asPieces(
	order: ComparisonOrder,
	streams: Streams,
	{ onProgress }: TaskListener,
	why: string | Unreadable,
): Promise<Outcome> {
	const { kept, sent, level, facts } = order;
	const compare = await loadPieces();
	const compared = await compare(
		{ kept: { ...kept, bytes: streams.kept }, sent: { ...sent, bytes: streams.sent } },
		{ level, isReported: facts !== undefined, onProgress, again: streams.again },
	);
	const outcome =
		typeof why === 'string'
			? comparedOutcome({ ...compared, notes: [why, ...compared.notes] }, level)
			: unreadableOutcome(why, compared);
	return finished(order, outcome, compared, 'bytes');
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
