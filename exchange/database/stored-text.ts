/**
 * Versioned JSON in a column. The content belongs to one codec per column; this file only refuses
 * versions newer than the program. Content of a known version is trusted, because only the codec
 * writes it.
 */

interface Versioned {
	readonly version: number;
}

export function storedText(version: number, form: object): string {
	return JSON.stringify({ version, ...form });
}

/** Parses a column; the result includes `version`. Throws for a newer version. */
export function readStored<Form extends object>(text: string, newest: number): Form & Versioned {
	const form = JSON.parse(text) as Form & Versioned;
	const { version } = form;
	if (version > newest) {
		throw new Error(`a stored text has version ${version}; this program reads up to ${newest}`);
	}
	return form;
}
