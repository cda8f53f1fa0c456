/** Reads JSON of unknown shape; what is absent is undefined. */

export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; empty for any other value. */
export function fieldsOf(value: unknown): Fields {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The parsed JSON; undefined if it is invalid. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
