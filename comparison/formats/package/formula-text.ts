/**
 * Formulas written in one line without losing their structure. Every part that does not stand on the
 * line is in braces, and braces of the formula itself are marked, so that formulas that look different
 * never have the same text: `x^{2}`, `{a}/{b}`, `∑_{1}^{n}x`. What is grouped without being seen is
 * left out, because programs group anew.
 */

/**
 * Text of the formula itself, as it looks: programs set spaces around signs as they like, and show a
 * hyphen as a minus and an asterisk in the middle of the line.
 */
export function plain(text: string): string {
	return text
		.replace(/[\u2061-\u2064]/g, '')
		.replace(/[ \t\r\n]+/g, ' ')
		.replace(/(?<![\p{L}\p{N}]) | (?![\p{L}\p{N}])/gu, '')
		.replaceAll('-', '−')
		.replaceAll('*', '∗')
		.replace(/[{}\\]/g, (mark) => `\\${mark}`);
}

export function braced(text: string): string {
	return `{${text}}`;
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

/** What is drawn around or through a part, such as the strokes of a term that is cancelled. */
const enclosures = {
	box: '▭',
	updiagonalstrike: '⟋',
	downdiagonalstrike: '⟍',
	horizontalstrike: '⟷',
	verticalstrike: '↕',
};

/** As MathML names them. */
export type Enclosure = keyof typeof enclosures;

export function enclosed(content: string, drawn: readonly string[]): string {
	const signs = Object.entries(enclosures).filter(([name]) => drawn.includes(name));
	return signs.map(([, sign]) => sign).join('') + braced(content);
}

/** A part at a place of its own: `_` and `^` for an index and a power, `┬` and `┴` below and above. */
export function placed(sign: string, text: string): string {
	return text === '' ? '' : `${sign}${braced(text)}`;
}
