/** Pairs of tables with edits whose places are known, the same for the same seed. */
import type { Change } from '../../../comparison/core/comparison';
import { Random } from './random';

export interface TablePair {
	readonly kept: ReadonlyArray<readonly string[]>;
	readonly sent: ReadonlyArray<readonly string[]>;
	/** Each as `kind keptCell>sentCell`. */
	readonly expected: readonly string[];
}

/** How a change of a comparison is written among those expected; where it stands, not what it says. */
export function placeText({ kind, kept, sent }: Change): string {
	return `${kind} ${kept?.cell ?? ''}>${sent?.cell ?? ''}`;
}

const words = ['bolt', 'nut', 'washer', 'screw', 'pin', 'rod', 'hook', 'clip', 'ring', 'plate'];
const columns = ['code', 'name', 'size', 'price', 'stock', 'place'];

export function tablePairs(count: number, seed: number): readonly TablePair[] {
	const random = new Random(seed);
	return Array.from({ length: count }, (_, index) => pairOf(random, index));
}

/** A row that is carried from one table into the other, with the place it had. */
interface Carried {
	readonly cells: readonly string[];
	readonly keptRow?: number;
	readonly changed?: readonly number[];
	readonly isMoved?: boolean;
}

/** With a header or without, with codes that name rows or with numbers that stand often. */
function pairOf(random: Random, index: number): TablePair {
	const isCoded = index % 2 === 0;
	const head = index % 3 === 0 ? [] : [columns];
	const rows = Array.from({ length: random.between(20, 200) }, (_, row) =>
		rowOf(random, isCoded ? `K${row}-${random.below(1000)}` : String(random.below(40))),
	);
	const kept = [...head, ...rows];
	const carried: Carried[] = kept.map((cells, keptRow) => ({ cells, keptRow }));
	const expected: string[] = [];
	for (let edit = random.between(1, 9); edit > 0; edit -= 1) {
		editOnce(random, carried, head.length, expected, isCoded);
	}
	carried.forEach(({ keptRow, changed = [], isMoved }, sentRow) => {
		if (keptRow === undefined) expected.push(`added >${sentRow + 1}`);
		else if (isMoved) expected.push(`moved ${keptRow + 1}>${sentRow + 1}`);
		for (const column of changed) {
			const letter = String.fromCharCode(65 + column);
			expected.push(`changed ${letter}${(keptRow ?? 0) + 1}>${letter}${sentRow + 1}`);
		}
	});
	return { kept, sent: carried.map(({ cells }) => cells), expected };
}

function rowOf(random: Random, code: string): readonly string[] {
	const word = () => words[random.below(words.length)] ?? '';
	const price = `${random.below(500)}.${random.between(10, 99)}`;
	return [
		code,
		`${word()} ${word()}`,
		`M${random.below(30)}`,
		price,
		String(random.below(900)),
		word(),
	];
}

/** Rows that were edited once stay as they are, so that each edit keeps its name. */
function editOnce(
	random: Random,
	carried: Carried[],
	headCount: number,
	expected: string[],
	isCoded: boolean,
): void {
	const at = random.between(headCount, carried.length);
	const row = carried[at];
	if (row?.keptRow === undefined || row.changed !== undefined || row.isMoved) return;
	const kind = random.below(4);
	if (kind === 0)
		carried.splice(at, 0, {
			cells: rowOf(random, isCoded ? `N${at}-${random.below(1000)}` : '77'),
		});
	else if (kind === 1) {
		carried.splice(at, 1);
		expected.push(`removed ${row.keptRow + 1}>`);
	} else if (kind === 2) {
		const column = random.between(1, columns.length);
		const cells = row.cells.map((cell, place) => (place === column ? `${cell}7` : cell));
		carried[at] = { ...row, cells, changed: [column] };
	} else {
		const to = random.between(headCount, carried.length);
		if (Math.abs(to - at) < 2) return;
		carried.splice(at, 1);
		carried.splice(to, 0, { ...row, isMoved: true });
	}
}
