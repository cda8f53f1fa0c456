/**
 * JSON kept in a column, with the version of its form in it. What a form holds is up to its one
 * codec; here it is decided which forms this program can read. A form newer than the program is
 * refused instead of guessed at. Only its codec writes a column, so what stands there is trusted to
 * be of its form.
 */

interface Versioned {
	readonly version: number;
}

export function storedText(version: number, form: object): string {
	return JSON.stringify({ version, ...form });
}

/** The form in a column's text, `version` included. */
export function readStored<Form extends object>(text: string, newest: number): Form & Versioned {
	const form = JSON.parse(text) as Form & Versioned;
	const { version } = form;
	if (version > newest) {
		throw new Error(`a stored text has version ${version}; this program reads up to ${newest}`);
	}
	return form;
}
