/** Loads the comparer of a format. */
import type { ComparePieces, Comparer } from '../comparison';
import { compareEntry } from './entry-comparison';
import { loads, type Format } from './formats';

/** `undefined`: nothing reads the format. */
export function comparerOf(format: Format): Promise<Comparer> | undefined {
	return loads[format]?.((task, archives) =>
		compareEntry(task, archives, { comparerOf, pieces: loadPieces }),
	);
}

export const loadPieces = async (): Promise<ComparePieces> =>
	(await import('../pieces/compare-pieces.js')).comparePieces;
