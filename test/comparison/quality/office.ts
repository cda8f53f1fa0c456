/** Pairs of documents with edits whose places are known, the same for the same seed. */
import type { Change } from '../../../comparison/core/comparison';
import { paragraph, table, wordFile } from '../formats/office/word-files';
import { openFile } from '../formats/office/open-files';
import { Random } from './random';

export interface DocumentPair {
	readonly kept: Uint8Array;
	readonly sent: Uint8Array;
	/** `kind path cell` of each edit, by the side that has it; of both by the kept one. */
	readonly expected: readonly string[];
}

/** A paragraph, or a row of the table that stands in the middle. */
interface Part {
	readonly kept?: string;
	readonly sent?: string;
	readonly kind: 'same' | 'added' | 'removed' | 'changed' | 'moved';
}

const words = (
	'agreement party notice payment interest delivery warranty liability term renewal court ' +
	'invoice supplier customer schedule annex amount breach remedy consent transfer secret audit ' +
	'insurance premium deadline quality inspection storage carrier damage claim evidence witness'
).split(' ');

/** How a program's file is made of paragraphs around a table. */
export type Write = (
	before: readonly string[],
	rows: readonly (readonly string[])[],
	after: readonly string[],
) => Uint8Array;

export const asWord: Write = (before, rows, after) =>
	wordFile({
		body: [
			...before.map((text) => paragraph(text)),
			table(rows),
			...after.map((text) => paragraph(text)),
		].join(''),
	});

export const asOpen: Write = (before, rows, after) => {
	const lines = (list: readonly string[]) =>
		list.map((text) => `<text:p>${text}</text:p>`).join('');
	const cells = (row: readonly string[]) =>
		row.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('');
	const written = rows.map((row) => `<table:table-row>${cells(row)}</table:table-row>`).join('');
	return openFile({ body: `${lines(before)}<table:table>${written}</table:table>${lines(after)}` });
};

export function documentPairs(count: number, seed: number, write: Write): DocumentPair[] {
	const random = new Random(seed);
	return Array.from({ length: count }, () => pairOf(random, write));
}

function pairOf(random: Random, write: Write): DocumentPair {
	const before = edited(random, random.between(5, 40));
	const after = edited(random, random.between(5, 40));
	const rows = Array.from({ length: random.between(2, 6) }, (_, index) => [
		`${sentence(random, 3)} ${index}`,
		String(random.between(1, 10_000)),
	]);
	const row = random.below(rows.length * 2);
	const sentRows = rows.map((cells, index) =>
		index === row ? [cells[0] ?? '', `${cells[1] ?? ''}5`] : cells,
	);
	const texts = (parts: readonly Part[], side: 'kept' | 'sent') =>
		parts.flatMap((part) => part[side] ?? []);
	const expected = [
		...placesOf(before, { kept: 0, sent: 0 }),
		...(row < rows.length ? [`changed tables/1 B${row + 1}`] : []),
		...placesOf(after, { kept: texts(before, 'kept').length, sent: texts(before, 'sent').length }),
	];
	return {
		kept: write(texts(before, 'kept'), rows, texts(after, 'kept')),
		sent: write(texts(before, 'sent'), sentRows, texts(after, 'sent')),
		expected,
	};
}

function edited(random: Random, count: number): readonly Part[] {
	return Array.from({ length: count }, () => {
		const text = sentence(random, random.between(8, 30));
		const draw = random.below(20);
		if (draw === 0) return { kind: 'added' as const, sent: text };
		if (draw === 1) return { kind: 'removed' as const, kept: text };
		if (draw === 2) return { kind: 'changed' as const, kept: text, sent: reworded(random, text) };
		return { kind: 'same' as const, kept: text, sent: text };
	});
}

export function sentence(random: Random, length: number): string {
	const list = Array.from({ length }, () => words[random.below(words.length)] ?? '');
	return `The ${list.join(' ')} ${random.below(1000)}.`;
}

export function reworded(random: Random, text: string): string {
	const list = text.split(' ');
	const at = random.between(1, list.length - 1);
	const draw = random.below(3);
	if (draw === 0) return list.with(at, 'otherwise').join(' ');
	if (draw === 1) return list.toSpliced(at, 1).join(' ');
	return list.toSpliced(at, 0, 'moreover').join(' ');
}

function placesOf(parts: readonly Part[], from: { kept: number; sent: number }): readonly string[] {
	let { kept, sent } = from;
	return parts.flatMap((part) => {
		if (part.kept !== undefined) kept += 1;
		if (part.sent !== undefined) sent += 1;
		if (part.kind === 'same') return [];
		return [`${part.kind} paragraphs/${part.kind === 'added' ? sent : kept}`];
	});
}

/** A reported change as the pairs name it. */
export function placeText({ kind, kept, sent }: Change): string {
	const place = kept ?? sent;
	return [kind, place?.path, place?.cell].filter((part) => part !== undefined).join(' ');
}
