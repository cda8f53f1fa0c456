import { fileNameOf, periodOf } from '../../../../pages/venue/money/statement-period';

const dayMs = 86_400_000;

describe('the days of a statement', () => {
	test('are asked for from their first to their last millisecond, here', () => {
		const { startTime = 0, endTime = 0 } = periodOf({ first: '2026-03-01', last: '2026-03-31' });
		expect(new Date(startTime)).toEqual(new Date('2026-03-01T00:00:00.000'));
		expect(new Date(endTime)).toEqual(new Date('2026-03-31T23:59:59.999'));
	});

	test('may be one day, and the days of a year leave no gap between them', () => {
		for (let start = new Date(2026, 0, 1); start.getFullYear() === 2026;) {
			const next = new Date(2026, start.getMonth(), start.getDate() + 1);
			const [day, after] = [dayOf(start), dayOf(next)];
			const { startTime, endTime } = periodOf({ first: day, last: day });
			expect(startTime).toBe(start.getTime());
			expect((endTime ?? 0) + 1).toBe(periodOf({ first: after, last: '' }).startTime);
			start = next;
		}
	});

	test('have no bound that is not given', () => {
		expect(periodOf({ first: '', last: '' })).toEqual({});
		expect(periodOf({ first: '2026-03-01', last: '' })).not.toHaveProperty('endTime');
		expect(periodOf({ first: '', last: '2026-03-01' })).not.toHaveProperty('startTime');
	});

	test('of a year that was never meant are asked for all the same, and none before 1970', () => {
		expect(periodOf({ first: '0026-03-01', last: '' })).toEqual({ startTime: 0 });
		const { startTime = 0 } = periodOf({ first: '9999-12-31', last: '' });
		expect(startTime).toBeGreaterThan(Date.UTC(9999, 11, 31) - dayMs);
	});

	test('do not end before they begin', () => {
		const { fault } = periodOf({ first: '2026-03-02', last: '2026-03-01' });
		expect(fault).toBe('Not before the first day.');
	});

	test('name the file', () => {
		const march = { first: '2026-03-01', last: '2026-03-31' };
		expect(fileNameOf(march, 'CSV')).toBe('statement-2026-03-01-2026-03-31.csv');
		expect(fileNameOf({ first: '', last: '' }, 'JSON')).toBe('statement.json');
	});
});

function dayOf(date: Date): string {
	const two = (part: number) => String(part).padStart(2, '0');
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
