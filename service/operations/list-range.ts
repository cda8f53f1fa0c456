/** The part of a list a caller asks for; without a limit, as much as one answer may hold. */
export interface ListRange {
	readonly limit: number;
	readonly offset: number;
}

const defaultLimit = 5000;

export function listRange(input: { readonly limit?: number; readonly offset?: number }): ListRange {
	return { limit: input.limit ?? defaultLimit, offset: input.offset ?? 0 };
}
