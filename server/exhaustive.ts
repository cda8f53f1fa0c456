/**
 * The default of an exhaustive switch: a new kind that is not handled fails to compile, and throws
 * if it comes from outside.
 */
export function assertNever(value: never, what: string): never {
	throw new Error(`there is no ${what} ${JSON.stringify(value)}`);
}
