/** What becomes of an anchor, case by case, and what is offered for its place in a block. */
import {
	confirmationsOf,
	nextStep,
	patienceBlocks,
	type FollowedAnchor,
	type Inclusion,
	type Sighting,
} from '../../../service/anchor/anchor-states';
import { dueRoot } from '../../../service/anchor/anchored-log';
import { firstFees, gweiOf, raisedFees } from '../../../service/anchor/fees';

const anchor: FollowedAnchor = { state: 'SENT', treeSize: 50, nonce: 7, waitsFromBlock: 100 };
const mined: FollowedAnchor = { ...anchor, state: 'MINED' };
const sighting: Sighting = { headNumber: 101, contractSize: 40, nonceNext: 7, inclusions: [] };

const inBlock = (blockNumber: number, isSuccessful = true): Inclusion => ({
	...{ transactionHash: '0xa', blockNumber, blockHash: `0xb${blockNumber}`, isSuccessful },
});

const cases: readonly (readonly [string, FollowedAnchor, Partial<Sighting>, string])[] = [
	['sent, and in no block yet, it is sent again', anchor, {}, 'SEND'],
	['sent, and in a block, it is mined', anchor, { inclusions: [inBlock(101)] }, 'MINED'],
	[
		'mined, and short of one confirmation, it stays so',
		mined,
		{ headNumber: 102, inclusions: [inBlock(101)] },
		'MINED',
	],
	[
		'mined, with the last block that was missing, it is confirmed',
		mined,
		{ headNumber: 103, inclusions: [inBlock(101)] },
		'CONFIRMED',
	],
	[
		'a node that lags behind its own receipt confirms nothing',
		mined,
		{ headNumber: 90, inclusions: [inBlock(101)] },
		'MINED',
	],
	['mined, and its block gone, it was dropped', mined, {}, 'DROPPED'],
	[
		'of two transactions, the one that was not refused counts',
		anchor,
		{ nonceNext: 9, contractSize: 50, inclusions: [inBlock(102, false), inBlock(101)] },
		'MINED',
	],
	[
		'refused for a larger size, it has passed',
		anchor,
		{ nonceNext: 8, contractSize: 60, inclusions: [inBlock(101, false)] },
		'PASSED',
	],
	[
		'refused for another reason, it is written anew',
		anchor,
		{ nonceNext: 8, inclusions: [inBlock(101, false)] },
		'PLAN_AGAIN',
	],
	[
		'its size in the contract by no known transaction, it has passed',
		anchor,
		{ contractSize: 50 },
		'PASSED',
	],
	['its nonce used by another, it gets a new one', anchor, { nonceNext: 8 }, 'PLAN_AGAIN'],
	[
		'mined and dropped, its nonce used by another, it gets a new one',
		mined,
		{ nonceNext: 8 },
		'PLAN_AGAIN',
	],
	['waiting for long, it is offered more', anchor, { headNumber: 100 + patienceBlocks }, 'RAISE'],
	[
		'waiting for long behind a transaction that is gone, it gets a new nonce',
		anchor,
		{ headNumber: 100 + patienceBlocks, nonceNext: 5 },
		'PLAN_AGAIN',
	],
	[
		'on a chain that is shorter than it was, it is sent again',
		anchor,
		{ headNumber: 3, nonceNext: 5 },
		'SEND',
	],
];

test.each(cases)('%s', (_, followed, seen, kind) => {
	expect(nextStep(followed, { ...sighting, ...seen }, { confirmations: 3 }).kind).toBe(kind);
});

test('the block of an anchor is its first confirmation', () => {
	expect(confirmationsOf({ blockNumber: 10 }, 10)).toBe(1);
	expect(confirmationsOf({ blockNumber: 10 }, 21)).toBe(12);
	expect(confirmationsOf({ blockNumber: 10 }, 8)).toBe(0);
});

describe('fees', () => {
	const market = { baseFeePerGas: 20n, priorityFeePerGas: 2n };

	test('leave room for the base fee to double, and keep to the cap', () => {
		expect(firstFees(market, 100n)).toEqual({ maxFeePerGas: 42n, maxPriorityFeePerGas: 2n });
		expect(firstFees(market, 22n)).toEqual({ maxFeePerGas: 22n, maxPriorityFeePerGas: 2n });
		expect(firstFees(market, 21n)).toBeUndefined();
	});

	test('that take the place of others are a tenth more in both parts, or there are none', () => {
		const before = { maxFeePerGas: 42n, maxPriorityFeePerGas: 2n };
		expect(raisedFees(market, before, 100n)).toEqual({
			maxFeePerGas: 48n,
			maxPriorityFeePerGas: 3n,
		});
		expect(raisedFees(market, before, 48n)).toBeDefined();
		expect(raisedFees(market, before, 47n)).toBeUndefined();
	});

	test('never pass the cap and always replace, whatever the market asks', () => {
		for (let base = 0n; base < 60n; base += 7n) {
			for (let cap = 1n; cap < 90n; cap += 3n) {
				let fees = firstFees({ baseFeePerGas: base, priorityFeePerGas: 1n }, cap);
				while (fees !== undefined) {
					expect(fees.maxFeePerGas).toBeLessThanOrEqual(cap);
					expect(fees.maxPriorityFeePerGas).toBeLessThanOrEqual(fees.maxFeePerGas);
					const next = raisedFees({ baseFeePerGas: base, priorityFeePerGas: 1n }, fees, cap);
					if (next === undefined) break;
					expect(10n * next.maxFeePerGas).toBeGreaterThan(11n * fees.maxFeePerGas);
					expect(next.maxPriorityFeePerGas).toBeGreaterThan(fees.maxPriorityFeePerGas);
					fees = next;
				}
			}
		}
	});

	test('are told in gwei', () => {
		expect([1_500_000_000n, 999_999n, 0n].map(gweiOf)).toEqual(['1.5', '0', '0']);
	});
});

describe('the next root', () => {
	const terms = { every: 10, waitMsMax: 1000, nowMs: 5000 };
	const log = (treeSize: number, checkpoints: number) => ({
		origin: 'log.test/a',
		newest: () => Promise.resolve({ treeSize, rootHash: 'aa' }),
		countAbove: () => Promise.resolve(checkpoints),
		rootAt: () => Promise.resolve('aa'),
	});

	test.each([
		['the first is due at once', log(1, 1), undefined, true],
		[
			'due with the checkpoints that are asked for',
			log(40, 10),
			{ treeSize: 30, plannedAtMs: 4500 },
			true,
		],
		['not due with one less', log(40, 9), { treeSize: 30, plannedAtMs: 4500 }, false],
		['due after a time', log(31, 1), { treeSize: 30, plannedAtMs: 4000 }, true],
		['due where the clock was set back', log(31, 1), { treeSize: 30, plannedAtMs: 9000 }, true],
		['not due when nothing is new', log(30, 0), { treeSize: 30, plannedAtMs: 0 }, false],
	])('%s', async (_, asked, last, isDue) => {
		expect((await dueRoot(asked, last, terms)) !== undefined).toBe(isDue);
	});
});
