/** What is read as a moment, and what is not. */
import { instantOf } from '../../server/instant';

test.each([
	['2026-01-31', '2026-01-31T00:00:00.000Z'],
	['2026-01-31T09:30', '2026-01-31T09:30:00.000Z'],
	['2026-01-31T09:30:00.123456789+02:00', '2026-01-31T07:30:00.123Z'],
	['2024-02-29T23:59:59-01:00', '2024-03-01T00:59:59.000Z'],
])('%s is the moment %s', (text, moment) => {
	expect(instantOf(text)).toBe(moment);
});

test.each([
	...['', 'now', '2026-1-31', '2026-02-30', '2026-02-30T10:00:00Z', '2026-01-31 09:30'],
	...['2026-01-31T25:00:00Z', '2026-01-31T09:30:00+25:00', '9999-12-31T23:59:59-10:00'],
])("'%s' is no moment", (text) => {
	expect(instantOf(text)).toBeUndefined();
});
