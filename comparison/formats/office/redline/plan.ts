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
} from '../../blocks/document/document';
import {
	paragraphEnd,
	replacement,
	type Segment,
} from '../../blocks/matching/paragraph-difference';

/** What is planned at a paragraph, or at the row or the table that begins with it. */
export interface ParagraphPlan {
	/** Its segments; those that differ are written as changes. */
	edited?: readonly Segment[];
	/** Its text is deleted, or all of it with its end. */
	removed?: 'text' | 'whole';
	/** Its end is inserted or deleted. */
	end?: 'ins' | 'del';
	isRowRemoved?: true;
	readonly rowsBefore: Block[];
	readonly rowsAfter: Block[];
	readonly before: Insertion[];
	readonly after: Insertion[];
	readonly beforeTable: Insertion[];
	readonly afterTable: Insertion[];
}

/** By the index of the paragraph. */
export type PartPlan = ReadonlyMap<number, ParagraphPlan>;

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

export function nothingPlanned(): ParagraphPlan {
	const rows = { rowsBefore: [], rowsAfter: [] };
	return { ...rows, before: [], after: [], beforeTable: [], afterTable: [] };
}

class Planning {
	readonly parts = new Map<string, Map<number, ParagraphPlan>>();

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
		const plan = this.#at(last);
		const added = blocks.slice(keptAt + 1);
		const addedLast = soleParagraph(added.at(-1)?.sent);
		if (kept.kind === 'removed') {
			if (addedLast !== undefined) {
				plan.edited = [replacement(last, addedLast)];
				return [...blocks.slice(0, keptAt), ...added.slice(0, -1), sharedEnd(kept)];
			}
			plan.removed = 'text';
			this.#shiftRemovedEnd(blocks, keptAt);
			return [...blocks.slice(0, keptAt), ...added];
		}
		if (addedLast !== undefined && added.every(({ sent }) => soleParagraph(sent) !== undefined)) {
			plan.end = 'ins';
			for (const { sent } of added.slice(0, -1)) {
				plan.after.push({ paragraph: soleParagraph(sent) ?? addedLast });
			}
			plan.after.push({ paragraph: addedLast, isLast: true });
			return blocks.slice(0, keptAt + 1);
		}
		return blocks;
	}

	/** Each paragraph deleted at the end uses the end of the one before it. */
	#shiftRemovedEnd(blocks: readonly ComparedBlock[], at: number): void {
		const before = blocks.slice(0, at).findLast(({ kind }) => kind !== 'removed');
		const paragraph = soleParagraph(before?.kept);
		if (paragraph !== undefined) this.#at(lastPartOf(paragraph)).end = 'del';
	}

	#planKept(block: ComparedBlock, kept: Block): void {
		if (kept.row !== undefined && (block.kind === 'removed' || !isCellByCell(block))) {
			const first = firstOf(kept);
			if (first === undefined) return;
			const plan = this.#at(first);
			plan.isRowRemoved = true;
			if (block.sent !== undefined) plan.rowsAfter.push(block.sent);
			return;
		}
		if (block.kind === 'removed') {
			const paragraph = soleParagraph(kept);
			if (paragraph === undefined) return;
			const plan = this.#at(paragraph);
			if (plan.edited === undefined) plan.removed ??= 'whole';
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
			const isEdited = own.some(({ kept, sent }) => kept !== sent);
			const isLast = index === parts.length - 1;
			if (!isEdited && isLast) continue;
			const plan = this.#at(present(parts[index], 'a paragraph'));
			if (isEdited) plan.edited = own;
			if (!isLast) plan.end = 'del';
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
		const plan = this.#at(place);
		if (sent.row !== undefined && isRow && isOneTable(blocks, anchor.kept, sent)) {
			(isFirst ? plan.rowsBefore : plan.rowsAfter).push(sent);
			return;
		}
		const [ahead, behind] = isRow ? [plan.beforeTable, plan.afterTable] : [plan.before, plan.after];
		const places = isFirst ? ahead : behind;
		const paragraph = soleParagraph(sent);
		const neighbour = places.at(-1);
		if (paragraph !== undefined) places.push({ paragraph });
		else if (neighbour && 'rows' in neighbour && neighbour.rows[0]?.path === sent.path) {
			neighbour.rows.push(sent);
		} else places.push({ rows: [sent] });
	}

	#at({ source }: Paragraph): ParagraphPlan {
		const plans = remembered(this.parts, source.part, () => new Map<number, ParagraphPlan>());
		return remembered(plans, source.index, nothingPlanned);
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
		const [first = '', ...others] = count === 1 ? [segment.kept] : segment.kept.split(paragraphEnd);
		parts[part]?.push({ ...segment, kept: first });
		for (const kept of others) {
			part += 1;
			parts[part]?.push({ kept, sent: '', weight: 0 });
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
