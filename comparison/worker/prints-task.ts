/**
 * Tasks with fingerprints in a separate process: makes those of a file, or compares a file that is
 * known by fingerprints with another. The bytes of the kept file are not here.
 */
import { TooMuchToCompare, type Compared, type Side, type Unreadable } from '../core/comparison';
import { comparedOutcome, unreadableOutcome, type Outcome } from '../core/outcome';
import { comparePrints, onlyBytesDiffer } from '../prints/compare-prints';
import {
	decodePrints,
	encodePrints,
	printsOf,
	type PrintedContent,
	type Prints,
} from '../prints/prints';
import type { Both } from '../core/format-comparer';
import { commonFormat, otherFormat } from './common-format';
import { comparerOf } from './entry-comparison';
import { collect, finished, type ComparisonOrder, type TaskListener } from './comparison-task';
import { formatNames, formatOf, kinds, type FormatName } from '../formats/formats';

/** Makes the fingerprints of a file, with the kept one's key. */
export interface PrintOrder extends Pick<ComparisonOrder, 'kept' | 'level' | 'rules'> {
	readonly printKey: string;
}

/** Compares a file that is known by its fingerprints. */
export interface PrintedOrder extends Omit<ComparisonOrder, 'onlyPieces'> {
	readonly printKey: string;
	/** True if the other side is fingerprints, too. */
	readonly isSentPrinted: boolean;
}

export interface Printed {
	readonly bytes: Uint8Array;
	/** Why the file can never be compared. */
	readonly unreadableReason?: string;
}

export const unprinted =
	'The contents are beyond the bounds of a comparison, so that they have no fingerprints.';

type Terms = Pick<PrintOrder, 'level' | 'rules' | 'printKey'>;

export async function printFile(
	order: PrintOrder,
	stream: AsyncIterable<Uint8Array>,
	told: TaskListener,
): Promise<Printed> {
	const bytes = await collect(stream, order.kept.sizeBytes);
	const prints = await printsOfFile({ ...order.kept, bytes }, order, told);
	return {
		bytes: encodePrints(prints),
		...(prints.form === 'unreadable' && { unreadableReason: prints.reason }),
	};
}

export async function comparePrinted(
	order: PrintedOrder,
	streams: Both<AsyncIterable<Uint8Array>>,
	told: TaskListener,
): Promise<Outcome> {
	const kept = decodePrints(await collect(streams.kept, order.kept.sizeBytes));
	const bytes = await collect(streams.sent, order.sent.sizeBytes);
	told.onProgress(0.1);
	const sent = order.isSentPrinted
		? decodePrints(bytes)
		: await printsOfFile({ ...order.sent, bytes }, order, told, kept);
	told.onProgress(0.6);
	const result = comparedOf({ kept, sent }, order);
	if (!result.isReadable) {
		const compared = onlyBytesDiffer('Nothing but the hashes of the bytes was compared.');
		return finished(order, unreadableOutcome(result, compared), compared);
	}
	// Fingerprints do not show all that the level counts; the notes say what is missing.
	return finished(order, comparedOutcome(result, order.level), result);
}

/** The outcome if the contents are beyond the limits. */
export function beyondBounds(order: ComparisonOrder): Outcome {
	const compared = onlyBytesDiffer(unprinted);
	return finished(order, comparedOutcome(compared, order.level), compared);
}

function comparedOf(
	{ kept, sent }: Both<Prints>,
	{ level, rules }: PrintedOrder,
): Compared | Unreadable {
	if (kept.form === 'unreadable') return { isReadable: false, side: 'kept', reason: kept.reason };
	if (sent.form === 'unreadable') return { isReadable: false, side: 'sent', reason: sent.reason };
	if (kept.form === 'bytes') return onlyBytesDiffer(kept.reason);
	if (sent.form === 'bytes') return onlyBytesDiffer(sent.reason);
	const format = formatIn(kept);
	if (format !== sent.format) return otherFormat(format, formatIn(sent));
	if (sent.words.length === 0 && kept.words.length > 0) {
		return { isReadable: false, side: 'sent', reason: 'Nothing is left of it to compare.' };
	}
	return comparePrints({ kept, sent }, { kind: kinds[format], level, rules });
}

/** Fingerprints are only made here, so the format is a known one. */
function formatIn({ format }: PrintedContent): FormatName {
	return format as FormatName;
}

/** Reads the file in the format of `kept`, if given. */
async function printsOfFile(
	side: Side,
	{ level, rules, printKey }: Terms,
	{ onFault }: TaskListener,
	kept?: Prints,
): Promise<Prints> {
	const own = formatOf(side);
	const as = kept?.form === 'content' ? formatIn(kept) : own;
	const common = commonFormat(as, own);
	if (typeof common !== 'string') return { form: 'unreadable', reason: common.reason };
	// Any text can be read as text; other formats must match.
	const format = common === as ? as : own;
	const loading = comparerOf(format);
	if (loading === undefined)
		return { form: 'bytes', reason: `Nothing reads ${formatNames[format]}.` };
	try {
		const comparer = await loading;
		const outline = await comparer.outline(side, { level, rules });
		if (!outline.isReadable) return { form: 'unreadable', reason: outline.reason };
		return printsOf(outline, format, printKey);
	} catch (fault) {
		if (fault instanceof TooMuchToCompare) return { form: 'bytes', reason: unprinted };
		onFault(fault);
		return {
			form: 'bytes',
			reason: 'The contents could not be read for a fault of this program, which its log shows.',
		};
	}
}
