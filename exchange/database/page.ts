export interface Page {
	/** Id of the first entry. */
	readonly fromId?: string | undefined;
	readonly limit: number;
	readonly offset: number;
}
