/** Pairs of files of no known format with edits whose places are known, the same for the same seed. */
import type { Difference } from '../../../comparison/formats/bytes/differences';
import { Random } from './random';

export interface BytesPair {
	readonly kept: Buffer;
	readonly sent: Buffer;
	/** In the order of the kept file. */
	readonly expected: readonly Difference[];
}

const kinds = ['added', 'removed', 'changed', 'moved'] as const;

export function bytesPairs(count: number, seed: number): BytesPair[] {
	const random = new Random(seed);
	return Array.from({ length: count }, () => pairOf(random));
}

/** Up to eight edits, each in a stretch of its own, with stretches of zeros and of text between. */
function pairOf(random: Random): BytesPair {
	const kept: Buffer[] = [];
	const sent: Buffer[] = [];
	const expected: Difference[] = [];
	const size = (parts: readonly Buffer[]) => parts.reduce((sum, part) => sum + part.length, 0);
	const both = (bytes: Buffer) => void (kept.push(bytes), sent.push(bytes));
	both(random.bytes(random.between(100, 20_000)));
	for (let edit = random.between(1, 9); edit > 0; edit -= 1) {
		const kind = kinds[random.below(kinds.length)] ?? 'changed';
		const [old, made] = edited(kind, random);
		const [keptAt, sentAt] = [size(kept), size(sent)];
		const crossed = kind === 'moved' ? random.bytes(random.between(4_000, 9_000)) : Buffer.alloc(0);
		kept.push(old, crossed);
		sent.push(crossed, made);
		expected.push({
			kind,
			kept: { from: keptAt, to: keptAt + old.length },
			sent: { from: sentAt + crossed.length, to: sentAt + crossed.length + made.length },
		});
		both(Buffer.alloc(random.below(500)));
		both(random.bytes(random.between(300, 20_000)));
	}
	return { kept: Buffer.concat(kept), sent: Buffer.concat(sent), expected };
}

function edited(kind: Difference['kind'], random: Random): [Buffer, Buffer] {
	const bytes = random.bytes(random.between(1, 2_000));
	if (kind === 'added') return [Buffer.alloc(0), bytes];
	if (kind === 'removed') return [bytes, Buffer.alloc(0)];
	if (kind === 'changed') return [bytes, bytes.map((byte) => byte ^ 0x55) as Buffer];
	const block = random.bytes(random.between(400, 2_000));
	return [block, block];
}
