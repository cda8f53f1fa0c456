import type { EndpointDescription } from '../language/description';
import { assetId, paging, productId } from '../language/fields';

export const trackerHolders = {
	listHolders: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/assets/{assetId}/holders',
		summary: 'List who holds an asset and how much, in the order in which they first held it',
		caller: ['TrackerAdmin'],
		fields: { productId, assetId, ...paging },
		reply: { status: 200, kind: 'list', model: 'AssetHolder' },
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Factory_FactoryNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
