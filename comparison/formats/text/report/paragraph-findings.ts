/**
 * Counts differing paragraphs, which blank lines separate. A differing line reports its paragraphs
 * unless an earlier line did, so there are never more paragraphs than lines. A paragraph without a
 * partner was added or removed, others were changed.
 */
import { changesMax, type Change } from '../../../core/comparison';
import type { Both } from '../../../core/format-comparer';
import type { Level } from '../../../core/level';
import { changeOf, noChanges, type ChangeSide } from '../../../report/changes';
import { listedText, type UnitFindings } from './findings';
import { IntList } from '../reading/int-list';
import { linesIn, stateOf, type Line } from './lines';
import type { TextComparison } from '../matching/row-comparison';
import { textsIn, type Rows } from '../reading/rows';

export function paragraphFindings(comparison: TextComparison, level: Level): UnitFindings {
	const finder = new Finder(new Paragraphs(comparison.kept), new Paragraphs(comparison.sent));
	for (const block of comparison.blocks) {
		const [keptFrom, sentFrom] = [block.kept.from, block.sent.from];
		if (block.isSame) {
			for (let row = keptFrom; row < block.kept.to; row += 1) {
				finder.join(row, row - keptFrom + sentFrom);
			}
			continue;
		}
		for (const [one, other] of comparison.detailOf(block).pairs) {
			finder.join(keptFrom + one, sentFrom + other);
		}
		for (const line of linesIn(comparison, block, level)) {
			if (stateOf(line) !== 'equal') finder.tell(line);
		}
	}
	return finder.findings();
}

/** Most lines listed of a paragraph. */
const linesMax = 50;

const none = -1;

/** The paragraphs of a side, by number. */
class Paragraphs {
	/** For each row the number of its paragraph, or `none` for a blank row. */
	private readonly numbers: Int32Array;
	private readonly starts = new IntList();
	/** For each paragraph the first of the other side that shares lines with it. */
	private readonly partners = new Map<number, number>();
	readonly told = new Set<number>();

	constructor(private readonly rows: Rows) {
		this.numbers = new Int32Array(rows.count).fill(none);
		for (let row = 0; row < rows.count; row += 1) {
			if (rows.at(row).text.trim() === '') continue;
			if (row === 0 || this.numbers[row - 1] === none) this.starts.push(row);
			this.numbers[row] = this.starts.length - 1;
		}
	}

	numberOf(row: number | undefined): number {
		return row === undefined ? none : (this.numbers[row] ?? none);
	}

	join(number: number, other: number): void {
		if (!this.partners.has(number)) this.partners.set(number, other);
	}

	/** The first row of the partner of a paragraph, if it has one. */
	partnerStart(number: number, others: Paragraphs): number | undefined {
		const partner = this.partners.get(number);
		return partner === undefined ? undefined : others.starts.at(partner);
	}

	/** The place of a row, and the text of its paragraph from there on. */
	shown(row: number | undefined): ChangeSide | undefined {
		if (row === undefined) return undefined;
		let to = row;
		while (to < row + linesMax && this.numbers[to] === this.numbers[row]) to += 1;
		const text = listedText([...textsIn(this.rows, { from: row, to })].join('\n'));
		return { place: this.rows.at(row).place, text };
	}
}

class Finder {
	/** The rows of the lines that first reported a paragraph. */
	private readonly all: Partial<Both<number>>[] = [];

	constructor(
		private readonly kept: Paragraphs,
		private readonly sent: Paragraphs,
	) {}

	/** Records rows that are side by side. */
	join(keptRow: number, sentRow: number): void {
		const [one, other] = [this.kept.numberOf(keptRow), this.sent.numberOf(sentRow)];
		if (one === none || other === none) return;
		this.kept.join(one, other);
		this.sent.join(other, one);
	}

	tell({ kept, sent }: Line): void {
		const one = this.kept.numberOf(kept?.index);
		const other = this.sent.numberOf(sent?.index);
		if (one === none && other === none) return;
		if (this.kept.told.has(one) || this.sent.told.has(other)) return;
		if (one !== none) this.kept.told.add(one);
		if (other !== none) this.sent.told.add(other);
		this.all.push({
			kept: one === none ? undefined : kept?.index,
			sent: other === none ? undefined : sent?.index,
		});
	}

	/** If text was only added or removed, the partner paragraph is the other side. */
	findings(): UnitFindings {
		const counts = noChanges();
		const changes: Change[] = [];
		for (const { kept, sent } of this.all) {
			const one = kept ?? this.sent.partnerStart(this.sent.numberOf(sent), this.kept);
			const other = sent ?? this.kept.partnerStart(this.kept.numberOf(kept), this.sent);
			counts[one === undefined ? 'added' : other === undefined ? 'removed' : 'changed'] += 1;
			if (changes.length < changesMax) {
				changes.push(changeOf(this.kept.shown(one), this.sent.shown(other)));
			}
		}
		return { counts, changes };
	}
}
