/**
 * The files of a diff report other than HTML: the differences as data, and as a marked copy for
 * people.
 */
import type { ModelField } from '../language/description';

export const reportFileKinds = [
	'unifiedDiff',
	'jsonPatch',
	'changes',
	'markedPdf',
	'trackedChanges',
	'overlay',
] as const;

export type ReportFileKind = (typeof reportFileKinds)[number];

export const reportFiles = {
	type: 'object',
	many: true,
	optional: true,
	beyond: true,
	description: 'The files beside the diff report, when one was asked for; they end with it',
	fields: {
		kind: {
			type: 'string',
			choices: reportFileKinds,
			description: 'What it is: a patch, a list of the changes, a marked copy',
		},
		name: {
			type: 'string',
			example: 'terms.txt.diff',
			description: 'What it is saved as, and the end of its address; no two have the same',
		},
		mediaType: { type: 'string', example: 'text/x-diff', description: 'Its media type' },
		sizeBytes: { type: 'integer', example: 180, description: 'How many bytes it has' },
		url: {
			type: 'string',
			format: 'uri',
			example:
				'http://localhost:8080/reports/5dM0sTtYbC3vQvVbq7c1uXv8oJr2aYx0hZkD4m9nE6w/terms.txt.diff',
			description: 'Where it is fetched, as the report without a key',
		},
	},
} as const satisfies ModelField;
