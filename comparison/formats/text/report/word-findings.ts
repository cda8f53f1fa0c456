/**
 * The words or characters in which two texts differ at a level. Where `a` units stand in the place of
 * `b` others, as many as both have are changed, and the rest was added or removed. So of words
 *
 *   2 * changed + added + removed + 2 * moved
 *
 * are those that the accuracy weighs as differing: marks are words too, and white space belongs to the
 * word before it. Of characters only those are counted that stand between the first and the last that
 * differ in one place.
 */
import { changesMax, type Change } from '../../../core/comparison';
import type { Both } from '../../../core/format-comparer';
import type { Level } from '../../../core/level';
import type { Place } from '../../../../api/comparison/place';
import { changeOf, noChanges } from '../../../report/changes';
import { characterCount } from '../reading/characters';
import { countsAt } from '../matching/difference';
import type { EditSide } from '../matching/edits';
import { listedText, type UnitFindings } from './findings';
import type { RowDetail } from '../matching/marked-side';
import type { TextBlock, TextComparison, TextDetail, TextEdit } from '../matching/row-comparison';
import { shownText, type TextRow } from '../reading/rows';
import { tokenCount } from '../reading/tokens';

export type SmallUnit = 'word' | 'character';

export function wordFindings(
	comparison: TextComparison,
	level: Level,
	unit: SmallUnit,
): UnitFindings {
	const finder = new Finder(comparison, level, unit);
	for (const block of comparison.blocks) {
		if (!block.isSame) finder.addBlock(block, comparison.detailOf(block));
	}
	return { counts: finder.counts, changes: finder.changes };
}

/** The differing text of one side of an edit, and its size in the unit. */
interface Measured {
	readonly size: number;
	readonly text: string;
	/** Offset from the start of the edit. */
	readonly from: number;
}

class Finder {
	readonly changes: Change[] = [];
	readonly counts = noChanges();

	constructor(
		private readonly comparison: TextComparison,
		private readonly level: Level,
		private readonly unit: SmallUnit,
	) {}

	/** Adds the edits of a block, in the order of the kept rows. */
	addBlock(block: TextBlock, detail: TextDetail): void {
		let row = 0;
		const moveTo = (to: number) => {
			this.addMoved(detail.kept.slice(row, to), block.kept.from + row);
			row = Math.max(row, to);
		};
		for (const edit of detail.edits) {
			moveTo(edit.kept.row);
			this.addEdit(edit, detail);
		}
		moveTo(detail.kept.length);
	}

	private addEdit(edit: TextEdit, detail: TextDetail): void {
		const counted = { kept: this.countedOf(edit.kept), sent: this.countedOf(edit.sent) };
		const found =
			this.unit === 'word'
				? { kept: wordsOf(counted.kept), sent: wordsOf(counted.sent) }
				: characters(counted);
		const { kept, sent } = found;
		if (kept.size + sent.size === 0) return;
		this.count({ kept: kept.size, sent: sent.size }, 'changed');
		const told = (side: 'kept' | 'sent') => {
			const { size, text, from } = found[side];
			if (size === 0) return undefined;
			return { place: placeIn(detail[side], edit[side], from), text: listedText(text) };
		};
		this.list(changeOf(told('kept'), told('sent')));
	}

	/** Empties a side whose difference does not count at the level. */
	private countedOf(side: EditSide): EditSide {
		return countsAt(this.level, side.difference) ? side : { ...side, text: '', tokens: 0 };
	}

	/** Consecutive moved rows are one difference. */
	private addMoved(rows: readonly RowDetail[], from: number): void {
		if (!countsAt(this.level, 'moved')) return;
		const { kept, sent } = this.comparison;
		let run: { readonly first: number; readonly to: number; readonly texts: string[] } | undefined;
		const endRun = () => {
			if (run === undefined) return;
			const text = listedText(run.texts.join('\n'));
			const told = ({ place }: TextRow) => ({ place, text });
			this.list(changeOf(told(kept.at(run.first)), told(sent.at(run.to)), 'moved'));
			run = undefined;
		};
		for (const [index, { row, movedTo }] of rows.entries()) {
			const isNext = run !== undefined && movedTo === run.to + run.texts.length;
			if (!isNext) endRun();
			if (movedTo === undefined) continue;
			run ??= { first: from + index, to: movedTo, texts: [] };
			run.texts.push(row.text);
			const partner = sent.at(movedTo);
			this.count({ kept: this.sizeOf(row), sent: this.sizeOf(partner) }, 'moved');
		}
		endRun();
	}

	private sizeOf({ text, end = '' }: TextRow): number {
		return this.unit === 'word' ? tokenCount(text) : characterCount(text + end);
	}

	private count({ kept, sent }: Both<number>, kind: 'changed' | 'moved'): void {
		const both = Math.min(kept, sent);
		this.counts[kind] += both;
		this.counts.removed += kept - both;
		this.counts.added += sent - both;
	}

	private list(change: Change): void {
		if (this.changes.length < changesMax) this.changes.push(change);
	}
}

/** White space is shown with its surrounding words. */
function wordsOf({ text, tokens: size, around }: EditSide): Measured {
	if (around === undefined) {
		return { size, text: text.trim(), from: text.length - text.trimStart().length };
	}
	const [before, after] = around;
	return { size, text: before + text + after, from: -before.length };
}

/** Removes the common start and end. */
function characters({ kept, sent }: Both<EditSide>): Both<Measured> {
	const [one, other] = [kept.text, sent.text];
	const shorter = Math.min(one.length, other.length);
	let head = 0;
	while (head < shorter && one.charCodeAt(head) === other.charCodeAt(head)) head += 1;
	if (isInPair(one, head) || isInPair(other, head)) head -= 1;
	let tail = 0;
	while (
		tail < shorter - head &&
		one.charCodeAt(one.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail)
	) {
		tail += 1;
	}
	if (isInPair(one, one.length - tail) || isInPair(other, other.length - tail)) tail -= 1;
	const measured = (text: string): Measured => {
		const middle = text.slice(head, text.length - tail);
		return { size: characterCount(middle), text: middle, from: head };
	};
	return { kept: measured(one), sent: measured(other) };
}

/** True if a position is within a surrogate pair. */
function isInPair(text: string, at: number): boolean {
	const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
	return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

/** The place at an offset from the start of an edit; skips moved rows. */
function placeIn(rows: readonly RowDetail[], side: EditSide, from: number): Place {
	let { row, offset } = side;
	offset += from;
	for (; row + 1 < rows.length; row += 1) {
		const found = rows[row];
		const length = found === undefined || found.movedTo !== undefined ? 0 : lengthOf(found.row);
		if (offset < length) break;
		offset -= length;
	}
	const found = rows[row]?.row;
	if (found === undefined) return {};
	const before = shownText({ ...found, text: found.text.slice(0, offset) });
	return { ...found.place, column: characterCount(before) + 1 };
}

function lengthOf({ text, end = '\n' }: TextRow): number {
	return text.length + end.length;
}
