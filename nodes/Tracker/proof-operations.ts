/** Verification of proofs, and the kinds of record they must be of. */
import type { OperationBehaviour } from '../wire/execute';
import type { OperationScreen } from '../wire/screen';
import { proofSource, verifying, verifyRecord, whereFetched } from '../wire/verify';
import { asset, entity, multiAsset } from './fields';

export const proofOperations: ReadonlyArray<OperationScreen<'tracker'>> = [
	{
		endpoint: 'getAssetProof',
		resource: 'asset',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify an asset',
		description: 'Check the proof that the log holds an asset, without believing the service',
		before: [proofSource],
		fields: {
			assetId: { ...asset, where: whereFetched },
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyRecord,
	},
	{
		endpoint: 'getMultiAssetProof',
		resource: 'multiAsset',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a multi asset',
		description: 'Check the proof that the log holds a multi-asset, without believing the service',
		before: [proofSource],
		fields: {
			assetId: { ...multiAsset, where: whereFetched },
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyRecord,
	},
	{
		endpoint: 'getMultiAssetTransactionProof',
		resource: 'multiAsset',
		operation: 'verifyTransaction',
		name: 'Verify Transaction',
		action: 'Verify a transaction of a multi asset',
		description:
			'Check the proof that the log holds a transaction of a multi-asset, without believing the service',
		before: [proofSource],
		fields: {
			assetId: { ...multiAsset, where: whereFetched },
			transactionId: { as: 'parameter', label: 'Transaction ID', where: whereFetched },
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyRecord,
	},
	{
		endpoint: 'getEntityProof',
		resource: 'entity',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify an entity',
		description: 'Check the proof that the log holds an entity, without believing the service',
		before: [proofSource],
		fields: {
			entityId: { ...entity, where: whereFetched },
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyRecord,
	},
	{
		endpoint: 'getTransactionProof',
		resource: 'transaction',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a transaction',
		description: 'Check the proof that the log holds a transaction, without believing the service',
		before: [proofSource],
		fields: {
			assetId: { ...asset, where: whereFetched },
			transactionId: { as: 'parameter', label: 'Transaction ID', where: whereFetched },
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyRecord,
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
