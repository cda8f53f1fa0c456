/**
 * Parses times from callers: ISO 8601 with a zone, without one in UTC, or a date, which means its
 * beginning.
 */

const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** The time in UTC with milliseconds; undefined for an invalid text or date. */
export function instantOf(text: string): string | undefined {
	const [, day, zone] = form.exec(text) ?? [];
	if (day === undefined || isoOf(Date.parse(day))?.slice(0, 10) !== day) return undefined;
	return isoOf(Date.parse(text.includes('T') && zone === undefined ? `${text}Z` : text));
}

function isoOf(milliseconds: number): string | undefined {
	if (Number.isNaN(milliseconds)) return undefined;
	const text = new Date(milliseconds).toISOString();
	// Years beyond four digits have another form, which would not sort with the others.
	return /^\d/.test(text) ? text : undefined;
}
