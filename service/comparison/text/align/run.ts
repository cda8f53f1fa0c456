/** Entries `from` to before `to`. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** Consecutive entries that both lists have. */
export interface Run {
	readonly first: number;
	readonly second: number;
	readonly length: number;
}
