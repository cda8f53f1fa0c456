/**
 * Formats CSV (RFC 4180), with CRLF. A text that a spreadsheet would read as a formula gets a
 * leading apostrophe.
 */

export type CsvValue = string | number | bigint;

const isFormula = /^[=+\-@\t\r]/;

export function csvText(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
	return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: CsvValue): string {
	if (typeof value !== 'string') return String(value);
	const harmless = isFormula.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
