/** How the Tracker node shows the tracker endpoints: labels, order, defaults and grouping. */
import type { NodeScreen, OperationScreen, ShownField } from '../wire/screen';

const asset: ShownField = { as: 'parameter', label: 'Asset', search: 'searchAssets' };

const recipient: ShownField = {
	as: 'parameter',
	label: 'Recipient Email',
	placeholder: 'name@email.com',
};

const amount: ShownField = { as: 'parameter', label: 'Amount', initial: 1 };

const idempotencyKey: ShownField = {
	as: 'option',
	label: 'Idempotency Key',
	name: 'idempotencyKey',
	placeholder: 'e.g. order-4711',
	description:
		'Any text that is the same whenever this very request is repeated. A repeated request then answers as the first one did, refused or not, and nothing is moved twice, for example with Retry On Fail. Take another text once the cause of a refusal has passed.',
};

const operations: ReadonlyArray<OperationScreen<'tracker'>> = [
	{
		endpoint: 'createAsset',
		resource: 'asset',
		operation: 'create',
		name: 'Create',
		action: 'Create an asset',
		fields: {
			name: { as: 'parameter', label: 'Name', placeholder: 'e.g. Solar Credits' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'listAssets',
		resource: 'asset',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many assets',
		fields: {
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
	{
		endpoint: 'issueAsset',
		resource: 'asset',
		operation: 'issue',
		name: 'Issue',
		action: 'Issue an asset',
		fields: {
			assetId: asset,
			recipientEmail: recipient,
			amount,
			'idempotency-key': idempotencyKey,
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'transferAsset',
		resource: 'asset',
		operation: 'transfer',
		name: 'Transfer',
		action: 'Transfer an asset',
		fields: {
			assetId: asset,
			recipientEmail: recipient,
			amount,
			'idempotency-key': idempotencyKey,
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'listBalances',
		resource: 'balance',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many balances',
		fields: {
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
	{
		endpoint: 'listTransactions',
		resource: 'transaction',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many transactions',
		fields: {
			assetId: asset,
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
];

export const trackerScreen: NodeScreen = {
	area: 'tracker',
	resources: { asset: 'Asset', balance: 'Balance', transaction: 'Transaction' },
	operations,
};
