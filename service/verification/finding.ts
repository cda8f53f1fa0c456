/** What a verification tells of: a record, and where it is not what it should be. */
export interface Finding {
	/** Such as `asset`, `balance` or `log entry`. */
	readonly record: string;
	readonly id: string;
	/** Where it can be known; a payload says that one of the columns it covers was changed, not which. */
	readonly column?: string;
	readonly problem: string;
	readonly expected: string;
	readonly found: string;
}

/** Counts what was looked at. */
export interface Tally {
	entries: number;
	tiles: number;
	checkpoints: number;
	records: number;
	balances: number;
}
