/** Verification of proofs, and the kinds of record they must be of. */
import type { OperationBehaviour } from '../wire/execute';
import type { OperationScreen } from '../wire/screen';
import { proofSource, verifying, verifyRecord, whereFetched } from '../wire/verify';
import { asset } from './fields';

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

export const proofBehaviour: Readonly<Record<string, OperationBehaviour>> = {
	'asset.verify': verifying({ kinds: ['asset', 'multi-asset'], id: 'assetId' }),
	'transaction.verify': verifying({
		kinds: ['issue', 'transfer', 'reversal'],
		id: 'transactionId',
	}),
};
