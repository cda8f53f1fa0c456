import { drift, trend } from './trend';

test('a trend is that of most readings, and single ones that stand out change nothing', () => {
	expect(trend([5, 5, 5, 5, 5])).toBe(0);
	expect(trend([1, 3, 5, 7, 9])).toBe(2);
	expect(trend([10, 10, 500, 10, 10, 10, 3, 10])).toBe(0);
	expect(trend([1, 2, 3, 900, 5, 6, 7, 8])).toBe(1);
	expect(trend([7])).toBe(0);
});

test('a drift is what the trend makes of all readings', () => {
	expect(drift([100, 101, 102, 103, 104])).toBeCloseTo(4 / 102);
	expect(drift([8, 7, 6, 5, 4])).toBeCloseTo(-4 / 6);
	expect(drift([0, 0, 0])).toBe(0);
});
