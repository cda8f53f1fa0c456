/**
 * Converts n8n's dates to ISO 8601 with a zone; a date without a zone, as n8n's date field gives
 * it, is in the workflow's time zone.
 */

const zoneless = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

const afterMsMax = 8_640_000_000_000_000;

/** The text of a moment: `$now` and the dates of code are objects, a number counts from 1970. */
export function momentText(value: unknown): string {
	if (typeof value === 'number') {
		return Math.abs(value) <= afterMsMax ? new Date(value).toISOString() : String(value);
	}
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	// n8n's expression dates convert to ISO 8601 as strings.
	if (typeof value === 'object' && value !== null && 'toISO' in value) return String(value);
	return typeof value === 'string' ? value.trim() : '';
}

/** Converts a text without a zone to UTC; others stay as they are. */
export function momentIn(timeZone: string, text: string): string {
	if (!zoneless.test(text)) return text;
	const asUtc = Date.parse(text.includes('T') ? `${text}Z` : text);
	if (Number.isNaN(asUtc)) return text;
	const near = asUtc - offsetMs(timeZone, asUtc);
	return new Date(asUtc - offsetMs(timeZone, near)).toISOString();
}

/** Offset of a zone from UTC at a moment. */
function offsetMs(timeZone: string, moment: number): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		calendar: 'iso8601',
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	}).formatToParts(moment);
	const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
	const day = [part('year'), part('month') - 1, part('day')] as const;
	const shown = Date.UTC(...day, part('hour'), part('minute'), part('second'));
	return shown - Math.floor(moment / 1000) * 1000;
}
