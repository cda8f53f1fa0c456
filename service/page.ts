/** The page of a list a caller asks for; without a limit, as much as one answer may hold. */
export interface Page {
	readonly limit: number;
	readonly offset: number;
}

const defaultLimit = 5000;

export function page(input: { readonly limit?: number; readonly offset?: number }): Page {
	return { limit: input.limit ?? defaultLimit, offset: input.offset ?? 0 };
}
