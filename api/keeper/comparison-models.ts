import type { ModelField } from '../language/description';
import { keeperModels } from './models';
import { reportFiles } from '../comparison/report-files';
import { creationDate, expires, id } from '../language/model-fields';

const { KeepOrCompareResponse: answer } = keeperModels;

const moment = (description: string) =>
	({
		type: 'string',
		format: 'date-time',
		optional: true,
		example: '2026-01-31T09:30:00.000Z',
		description,
	}) as const satisfies ModelField;

const count = (kind: string) =>
	({
		type: 'integer',
		optional: true,
		description: `How many of the units that are compared were ${kind}`,
	}) as const satisfies ModelField;

export const comparisonStatuses = ['Queued', 'Running', 'Done', 'Failed', 'Cancelled'] as const;

export const comparisonOperations = ['compare', 'compareVersions', 'keepOrCompare'] as const;

/** Fields of a finished comparison. */
const outcome = {
	outcome: {
		type: 'string',
		optional: true,
		choices: ['equal', 'different', 'unreadable'],
		example: 'different',
		description: 'What it came to, once it is done',
	},
	equal: { type: 'boolean', optional: true, description: 'Whether nothing differs at the level' },
	identical: { type: 'boolean', optional: true, description: 'Whether the bytes are the same' },
	accuracy: {
		type: 'number',
		optional: true,
		example: 0.98,
		description: 'Similarity from 0 to 1; 1 only for equal content at the level of the file',
	},
	method: { type: 'string', optional: true, description: 'What was compared' },
	unit: { type: 'string', optional: true, description: 'What the counts count' },
	added: count('added'),
	removed: count('removed'),
	changed: count('changed'),
	moved: count('moved'),
	summary: {
		type: 'string',
		optional: true,
		example: '1 line changed.',
		description: 'The outcome in a sentence for people',
	},
	equalsApproved: {
		type: 'boolean',
		optional: true,
		description: 'Whether it is equal to the version that was approved then',
	},
	isNew: {
		type: 'boolean',
		optional: true,
		description: 'Of Keep or Compare: whether the difference was news',
	},
	keptVersion: {
		type: 'integer',
		optional: true,
		description: 'Number of the version that what was sent was kept as, when it became one',
	},
	keptVersionId: { type: 'string', optional: true, description: 'Identifier of that version' },
	reportId: { type: 'string', optional: true, description: 'Identifier of its diff report' },
	reportStatus: {
		type: 'string',
		optional: true,
		choices: ['Open', 'Revoked', 'Expired'],
		description: 'Whether that report can be read; another link to it is made by its identifier',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

export const comparisonModels = {
	Comparison: {
		id,
		fileId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'The file that was compared',
		},
		operation: {
			type: 'string',
			choices: comparisonOperations,
			description:
				'What was asked for: with a file that was sent, of two versions, Keep or Compare',
		},
		status: {
			type: 'string',
			choices: comparisonStatuses,
			example: 'Done',
			description: 'How far it is; Done, Failed and Cancelled stay as they are',
		},
		progress: { type: 'number', example: 1, description: 'How much of it is done, from 0 to 1' },
		version: {
			type: 'integer',
			example: 1,
			description: 'Number of the version it is made with; the older one of two',
		},
		versionId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier of that version',
		},
		otherVersion: {
			type: 'integer',
			optional: true,
			description: 'Number of the version that is compared with it',
		},
		otherVersionId: { type: 'string', optional: true, description: 'Identifier of that version' },
		fileName: {
			type: 'string',
			optional: true,
			example: 'terms.txt',
			description: 'Name of the file that was sent',
		},
		fileHash: {
			type: 'string',
			optional: true,
			example: '256c83b297114d201b30179f3f0ef0cace9783622da5974326b436178aeef610',
			description: 'Its fingerprint: BLAKE2b-256 of the bytes, lower-case hex',
		},
		...outcome,
		errorCode: { type: 'string', optional: true, description: 'Why it failed, as a code' },
		errorMessage: {
			type: 'string',
			optional: true,
			description: 'Why it failed, or why it was cancelled where nobody has done that, in words',
		},
		createdByEmail: {
			type: 'string',
			format: 'email',
			example: 'ann@harbour.example',
			description: 'E-mail address of the user who asked for it',
		},
		creationDate,
		startDate: moment('When it was begun last, ISO 8601 in UTC with milliseconds'),
		endDate: moment('When it ended, ISO 8601 in UTC with milliseconds'),
		result: {
			type: 'object',
			optional: true,
			description:
				'The whole answer of one that was not waited for, from when it is done until its report would end; lists leave it out',
			fields: {
				...answer,
				outcome: { ...answer.outcome, choices: ['equal', 'different', 'unreadable'] },
				isNew: { ...answer.isNew, optional: true },
				isKept: { ...answer.isKept, optional: true },
			},
		},
	},
	DiffReportLink: {
		reportId: {
			type: 'string',
			example: '65f0c0ffee0123456789abd0',
			description: 'Identifier of the diff report',
		},
		fileUrl: {
			type: 'string',
			format: 'uri',
			example: 'http://localhost:8080/reports/5dM0sTtYbC3vQvVbq7c1uXv8oJr2aYx0hZkD4m9nE6w',
			description: 'Another address of the report, told this once; earlier ones go on working',
		},
		expires,
		files: {
			type: 'object',
			many: true,
			fields: reportFiles.fields,
			description: 'The files beside the diff report, at addresses below this one',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
