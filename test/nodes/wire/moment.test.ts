/** Moments of n8n's date fields and expressions on their way to the wire. */
import { momentIn, momentText } from '../../../nodes/wire/moment';

test.each([
	['Europe/Berlin', '2026-01-31T09:30:00', '2026-01-31T08:30:00.000Z'],
	['Europe/Berlin', '2026-07-31T09:30:00', '2026-07-31T07:30:00.000Z'],
	['Europe/Berlin', '2026-03-29T03:30:00', '2026-03-29T01:30:00.000Z'],
	['America/New_York', '2026-01-31', '2026-01-31T05:00:00.000Z'],
	['Asia/Kathmandu', '2026-01-31T00:00', '2026-01-30T18:15:00.000Z'],
	['UTC', '2026-01-31T09:30:00.250', '2026-01-31T09:30:00.250Z'],
])('in %s the clocks show %s at %s', (timeZone, text, moment) => {
	expect(momentIn(timeZone, text)).toBe(moment);
});

test.each(['2026-01-31T09:30:00+02:00', '2026-01-31T09:30:00Z', 'yesterday', '2026-99-99'])(
	"'%s' goes on as it is",
	(text) => {
		expect(momentIn('Europe/Berlin', text)).toBe(text);
	},
);

test('a date of code is its moment, and one that is none is empty', () => {
	expect(momentText(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
	expect(momentText(new Date(Number.NaN))).toBe('');
	expect(momentText(undefined)).toBe('');
});
