import { creationKey } from '../wire/once';
import type { OperationScreen, ShownField } from '../wire/screen';
import { fetched, recordProof } from '../wire/verify';
import { paging } from './life-screen';

const productId = { as: 'product' } as const;

export const signature: ShownField = {
	as: 'parameter',
	label: 'Signature',
	search: 'searchSignatures',
};

export const signatureOperations: ReadonlyArray<OperationScreen<'sealer'>> = [
	{
		endpoint: 'addSignature',
		resource: 'signature',
		operation: 'add',
		name: 'Add',
		action: 'Add a signature',
		description: 'Keep a signature of your own, to sign with the last one later',
		fields: {
			file: { as: 'parameter', label: 'Input Data Field Name', name: 'inputField' },
			productId,
			'idempotency-key': creationKey,
		},
	},
	{
		endpoint: 'listSignatures',
		resource: 'signature',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many signatures',
		fields: { productId, ...paging },
	},
	{
		endpoint: 'deleteSignature',
		resource: 'signature',
		operation: 'delete',
		name: 'Delete',
		action: 'Delete a signature',
		description: 'Delete a signature of your own that signs nothing',
		fields: { signatureId: signature, productId },
	},
	{
		endpoint: 'getOwnSignatureProof',
		resource: 'signature',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a signature of your own',
		fields: fetched({ signatureId: signature, productId: productId }),
		...recordProof('a signature that you added'),
	},
	{
		endpoint: 'getSignatureDeletionProof',
		resource: 'signature',
		operation: 'verifyDeletion',
		name: 'Verify Deletion',
		action: 'Verify the deletion of a signature',
		fields: fetched({ signatureId: signature, productId: productId }),
		...recordProof('the deletion of a signature of yours'),
	},
];
