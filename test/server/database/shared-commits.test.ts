/** Requests that share a transaction: how long they gather, and what becomes of each when it fails. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SharedCommits } from '../../../server/database/shared-commits';
import { DatabaseUnavailable } from '../../../server/database/unavailable';

/** Doubles numbers, by transactions that are kept; `fault` is what one of them fails of. */
function doubling(fault: (batch: readonly number[]) => Error | undefined = () => undefined) {
	const transactions: (readonly number[])[] = [];
	const commits = new SharedCommits<number, number>({
		carryOut: (batch) => {
			transactions.push(batch);
			const failed = fault(batch);
			if (failed !== undefined) return Promise.reject(failed);
			return Promise.resolve(batch.map((request) => request * 2));
		},
		sizeOf: (request) => request,
		sizeMax: 10,
	});
	return { commits, transactions };
}

test('what comes in one moment shares a transaction, each with an outcome of its own', async () => {
	const { commits, transactions } = doubling();
	const outcomes = [1, 2, 3].map((request) => commits.submit(request));
	expect(await Promise.all(outcomes)).toEqual([2, 4, 6]);
	expect(transactions).toEqual([[1, 2, 3]]);
});

test('a transaction takes as much as fits, in order, and one request that is larger by itself', async () => {
	const { commits, transactions } = doubling();
	await Promise.all([4, 5, 3, 11, 1].map((request) => commits.submit(request)));
	expect(transactions).toEqual([[4, 5], [3], [11], [1]]);
});

test.each([
	['small', 0],
	['large', 6],
])('%s requests that come at every turn without end are carried out meanwhile', async (_, size) => {
	const { commits } = doubling();
	const done = new Set<number>();
	const outcomes: Promise<unknown>[] = [];
	let next = nextTurn();
	for (let turn = 0; turn < 200 && !done.has(20); turn += 1) {
		outcomes.push(commits.submit(size).then(() => done.add(turn)));
		// Asked for before whatever the commits do in that turn, so that they always find one more.
		await next;
		next = nextTurn();
	}
	expect(done).toContain(20);
	await Promise.all(outcomes);
});

test('a request that spoils the transaction fails alone; the others are tried by themselves', async () => {
	const { commits, transactions } = doubling((batch) =>
		batch.includes(2) ? new Error('two is not taken') : undefined,
	);
	const outcomes = await Promise.allSettled([1, 2, 3].map((request) => commits.submit(request)));
	expect(outcomes).toMatchObject([
		{ value: 2 },
		{ reason: { message: 'two is not taken' } },
		{ value: 6 },
	]);
	expect(transactions).toEqual([[1, 2, 3], [1], [2], [3]]);
	expect(await commits.submit(4)).toBe(8);
});

test('a database that is away is told to all of them, and none is tried again', async () => {
	const { commits, transactions } = doubling(() => new DatabaseUnavailable('AWAY', undefined));
	const outcomes = await Promise.allSettled([1, 2].map((request) => commits.submit(request)));
	expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect(transactions).toEqual([[1, 2]]);
});

test('what may have been committed is never tried again: all fail with their transaction', async () => {
	let transactions = 0;
	const commits = new SharedCommits<number, number>({
		carryOut: () => {
			transactions += 1;
			return Promise.reject(new Error('told after the commit'));
		},
		sizeOf: () => 1,
		sizeMax: 10,
		mayThrowAfterCommit: true,
	});
	const outcomes = await Promise.allSettled([1, 2].map((request) => commits.submit(request)));
	expect(outcomes).toMatchObject([
		{ reason: { message: 'told after the commit' } },
		{ reason: { message: 'told after the commit' } },
	]);
	expect(transactions).toBe(1);
});

test('a request without an outcome fails alone, and nothing that was committed is tried again', async () => {
	let transactions = 0;
	const commits = new SharedCommits<number, number>({
		carryOut: ([first = 0]) => {
			transactions += 1;
			return Promise.resolve([first * 2]);
		},
		sizeOf: () => 1,
		sizeMax: 10,
	});
	const outcomes = await Promise.allSettled([1, 2].map((request) => commits.submit(request)));
	expect(outcomes).toMatchObject([
		{ value: 2 },
		{ reason: { message: 'a request has no outcome' } },
	]);
	expect(transactions).toBe(1);
});
