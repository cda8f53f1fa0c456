/** Tracker: assets themselves; what is issued and moved of them stands in files of its own. */
import type { EndpointDescription } from './description';
import { paging, productId } from './fields';

export const trackerAssets = {
	createAsset: {
		number: 'E4',
		method: 'POST',
		path: '/tracker/{productId}/assets',
		summary: 'Create an asset',
		caller: ['TrackerAdmin'],
		fields: {
			productId,
			name: {
				in: 'json',
				type: 'string',
				required: true,
				minLength: 1,
				maxLength: 200,
				description: 'Name of the asset',
			},
		},
		reply: { status: 201, kind: 'record', model: 'TrackerAsset' },
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
		],
	},
	listAssets: {
		number: 'E5',
		method: 'GET',
		path: '/tracker/{productId}/assets',
		summary: 'List the assets of the product',
		caller: ['TrackerAdmin'],
		fields: { productId, ...paging },
		reply: { status: 200, kind: 'list', model: 'TrackerAsset' },
		errors: ['Auth_RoleMissing', 'Product_NotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
