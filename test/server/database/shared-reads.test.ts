/** Look-ups that share a statement: that none is answered by one that began before it, and none by another's fault. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SharedReads } from '../../../server/database/shared-reads';
import { DatabaseUnavailable } from '../../../server/database/unavailable';

/** Reads of a record whose statements end by hand, oldest first; each sees what was there when it began. */
function openReads(record: Record<string, number>) {
	const statements: { readonly keys: readonly string[]; end(fault?: Error): Promise<void> }[] = [];
	const reads = new SharedReads<string, number>((keys) => {
		const { promise, resolve, reject } = Promise.withResolvers<readonly (number | undefined)[]>();
		const found = keys.map((key) => record[key]);
		statements.push({
			keys,
			end(fault) {
				if (fault === undefined) resolve(found);
				else reject(fault);
				return nextTurn();
			},
		});
		return promise;
	});
	return { reads, statements };
}

test('what is asked in one moment is one statement, each key with what there is of it', async () => {
	const { reads, statements } = openReads({ a: 1, b: 2 });
	const found = ['a', 'b', 'c', 'a'].map((key) => reads.find(key));
	await nextTurn();
	expect(statements.map(({ keys }) => keys)).toEqual([['a', 'b', 'c', 'a']]);
	await statements[0]?.end();
	expect(await Promise.all(found)).toEqual([1, 2, undefined, 1]);
});

test('nothing is answered by a statement that began before it was asked', async () => {
	const record: Record<string, number> = { key: 1 };
	const { reads, statements } = openReads(record);
	const before = reads.find('key');
	await nextTurn();
	delete record.key;
	const after = reads.find('key');
	await nextTurn();
	await statements[0]?.end();
	await statements[1]?.end();
	expect(await before).toBe(1);
	expect(await after).toBeUndefined();
});

test('two statements are under way at most, and what comes meanwhile is the next one', async () => {
	const { reads, statements } = openReads({});
	const found: Promise<unknown>[] = [];
	for (const key of ['a', 'b', 'c', 'd', 'e']) {
		found.push(reads.find(key));
		await nextTurn();
	}
	expect(statements.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
	await statements[1]?.end();
	expect(statements.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
	for (const { end } of statements) await end();
	await Promise.all(found);
});

test('a statement that fails is asked again for each by itself, and one alone is told', async () => {
	const { reads, statements } = openReads({ a: 1, b: 2 });
	const found = Promise.allSettled(['a', 'b'].map((key) => reads.find(key)));
	await nextTurn();
	await statements[0]?.end(new Error('the two do not go together'));
	await statements[1]?.end(new Error('a is not taken'));
	await statements[2]?.end();
	expect(await found).toMatchObject([{ reason: { message: 'a is not taken' } }, { value: 2 }]);
	expect(statements.map(({ keys }) => keys)).toEqual([['a', 'b'], ['a'], ['b']]);
});

test('a database that is away is told to all of them, and asked again by whoever comes', async () => {
	const { reads, statements } = openReads({ a: 1 });
	const found = Promise.allSettled(['a', 'b'].map((key) => reads.find(key)));
	await nextTurn();
	await statements[0]?.end(new DatabaseUnavailable('AWAY', undefined));
	expect((await found).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	const later = reads.find('a');
	await nextTurn();
	await statements[1]?.end();
	expect(await later).toBe(1);
});
