/** What an alignment of two lists is made of: stretches of a list, and runs that both lists have. */

/** Entries `from` to before `to`. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** Entries that both lists have, one after the other. */
export interface Run {
	readonly first: number;
	readonly second: number;
	readonly length: number;
}
