/**
 * Converts chosen days to the period of a statement: from the start of the first to the end of the
 * last, in the reader's zone.
 */

/** As date fields give them, `2026-03-29`; empty: no bound. */
export interface Days {
	readonly first: string;
	readonly last: string;
}

export interface Period {
	/** Why the last day is invalid. */
	readonly fault?: 'Not before the first day.';
	readonly startTime?: number;
	readonly endTime?: number;
}

export function periodOf({ first, last }: Days): Period {
	const startTime = startOf(first, 0);
	const next = startOf(last, 1);
	const endTime = next === undefined ? undefined : Math.max(0, next - 1);
	if (startTime !== undefined && endTime !== undefined && endTime < startTime) {
		return { fault: 'Not before the first day.' };
	}
	return {
		...(startTime !== undefined && { startTime }),
		...(endTime !== undefined && { endTime }),
	};
}

/** Start of a day, or of a day some days later, in local time; a day may have 23 or 25 hours. */
function startOf(day: string, daysLater: number): number | undefined {
	const [year, month, date] = day.split('-').map(Number);
	if (year === undefined || month === undefined || date === undefined) return undefined;
	const start = new Date(2000, month - 1, date + daysLater);
	// The Date constructor maps years below 100 to the 20th century.
	start.setFullYear(year, month - 1, date + daysLater);
	return Math.max(0, start.getTime());
}

export function fileNameOf({ first, last }: Days, format: 'CSV' | 'JSON'): string {
	const days = [first, last].filter((day) => day !== '');
	return `${['statement', ...days].join('-')}.${format.toLowerCase()}`;
}
