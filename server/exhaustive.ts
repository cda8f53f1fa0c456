/**
 * The end of a choice that the types say is exhausted: a kind that is added later and not chosen
 * for fails to compile where it would be passed over, and throws where it comes from outside.
 */
export function assertNever(value: never, what: string): never {
	throw new Error(`there is no ${what} ${JSON.stringify(value)}`);
}
