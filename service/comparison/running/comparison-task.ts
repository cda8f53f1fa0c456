/**
 * One comparison from two streams of bytes to its outcome: finds the formats, has the comparer of the
 * format work, falls back to pieces of bytes where content cannot be compared, and says why. It runs in
 * a process of its own (comparison-process.ts) and keeps nothing.
 */
import type { ComparedKindName } from '../../../api/comparison-levels';
import { commonFormat } from './common-format';
import { comparers, loadPieces } from './comparers';
import {
	type Compared,
	type Side,
	type StreamedSide,
	TooMuchToCompare,
	type Unreadable,
} from '../comparison';
import { formatNames, formatOf, kinds } from './formats';
import type { Level } from '../level';
import { comparedOutcome, unreadableOutcome, type Outcome } from '../outcome';
import { reportPage, type ReportFacts } from '../report/page';
import type { CompareRules } from '../rules';

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

type Progress = (share: number) => void;

export async function runComparison(
	order: ComparisonOrder,
	streams: Sides<AsyncIterable<Uint8Array>>,
	onProgress: Progress,
): Promise<Outcome> {
	if (order.onlyPieces !== undefined) return asPieces(order, streams, onProgress, order.onlyPieces);
	const sides = {
		kept: { ...order.kept, bytes: await collect(streams.kept) },
		sent: { ...order.sent, bytes: await collect(streams.sent) },
	};
	const result = await byContent(order, sides, onProgress);
	const bytes = () => ({ kept: once(sides.kept.bytes), sent: once(sides.sent.bytes) });
	if (typeof result === 'string') return asPieces(order, bytes(), onProgress, result);
	if (result.isReadable) {
		const { compared, kind } = result;
		return finished(order, comparedOutcome(compared, order.level), compared, kind);
	}
	return unreadable(order, result, bytes(), onProgress);
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
	onProgress: Progress,
): Promise<ComparedContent | Unreadable | string> {
	const format = commonFormat(formatOf(sides.kept), formatOf(sides.sent));
	if (typeof format !== 'string') return format;
	const load = comparers[format];
	if (load === undefined) {
		return `Nothing reads ${formatNames[format]}: the files were compared as pieces of bytes.`;
	}
	const comparer = await load();
	const { level, rules, facts } = order;
	try {
		const task = { ...sides, level, rules, isReported: facts !== undefined, onProgress };
		const result = await comparer.compare(task);
		return result.isReadable ? { isReadable: true, compared: result, kind: kinds[format] } : result;
	} catch (fault) {
		if (fault instanceof TooMuchToCompare) return fault.message;
		throw fault;
	}
}

async function asPieces(
	order: ComparisonOrder,
	streams: Sides<AsyncIterable<Uint8Array>>,
	onProgress: Progress,
	why: string,
): Promise<Outcome> {
	const compared = await pieces(order, streams, onProgress);
	const outcome = comparedOutcome(compared, order.level);
	return finished(order, { ...outcome, notes: [why, ...outcome.notes] }, compared, 'bytes');
}

/** A file that cannot be read is never said to be equal, whatever its bytes. */
async function unreadable(
	order: ComparisonOrder,
	result: Unreadable,
	streams: Sides<AsyncIterable<Uint8Array>>,
	onProgress: Progress,
): Promise<Outcome> {
	const compared = await pieces(order, streams, onProgress);
	return finished(order, unreadableOutcome(result, compared), compared, 'bytes');
}

async function pieces(
	{ kept, sent, level, facts }: ComparisonOrder,
	streams: Sides<AsyncIterable<Uint8Array>>,
	onProgress: Progress,
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
		{ level, isReported: facts !== undefined, onProgress },
	);
}

function finished(
	{ facts }: ComparisonOrder,
	outcome: Outcome,
	{ report }: Compared,
	kind: ComparedKindName,
): Outcome {
	if (facts === undefined || report === undefined) return outcome;
	const html = reportPage(facts, outcome, { ...report, kind });
	return { ...outcome, report: { html, files: report.files } };
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of bytes) chunks.push(chunk);
	return Buffer.concat(chunks);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield await Promise.resolve(bytes);
}
