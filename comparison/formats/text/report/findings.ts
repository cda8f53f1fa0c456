/**
 * The findings of a row comparison at a level: counts of rows, the list of differences, and the
 * lines to show with a few equal ones around each difference.
 */
import {
	changesMax,
	type Change,
	type ChangeCounts,
	type ChangeKind,
} from '../../../core/comparison';
import type { Level } from '../../../core/level';
import { hiddenCharacter } from '../../../core/patterns';
import { linesOf, sameLine, stateOf, type Cell, type Line, type LineState } from './lines';
import type { TextComparison } from '../matching/row-comparison';
import { ShownRows, type ShownRow } from '../../../report/shown-rows';

/** A line to show, with its state. */
export interface ShownLine {
	readonly line: Line;
	readonly state: LineState;
	/** Number of the difference that begins here, from 1. */
	readonly change?: number;
}

/** Counts and changes in some unit. */
export interface UnitFindings {
	readonly counts: ChangeCounts;
	/** The first changes, in order. */
	readonly changes: readonly Change[];
}

/** Findings in lines. */
export interface Findings extends UnitFindings {
	readonly changeCount: number;
	readonly shown: readonly ShownRow<ShownLine>[];
	/** Number of differing lines for which there is no room. */
	readonly leftOutCount: number;
}

export function findingsOf(comparison: TextComparison, level: Level): Findings {
	const finder = new Finder();
	for (const stretch of linesOf(comparison, level)) {
		if (stretch.isSame) {
			const { block } = stretch;
			const count = block.kept.to - block.kept.from;
			finder.addEqual(count, (offset) => sameLine(comparison, block, offset));
		} else {
			for (const line of stretch.lines) finder.add(line);
		}
	}
	return finder.findings();
}

class Finder {
	private readonly counts = { added: 0, removed: 0, changed: 0, moved: 0 };
	private readonly changes: OpenChange[] = [];
	private changeCount = 0;
	private open: OpenChange | undefined;
	private readonly shown = new ShownRows<ShownLine>();

	addEqual(count: number, lineAt: (offset: number) => Line): void {
		this.open = undefined;
		this.shown.addEqual(count, (offset) => ({ line: lineAt(offset), state: 'equal' }));
	}

	add(line: Line): void {
		const state = stateOf(line);
		if (state === 'equal') {
			this.addEqual(1, () => line);
			return;
		}
		this.count(line, state);
		const isNew = !this.continues(line, state);
		if (isNew) this.begin(line, state);
		this.shown.addDifferent({ line, state, ...(isNew ? { change: this.changeCount } : {}) });
	}

	findings(): Findings {
		return {
			counts: this.counts,
			changes: this.changes.map(changeOf),
			changeCount: this.changeCount,
			shown: this.shown.rows(),
			leftOutCount: this.shown.leftOutCount,
		};
	}

	private count(line: Line, state: Exclude<LineState, 'equal'>): void {
		if (state !== 'moved') this.counts[state] += 1;
		else if (line.kept?.state === 'moved') this.counts.moved += 1;
	}

	/** Consecutive rows of one side are one difference. */
	private continues(line: Line, state: LineState): boolean {
		if (state === 'moved' && line.kept?.movedTo === undefined) return true;
		if (this.open?.state !== state || state === 'changed') return false;
		const { last } = this.open;
		if (state === 'moved' && indexAfter(last) !== line.kept?.movedTo?.index) return false;
		if (this.open.lines.length < listedLinesMax) this.open.lines.push(line);
		this.open.last = line;
		return true;
	}

	private begin(line: Line, state: Exclude<LineState, 'equal'>): void {
		this.changeCount += 1;
		this.open = { state, lines: [line], last: line };
		if (this.changes.length < changesMax) this.changes.push(this.open);
	}
}

interface OpenChange {
	readonly state: ChangeKind;
	readonly lines: Line[];
	last: Line;
}

/** Most lines listed of a difference. */
const listedLinesMax = 50;

function changeOf({ state, lines }: OpenChange): Change {
	const cells = (side: 'kept' | 'sent') =>
		lines.flatMap((line): Cell[] => {
			const cell = line[side];
			return cell === undefined ? [] : [cell];
		});
	const [kept, sent] = [cells('kept'), cells('sent')];
	const moved = kept[0]?.movedTo;
	if (moved !== undefined) {
		const text = textOf(kept);
		const places = { kept: kept[0]?.row.place, sent: moved.place };
		return { kind: 'moved', ...places, oldText: text, newText: text };
	}
	return {
		kind: state,
		...(kept[0] === undefined ? {} : { kept: kept[0].row.place, oldText: textOf(kept) }),
		...(sent[0] === undefined ? {} : { sent: sent[0].row.place, newText: textOf(sent) }),
	};
}

/** The index that the row after a moved one would have. */
function indexAfter({ kept }: Line): number | undefined {
	return kept?.movedTo === undefined ? undefined : kept.movedTo.index + 1;
}

function textOf(cells: readonly Cell[]): string {
	return listedText(cells.map(({ row }) => row.text).join('\n'));
}

/** The text for a list of changes, without hidden parts. */
export function listedText(text: string): string {
	return text.replaceAll(hiddenCharacter, '…');
}
