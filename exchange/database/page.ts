/** Where a page of a list begins, and how long it is. */
export interface Page {
	/** The entry to begin with. */
	readonly fromId?: string | undefined;
	readonly limit: number;
	readonly offset: number;
}
