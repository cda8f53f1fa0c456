/**
 * The public log of records, which needs no key: it holds only ids and salted hashes. Clients of
 * C2SP `tlog-tiles` read `/log/checkpoint` and the tiles; these endpoints give the same to people
 * and pages.
 */
import type { EndpointDescription, Field } from '../language/description';
import { path } from '../language/fields';

const recordsMax = 1000;

const page = {
	limit: {
		in: 'query',
		type: 'integer',
		minimum: 1,
		maximum: recordsMax,
		description: `Most records to return, ${recordsMax} when absent; when there are more, the reply has a Link header with rel="next"`,
	},
	offset: {
		in: 'query',
		type: 'integer',
		minimum: 0,
		maximum: Number.MAX_SAFE_INTEGER,
		description: 'Records to pass over first',
	},
} as const satisfies Record<string, Field>;

const number = (description: string) =>
	({
		in: 'query',
		type: 'integer',
		required: true,
		minimum: 0,
		maximum: Number.MAX_SAFE_INTEGER,
		description,
	}) as const satisfies Field;

const size = (description: string) => ({ ...number(description), minimum: 1 }) as const;

export const log = {
	getLog: {
		number: 'beyond',
		method: 'GET',
		path: '/log',
		summary: 'Fetch what the log is called, the key to check it with, and its newest checkpoint',
		caller: 'ANYONE',
		fields: {},
		reply: { status: 200, kind: 'record', model: 'Log' },
		errors: [],
	},
	listCheckpoints: {
		number: 'beyond',
		method: 'GET',
		path: '/log/checkpoints',
		summary: 'List the checkpoints, the newest first',
		caller: 'ANYONE',
		fields: {
			fromSize: {
				in: 'query',
				type: 'integer',
				minimum: 0,
				maximum: Number.MAX_SAFE_INTEGER,
				description:
					'Begin at the checkpoint of a tree of so many entries, or the next smaller one',
			},
			...page,
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'LogCheckpoint',
			next: { field: 'fromSize', property: 'treeSize' },
		},
		errors: [],
	},
	listEntries: {
		number: 'beyond',
		method: 'GET',
		path: '/log/entries',
		summary: 'List the entries in the order of the tree, or those of one record',
		caller: 'ANYONE',
		fields: {
			recordId: {
				in: 'query',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Only entries about the record with this identifier',
			},
			...page,
		},
		reply: { status: 200, kind: 'list', model: 'LogEntry' },
		errors: [],
	},
	getEntry: {
		number: 'beyond',
		method: 'GET',
		path: '/log/entries/{index}',
		summary: 'Fetch the entry at a place of the tree',
		caller: 'ANYONE',
		fields: {
			index: {
				...path('Place in the tree, from 0'),
				maxLength: 16,
				pattern: { expression: '^(0|[1-9][0-9]*)$', words: 'must be a whole number from 0' },
			},
		},
		reply: { status: 200, kind: 'record', model: 'LogEntry' },
		errors: ['Log_NotFound'],
	},
	getInclusion: {
		number: 'beyond',
		method: 'GET',
		path: '/log/inclusion',
		summary: 'Fetch the hashes that prove an entry to be in the tree of a size',
		caller: 'ANYONE',
		fields: {
			index: number('Place of the entry in the tree, from 0'),
			treeSize: size('How many entries the tree has, as a checkpoint says'),
		},
		reply: { status: 200, kind: 'record', model: 'LogInclusion' },
		errors: ['Log_NotFound'],
	},
	getConsistency: {
		number: 'beyond',
		method: 'GET',
		path: '/log/consistency',
		summary: 'Fetch the hashes that prove a tree to be the beginning of a larger one',
		caller: 'ANYONE',
		fields: {
			from: size('How many entries the smaller tree has'),
			to: size('How many entries the larger tree has'),
		},
		reply: { status: 200, kind: 'record', model: 'LogConsistency' },
		errors: ['Log_NotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
