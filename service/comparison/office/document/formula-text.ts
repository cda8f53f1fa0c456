/**
 * Formulas written in one line without losing their structure. Every part that does not stand on the
 * line is in braces, and braces of the formula itself are marked, so that different formulas never
 * have the same text: `x^{2}`, `{a}/{b}`, `∑_{1}^{n}{x}`.
 */

/** Text of the formula itself. */
export function plain(text: string): string {
	return text.replace(/[{}\\]/g, (mark) => `\\${mark}`);
}

export function braced(text: string): string {
	return `{${text}}`;
}

/** What an index or a power belongs to; a single sign needs no braces. */
export function base(text: string): string {
	return /^[^{}\\]$/u.test(text) ? text : braced(text);
}

export function fraction(above: string, below: string, hasLine = true): string {
	return `${braced(above)}${hasLine ? '/' : '¦'}${braced(below)}`;
}

export function root(content: string, degree = ''): string {
	return `√${degree === '' ? '' : `[${degree}]`}${braced(content)}`;
}

/** Rows of a matrix, or the lines of several equations. */
export function grid(rows: readonly (readonly string[])[]): string {
	return `■${braced(rows.map((cells) => cells.map(braced).join('&')).join('@'))}`;
}

/** A part at a place of its own: `_` and `^` for an index and a power, `┬` and `┴` below and above. */
export function placed(sign: string, text: string): string {
	return text === '' ? '' : `${sign}${braced(text)}`;
}
