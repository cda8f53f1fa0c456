/**
 * Moments as callers write them: ISO 8601 with a zone, or without one and then in UTC, or a day alone,
 * which is its beginning.
 */

const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** The moment in UTC with milliseconds; nothing where the text is none, or names no day there is. */
export function instantOf(text: string): string | undefined {
	const [, day, zone] = form.exec(text) ?? [];
	if (day === undefined || isoOf(Date.parse(day))?.slice(0, 10) !== day) return undefined;
	return isoOf(Date.parse(text.includes('T') && zone === undefined ? `${text}Z` : text));
}

function isoOf(milliseconds: number): string | undefined {
	if (Number.isNaN(milliseconds)) return undefined;
	const text = new Date(milliseconds).toISOString();
	// Years beyond four digits are written otherwise, and would not stand in order with the others.
	return /^\d/.test(text) ? text : undefined;
}
