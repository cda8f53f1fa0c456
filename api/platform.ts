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
} as const satisfies Readonly<Record<string, EndpointDescription>>;
