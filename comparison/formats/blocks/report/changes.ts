/**
 * Lists the changes of a comparison for people and programs, with places and surrounding words.
 */
import { present } from '../../../../server/at';
import { changesMax, type Change, type Compared, type Outline } from '../../../core/comparison';
import type { Both } from '../../../core/format-comparer';
import type { RuleHits } from '../../../core/rule-hits';
import type { Place } from '../../../../api/comparison/place';
import { hiddenCharacter } from '../../../core/patterns';
import { changeOf, noChanges, type ChangeSide } from '../../../report/changes';
import {
	blockText,
	cellText,
	type ComparedBlock,
	type ComparedCell,
	type ComparedParagraph,
	countedDifference,
	differencesIn,
	differencesOf,
} from '../matching/comparing';
import { coarsest, isSpace, type Counts, type DifferenceClass } from '../matching/differences';
import { paragraphEnd, type Segment } from '../matching/paragraph-difference';
import { type Block, cellName } from '../document/document';
import { wordsAndGaps } from '../../text/reading/tokens';

/** Longer texts are cut. */
const textLengthMax = 600;

/** What was found in blocks of two documents, of the classes that count. */
export function foundIn(
	blocks: readonly ComparedBlock[],
	counts: Counts,
): Pick<Compared, 'unit' | 'counts' | 'columns' | 'changes'> {
	const columns = columnsAlone(blocks, counts);
	const sums = noChanges();
	const changes: Change[] = [];
	for (const block of blocks) {
		const own = columns.filter(({ first }) => first === block).map(({ change }) => change);
		const rest = withoutColumns(block, columns);
		countBlock(rest, counts, sums);
		if (changes.length < changesMax) changes.push(...own, ...changesOf(rest, counts));
	}
	const ofColumns = noChanges();
	for (const { side } of columns) ofColumns[side === 'kept' ? 'removed' : 'added'] += 1;
	return {
		unit: 'paragraph',
		counts: {
			...sums,
			added: sums.added + ofColumns.added,
			removed: sums.removed + ofColumns.removed,
		},
		columns: ofColumns,
		changes: changes.slice(0, changesMax),
	};
}

/** A column of a table that one file alone has: it is told once, and not in each row. */
interface ColumnAlone {
	readonly cells: ReadonlySet<ComparedCell>;
	readonly first: ComparedBlock;
	readonly side: 'kept' | 'sent';
	readonly change: Change;
}

function columnsAlone(blocks: readonly ComparedBlock[], counts: Counts): readonly ColumnAlone[] {
	const rows = blocks.filter(({ kind, kept }) => kind === 'paired' && kept?.row !== undefined);
	const tables = Map.groupBy(rows, ({ kept, sent }) => `${kept?.path} ${sent?.path}`);
	return [...tables.values()]
		.filter((table) => table.length > 1)
		.flatMap((table) => [...columnsOf(table, 'kept', counts), ...columnsOf(table, 'sent', counts)]);
}

function columnsOf(
	rows: readonly ComparedBlock[],
	side: 'kept' | 'sent',
	counts: Counts,
): readonly ColumnAlone[] {
	const first = present(rows[0], 'a row');
	const alone = ({ cells }: ComparedBlock) =>
		cells.filter(({ kept, sent }) => kept === undefined || sent === undefined);
	return alone(first).flatMap((head): readonly ColumnAlone[] => {
		const column = head[side]?.column;
		const cells = rows.flatMap(
			(row) => alone(row).find((cell) => cell[side]?.column === column) ?? [],
		);
		const isCounted = cells.some((cell) => cellDifference(cell, counts) !== undefined);
		if (column === undefined || cells.length < rows.length || !isCounted) return [];
		const { path } = present(first[side], 'a row of this side');
		const place = { path, cell: cellName(column, 1).replace(/\d/g, '') };
		const text = cut(cells.map((cell) => cellText(present(cell[side], 'a cell'))).join(' | '));
		const own = { place, text };
		const change = side === 'kept' ? changeOf(own, undefined) : changeOf(undefined, own);
		return [{ cells: new Set(cells), first, side, change }];
	});
}

function withoutColumns(block: ComparedBlock, columns: readonly ColumnAlone[]): ComparedBlock {
	const isOfColumn = (cell: ComparedCell) => columns.some(({ cells }) => cells.has(cell));
	if (columns.length === 0 || !block.cells.some(isOfColumn)) return block;
	const cells = block.cells.filter((cell) => !isOfColumn(cell));
	return { ...block, cells, differences: differencesIn(cells) };
}

/** Counts what the rules hid of classes of differences. */
export function countFolded(blocks: readonly ComparedBlock[], hits: RuleHits): void {
	const differing = blocks.filter(({ differences }) => differences.size > 0);
	for (const { difference } of differing.flatMap(segmentsIn)) {
		if (difference === 'case') hits.addPair('ignoreCase');
		if (isSpace(difference)) hits.addPair('ignoreWhiteSpace');
	}
}

function segmentsIn({ cells }: ComparedBlock): readonly Segment[] {
	return cells.flatMap(({ paragraphs }) => paragraphs.flatMap(({ segments }) => segments));
}

function countBlock(
	block: ComparedBlock,
	counts: Counts,
	sums: ReturnType<typeof noChanges>,
): void {
	if (countedDifference(block, counts) === undefined) return;
	if (block.kind === 'paired') sums.changed += 1;
	else if (block.movedWith === undefined) sums[block.kind] += 1;
	else if (block.kind === 'removed') sums.moved += 1;
}

function* changesOf(block: ComparedBlock, counts: Counts): Generator<Change> {
	if (countedDifference(block, counts) === undefined) return;
	const { kind, kept, sent, movedWith } = block;
	if (kind === 'paired') yield* changedCells(block, counts);
	else if (movedWith === undefined) yield changeOf(kept && told(kept), sent && told(sent));
	else if (kept !== undefined) {
		const place = placeOf(movedWith);
		yield changeOf(told(kept), { ...told(kept), place }, 'moved');
	}
}

function told(block: Block): ChangeSide {
	return { place: placeOf(block), text: cut(blockText(block)) };
}

/** For fingerprints: the words of each block. */
export function outlineOf(blocks: readonly Block[]): Outline {
	const rows = blocks.map((one) => ({ place: placeOf(one), ...wordsAndGaps(blockText(one)) }));
	return { isReadable: true, unit: 'paragraph', rows };
}

export function placeOf({ path, row }: Block): Place {
	return row === undefined ? { path } : { path, cell: String(row) };
}

function* changedCells({ kept, sent, cells }: ComparedBlock, counts: Counts): Generator<Change> {
	if (kept === undefined || sent === undefined) throw new Error('a pair lacks a side');
	for (const cell of cells) {
		const difference = cellDifference(cell, counts);
		if (difference === undefined) continue;
		const isFormatted = difference === 'emphasis' || difference === 'appearance';
		const texts = isFormatted ? formats(cell, counts) : excerpts(cell, counts);
		yield {
			kind: isFormatted ? 'formatted' : 'changed',
			kept: cellPlace(kept, cell.kept?.column),
			sent: cellPlace(sent, cell.sent?.column),
			...texts,
		};
	}
}

function cellPlace(block: Block, column: number | undefined): Place {
	const { path, row } = block;
	if (row === undefined || column === undefined) return placeOf(block);
	return { path, cell: cellName(column, row) };
}

function cellDifference({ paragraphs }: ComparedCell, counts: Counts): DifferenceClass | undefined {
	return coarsest(paragraphs.flatMap(differencesOf).filter((one) => counts(one)));
}

/** Formatting such as `bold` and `plain`, each with its text. */
function formats(
	{ paragraphs }: ComparedCell,
	counts: Counts,
): Pick<Change, 'oldText' | 'newText'> {
	const found: { looks: Both<string>; texts: Both<string> }[] = [];
	for (const { segments, formatting } of paragraphs) {
		if (formatting !== undefined && counts(formatting.difference)) {
			const text = (side: 'kept' | 'sent') => segments.map((one) => one[side]).join('');
			found.push({ looks: formatting, texts: { kept: text('kept'), sent: text('sent') } });
		}
		let between = '';
		for (const { formats: looks, kept, sent, difference } of segments) {
			const last = found.at(-1);
			if (looks === undefined || !counts(difference)) {
				between = kept.trim() === '' ? kept : ' ';
				continue;
			}
			if (last?.looks.kept === looks.kept && last.looks.sent === looks.sent) {
				const { texts } = last;
				last.texts = { kept: texts.kept + between + kept, sent: texts.sent + between + sent };
			} else found.push({ looks, texts: { kept, sent } });
			between = '';
		}
	}
	const told = (side: 'kept' | 'sent') =>
		cut(found.map(({ looks, texts }) => `${looks[side]}: ${texts[side]}`).join('; '));
	return { oldText: told('kept'), newText: told('sent') };
}

/** The difference with a few words around it. */
function excerpts(
	{ paragraphs }: ComparedCell,
	counts: Counts,
): Pick<Change, 'oldText' | 'newText'> {
	const segments = paragraphs.flatMap((paragraph, index) => [
		...(index === 0 ? [] : [{ kept: '\n', sent: '\n' }]),
		...numberSegments(paragraph),
		...paragraph.segments,
	]);
	const differs = segments.map((segment) => 'difference' in segment && counts(segment.difference));
	const [first, last] = [differs.indexOf(true), differs.lastIndexOf(true)];
	const textIn = (from: number, to: number, side: 'kept' | 'sent') =>
		segments
			.slice(from, to)
			.map((segment) => segment[side])
			.join('');
	const around = (side: 'kept' | 'sent') =>
		cut(
			lastWords(textIn(0, first, side)) +
				textIn(first, last + 1, side) +
				firstWords(textIn(last + 1, segments.length, side)),
		);
	return { oldText: around('kept'), newText: around('sent') };
}

/** A number that differs stands before the text. */
function numberSegments({
	renumbered,
}: ComparedParagraph): readonly Pick<Segment, 'kept' | 'sent' | 'difference'>[] {
	if (renumbered === undefined) return [];
	const before = (label: string) => (label === '' ? '' : `${label} `);
	const { kept, sent } = renumbered;
	return [{ kept: before(kept), sent: before(sent), difference: 'numbering' }];
}

const wordsAround = 6;

function lastWords(text: string): string {
	const words = text.split(/(?<=\s)/);
	return words.length <= wordsAround ? text : `… ${words.slice(-wordsAround).join('')}`;
}

function firstWords(text: string): string {
	const words = text.split(/(?=\s)/);
	return words.length <= wordsAround ? text : `${words.slice(0, wordsAround).join('')} …`;
}

function cut(text: string): string {
	const shown = text.replaceAll(hiddenCharacter, '…').replaceAll(paragraphEnd, ' ¶ ');
	return shown.length <= textLengthMax ? shown : `${shown.slice(0, textLengthMax)} …`;
}
