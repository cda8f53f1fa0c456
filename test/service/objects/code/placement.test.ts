/** Which configurations keep the promise, decided here by trying every loss, not by the formula. */
import { shardCount, type Scheme } from '../../../../service/objects/code/layout';
import {
	bucketOfShard,
	bucketsToWrite,
	configurationFault,
} from '../../../../service/objects/code/placement';

function scheme(dataShards: number, parityShards: number): Scheme {
	return { dataShards, parityShards, blockSizeBytes: 1024 };
}

function shardsPerBucket(each: Scheme, buckets: number): number[] {
	const counts = Array<number>(buckets).fill(0);
	for (let shard = 0; shard < shardCount(each); shard += 1) {
		const bucket = bucketOfShard(shard, buckets);
		counts[bucket] = (counts[bucket] ?? 0) + 1;
	}
	return counts;
}

/** Most shards that can go when the worst buckets go. */
function worstLoss(each: Scheme, buckets: number, lostBuckets: number): number {
	const counts = shardsPerBucket(each, buckets).sort((a, b) => b - a);
	return counts.slice(0, lostBuckets).reduce((sum, count) => sum + count, 0);
}

const schemes = Array.from({ length: 16 }, (_, k) =>
	Array.from({ length: 6 }, (__, m) => scheme(k + 1, m + 1)),
).flat();

test('a configuration is refused when a quarter of the buckets could take more than the parity', () => {
	const wrong: string[] = [];
	for (const each of schemes) {
		for (let buckets = 4; buckets <= 24; buckets += 1) {
			const sound = configurationFault(each, buckets) === undefined;
			const lost = worstLoss(each, buckets, Math.floor(buckets / 4));
			const row = `${each.dataShards}+${each.parityShards} on ${buckets}`;
			if (sound && lost > each.parityShards) wrong.push(`${row} is accepted`);
			if (!sound && worstCase(each, buckets) <= each.parityShards) wrong.push(`${row} is refused`);
		}
	}
	expect(wrong).toEqual([]);
});

/** The loss when all buckets of the quarter hold the most any bucket holds. */
function worstCase(each: Scheme, buckets: number): number {
	return Math.max(...shardsPerBucket(each, buckets)) * Math.floor(buckets / 4);
}

test('a write on the fewest buckets has k + m/2 shards, and one bucket less may not', () => {
	for (const each of schemes) {
		for (let buckets = 4; buckets <= 24; buckets += 1) {
			const fewest = bucketsToWrite(each, buckets);
			const needed = each.dataShards + Math.ceil(each.parityShards / 2);
			const used = Math.min(buckets, shardCount(each));
			const left = shardCount(each) - worstLoss(each, buckets, used - fewest);
			expect([each, buckets, left >= needed, fewest <= used]).toEqual([each, buckets, true, true]);
		}
	}
});

const accepted: [number, number, number][] = [
	[6, 2, 4],
	[6, 2, 5],
	[6, 2, 6],
	[6, 2, 7],
	[6, 2, 8],
	[9, 3, 12],
	[12, 4, 16],
];

test.each(accepted)('%d+%d on %d buckets is accepted', (k, m, buckets) => {
	expect(configurationFault(scheme(k, m), buckets)).toBeUndefined();
});

const refused: [number, number, number, string][] = [
	[6, 1, 8, 'losing a quarter of the 8 buckets (2) can cost 2 shards of a file'],
	[6, 2, 12, 'losing a quarter of the 12 buckets (3) can cost 3 shards of a file'],
	[6, 2, 3, '3 buckets are too few'],
	[0, 2, 8, 'there must be a data shard'],
	[6, 0, 8, 'there must be a parity shard'],
	[250, 6, 8, 'at most 255 shards'],
];

test.each(refused)('%d+%d on %d buckets is refused', (...row) => {
	const [k, m, buckets, reason] = row;
	expect(configurationFault(scheme(k, m), buckets)).toContain(reason);
});

test('12+4 on 8 buckets loses just what it may', () => {
	expect(configurationFault(scheme(12, 4), 8)).toBeUndefined();
	expect(configurationFault(scheme(12, 3), 8)).toContain('(2) can cost 4 shards');
});

test('eight buckets of 6+2 need seven to write', () => {
	expect(bucketsToWrite(scheme(6, 2), 8)).toBe(7);
	expect(bucketsToWrite(scheme(6, 2), 4)).toBe(4);
	expect(bucketsToWrite(scheme(12, 4), 16)).toBe(14);
	expect(bucketsToWrite(scheme(3, 1), 7)).toBe(4);
});

test.each([0, 31, 1.5, (1 << 20) + 1])('a block size of %d bytes is refused', (blockSizeBytes) => {
	const each = { dataShards: 6, parityShards: 2, blockSizeBytes };
	expect(configurationFault(each, 8)).toContain('the block size');
});
