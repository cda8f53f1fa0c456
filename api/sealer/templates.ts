import { placedFields } from './contract-fields';
import type { EndpointDescription } from '../language/description';
import { displayName, done, paging, path, productId, proof, proofErrors } from '../language/fields';

const templateId = path('Identifier of the template');

export const sealerTemplates = {
	createTemplate: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/templates',
		summary: 'Add a template that contracts can be linked to',
		caller: ['SealerAdmin'],
		fields: {
			productId,
			file: { in: 'form', type: 'file', required: true, description: 'The template file' },
			displayName,
			fields: placedFields,
		},
		reply: { status: 201, kind: 'record', model: 'Template' },
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Request_FileEmpty',
			'Request_UploadsTooMany',
			'Storage_QuotaExceeded',
			'Sealer_ContractUnreadable',
			'Sealer_FieldInvalid',
		],
	},
	listTemplates: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/templates',
		summary: 'List the templates of the product',
		caller: ['SealerAdmin'],
		fields: { productId, ...paging },
		reply: { status: 200, kind: 'list', model: 'Template' },
		errors: ['Auth_RoleMissing', 'Product_NotFound'],
	},
	getTemplate: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/templates/{templateId}',
		summary: 'Fetch a template, a deleted one too',
		caller: ['SealerAdmin'],
		fields: { productId, templateId },
		reply: { status: 200, kind: 'record', model: 'Template' },
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Sealer_TemplateNotFound'],
	},
	listTemplateContracts: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/templates/{templateId}/contracts',
		summary: 'List the contracts that are linked to a template',
		caller: ['SealerAdmin'],
		fields: { productId, templateId, ...paging },
		reply: { status: 200, kind: 'list', model: 'Contract' },
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Sealer_TemplateNotFound'],
	},
	deleteTemplate: {
		number: 'beyond',
		method: 'DELETE',
		path: '/sealer/{productId}/templates/{templateId}',
		summary: 'Delete a template that no contract is linked to',
		caller: ['SealerAdmin'],
		fields: { productId, templateId },
		reply: done,
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Sealer_TemplateNotFound',
			'Sealer_TemplateInUse',
		],
	},
	getTemplateProof: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/templates/{templateId}/proof',
		summary: 'Fetch the proof that the log holds a template',
		caller: ['SealerAdmin'],
		fields: { productId, templateId },
		reply: proof,
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Sealer_TemplateNotFound', ...proofErrors],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
