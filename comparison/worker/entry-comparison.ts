/**
 * Compares two entries of archives like files: by their format, or else as pieces of bytes, with
 * the reason in a note.
 */
import { Readable } from 'node:stream';
import type {
	Compared,
	Comparer,
	ComparePieces,
	ComparisonTask,
	Side,
	StreamedSide,
} from '../core/comparison';
import { commonFormat } from './common-format';
import { formatNames, formatOf, loads, type FormatName } from '../formats/formats';
import { runComparer } from './run-comparer';

interface Loading {
	/** Undefined for a format without a comparer. */
	readonly comparerOf: (format: FormatName) => Promise<Comparer> | undefined;
	readonly pieces: () => Promise<ComparePieces>;
}

/** `archives` compares nested archives; undefined beyond the depth limit. */
export async function compareEntry(
	task: ComparisonTask,
	archives: Comparer | undefined,
	loading: Loading,
): Promise<Compared> {
	const asPieces = async (why: string): Promise<Compared> => {
		const compare = await loading.pieces();
		const compared = await compare({ kept: streamed(task.kept), sent: streamed(task.sent) }, task);
		return { ...compared, notes: [why, ...compared.notes] };
	};
	const format = commonFormat(formatOf(task.kept), formatOf(task.sent));
	if (typeof format !== 'string') return asPieces(format.reason);
	const comparer = await (format === 'zip' ? archives : loading.comparerOf(format));
	if (comparer === undefined) {
		return asPieces(
			format === 'zip'
				? 'An archive this deep inside of others is compared as pieces of bytes.'
				: `Nothing reads ${formatNames[format]}: it was compared as pieces of bytes.`,
		);
	}
	const result = await runComparer(comparer, task);
	if (typeof result === 'string') return asPieces(result);
	if (result.isReadable) return result;
	return asPieces(`The ${result.side} one cannot be read: ${result.reason}`);
}

function streamed({ bytes, fileName }: Side): StreamedSide {
	return { fileName, sizeBytes: bytes.length, bytes: Readable.from([bytes]) };
}

/** Of files; `undefined`: nothing reads the format. */
export function comparerOf(format: FormatName): Promise<Comparer> | undefined {
	return loads[format]?.((task, archives) =>
		compareEntry(task, archives, { comparerOf, pieces: loadPieces }),
	);
}

export const loadPieces = async (): Promise<ComparePieces> =>
	(await import('../formats/bytes/compare-pieces.js')).comparePieces;
