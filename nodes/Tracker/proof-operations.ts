/** Verification of proofs, and the kinds of record they must be of. */
import type { OperationBehaviour } from '../wire/execute';
import type { OperationScreen } from '../wire/screen';
import { fetched, recordProof, verifying } from '../wire/verify';
import { asset, entity, multiAsset } from './fields';

export const proofOperations: ReadonlyArray<OperationScreen<'tracker'>> = [
	{
		endpoint: 'getAssetProof',
		resource: 'asset',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify an asset',
		fields: fetched({ assetId: asset, productId: { as: 'product' } }),
		...recordProof('an asset'),
	},
	{
		endpoint: 'getMultiAssetProof',
		resource: 'multiAsset',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a multi asset',
		fields: fetched({ assetId: multiAsset, productId: { as: 'product' } }),
		...recordProof('a multi-asset'),
	},
	{
		endpoint: 'getMultiAssetTransactionProof',
		resource: 'multiAsset',
		operation: 'verifyTransaction',
		name: 'Verify Transaction',
		action: 'Verify a transaction of a multi asset',
		fields: fetched({
			assetId: multiAsset,
			transactionId: { as: 'parameter', label: 'Transaction ID' },
			productId: { as: 'product' },
		}),
		...recordProof('a transaction of a multi-asset'),
	},
	{
		endpoint: 'getEntityProof',
		resource: 'entity',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify an entity',
		fields: fetched({ entityId: entity, productId: { as: 'product' } }),
		...recordProof('an entity'),
	},
	{
		endpoint: 'getTransactionProof',
		resource: 'transaction',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a transaction',
		fields: fetched({
			assetId: asset,
			transactionId: { as: 'parameter', label: 'Transaction ID' },
			productId: { as: 'product' },
		}),
		...recordProof('a transaction'),
	},
];

const movement = verifying({
	kinds: ['issue', 'transfer', 'burn', 'reversal'],
	id: 'transactionId',
});

export const proofBehaviour: Readonly<Record<string, OperationBehaviour>> = {
	'asset.verify': verifying({ kinds: ['asset'], id: 'assetId' }),
	'multiAsset.verify': verifying({ kinds: ['multi-asset'], id: 'assetId' }),
	'multiAsset.verifyTransaction': movement,
	'entity.verify': verifying({ kinds: ['entity'], id: 'entityId' }),
	'transaction.verify': movement,
};
