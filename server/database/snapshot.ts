/**
 * A consistent read of a database at one moment, and the way to start several at the same moment.
 */
export type Row = Readonly<Record<string, unknown>>;

/** By table. */
export type RowCounts = Readonly<Record<string, number>>;

export interface Snapshot {
	/** Blocks writers while the action runs, not readers. */
	whileNobodyWrites(action: () => Promise<void>): Promise<void>;
	/** Fixes the moment of the snapshot. */
	begin(): Promise<void>;
	/** Runs a query on the snapshot. */
	rows(query: string): AsyncIterable<Row>;
	/** Number of rows of every table. */
	rowCounts(): Promise<RowCounts>;
	/**
	 * Copies the database to a new private file and returns its size in bytes; the copy is verified
	 * and on disk when it returns.
	 */
	copyTo(file: string): Promise<number>;
	close(): Promise<void>;
}

/**
 * Begins all snapshots while writers of the first database are blocked; returns how long they were
 * blocked, in milliseconds.
 * If a program records in the first database what it is about to ask of another, and afterwards
 * the result, the copies are as after a power cut: whatever the others have carried out is
 * recorded in the first, and whatever it records as done is in them.
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

/** Throws, naming the first table with a wrong number of rows. */
export function assertRows(place: string, found: RowCounts, expected: RowCounts): void {
	for (const [table, count] of Object.entries(expected)) {
		if (found[table] === count) continue;
		throw new Error(`${place} has ${found[table] ?? 'no'} rows of ${table} and must have ${count}`);
	}
}
