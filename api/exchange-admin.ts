/**
 * What the operator of the exchange does to it, each with an administrator's key. Every act stands
 * in the audit log with who did it and why, and is a command of `exchange:admin` as well.
 */
import type { EndpointDescription, Field } from './description';
import { newestFirst } from './exchange-fields';

const time = (description: string) =>
	({
		in: 'query',
		type: 'integer',
		minimum: 0,
		maximum: 9007199254740991,
		description,
	}) as const satisfies Field;

export const admin = {
	listAdminActions: {
		number: 'beyond',
		method: 'GET',
		path: '/admin/actions',
		summary: 'List what administrators did, who and why, the newest first',
		caller: 'ADMINISTRATOR',
		fields: {
			subject: {
				in: 'query',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Only what was done to the account, market, asset or transfer of this id',
			},
			startTime: time('Only what was done at this time or later'),
			endTime: time('Only what was done at this time or earlier'),
			fromId: {
				in: 'query',
				type: 'integer',
				minimum: 1,
				maximum: 9007199254740991,
				description: 'The first entry to answer; those newer are left out',
			},
			...newestFirst,
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'AdminAction',
			next: { field: 'fromId', property: 'actionId' },
		},
		errors: [],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
