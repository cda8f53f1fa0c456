/**
 * Lays a text comparison out for two columns: which row stands beside which, what of a row
 * differs, and which equal rows are left out. Plain data; `report.ts` writes it as HTML.
 */
import type { ComparedBlock, ComparedRow } from './text-comparison';
import type { Token } from './text-rows';

export interface Segment {
	readonly text: string;
	readonly differs: boolean;
}

export interface Cell {
	readonly line: number;
	readonly state: 'equal' | 'differs' | 'moved';
	readonly segments: readonly Segment[];
}

/** Two rows beside each other; a side is absent where the other has no partner. */
export interface Line {
	readonly kept?: Cell;
	readonly sent?: Cell;
}

export type Stretch =
	| { readonly kind: 'lines'; readonly lines: readonly Line[] }
	| { readonly kind: 'left-out'; readonly count: number };

export interface Layout {
	readonly stretches: readonly Stretch[];
	readonly counts: {
		readonly equal: number;
		/** Rows with a partner that differs. */
		readonly changed: number;
		readonly removed: number;
		readonly added: number;
		readonly moved: number;
	};
}

/** Equal rows shown on each side of a difference. */
const contextRows = 3;

export function layOut(blocks: readonly ComparedBlock[]): Layout {
	const stretches = blocks.flatMap((block, index): readonly Stretch[] =>
		block.isEqual
			? equalStretches(block, { isFirst: index === 0, isLast: index === blocks.length - 1 })
			: [{ kind: 'lines', lines: differingLines(block) }],
	);
	const lines = stretches.flatMap((stretch) => (stretch.kind === 'lines' ? stretch.lines : []));
	const differing = lines.filter(({ kept, sent }) => (kept ?? sent)?.state !== 'equal');
	const has = (cell: Cell | undefined) => cell?.state === 'differs';
	return {
		stretches,
		counts: {
			equal: blocks.reduce((sum, { isEqual, kept }) => sum + (isEqual ? kept.length : 0), 0),
			changed: differing.filter(({ kept, sent }) => has(kept) && has(sent)).length,
			removed: differing.filter(({ kept, sent }) => has(kept) && !has(sent)).length,
			added: differing.filter(({ kept, sent }) => !has(kept) && has(sent)).length,
			moved: differing.filter(({ kept }) => kept?.state === 'moved').length,
		},
	};
}

function equalStretches(
	{ kept, sent }: ComparedBlock,
	{ isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly Stretch[] {
	const cell = (row: ComparedRow | undefined): Cell | undefined =>
		row && { line: row.line, state: 'equal', segments: [{ text: row.text, differs: false }] };
	const lines = kept.map((row, index): Line => ({ kept: cell(row), sent: cell(sent[index]) }));
	const head = isFirst ? 0 : contextRows;
	const tail = isLast ? 0 : contextRows;
	const count = lines.length - head - tail;
	if (count < 2) return [{ kind: 'lines', lines }];
	return [
		{ kind: 'lines', lines: lines.slice(0, head) },
		{ kind: 'left-out', count },
		{ kind: 'lines', lines: lines.slice(lines.length - tail) },
	];
}

/** Rows with a partner beside it; between two such pairs, the others beside each other. */
function differingLines(block: ComparedBlock): readonly Line[] {
	const { kept, sent } = cellsOf(block);
	const lines: Line[] = [];
	let keptAt = 0;
	let sentAt = 0;
	const place = (keptTo: number, sentTo: number) => {
		const beside = besideEachOther(kept.slice(keptAt, keptTo), sent.slice(sentAt, sentTo));
		for (const line of beside) lines.push(line);
		keptAt = keptTo;
		sentAt = sentTo;
	};
	for (const [keptRow, sentRow] of partners(block)) {
		place(keptRow, sentRow);
		place(keptRow + 1, sentRow + 1);
	}
	place(kept.length, sent.length);
	return lines;
}

function besideEachOther(kept: readonly Cell[], sent: readonly Cell[]): readonly Line[] {
	if ([...kept, ...sent].some(({ state }) => state === 'moved')) {
		return [...kept.map((cell) => ({ kept: cell })), ...sent.map((cell) => ({ sent: cell }))];
	}
	return Array.from({ length: Math.max(kept.length, sent.length) }, (_, index) => ({
		kept: kept[index],
		sent: sent[index],
	}));
}

/** Pairs of row numbers, rising on both sides: rows that share most of their words. */
function partners({ words }: ComparedBlock): readonly (readonly [number, number])[] {
	const shared = new Map<number, Map<number, number>>();
	for (const { isEqual, kept, sent } of words) {
		if (!isEqual) continue;
		for (const [index, { row, weight }] of kept.entries()) {
			const other = sent[index]?.row ?? 0;
			const links = shared.get(row) ?? new Map<number, number>();
			links.set(other, (links.get(other) ?? 0) + weight);
			shared.set(row, links);
		}
	}
	const pairs: (readonly [number, number])[] = [];
	for (const [row, links] of [...shared].sort(([first], [second]) => first - second)) {
		const [best] = [...links].sort(([, first], [, second]) => second - first);
		const after = pairs.at(-1)?.[1] ?? -1;
		if (best !== undefined && best[1] > 0 && best[0] > after) pairs.push([row, best[0]]);
	}
	return pairs;
}

function cellsOf(block: ComparedBlock): {
	readonly kept: readonly Cell[];
	readonly sent: readonly Cell[];
} {
	return { kept: cells(block, 'kept'), sent: cells(block, 'sent') };
}

function cells(block: ComparedBlock, side: 'kept' | 'sent'): readonly Cell[] {
	const rows = block[side];
	const segments = rows.map((): Segment[] => []);
	for (const region of block.words) {
		for (const token of region[side]) addToken(segments[token.row], token, !region.isEqual);
	}
	return rows.map((row, index): Cell => {
		if (row.isMoved) return { line: row.line, state: 'moved', segments: whole(row) };
		const found = segments[index] ?? [];
		return { line: row.line, state: 'differs', segments: found.length > 0 ? found : whole(row) };
	});
}

function whole(row: ComparedRow): readonly Segment[] {
	return [{ text: row.text, differs: true }];
}

const lineEndMarks: Readonly<Record<string, string>> = {
	'\n': '[LF]',
	'\r\n': '[CR LF]',
	'\r': '[CR]',
};

/** The end of a row is shown only where it differs; it is not visible by itself. */
function addToken(segments: Segment[] | undefined, token: Token, differs: boolean): void {
	if (segments === undefined) throw new Error('a token must belong to a row of its block');
	if (token.endsRow && !differs) return;
	const text = token.endsRow ? (lineEndMarks[token.text] ?? '') : token.text;
	const last = segments.at(-1);
	if (text === '') return;
	if (last?.differs === differs) segments.splice(-1, 1, { text: last.text + text, differs });
	else segments.push({ text, differs });
}
