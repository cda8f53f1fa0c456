/** Compares two files as pieces of bytes: how much of them is equal, not where. */
import { markup } from '../../html/markup';
import { accuracyOf, type ComparePieces } from '../comparison';
import { compareChunks } from './content-chunks';

const chunkSizeBytes = 64;

export const comparePieces: ComparePieces = async ({ kept, sent }, { isReported, onProgress }) => {
	const similarity = await compareChunks(kept, sent, chunkSizeBytes);
	onProgress(1);
	return {
		isReadable: true,
		method: 'pieces of bytes',
		accuracy: accuracyOf({ differing: Math.max(1 - similarity, Number.EPSILON), total: 1 }),
		unit: 'file',
		counts: { added: 0, removed: 0, changed: 1, moved: 0 },
		changes: [{ kind: 'changed' }],
		notes: [],
		ignored: [],
		...(isReported && { report: { content: markup``, files: [] } }),
	};
};
