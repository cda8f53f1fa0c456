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
import { linesIn, sameLine, stateOf, type Line, type LineState } from './lines';
import type { TextComparison } from '../matching/row-comparison';
import { changeOf, noChanges, type ChangeSide } from '../../../report/changes';
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
	for (const block of comparison.blocks) {
		const count = block.kept.to - block.kept.from;
		if (block.isSame) finder.addEqual(count, (offset) => sameLine(comparison, block, offset));
		else for (const line of linesIn(comparison, block, level)) finder.add(line);
	}
	return finder.findings();
}

class Finder {
	private readonly counts = noChanges();
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
		this.shown.addDifferent({ line, state, change: isNew ? this.changeCount : undefined });
	}

	findings(): Findings {
		return {
			counts: this.counts,
			changes: this.changes.map(changeIn),
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

function changeIn({ state, lines }: OpenChange): Change {
	const told = (side: 'kept' | 'sent'): ChangeSide | undefined => {
		const rows = lines.flatMap((line) => line[side]?.row ?? []);
		const text = listedText(rows.map((row) => row.text).join('\n'));
		return rows[0] && { place: rows[0].place, text };
	};
	const kept = told('kept');
	const movedTo = lines[0]?.kept?.movedTo;
	const sent = kept && movedTo ? { ...kept, place: movedTo.place } : told('sent');
	return changeOf(kept, sent, state);
}

/** The index that the row after a moved one would have. */
function indexAfter({ kept }: Line): number | undefined {
	return kept?.movedTo === undefined ? undefined : kept.movedTo.index + 1;
}

/** The text for a list of changes, without hidden parts. */
export function listedText(text: string): string {
	return text.replaceAll(hiddenCharacter, '…');
}
