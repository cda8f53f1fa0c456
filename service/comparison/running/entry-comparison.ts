/**
 * Compares two entries of archives as if they were files of their own: by their type, and as pieces of
 * bytes where that is all there is, with the reason in a note.
 */
import type {
	Compared,
	Comparer,
	ComparePieces,
	ComparisonTask,
	Side,
	StreamedSide,
} from '../comparison';
import { commonFormat } from './common-format';
import { formatNames, formatOf, type Format } from './formats';
import { triedComparison } from './tried-comparison';

interface Loading {
	/** Nothing for a format that nothing reads. */
	readonly comparerOf: (format: Format) => Promise<Comparer> | undefined;
	readonly pieces: () => Promise<ComparePieces>;
}

/** `archives` compares archives in archives, as long as there is room for them. */
export async function compareEntry(
	task: ComparisonTask,
	archives: Comparer | undefined,
	{ comparerOf, pieces }: Loading,
): Promise<Compared> {
	const asPieces = async (why: string): Promise<Compared> => {
		const compare = await pieces();
		const sides = { kept: streamed(task.kept), sent: streamed(task.sent) };
		const compared = await compare(sides, task);
		return { ...compared, notes: [why, ...compared.notes] };
	};
	const format = commonFormat(formatOf(task.kept), formatOf(task.sent));
	if (typeof format !== 'string') return asPieces(format.reason);
	const loading = format === 'zip' ? archives : comparerOf(format);
	const comparer = await loading;
	if (comparer === undefined) {
		return asPieces(
			format === 'zip'
				? 'An archive this deep inside of others is compared as pieces of bytes.'
				: `Nothing reads ${formatNames[format]}: it was compared as pieces of bytes.`,
		);
	}
	const result = await triedComparison(comparer, task);
	if (typeof result === 'string') return asPieces(result);
	if (result.isReadable) return result;
	return asPieces(`The ${result.side} one cannot be read: ${result.reason}`);
}

function streamed({ bytes, fileName }: Side): StreamedSide {
	return { fileName, sizeBytes: bytes.length, bytes: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield await Promise.resolve(bytes);
}
