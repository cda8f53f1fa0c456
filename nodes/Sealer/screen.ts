/**
 * Operations of the Sealer node. Signing is one endpoint but two operations, because a person
 * decides first whether the signature is new.
 */
import type { INodeProperties } from 'n8n-workflow';
import { creationKey } from '../wire/once';
import { outputField } from '../wire/downloaded';
import { fetched, fileProof, recordProof } from '../wire/verify';
import type { NodeScreen, OperationScreen, ShownField } from '../wire/screen';
import { comparisonOperations } from './comparison-screen';
import { fieldValueProperties, placedFieldProperties } from './fields';
import { contract, fileNumber, lifeOperations, paging } from './life-screen';
import { signatureOperations } from './signature-screen';
import { signerProperties } from './signers';

const wholeFile = { as: 'absent', why: 'a whole file is what a workflow goes on with' } as const;

const contractFile: ShownField = {
	as: 'parameter',
	label: 'Contract Input Data Field Name',
	name: 'contractField',
};

const furtherFiles: ShownField = {
	as: 'option',
	label: 'Further Input Data Field Names',
	name: 'furtherFields',
	placeholder: 'e.g. annex, schedule',
};

const template: ShownField = { as: 'parameter', label: 'Template', search: 'searchTemplates' };

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

const fields = { as: 'own', label: 'Fields', properties: placedFieldProperties } as const;

const fieldValues = { as: 'own', label: 'Field Values', properties: fieldValueProperties } as const;

const listed = {
	newestFirst: { as: 'option', label: 'Newest First' },
	search: { as: 'option', label: 'Search' },
	state: { as: 'option', label: 'State' },
} as const;

const operations: ReadonlyArray<OperationScreen<'sealer'>> = [
	{
		endpoint: 'createContract',
		resource: 'contract',
		operation: 'create',
		name: 'Create',
		action: 'Create a contract which mails its signers so ask a person first',
		fields: {
			file,
			moreFiles: furtherFiles,
			displayName: { as: 'parameter', label: 'Display Name', placeholder: 'e.g. Lease 2027' },
			signerEmails: {
				as: 'own',
				label: 'Signers',
				properties: signerProperties,
				kinds: { signerEmails: 'texts', signatureFields: 'texts' },
			},
			signatures: { as: 'own', label: 'Signatures', properties: [] },
			fields,
			fieldValues,
			templateId: { as: 'option', label: 'Template', search: 'searchTemplates' },
			signatureRequestMessage: { as: 'option', label: 'Message' },
			signingOrder: { as: 'option', label: 'Signing Order' },
			signerRoles: { as: 'own', label: 'Role', properties: [] },
			signerCodes: { as: 'own', label: 'Code', properties: [] },
			givenCodes: { as: 'own', label: 'Given Code', properties: [] },
			expires: { as: 'option', label: 'Expires' },
			expiresInDays: { as: 'option', label: 'Expires in Days' },
			reminderDays: { as: 'option', label: 'Remind Every (Days)' },
			language: { as: 'option', label: 'Mail Language' },
			timeZone: { as: 'option', label: 'Time Zone' },
			productId: { as: 'product' },
			'idempotency-key': creationKey,
		},
	},
	{
		endpoint: 'signContract',
		resource: 'contract',
		operation: 'sign',
		name: 'Sign',
		action: 'Sign a contract which binds its signer so ask a person first',
		description: 'Sign a contract with a new signature',
		fields: {
			contractId: contract,
			contract: contractFile,
			moreFiles: furtherFiles,
			signature: {
				as: 'parameter',
				label: 'Signature Input Data Field Name',
				name: 'signatureField',
				initial: 'signature',
			},
			reuseLastSignature: { as: 'always', value: false },
			fieldValues,
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'signContract',
		resource: 'contract',
		operation: 'signWithLast',
		name: 'Sign with Last Signature',
		action: 'Sign a contract with the last signature which binds its signer so ask a person first',
		description: 'Sign a contract with the signature the owner of the key used last',
		fields: {
			contractId: contract,
			contract: contractFile,
			moreFiles: furtherFiles,
			signature: { as: 'absent', why: 'the last one is used' },
			reuseLastSignature: { as: 'always', value: true },
			fieldValues,
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
		fields: { productId: { as: 'product' }, ...paging, ...listed },
	},
	{
		endpoint: 'listOwnContracts',
		resource: 'contract',
		operation: 'getOwn',
		name: 'Get Own',
		action: 'Get own contracts',
		fields: { productId: { as: 'product' }, ...paging, ...listed },
	},
	...lifeOperations,
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
	...signatureOperations,
	...comparisonOperations,
	{
		endpoint: 'createTemplate',
		resource: 'template',
		operation: 'create',
		name: 'Create',
		action: 'Create a template',
		fields: {
			file,
			displayName: { as: 'parameter', label: 'Display Name', placeholder: 'e.g. Lease' },
			fields,
			productId: { as: 'product' },
			'idempotency-key': creationKey,
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
		endpoint: 'getTemplate',
		resource: 'template',
		operation: 'get',
		name: 'Get',
		action: 'Get a template',
		fields: { templateId: template, productId: { as: 'product' } },
	},
	{
		endpoint: 'deleteTemplate',
		resource: 'template',
		operation: 'delete',
		name: 'Delete',
		action: 'Delete a template',
		description: 'Delete a template that no contract is linked to',
		fields: { templateId: template, productId: { as: 'product' } },
	},
	{
		endpoint: 'listTemplateContracts',
		resource: 'template',
		operation: 'getContracts',
		name: 'Get Contracts',
		action: 'Get the contracts of a template',
		fields: { templateId: template, productId: { as: 'product' }, ...paging },
	},
	{
		endpoint: 'getContractProof',
		resource: 'contract',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a contract',
		fields: fetched({ contractId: contract, productId: { as: 'product' } }),
		...fileProof('a contract'),
	},
	{
		endpoint: 'getStepProof',
		resource: 'contract',
		operation: 'verifyStep',
		name: 'Verify Event',
		action: 'Verify an event of a contract',
		fields: fetched({
			contractId: contract,
			stepId: { as: 'parameter', label: 'Event ID' },
			productId: { as: 'product' },
		}),
		...recordProof('something that happened to a contract'),
	},
	{
		endpoint: 'getSignatureProof',
		resource: 'contract',
		operation: 'verifySignature',
		name: 'Verify Signature',
		action: 'Verify a signature',
		fields: fetched({
			contractId: contract,
			position: {
				as: 'parameter',
				label: 'Place of the Signer',
				initial: '1',
			},
			productId: { as: 'product' },
		}),
		...fileProof('a signature'),
	},
	{
		endpoint: 'getContractFile',
		resource: 'contract',
		operation: 'download',
		name: 'Download',
		action: 'Download a contract',
		description: 'Fetch a file of a contract as it was created',
		fields: { contractId: contract, fileNumber, productId: { as: 'product' }, range: wholeFile },
		after: [outputField],
	},
	{
		endpoint: 'getTemplateFile',
		resource: 'template',
		operation: 'download',
		name: 'Download',
		action: 'Download a template',
		description: 'Fetch the file of a template',
		fields: { templateId: template, productId: { as: 'product' }, range: wholeFile },
		after: [outputField],
	},
	{
		endpoint: 'getSealedFile',
		resource: 'contract',
		operation: 'downloadSealed',
		name: 'Download Sealed File',
		action: 'Download a sealed contract',
		description: 'Fetch a file of a contract with its certificate page, proofs and signature',
		fields: { contractId: contract, fileNumber, productId: { as: 'product' }, range: wholeFile },
		after: [outputField],
	},
	{
		endpoint: 'getSeal',
		resource: 'contract',
		operation: 'getSeal',
		name: 'Get Seal',
		action: 'Get the seal of a contract',
		description: 'Whether a file of a contract is sealed, and what kept it from being',
		fields: { contractId: contract, fileNumber, productId: { as: 'product' } },
	},
	{
		endpoint: 'getSealProof',
		resource: 'contract',
		operation: 'verifySeal',
		name: 'Verify Seal',
		action: 'Verify the seal of a contract',
		fields: fetched({ contractId: contract, fileNumber, productId: { as: 'product' } }),
		...fileProof('a sealed file'),
	},
	{
		endpoint: 'convertToPdf',
		resource: 'contract',
		operation: 'convertToPdf',
		name: 'Convert to PDF',
		action: 'Convert a document to PDF',
		description: 'Make a PDF of a DOCX or ODT, so that fields can be placed on its pages',
		fields: { file, productId: { as: 'product' } },
		after: [outputField],
	},
	{
		endpoint: 'verifyFile',
		resource: 'contract',
		operation: 'verifyFile',
		name: 'Verify File',
		action: 'Verify the file of a contract',
		description:
			'Tell whether a file is a contract or a sealed file, who signed it, and whether seal and log hold',
		fields: { file, productId: { as: 'product' } },
	},
	{
		endpoint: 'getTemplateProof',
		resource: 'template',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a template',
		fields: fetched({ templateId: template, productId: { as: 'product' } }),
		...fileProof('a template'),
	},
	{
		endpoint: 'getTemplateDeletionProof',
		resource: 'template',
		operation: 'verifyDeletion',
		name: 'Verify Deletion',
		action: 'Verify the deletion of a template',
		fields: fetched({ templateId: template, productId: { as: 'product' } }),
		...recordProof('the deletion of a template'),
	},
];

export const sealerScreen: NodeScreen = {
	area: 'sealer',
	resources: {
		contract: 'Contract',
		signature: 'Signature',
		signingLink: 'Signing Link',
		template: 'Template',
	},
	operations,
};
