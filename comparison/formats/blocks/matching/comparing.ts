/**
 * Finds all differences between two documents: by part, block, cell and paragraph. The result has
 * the differences of all levels with their classes; the level is applied later.
 */
import { present } from '../../../../server/at';
import type { Span as Range } from '../../../align/run';
import type { Both } from '../../../core/format-comparer';
import { coarsest, type Counts, type DifferenceClass } from './differences';
import {
	type Block,
	type Cell,
	type OfficeDocument,
	type Paragraph,
	paragraphsOf,
	type PartKind,
	partKinds,
	textOf,
} from '../document/document';
import { isJoined, withBrokenParagraphs } from './broken-paragraphs';
import { NumberComparison } from './list-numbers';
import { Nearness } from './nearness';
import {
	areIdentical,
	formatDifference,
	paragraphEnd,
	paragraphFormattingWeight,
	type Segment,
	segmentsOf,
	weightOf,
	wholeSegments,
} from './paragraph-difference';
import { type UnitPair, pairUnits } from './unit-alignment';
import type { Unit } from './unit-likeness';

export interface ComparedParagraph extends Partial<Both<Paragraph>> {
	readonly segments: readonly Segment[];
	/** Present if the formatting of the paragraph itself differs. */
	readonly formatting?: Both<string> & { readonly difference: DifferenceClass };
	/** Present if its number in a list differs. */
	readonly renumbered?: Both<string>;
}

/** How the paragraphs of a part are compared. */
interface Comparing extends Matching {
	readonly numbers: NumberComparison;
}

export interface ComparedCell extends Partial<Both<Cell>> {
	readonly paragraphs: readonly ComparedParagraph[];
}

export interface ComparedBlock extends Partial<Both<Block>> {
	readonly kind: 'paired' | 'added' | 'removed';
	/** For a moved block: the same block at its place on the other side. */
	readonly movedWith?: Block;
	readonly cells: readonly ComparedCell[];
	/** Classes of all differences in the block. */
	readonly differences: ReadonlySet<DifferenceClass>;
}

export interface ComparedPart {
	readonly kind: PartKind;
	readonly blocks: readonly ComparedBlock[];
}

export interface Matching {
	readonly nearness: Nearness;
	/** Whether paragraphs that were split or put together are compared as one. */
	readonly findsBroken: boolean;
}

export function compareDocuments(
	kept: OfficeDocument,
	sent: OfficeDocument,
	how: Matching = { nearness: new Nearness({}), findsBroken: true },
): readonly ComparedPart[] {
	return partKinds.map((kind) => ({
		kind,
		blocks: compareBlocks(kept.parts[kind], sent.parts[kind], how),
	}));
}

/** Weight of a document that differs completely; the same at every level. */
export function weightOfDocument({ parts }: OfficeDocument): number {
	return partKinds.reduce((sum, kind) => sum + weightOfBlocks(parts[kind]), 0);
}

export function weightOfBlocks(blocks: readonly Block[]): number {
	return blocks.flatMap(paragraphsOf).reduce((sum, paragraph) => sum + weightOf(paragraph), 0);
}

/** Weight of the differences that count. */
export function differingOf(blocks: readonly ComparedBlock[], counts: Counts): number {
	let differing = 0;
	for (const block of blocks) {
		const difference = countedDifference(block, counts);
		if (difference === 'moved') differing += weightIn(block, () => true) / 2;
		else if (difference !== undefined) differing += weightIn(block, counts);
	}
	return differing;
}

function weightIn({ cells }: ComparedBlock, counts: Counts): number {
	let weight = 0;
	for (const paragraph of cells.flatMap(({ paragraphs }) => paragraphs)) {
		const { segments, formatting, renumbered } = paragraph;
		for (const segment of segments) if (counts(segment.difference)) weight += segment.weight;
		if (counts(formatting?.difference)) weight += paragraphFormattingWeight;
		if (renumbered !== undefined && counts('numbering')) weight += paragraphFormattingWeight;
	}
	return weight;
}

/** The coarsest counted class of difference of a block; undefined if none counts. */
export function countedDifference(
	{ kept, sent, differences, movedWith }: ComparedBlock,
	counts: Counts,
): DifferenceClass | undefined {
	const { countsFrom } = kept ?? sent ?? {};
	if (countsFrom !== undefined && !counts(countsFrom)) return undefined;
	if (movedWith !== undefined) return counts('moved') ? 'moved' : undefined;
	return coarsest([...differences].filter((difference) => counts(difference)));
}

/** True for a comment of both files that stands at other words in the sent one. */
export function standsElsewhere({ kept, sent }: ComparedBlock): boolean {
	return kept !== undefined && sent !== undefined && kept.anchor !== sent.anchor;
}

export function compareBlocks(
	kept: readonly Block[],
	sent: readonly Block[],
	how: Matching,
): readonly ComparedBlock[] {
	const units = (blocks: readonly Block[]) => {
		const names = namesOf(blocks);
		return blocks.map((block) => ({ ...unitOf(block, how.nearness), ...names(block) }));
	};
	const pairings = pairUnits(units(kept), units(sent));
	const all = how.findsBroken
		? withBrokenParagraphs(pairings, kept.map(joinable), sent.map(joinable))
		: pairings;
	const by: Comparing = { ...how, numbers: new NumberComparison() };
	return all.map((pairing): ComparedBlock => {
		if (isJoined(pairing)) {
			const [ours, theirs] = [joinedBlock(kept, pairing.kept), joinedBlock(sent, pairing.sent)];
			return comparedBlock(ours, theirs, compareCells(ours, theirs, by));
		}
		const [ours, theirs] = [kept[pairing.kept ?? -1], sent[pairing.sent ?? -1]];
		if (ours !== undefined && theirs !== undefined && areEqual(ours, theirs)) {
			return new EqualBlock(ours, theirs, by);
		}
		const partner = (ours === undefined ? kept : sent)[pairing.movedWith ?? -1];
		return comparedBlock(ours, theirs, compareCells(ours, theirs, by), partner);
	});
}

export function comparedBlock(
	kept: Block | undefined,
	sent: Block | undefined,
	cells: readonly ComparedCell[],
	movedWith?: Block,
): ComparedBlock {
	const kind = kept === undefined ? 'added' : sent === undefined ? 'removed' : 'paired';
	return { kind, kept, sent, movedWith, cells, differences: differencesIn(cells) };
}

/** Most blocks of two versions are equal: their cells are only made for a report. */
class EqualBlock implements ComparedBlock {
	readonly kind = 'paired';
	readonly differences: ReadonlySet<DifferenceClass> = none;

	constructor(
		readonly kept: Block,
		readonly sent: Block,
		private readonly by: Comparing,
	) {}

	get cells(): readonly ComparedCell[] {
		return compareCells(this.kept, this.sent, this.by);
	}
}

const none: ReadonlySet<DifferenceClass> = new Set();

/** Numbers of lists are compared in order, whether they are equal or not. */
function areEqual(one: Block, other: Block): boolean {
	return (
		one.cells.length === other.cells.length &&
		one.cells.every(({ paragraphs }, cell) => {
			const partners = present(other.cells[cell], 'a cell').paragraphs;
			return (
				paragraphs.length === partners.length &&
				paragraphs.every((paragraph, index) => {
					const partner = present(partners[index], 'a paragraph');
					const hasNumber = paragraph.number !== undefined || partner.number !== undefined;
					return !hasNumber && paragraph.box === partner.box && areIdentical(paragraph, partner);
				})
			);
		})
	);
}

/** The text of a paragraph that stands in no table, and is no thing among paragraphs. */
function joinable(block: Block): string | undefined {
	const isAlone = block.row === undefined && block.countsFrom === undefined;
	return isAlone ? blockText(block) : undefined;
}

function joinedBlock(blocks: readonly Block[], { from, to }: Range): Block {
	const joined = blocks.slice(from, to).flatMap(paragraphsOf);
	const whole = joinedParagraph(joined, { from: 0, to: joined.length });
	return { ...present(blocks[from], 'a block'), cells: [{ column: 1, paragraphs: [whole] }] };
}

/** Paragraphs as one, at the place of the first, with a sign where each but the last ends. */
function joinedParagraph(paragraphs: readonly Paragraph[], { from, to }: Range): Paragraph {
	const joined = paragraphs.slice(from, to);
	const [first, ...others] = joined;
	if (first !== undefined && others.length === 0) return first;
	const spans = joined.flatMap((paragraph, index) =>
		index === 0 ? paragraph.spans : [{ ...plainSpan, text: paragraphEnd }, ...paragraph.spans],
	);
	const hidden = joined.flatMap((paragraph) => paragraph.hidden ?? []);
	const own = { spans, parts: joined, ...(hidden.length > 0 && { hidden }) };
	return { ...present(first, 'a paragraph'), ...own };
}

const plainSpan = { emphasis: '', appearance: '' };

function unitOf(block: Block, nearness: Nearness): Unit {
	const text = blockText(block);
	const other = block.countsFrom === undefined ? 'paragraph' : 'thing';
	const kind = block.row === undefined ? other : 'row';
	const key = `${kind}\0${nearness.keyOf(text)}`;
	return { key, text: nearness.alike(text), kind };
}

/** A text that is alone in its shape is known by that. */
function namesOf(blocks: readonly Block[]): (block: Block) => Pick<Unit, 'name'> {
	const counts = new Map<string, number>();
	for (const { shape = '' } of blocks) counts.set(shape, (counts.get(shape) ?? 0) + 1);
	return ({ shape }) => (shape !== undefined && counts.get(shape) === 1 ? { name: shape } : {});
}

export function blockText({ cells }: Block): string {
	return cells.map(cellText).join('\t');
}

export function cellText({ paragraphs }: Pick<Cell, 'paragraphs'>): string {
	return paragraphs.map(textOf).join('\n');
}

function compareCells(
	kept: Block | undefined,
	sent: Block | undefined,
	by: Comparing,
): readonly ComparedCell[] {
	const [ours, theirs] = [kept?.cells ?? [], sent?.cells ?? []];
	const units = unitWithin(by, cellText, 'row');
	const isOneByOne = ours.length === theirs.length || ours.length === 0 || theirs.length === 0;
	const pairings: readonly UnitPair[] = isOneByOne
		? Array.from(ours.length > theirs.length ? ours : theirs, (_, at) => ({ kept: at, sent: at }))
		: pairUnits(ours.map(units), theirs.map(units));
	return pairings.map((pairing) =>
		compareCell(ours[pairing.kept ?? -1], theirs[pairing.sent ?? -1], by),
	);
}

/** A cell of a row, or a paragraph of a cell. */
function unitWithin<Of>({ nearness }: Matching, text: (of: Of) => string, kind: Unit['kind']) {
	return (of: Of): Unit => ({ key: nearness.keyOf(text(of)), text: text(of), kind });
}

/** The paragraphs of text boxes are compared among themselves, and stand behind the cell's own. */
function compareCell(kept: Cell | undefined, sent: Cell | undefined, by: Comparing): ComparedCell {
	const paragraphs = [false, true].flatMap((isBoxed) => {
		const [ours, theirs] = [kept, sent].map((cell) =>
			(cell?.paragraphs ?? []).filter(({ box }) => (box !== undefined) === isBoxed),
		);
		return compareParagraphs(ours ?? [], theirs ?? [], by);
	});
	return { kept, sent, paragraphs };
}

function compareParagraphs(
	kept: readonly Paragraph[],
	sent: readonly Paragraph[],
	by: Comparing,
): readonly ComparedParagraph[] {
	if (kept.length === 0 || sent.length === 0) {
		return [
			...kept.map((paragraph) => onlyOn('kept', paragraph)),
			...sent.map((paragraph) => onlyOn('sent', paragraph)),
		];
	}
	const units = unitWithin(by, textOf, 'paragraph');
	const pairings = pairUnits(kept.map(units), sent.map(units));
	const all = withLastPaired(pairings, { kept: kept.length - 1, sent: sent.length - 1 });
	const found = by.findsBroken
		? withBrokenParagraphs(all, kept.map(textOf), sent.map(textOf))
		: all;
	return found.map((pairing) =>
		isJoined(pairing)
			? compareParagraph(
					joinedParagraph(kept, pairing.kept),
					joinedParagraph(sent, pairing.sent),
					by,
				)
			: compareParagraph(kept[pairing.kept ?? -1], sent[pairing.sent ?? -1], by),
	);
}

/** A cell ends with a paragraph: the last ones are each other's if they are nobody else's. */
function withLastPaired(pairings: readonly UnitPair[], last: Both<number>): readonly UnitPair[] {
	const isAlone = ({ kept, sent }: UnitPair) =>
		sent === undefined ? kept === last.kept : kept === undefined && sent === last.sent;
	const alone = pairings.filter(isAlone);
	if (alone.length < 2) return pairings;
	return [...pairings.filter((pairing) => !isAlone(pairing)), last];
}

function compareParagraph(
	ours: Paragraph | undefined,
	theirs: Paragraph | undefined,
	by: Comparing,
): ComparedParagraph {
	if (ours === undefined) return theirs === undefined ? { segments: [] } : onlyOn('sent', theirs);
	if (theirs === undefined) return onlyOn('kept', ours);
	const { kept, sent } = by.nearness.applied({ kept: ours, sent: theirs });
	return {
		kept,
		sent,
		segments: segmentsOf(kept, sent, by.nearness.rules),
		formatting: formattingBetween(kept, sent),
		renumbered: by.numbers.compare(kept.number, sent.number),
	};
}

function onlyOn(side: 'kept' | 'sent', paragraph: Paragraph): ComparedParagraph {
	return { [side]: paragraph, segments: wholeSegments(paragraph, side) };
}

/** `usual`: how that is told which has no formatting. */
export function formattingBetween(
	kept: Pick<Paragraph, 'formatting'>,
	sent: Pick<Paragraph, 'formatting'>,
	usual = 'plain',
): ComparedParagraph['formatting'] {
	const difference = formatDifference(kept.formatting, sent.formatting);
	if (difference === undefined) return undefined;
	const words = ({ formatting }: typeof kept) => formatting[difference] || usual;
	return { difference, kept: words(kept), sent: words(sent) };
}

export function differencesIn(cells: readonly ComparedCell[]): ReadonlySet<DifferenceClass> {
	return new Set(cells.flatMap(({ paragraphs }) => paragraphs.flatMap(differencesOf)));
}

export function differencesOf(paragraph: ComparedParagraph): readonly DifferenceClass[] {
	const { segments, formatting, renumbered } = paragraph;
	return [
		...segments.flatMap(({ difference }) => difference ?? []),
		...(formatting === undefined ? [] : [formatting.difference]),
		...(renumbered === undefined ? [] : (['numbering'] as const)),
	];
}
