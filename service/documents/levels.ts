/**
 * The accuracy levels: how fine a comparison is. A text is cut into rows, rows are aligned, and
 * the similarity is the share of units that both sides have in the same order. What a level does
 * not count as a difference is folded away before rows are compared.
 *
 *   level      unit       not a difference                              chunk of other files
 *   Lowest     paragraph  spacing, line breaks and blank lines          16 KiB
 *   Low        line       spacing within and around a line, blank lines  4 KiB
 *   Medium     line       white space at the end of a line, line ends    1 KiB
 *   High       word       the style of line ends                         256 bytes
 *   Excellent  character  nothing: 1 means the same bytes                64 bytes
 *
 * The encoding of a text and the mark of its byte order count at Excellent alone.
 */
import type { Model } from '../../api/types';

export type Level = Model<'KeeperFile'>['accuracyLevel'];

export interface LevelRule {
	readonly rows: 'paragraph' | 'line';
	/** What is counted; where it is the row, a row counts as a whole. */
	readonly unit: 'row' | 'word' | 'character';
	/** The form of a row that is compared and shown, without its line end. */
	readonly fold: (text: string) => string;
	readonly dropsEmptyRows: boolean;
	/** Whether line ends and the mark of the byte order count. */
	readonly isExact: boolean;
	/** The level in a sentence, for people. */
	readonly sentence: string;
	/** Mean size of the chunks that files without text are cut into. */
	readonly chunkSizeBytes: number;
}

const collapse = (text: string) => text.replace(/\s+/gu, ' ').trim();
const keep = (text: string) => text;

export const levels: Readonly<Record<Level, LevelRule>> = {
	Lowest: {
		rows: 'paragraph',
		unit: 'row',
		fold: collapse,
		dropsEmptyRows: true,
		isExact: false,
		sentence: 'Paragraphs are compared; spacing, line breaks and blank lines do not count.',
		chunkSizeBytes: 16 * 1024,
	},
	Low: {
		rows: 'line',
		unit: 'row',
		fold: collapse,
		dropsEmptyRows: true,
		isExact: false,
		sentence: 'Lines are compared; spacing and blank lines do not count.',
		chunkSizeBytes: 4 * 1024,
	},
	Medium: {
		rows: 'line',
		unit: 'row',
		fold: (text) => text.trimEnd(),
		dropsEmptyRows: false,
		isExact: false,
		sentence: 'Lines are compared; white space at their ends does not count.',
		chunkSizeBytes: 1024,
	},
	High: {
		rows: 'line',
		unit: 'word',
		fold: keep,
		dropsEmptyRows: false,
		isExact: false,
		sentence: 'Words are compared; the style of line ends does not count.',
		chunkSizeBytes: 256,
	},
	Excellent: {
		rows: 'line',
		unit: 'character',
		fold: keep,
		dropsEmptyRows: false,
		isExact: true,
		sentence: 'Characters are compared; everything counts.',
		chunkSizeBytes: 64,
	},
};
