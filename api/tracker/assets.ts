import type { EndpointDescription, Field } from '../language/description';
import {
	assetId,
	creationKey,
	done,
	idempotencyErrors,
	paging,
	productId,
	proof,
	proofErrors,
	searchIn,
} from '../language/fields';
import { assetName, isDeleted } from './fields';

/** Filter for lists of assets and multi-assets. */
const assetFilters = {
	assetDisplayNames: {
		in: 'query',
		type: 'string',
		maxLength: 4000,
		description:
			'Only assets of these names, separated by commas; a name with a comma in it cannot be asked for',
	},
	isDeleted,
} as const satisfies Record<string, Field>;

export const trackerAssets = {
	createAsset: {
		number: 'E4',
		method: 'POST',
		path: '/tracker/{productId}/assets',
		summary: 'Create an asset',
		caller: ['TrackerAdmin'],
		fields: {
			productId,
			name: assetName,
			'idempotency-key': creationKey,
		},
		reply: { status: 201, kind: 'record', model: 'TrackerAsset' },
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			...idempotencyErrors,
		],
	},
	listAssets: {
		number: 'E5',
		method: 'GET',
		path: '/tracker/{productId}/assets',
		summary: 'List the assets of the product',
		caller: ['TrackerAdmin'],
		fields: { productId, ...assetFilters, search: searchIn('their name'), ...paging },
		reply: { status: 200, kind: 'list', model: 'TrackerAsset' },
		errors: ['Auth_RoleMissing', 'Product_NotFound'],
	},
	getAsset: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/assets/{assetId}',
		summary: 'Fetch an asset, a deleted one too',
		caller: ['TrackerAdmin'],
		fields: { productId, assetId },
		reply: { status: 200, kind: 'record', model: 'TrackerAsset' },
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Factory_FactoryNotFound'],
	},
	updateAsset: {
		number: 'beyond',
		method: 'PUT',
		path: '/tracker/{productId}/assets/{assetId}',
		summary: 'Rename an asset; every list and transaction shows the new name',
		caller: ['TrackerAdmin'],
		fields: { productId, assetId, name: assetName },
		reply: done,
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Factory_FactoryNotFound',
			'Tracker_AssetDeleted',
			'Core_RecordCorrupted',
		],
	},
	deleteAsset: {
		number: 'beyond',
		method: 'DELETE',
		path: '/tracker/{productId}/assets/{assetId}',
		summary: 'Delete an asset: no more issue or transfer; balances and transactions stay visible',
		caller: ['TrackerAdmin'],
		fields: { productId, assetId },
		reply: done,
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Factory_FactoryNotFound',
			'Factory_CannotDeleteInheritedFactory',
			'Core_RecordCorrupted',
		],
	},
	getAssetProof: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/assets/{assetId}/proof',
		summary: 'Fetch the proof that the log holds an asset as it is now',
		caller: ['TrackerAdmin'],
		fields: { productId, assetId },
		reply: proof,
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Factory_FactoryNotFound', ...proofErrors],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
