/**
 * The days of a statement as somebody chooses them, and the moments the exchange is asked for: the first
 * of the first day and the last of the last, in the zone of the reader. Pure but for that zone.
 */

/** As fields for days give them, `2026-03-29`; empty for no bound. */
export interface Days {
	readonly first: string;
	readonly last: string;
}

export interface Period {
	/** What is wrong with the last day. */
	readonly fault?: string;
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

/** When a day begins here, or one so many days behind it; a day may have 23 or 25 hours. */
function startOf(day: string, daysLater: number): number | undefined {
	const [year, month, date] = day.split('-').map(Number);
	if (year === undefined || month === undefined || date === undefined) return undefined;
	const start = new Date(2000, month - 1, date + daysLater);
	// Otherwise a year below 100 would be one of the last century.
	start.setFullYear(year, month - 1, date + daysLater);
	return Math.max(0, start.getTime());
}

export function fileNameOf({ first, last }: Days, format: 'CSV' | 'JSON'): string {
	const days = [first, last].filter((day) => day !== '');
	return `${['statement', ...days].join('-')}.${format.toLowerCase()}`;
}
