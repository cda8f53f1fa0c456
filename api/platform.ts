/** What belongs to no product alone. */
import type { EndpointDescription } from './description';
import { paging } from './fields';

export const platform = {
	listProducts: {
		number: 'beyond',
		method: 'GET',
		path: '/products',
		summary: 'List the products the caller can use',
		caller: [],
		fields: { ...paging },
		reply: { status: 200, kind: 'list', model: 'Product' },
		errors: [],
	},
	showUsage: {
		number: 'beyond',
		method: 'GET',
		path: '/usage',
		summary: 'Show how much the organisation stores, and how much it may',
		caller: [],
		fields: {},
		reply: { status: 200, kind: 'record', model: 'Usage' },
		errors: [],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
