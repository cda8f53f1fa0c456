import type { Format } from '../../core/format';

export const csv = {
	name: 'a table (CSV)',
	kind: 'table',
	isText: true,
	endings: ['csv', 'tsv'],
	load: async () => (await import('./compare-tables.js')).csvComparer,
} as const satisfies Format;

export const xlsx = {
	name: 'a workbook (XLSX)',
	kind: 'table',
	entry: 'xl/workbook',
	load: async () => (await import('./compare-tables.js')).xlsxComparer,
} as const satisfies Format;

export const ods = {
	name: 'a workbook (ODS)',
	kind: 'table',
	mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
	load: async () => (await import('./compare-tables.js')).odsComparer,
} as const satisfies Format;
