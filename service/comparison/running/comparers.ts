/** The comparer of each format. A room is loaded when a file first needs it: some are large. */
import type { ComparePieces, Comparer } from '../comparison';
import type { Format } from './formats';

type Load = () => Promise<Comparer>;

/** Formats without a row are compared as pieces of bytes. */
export const comparers: Readonly<Partial<Record<Format, Load>>> = {
	text: async () => (await import('../text/text-comparer.js')).textComparer,
	json: async () => (await import('../tree/comparers.js')).jsonComparer,
	xml: async () => (await import('../tree/comparers.js')).xmlComparer,
	yaml: async () => (await import('../tree/comparers.js')).yamlComparer,
	// html: async () => (await import('./web/html-comparer.js')).htmlComparer,
};

export const loadPieces = async (): Promise<ComparePieces> =>
	(await import('../pieces/compare-pieces.js')).comparePieces;
