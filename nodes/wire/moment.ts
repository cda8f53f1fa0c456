/**
 * Moments as n8n gives them, made into ISO 8601 with a zone: one that names none, as its date field
 * gives, is of the time zone of the workflow.
 */

const zoneless = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/** The text of a moment: `$now` and the dates of code are objects. */
export function momentText(value: unknown): string {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	// The dates of n8n's expressions say themselves in ISO 8601.
	if (typeof value === 'object' && value !== null && 'toISO' in value) return String(value);
	return typeof value === 'string' ? value.trim() : '';
}

/** The same moment in UTC where the text names no zone; any other text as it is. */
export function momentIn(timeZone: string, text: string): string {
	if (!zoneless.test(text)) return text;
	const asUtc = Date.parse(text.includes('T') ? `${text}Z` : text);
	if (Number.isNaN(asUtc)) return text;
	const near = asUtc - offsetMs(timeZone, asUtc);
	return new Date(asUtc - offsetMs(timeZone, near)).toISOString();
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(timeZone: string, moment: number): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		...{ timeZone, calendar: 'iso8601', hourCycle: 'h23' },
		...{ year: 'numeric', month: 'numeric', day: 'numeric' },
		...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
	}).formatToParts(moment);
	const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
	const day = [part('year'), part('month') - 1, part('day')] as const;
	const shown = Date.UTC(...day, part('hour'), part('minute'), part('second'));
	return shown - Math.floor(moment / 1000) * 1000;
}
