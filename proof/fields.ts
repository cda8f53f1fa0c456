/** Reading JSON whose shape nobody vouches for: what is not there is undefined. */

export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** What a text is in JSON, or undefined where it is none. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
