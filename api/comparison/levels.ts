/** The accuracy levels. Which difference counts at which stands in `kinds.ts`. */

/** From coarse to fine. A finer level also counts everything the coarser ones count. */
export const accuracyLevels = ['Lowest', 'Low', 'Medium', 'High', 'Excellent'] as const;

export type AccuracyLevel = (typeof accuracyLevels)[number];

/** One sentence per level, true of every kind of document. */
export const levelMeanings = {
	Lowest: 'What it says or shows alone counts, not how it is set',
	Low: 'Small things count as well, such as capitals and punctuation',
	Medium: 'Order counts as well, such as rows or pages at another place',
	High: 'How it is set and built counts as well; a file that was only saved again is equal',
	Excellent: 'Every byte counts; a file that was only saved again is different',
} as const satisfies Readonly<Record<AccuracyLevel, string>>;

/** Unit of the counts and of the list of changes. */
export const textUnits = {
	Lowest: 'paragraph',
	Low: 'line',
	Medium: 'line',
	High: 'word',
	Excellent: 'character',
} as const satisfies Readonly<Record<AccuracyLevel, string>>;
