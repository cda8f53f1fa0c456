/**
 * Plans the tracked changes in a copy of the kept document: accepting all gives the text of the
 * new document, rejecting all the old text. Changes are grouped by part and by paragraph index in
 * reading order.
 */
import { present } from '../../../../server/at';
import { remembered } from '../../../core/remembered';
import {
	comparedBlock,
	type ComparedBlock,
	type ComparedPart,
	type ComparedParagraph,
} from '../../blocks/matching/comparing';
import {
	alone,
	type Block,
	type Paragraph,
	paragraphsOf,
	type PartKind,
	type Source,
} from '../../blocks/document/document';
import {
	paragraphEnd,
	replacement,
	type Segment,
} from '../../blocks/matching/paragraph-difference';

export interface PartPlan {
	/** Segments of a paragraph; those that differ are written as changes. */
	readonly edited: Map<number, readonly Segment[]>;
	/** Paragraphs that are deleted, including their ends. */
	readonly removed: Set<number>;
	/** Paragraphs whose text is deleted and whose end stays. */
	readonly emptied: Set<number>;
	/** Paragraphs whose end is inserted, and those whose end is deleted. */
	readonly addedEnds: Set<number>;
	readonly removedEnds: Set<number>;
	/** By the row's first paragraph. */
	readonly removedRows: Set<number>;
	readonly rowsBefore: Map<number, Block[]>;
	readonly rowsAfter: Map<number, Block[]>;
	readonly before: Map<number, Insertion[]>;
	readonly after: Map<number, Insertion[]>;
	/** By the first paragraph of any row of the table. */
	readonly beforeTable: Map<number, Insertion[]>;
	readonly afterTable: Map<number, Insertion[]>;
}

/** A paragraph, or rows that form their own table. */
export type Insertion =
	| { readonly paragraph: Paragraph; readonly isLast?: true }
	| { readonly rows: Block[] };

/** The plans of the parts by their names. */
export function planRedline(parts: readonly ComparedPart[]): ReadonlyMap<string, PartPlan> {
	const planning = new Planning();
	// Programs show no tracked changes in comments.
	for (const { kind, blocks } of parts) if (kind !== 'comments') planning.add(kind, blocks);
	return planning.parts;
}

/** Changes nothing. */
export function emptyPlan(): PartPlan {
	return {
		...{ edited: new Map(), removed: new Set(), emptied: new Set() },
		...{ addedEnds: new Set(), removedEnds: new Set(), removedRows: new Set() },
		...{ rowsBefore: new Map(), rowsAfter: new Map(), before: new Map(), after: new Map() },
		...{ beforeTable: new Map(), afterTable: new Map() },
	};
}

class Planning {
	readonly parts = new Map<string, PartPlan>();

	add(kind: PartKind, blocks: readonly ComparedBlock[]): void {
		for (const group of grouped(kind, blocks)) this.#addGroup(group);
	}

	/** Adds the blocks of one container: the body, or one header or note. */
	#addGroup(blocks: readonly ComparedBlock[]): void {
		// A new note, header or text box has no place in the copy.
		if (!blocks.some(({ kept }) => kept !== undefined)) return;
		const rest = this.#planEnd(blocks);
		for (const [index, block] of rest.entries()) {
			if (block.kept === undefined) this.#planAdded(rest, index);
			else this.#planKept(block, block.kept);
		}
	}

	/**
	 * The last paragraph of a container has no next one to merge with. If it is removed and another
	 * is added, both share its end; otherwise the end before it is deleted or inserted in place of
	 * its own.
	 */
	#planEnd(blocks: readonly ComparedBlock[]): readonly ComparedBlock[] {
		const keptAt = blocks.findLastIndex(({ kept }) => kept !== undefined);
		const kept = blocks[keptAt];
		const sole = soleParagraph(kept?.kept);
		if (kept === undefined || sole === undefined) return blocks;
		const last = lastPartOf(sole);
		const plan = this.#plan(last.source);
		const added = blocks.slice(keptAt + 1);
		const addedLast = soleParagraph(added.at(-1)?.sent);
		if (kept.kind === 'removed') {
			if (addedLast !== undefined) {
				plan.edited.set(last.source.index, [replacement(last, addedLast)]);
				return [...blocks.slice(0, keptAt), ...added.slice(0, -1), sharedEnd(kept)];
			}
			plan.emptied.add(last.source.index);
			this.#shiftRemovedEnd(blocks, keptAt);
			return [...blocks.slice(0, keptAt), ...added];
		}
		if (addedLast !== undefined && added.every(({ sent }) => soleParagraph(sent) !== undefined)) {
			plan.addedEnds.add(last.source.index);
			this.#insert(
				plan.after,
				last.source.index,
				added.map(({ sent }, index) => {
					const paragraph = soleParagraph(sent) ?? addedLast;
					return index === added.length - 1 ? { paragraph, isLast: true } : { paragraph };
				}),
			);
			return blocks.slice(0, keptAt + 1);
		}
		return blocks;
	}

	/** Each paragraph deleted at the end uses the end of the one before it. */
	#shiftRemovedEnd(blocks: readonly ComparedBlock[], at: number): void {
		const before = blocks.slice(0, at).findLast(({ kind }) => kind !== 'removed');
		const paragraph = soleParagraph(before?.kept);
		if (paragraph === undefined) return;
		const { source } = lastPartOf(paragraph);
		this.#plan(source).removedEnds.add(source.index);
	}

	#planKept(block: ComparedBlock, kept: Block): void {
		if (kept.row !== undefined && (block.kind === 'removed' || !isCellByCell(block))) {
			const first = firstOf(kept);
			if (first === undefined) return;
			this.#plan(first.source).removedRows.add(first.source.index);
			if (block.sent !== undefined)
				this.#insert(this.#plan(first.source).rowsAfter, first.source.index, [block.sent]);
			return;
		}
		if (block.kind === 'removed') {
			const paragraph = soleParagraph(kept);
			if (paragraph === undefined) return;
			const plan = this.#plan(paragraph.source);
			const { index } = paragraph.source;
			if (!plan.emptied.has(index) && !plan.edited.has(index)) plan.removed.add(index);
			return;
		}
		if (kept.row === undefined) {
			const [paragraph] = block.cells[0]?.paragraphs ?? [];
			if (paragraph?.kept !== undefined) {
				this.#planEdited(paragraph.kept.parts ?? [paragraph.kept], paragraph.segments);
			}
			return;
		}
		// A cell holds paragraphs and boxes as the body does.
		for (const cell of block.cells) this.add('body', cell.paragraphs.map(blockOf));
	}

	/** Paragraphs that were put together lose all ends but the last. */
	#planEdited(parts: readonly Paragraph[], segments: readonly Segment[]): void {
		for (const [index, own] of segmentsOfParts(parts.length, segments).entries()) {
			const { source } = present(parts[index], 'a paragraph');
			const plan = this.#plan(source);
			const isEdited = own.some(({ keptText, sentText }) => keptText !== sentText);
			if (isEdited) plan.edited.set(source.index, own);
			if (index < parts.length - 1) plan.removedEnds.add(source.index);
		}
	}

	/** A new block is placed after the kept one before it, or before the first. */
	#planAdded(blocks: readonly ComparedBlock[], index: number): void {
		const sent = blocks[index]?.sent;
		const before = blocks.slice(0, index).findLast(({ kept }) => kept !== undefined);
		const anchor = before ?? blocks.slice(index).find(({ kept }) => kept !== undefined);
		const first = firstOf(anchor?.kept);
		if (sent === undefined || anchor === undefined || first === undefined) return;
		const isRow = anchor.kept?.row !== undefined;
		const isFirst = before === undefined;
		const place = isFirst || isRow ? first : lastPartOf(first);
		const plan = this.#plan(place.source);
		if (sent.row !== undefined && isRow && isOneTable(blocks, anchor.kept, sent)) {
			this.#insert(isFirst ? plan.rowsBefore : plan.rowsAfter, place.source.index, [sent]);
			return;
		}
		const [ahead, behind] = isRow ? [plan.beforeTable, plan.afterTable] : [plan.before, plan.after];
		const places = isFirst ? ahead : behind;
		const paragraph = soleParagraph(sent);
		const neighbour = places.get(place.source.index)?.at(-1);
		if (paragraph !== undefined) this.#insert(places, place.source.index, [{ paragraph }]);
		else if (
			neighbour !== undefined &&
			'rows' in neighbour &&
			neighbour.rows[0]?.path === sent.path
		) {
			neighbour.rows.push(sent);
		} else this.#insert(places, place.source.index, [{ rows: [sent] }]);
	}

	#insert<T>(map: Map<number, T[]>, index: number, list: readonly T[]): void {
		map.set(index, [...(map.get(index) ?? []), ...list]);
	}

	#plan({ part }: Source): PartPlan {
		return remembered(this.parts, part, emptyPlan);
	}
}

/** The segments of each of several kept paragraphs; what is new where one ends belongs to it. */
function segmentsOfParts(
	count: number,
	segments: readonly Segment[],
): ReadonlyArray<readonly Segment[]> {
	const parts: Segment[][] = Array.from({ length: count }, () => []);
	let part = 0;
	for (const segment of segments) {
		const [first = '', ...others] =
			count === 1 ? [segment.keptText] : segment.keptText.split(paragraphEnd);
		parts[part]?.push({ ...segment, keptText: first });
		for (const keptText of others) {
			part += 1;
			parts[part]?.push({ keptText, sentText: '', weight: 0 });
		}
	}
	return parts;
}

/** A paragraph of a cell as a block of its own. */
function blockOf(paragraph: ComparedParagraph): ComparedBlock {
	const block = (one: Paragraph | undefined) => one && { ...alone('', one), box: one.box };
	return comparedBlock(block(paragraph.kept), block(paragraph.sent), [{ paragraphs: [paragraph] }]);
}

function lastPartOf(paragraph: Paragraph): Paragraph {
	return paragraph.parts?.at(-1) ?? paragraph;
}

/** True if a new row belongs to the table of a kept row. */
function isOneTable(
	blocks: readonly ComparedBlock[],
	kept: Block | undefined,
	sent: Block,
): boolean {
	return blocks.some((block) => block.kept?.path === kept?.path && block.sent?.path === sent.path);
}

/** The last kept paragraph after its edit is planned; only its position is still used. */
function sharedEnd(block: ComparedBlock): ComparedBlock {
	return { ...block, cells: [] };
}

/** Groups blocks by their container; added blocks belong to that of their neighbours. */
function grouped(
	kind: PartKind,
	blocks: readonly ComparedBlock[],
): readonly (readonly ComparedBlock[])[] {
	const keptContainers = new Map([['body', 'body']]);
	for (const { kept, sent } of blocks) {
		if (kept === undefined || sent === undefined) continue;
		keptContainers.set(containerOf(kind, sent), containerOf(kind, kept));
	}
	const groups = Map.groupBy(blocks, ({ kept, sent }) => {
		if (kept !== undefined) return containerOf(kind, kept);
		const added = containerOf(kind, present(sent, 'a side of a block'));
		return keptContainers.get(added) ?? `new ${added}`;
	});
	return [...groups.values()];
}

/** The body, a header, a note, or a text box in one of them. */
function containerOf(kind: PartKind, { path, box }: Block): string {
	const own = kind === 'body' ? 'body' : path;
	return box === undefined ? own : `box ${box} of ${own}`;
}

function firstOf(block: Block | undefined): Paragraph | undefined {
	return block === undefined ? undefined : paragraphsOf(block)[0];
}

/** The paragraph of a block that is not a row. */
function soleParagraph(block: Block | undefined): Paragraph | undefined {
	return block === undefined || block.row !== undefined ? undefined : firstOf(block);
}

function isCellByCell({ cells }: ComparedBlock): boolean {
	return cells.every(({ kept, sent }) => kept !== undefined && sent !== undefined);
}
