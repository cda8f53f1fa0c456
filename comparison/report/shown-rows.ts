/**
 * Which rows a report shows: those that differ, a few equal ones around each, and between them how many are
 * left out.
 */
import { countText } from '../../server/html/markup';

export type ShownRow<Row> =
	| { readonly kind: 'row'; readonly row: Row; readonly isDifferent: boolean }
	| { readonly kind: 'gap'; readonly count: number };

/** What fits into a report; all lists of one report share it. */
export class Room {
	constructor(public rowsLeft = 4000) {}
}

/** Equal rows around a difference. */
const contextRows = 3;

/** One more row is shown rather than reported as left out. */
const waitingMax = contextRows + 1;

export class ShownRows<Row> {
	/** Number of differing rows for which there is no room. */
	leftOutCount = 0;
	private readonly shown: ShownRow<Row>[] = [];
	/** Equal rows still to be shown after a difference. */
	private after = 0;
	/** The last equal rows, which are shown if a differing one follows. */
	private waiting: (() => Row)[] = [];
	private waitingCount = 0;

	constructor(private readonly room = new Room()) {}

	addDifferent(row: Row): void {
		this.showWaiting();
		this.after = contextRows;
		this.show(row, true);
	}

	/** Rows that stand one after the other, made on demand. */
	addEqual(count: number, rowAt: (offset: number) => Row): void {
		const after = Math.min(count, this.after);
		for (let offset = 0; offset < after; offset += 1) this.show(rowAt(offset), false);
		this.after -= after;
		this.waitingCount += count - after;
		for (let offset = Math.max(after, count - waitingMax); offset < count; offset += 1) {
			this.waiting.push(() => rowAt(offset));
		}
		this.waiting = this.waiting.slice(-waitingMax);
	}

	/** The rows so far, with what follows the last difference. */
	rows(): readonly ShownRow<Row>[] {
		const isRest = this.waitingCount > 0 && this.leftOutCount === 0;
		return isRest ? [...this.shown, { kind: 'gap', count: this.waitingCount }] : this.shown;
	}

	private showWaiting(): void {
		const isAll = this.waitingCount <= this.waiting.length;
		const rows = isAll ? this.waiting : this.waiting.slice(-contextRows);
		const count = this.waitingCount - rows.length;
		if (count > 0 && this.room.rowsLeft > 0) this.shown.push({ kind: 'gap', count });
		for (const row of rows) this.show(row(), false);
		this.waiting = [];
		this.waitingCount = 0;
	}

	private show(row: Row, isDifferent: boolean): void {
		if (this.room.rowsLeft > 0) {
			this.shown.push({ kind: 'row', row, isDifferent });
			this.room.rowsLeft -= 1;
		} else if (isDifferent) this.leftOutCount += 1;
	}
}

/** What stands for equal rows between two differences. */
export function equalText(count: number, noun: string): string {
	return `${countText(count, noun)} without a difference`;
}
