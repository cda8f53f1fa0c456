/** Pairs of texts with edits whose lines are known, the same for the same seed. */
import type { ChangeKind } from '../../../comparison/core/comparison';
import type { Random } from './random';

export interface ExpectedChange {
	readonly kind: ChangeKind;
	/** Lines, from 1. */
	readonly kept?: number;
	readonly sent?: number;
	/** Lines that follow each other from there on. */
	readonly count: number;
}

export interface TextPair {
	readonly kept: string;
	readonly sent: string;
	readonly expected: readonly ExpectedChange[];
}

const words =
	'the of and rent flat tenant owner pays month year notice term copy party day house key water heat cost law court city sum bank date name place part form'.split(
		' ',
	);

export function sentence(random: Random): string {
	const count = random.between(6, 16);
	const chosen = Array.from({ length: count }, () => words[random.below(words.length)] ?? 'the');
	return `${chosen.join(' ')} ${random.below(1_000_000)}.`;
}

const kinds = ['added', 'removed', 'changed', 'moved'] as const;

export function textPair(random: Random, end = '\n'): TextPair {
	const [kept, sent]: [string[], string[]] = [[], []];
	const expected: ExpectedChange[] = [];
	const lines = (count: number) => Array.from({ length: count }, () => sentence(random));
	const both = (list: readonly string[]) => {
		kept.push(...list);
		sent.push(...list);
	};
	both(lines(random.between(4, 40)));
	for (let edit = random.between(1, 8); edit > 0; edit -= 1) {
		const kind = kinds[random.below(kinds.length)] ?? 'changed';
		const block = lines(kind === 'changed' ? 1 : random.between(1, 5));
		const crossed = kind === 'moved' ? lines(random.between(7, 12)) : [];
		const places = {
			...(kind === 'added' ? {} : { kept: kept.length + 1 }),
			...(kind === 'removed' ? {} : { sent: sent.length + crossed.length + 1 }),
		};
		if (kind !== 'added') kept.push(...block);
		kept.push(...crossed);
		sent.push(...crossed);
		if (kind === 'added' || kind === 'moved') sent.push(...block);
		if (kind === 'changed') sent.push(changed(block[0] ?? '', random));
		expected.push({ kind, ...places, count: block.length });
		both(lines(random.between(4, 40)));
	}
	return { kept: kept.join(end) + end, sent: sent.join(end) + end, expected };
}

/** One of its words is another, but for the last, which holds its number. */
function changed(line: string, random: Random): string {
	const parts = line.split(' ');
	return parts.with(random.below(parts.length - 1), `other${random.below(1000)}`).join(' ');
}
