/** Operations on a contract between creation and last signature. */
import { creationKey } from '../wire/once';
import type { OperationScreen, ShownField } from '../wire/screen';
import { timeLimit } from './completion';

export const contract: ShownField = {
	as: 'parameter',
	label: 'Contract',
	search: 'searchContracts',
};

export const fileNumber: ShownField = { as: 'option', label: 'File Number' };

export const paging = { limit: { as: 'paging' }, offset: { as: 'paging' } } as const;

const signer: ShownField = {
	as: 'parameter',
	label: 'Signer Email',
	placeholder: 'name@email.com',
};

const productId = { as: 'product' } as const;

export const lifeOperations: ReadonlyArray<OperationScreen<'sealer'>> = [
	{
		endpoint: 'getContract',
		resource: 'contract',
		operation: 'get',
		name: 'Get',
		action: 'Get a contract',
		fields: { contractId: contract, productId },
	},
	{
		endpoint: 'getContract',
		resource: 'contract',
		operation: 'waitForCompletion',
		name: 'Wait for Completion',
		action: 'Wait for the completion of a contract',
		description: 'Sleep until a contract is signed and sealed, declined, expired or cancelled',
		fields: { contractId: contract, productId },
		options: [timeLimit],
	},
	{
		endpoint: 'listContractEvents',
		resource: 'contract',
		operation: 'getEvents',
		name: 'Get Events',
		action: 'Get the events of a contract',
		fields: { contractId: contract, productId, ...paging },
	},
	{
		endpoint: 'declineContract',
		resource: 'contract',
		operation: 'decline',
		name: 'Decline',
		action: 'Decline a contract',
		fields: { contractId: contract, reason: { as: 'parameter', label: 'Reason' }, productId },
	},
	{
		endpoint: 'cancelContract',
		resource: 'contract',
		operation: 'cancel',
		name: 'Cancel',
		action: 'Cancel a contract',
		fields: { contractId: contract, reason: { as: 'option', label: 'Reason' }, productId },
	},
	{
		endpoint: 'handOverContract',
		resource: 'contract',
		operation: 'handOver',
		name: 'Hand Over',
		action: 'Hand a contract over',
		description: 'Hand an open contract over to a colleague, who looks after it from then on',
		fields: {
			contractId: contract,
			email: { as: 'parameter', label: 'Email', placeholder: 'name@email.com' },
			productId,
		},
	},
	{
		endpoint: 'deleteContract',
		resource: 'contract',
		operation: 'delete',
		name: 'Delete',
		action: 'Delete a contract',
		description: 'Delete a contract nobody has signed, and its file',
		fields: { contractId: contract, productId },
	},
	{
		endpoint: 'remindSigners',
		resource: 'contract',
		operation: 'remind',
		name: 'Remind Signers',
		action: 'Remind the signers of a contract',
		fields: {
			contractId: contract,
			signerEmail: { ...signer, as: 'option' },
			productId,
			'idempotency-key': creationKey,
		},
	},
	{
		endpoint: 'resendSigningLink',
		resource: 'signingLink',
		operation: 'resend',
		name: 'Resend',
		action: 'Resend a signing link',
		fields: {
			contractId: contract,
			signerEmail: signer,
			productId,
			'idempotency-key': creationKey,
		},
	},
];
