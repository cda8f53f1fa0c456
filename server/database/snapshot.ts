/**
 * A database as it was at one moment, however long it is read and however much is written
 * meanwhile, and the way to begin several of them at the same moment.
 */
export type Row = Readonly<Record<string, unknown>>;

/** By the names of the tables. */
export type RowCounts = Readonly<Record<string, number>>;

export interface Snapshot {
	/** Keeps everybody from writing while the action runs; readers go on. */
	whileNobodyWrites(action: () => Promise<void>): Promise<void>;
	/** The moment of the snapshot. */
	begin(): Promise<void>;
	/** The rows of a query, as of that moment. */
	rows(query: string): AsyncIterable<Row>;
	/** Rows of every table. */
	rowCounts(): Promise<RowCounts>;
	/**
	 * Writes all of it to a new file that only its owner reads, and gives its size; the copy is
	 * checked and on disk when it returns.
	 */
	copyTo(file: string): Promise<number>;
	close(): Promise<void>;
}

/**
 * Begins all of them at a moment at which nobody writes to the first, and gives how long its
 * writers were kept waiting, in milliseconds.
 *
 * A program that notes in the first database what it is about to ask of another, and afterwards
 * what came of it, finds both as a power cut of everything would have left them: what the others
 * have carried out is noted in the first, and what it notes as carried out is there in them.
 */
export async function beginTogether(
	first: Snapshot,
	others: readonly Snapshot[],
	nowMs: () => number,
): Promise<number> {
	let heldMs = 0;
	await first.whileNobodyWrites(async () => {
		const from = nowMs();
		await Promise.all([first, ...others].map((snapshot) => snapshot.begin()));
		heldMs = nowMs() - from;
	});
	return heldMs;
}

/** Throws with the first table that has not the rows it must have. */
export function assertRows(place: string, found: RowCounts, expected: RowCounts): void {
	for (const [table, count] of Object.entries(expected)) {
		if (found[table] === count) continue;
		throw new Error(`${place} has ${found[table] ?? 'no'} rows of ${table} and must have ${count}`);
	}
}
