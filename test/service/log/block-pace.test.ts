/** When blocks of the log are closed: what waits for company, how long at most, and what does not. */
import { BlockPace, blockEveryMs } from '../../../service/log/block-pace';

/** Blocks ended at 1,000 ms, and some entries have come since. */
function afterBlocks(entries: number): BlockPace {
	const pace = new BlockPace();
	pace.begin();
	pace.end(1_000);
	pace.add(entries);
	return pace;
}

test('the first entries are taken at once', () => {
	const pace = new BlockPace();
	pace.add(1);
	expect(pace.delayMs(0)).toBe(0);
});

test.each([
	['an entry right after other blocks waits', { entries: 1, nowMs: 1_000 }, blockEveryMs],
	['it waits no longer than 50 ms in all', { entries: 1, nowMs: 1_030 }, 20],
	['and not when its time is over', { entries: 1, nowMs: 1_050 }, 0],
	['long after other blocks an entry is taken at once', { entries: 1, nowMs: 60_000 }, 0],
	['99 entries wait for another', { entries: 99, nowMs: 1_000 }, blockEveryMs],
	['100 entries are a block and wait for nothing', { entries: 100, nowMs: 1_000 }, 0],
])('%s', (_, { entries, nowMs }, delayMs) => {
	expect(afterBlocks(entries).delayMs(nowMs)).toBe(delayMs);
});

test('while somebody waits for an entry nothing waits for company', async () => {
	const pace = afterBlocks(1);
	const { promise, resolve } = Promise.withResolvers<void>();
	const waited = pace.whileWaiting(() => promise);
	expect(pace.delayMs(1_000)).toBe(0);
	resolve();
	await waited;
	expect(pace.delayMs(1_000)).toBe(blockEveryMs);
});

test('whoever gives up waiting is not waited with', async () => {
	const pace = afterBlocks(1);
	const failed = pace.whileWaiting(() => Promise.reject(new Error('away')));
	await expect(failed).rejects.toThrow('away');
	expect(pace.delayMs(1_000)).toBe(blockEveryMs);
});

test('entries that blocks were begun with count for these and not for the next', () => {
	const pace = afterBlocks(100);
	pace.begin();
	pace.end(2_000);
	expect(pace.delayMs(2_000)).toBe(blockEveryMs);
});
