/**
 * How the Sealer node shows the sealer endpoints. Signing is one endpoint and two operations,
 * because a person decides first whether the signature is a new one.
 */
import type { INodeProperties } from 'n8n-workflow';
import { proofSource, verifyFile, whereFetched } from '../wire/verify';
import type { NodeScreen, OperationScreen, ShownField } from '../wire/screen';
import { signerProperties } from './signers';

const contract: ShownField = { as: 'parameter', label: 'Contract', search: 'searchContracts' };

const contractFile: ShownField = {
	as: 'parameter',
	label: 'Contract Input Data Field Name',
	name: 'contractField',
};

const file: ShownField = { as: 'parameter', label: 'Input Data Field Name', name: 'inputField' };

const pathShape: INodeProperties = {
	displayName: 'Path Shape',
	name: 'pathShape',
	type: 'options',
	options: [
		{ name: 'Current', value: 'current', description: 'Ends in contracts, the contract ID, sign' },
		{ name: 'Older', value: 'older', description: 'Ends in contracts, sign, the contract ID' },
	],
	default: 'current',
	description: 'Which of the two paths of the operation to call, for a service that knows only one',
};

const paging = { limit: { as: 'paging' }, offset: { as: 'paging' } } as const;

const operations: ReadonlyArray<OperationScreen<'sealer'>> = [
	{
		endpoint: 'createContract',
		resource: 'contract',
		operation: 'create',
		name: 'Create',
		action: 'Create a contract',
		fields: {
			file,
			displayName: { as: 'parameter', label: 'Display Name', placeholder: 'e.g. Lease 2027' },
			signerEmails: { as: 'own', label: 'Signers', properties: signerProperties },
			signatures: { as: 'own', label: 'Signatures', properties: [] },
			templateId: { as: 'option', label: 'Template', search: 'searchTemplates' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'signContract',
		resource: 'contract',
		operation: 'sign',
		name: 'Sign',
		action: 'Sign a contract',
		description: 'Sign a contract with a new signature',
		fields: {
			contractId: contract,
			contract: contractFile,
			signature: {
				as: 'parameter',
				label: 'Signature Input Data Field Name',
				name: 'signatureField',
				initial: 'signature',
			},
			reuseLastSignature: { as: 'always', value: false },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'signContract',
		resource: 'contract',
		operation: 'signWithLast',
		name: 'Sign with Last Signature',
		action: 'Sign a contract with the last signature',
		description: 'Sign a contract with the signature the owner of the key used last',
		fields: {
			contractId: contract,
			contract: contractFile,
			signature: { as: 'absent', why: 'the last one is used' },
			reuseLastSignature: { as: 'always', value: true },
			productId: { as: 'product' },
		},
		options: [pathShape],
	},
	{
		endpoint: 'listContracts',
		resource: 'contract',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many contracts',
		fields: { productId: { as: 'product' }, ...paging },
	},
	{
		endpoint: 'listOwnContracts',
		resource: 'contract',
		operation: 'getOwn',
		name: 'Get Own',
		action: 'Get own contracts',
		fields: { productId: { as: 'product' }, ...paging },
	},
	{
		endpoint: 'listSigningLinks',
		resource: 'signingLink',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many signing links',
		fields: { contractId: contract, productId: { as: 'product' }, ...paging },
	},
	{
		endpoint: 'revokeSigningLink',
		resource: 'signingLink',
		operation: 'revoke',
		name: 'Revoke',
		action: 'Revoke a signing link',
		fields: {
			contractId: contract,
			linkId: { as: 'parameter', label: 'Signing Link ID' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'createTemplate',
		resource: 'template',
		operation: 'create',
		name: 'Create',
		action: 'Create a template',
		fields: {
			file,
			displayName: { as: 'parameter', label: 'Display Name', placeholder: 'e.g. Lease' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'listTemplates',
		resource: 'template',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many templates',
		fields: { productId: { as: 'product' }, ...paging },
	},
	{
		endpoint: 'getContractProof',
		resource: 'contract',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a contract',
		description: 'Check the proof that the log holds a contract, without believing the service',
		before: [proofSource],
		fields: {
			contractId: { ...contract, where: whereFetched },
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyFile,
	},
	{
		endpoint: 'getSignatureProof',
		resource: 'contract',
		operation: 'verifySignature',
		name: 'Verify Signature',
		action: 'Verify a signature',
		description: 'Check the proof that the log holds a signature, without believing the service',
		before: [proofSource],
		fields: {
			contractId: { ...contract, where: whereFetched },
			position: {
				as: 'parameter',
				label: 'Place of the Signer',
				initial: '1',
				where: whereFetched,
			},
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyFile,
	},
	{
		endpoint: 'getTemplateProof',
		resource: 'template',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a template',
		description: 'Check the proof that the log holds a template, without believing the service',
		before: [proofSource],
		fields: {
			templateId: {
				...{ as: 'parameter', label: 'Template', search: 'searchTemplates' },
				where: whereFetched,
			},
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyFile,
	},
];

export const sealerScreen: NodeScreen = {
	area: 'sealer',
	resources: { contract: 'Contract', signingLink: 'Signing Link', template: 'Template' },
	operations,
};
