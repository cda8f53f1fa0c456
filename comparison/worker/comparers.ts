/** Loads the comparer of a format. */
import type { ComparePieces, Comparer } from '../core/comparison';
import { compareEntry } from './entry-comparison';
import { loads, type FormatName } from '../formats/formats';

/** `undefined`: nothing reads the format. */
export function comparerOf(format: FormatName): Promise<Comparer> | undefined {
	return loads[format]?.((task, archives) =>
		compareEntry(task, archives, { comparerOf, pieces: loadPieces }),
	);
}

export const loadPieces = async (): Promise<ComparePieces> =>
	(await import('../formats/bytes/compare-pieces.js')).comparePieces;
