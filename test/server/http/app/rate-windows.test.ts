/** Counting requests by caller: who is refused when, and who is forgotten when there are too many. */
import fc from 'fast-check';
import { RateWindows } from '../../../../server/http/app/rate-windows';

const minuteMs = 60_000;

test('a caller is refused beyond the limit until the window ends', () => {
	const windows = new RateWindows({ requestsMax: 2, callersMax: 10 });
	const told = [0, 1, 2, minuteMs - 1, minuteMs].map((nowMs) => windows.count('one', nowMs));
	expect(told.map(({ isOver }) => isOver)).toEqual([false, false, true, true, false]);
	expect(told.map(({ remaining }) => remaining)).toEqual([1, 0, 0, 0, 1]);
	expect(told.map(({ restMs }) => restMs)).toEqual([60_000, 59_999, 59_998, 1, 60_000]);
});

test('a limited caller stays limited through a million others, in bounded memory', () => {
	const windows = new RateWindows({ requestsMax: 3, callersMax: 1000 });
	for (let count = 0; count < 3; count += 1) windows.count('limited', 0);
	for (let other = 0; other < 1_000_000; other += 1) windows.count(`other ${other}`, 1);
	expect(windows.isFull('limited', 2)).toBe(true);
	expect(windows.count('limited', 2).isOver).toBe(true);
	expect(windows.size).toBeLessThanOrEqual(2000);
});

test('of callers below the limit the one whose window ends first is forgotten first', () => {
	const windows = new RateWindows({ requestsMax: 3, callersMax: 2 });
	windows.count('first', 0);
	windows.count('second', 1);
	// A window that begins again ends last.
	windows.count('first', minuteMs);
	windows.count('third', minuteMs + 1);
	expect(windows.count('first', minuteMs + 2).remaining).toBe(1);
});

test('more limited callers than there is room for stay bounded as well', () => {
	const windows = new RateWindows({ requestsMax: 1, callersMax: 100 });
	for (let caller = 0; caller < 10_000; caller += 1) windows.count(String(caller), 0);
	expect(windows.size).toBeLessThanOrEqual(200);
	expect(windows.isFull('9999', 0)).toBe(true);
});

test('within room, no order of callers lets one of them ask more often than the limit', () => {
	const requests = fc.array(fc.record({ caller: fc.nat(7), afterMs: fc.nat(9_000) }), {
		maxLength: 200,
	});
	fc.assert(
		fc.property(requests, (asked) => {
			const windows = new RateWindows({ requestsMax: 3, callersMax: 8 });
			const served = new Map<number, number[]>();
			let nowMs = 0;
			for (const { caller, afterMs } of asked) {
				nowMs += afterMs;
				if (windows.count(String(caller), nowMs).isOver) continue;
				served.set(caller, [...(served.get(caller) ?? []), nowMs]);
			}
			// Two windows that touch may each be full.
			for (const times of served.values()) {
				for (const [index, time] of times.entries()) {
					const sixLater = times[index + 6];
					if (sixLater !== undefined && sixLater - time < minuteMs) return false;
				}
			}
			return true;
		}),
	);
});
