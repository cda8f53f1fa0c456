/**
 * Sealer: a person's stored signatures, for reuse. They belong to the caller and are the same in
 * every product.
 */
import type { EndpointDescription } from '../language/description';
import {
	creationKey,
	done,
	idempotencyErrors,
	paging,
	path,
	productId,
	proof,
	proofErrors,
} from '../language/fields';

const signatureId = path('Identifier of the signature');

const common = ['Auth_RoleMissing', 'Product_NotFound'] as const;

export const sealerSignatures = {
	addSignature: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/signatures',
		summary: 'Add a signature of the caller, which is their last one from then on',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: {
			productId,
			file: {
				in: 'form',
				type: 'file',
				required: true,
				description: 'The signature, a picture (PNG, JPEG, WebP, drawn SVG)',
			},
			'idempotency-key': creationKey,
		},
		reply: { status: 201, kind: 'record', model: 'Signature' },
		errors: [
			...common,
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Request_FileEmpty',
			'Request_UploadsTooMany',
			'Storage_QuotaExceeded',
			'Sealer_SignatureInvalid',
			...idempotencyErrors,
		],
	},
	listSignatures: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/signatures',
		summary: 'List the signatures the caller gave and has not deleted',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, ...paging },
		reply: { status: 200, kind: 'list', model: 'Signature' },
		errors: common,
	},
	deleteSignature: {
		number: 'beyond',
		method: 'DELETE',
		path: '/sealer/{productId}/signatures/{signatureId}',
		summary: 'Delete a signature of the caller that signs nothing',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, signatureId },
		reply: done,
		errors: [...common, 'Sealer_OwnSignatureNotFound', 'Sealer_SignatureUsed'],
	},
	getOwnSignatureProof: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/signatures/{signatureId}/proof',
		summary: 'Fetch the proof that the log holds a signature that the caller added',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, signatureId },
		reply: proof,
		errors: [
			...common,
			'Sealer_OwnSignatureNotFound',
			'Sealer_SignatureGivenBySigning',
			...proofErrors,
		],
	},
	getSignatureDeletionProof: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/signatures/{signatureId}/deletion/proof',
		summary: 'Fetch the proof that the log holds the deletion of a signature of the caller',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, signatureId },
		reply: proof,
		errors: [...common, 'Sealer_OwnSignatureNotFound', 'Core_NotDeleted', ...proofErrors],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
