/** A record that is wrong, and where. */
export interface Finding {
	/** Such as `asset`, `balance` or `log entry`. */
	readonly record: string;
	readonly id: string;
	/** The wrong column, if known; a commitment covers several. */
	readonly column?: string;
	readonly problem: string;
	readonly expected: string;
	readonly found: string;
}

/** Counts of what was checked. */
export interface Tally {
	entries: number;
	tiles: number;
	checkpoints: number;
	/** Entries whose time is seconds before that of an earlier entry: a clock was set back. */
	timesBack: number;
	records: number;
	balances: number;
}
