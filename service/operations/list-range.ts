/** The requested range of a list; the default limit is the most one reply may have. */
export interface ListRange {
	readonly limit: number;
	readonly offset: number;
}

const defaultLimit = 5000;

export function listRange(input: { readonly limit?: number; readonly offset?: number }): ListRange {
	return { limit: input.limit ?? defaultLimit, offset: input.offset ?? 0 };
}
