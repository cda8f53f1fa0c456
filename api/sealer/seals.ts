/**
 * Sealer: the contract file as it was signed, and the sealed file made after the last signature.
 */
import type { EndpointDescription } from '../language/description';
import { fileNumber, notSealed } from './contract-files';
import { contractId, productId, proof, proofErrors, range } from '../language/fields';

const readable = ['Auth_RoleMissing', 'Product_NotFound', 'Sealer_ContractNotFound'] as const;

export const seals = {
	getContractFile: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}/file',
		summary: 'Fetch a file of a contract as it was created, as its admin or one of its signers',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, contractId, fileNumber, range },
		reply: { status: 200, kind: 'bytes' },
		otherReplies: [{ status: 206, kind: 'bytes', when: 'A range of bytes was asked for' }],
		errors: [
			...readable,
			'Sealer_FileNotFound',
			'Sealer_Deleted',
			'Request_PreconditionFailed',
			'Storage_RangeNotSatisfiable',
			'Storage_TooFewBucketsToRead',
			'Core_RecordCorrupted',
		],
	},
	getSeal: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}/seal',
		summary: 'Fetch whether a file of a contract is sealed, and what kept it from being',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, contractId, fileNumber },
		reply: { status: 200, kind: 'record', model: 'ContractSeal' },
		errors: [...readable, 'Sealer_FileNotFound', 'Sealer_ContractNotSigned'],
	},
	getSealedFile: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}/sealed',
		summary: 'Fetch the sealed file: the contract with its certificate page, proofs and signature',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, contractId, fileNumber, range },
		reply: { status: 200, kind: 'bytes' },
		otherReplies: [{ status: 206, kind: 'bytes', when: 'A range of bytes was asked for' }],
		errors: [
			...readable,
			...notSealed,
			'Request_PreconditionFailed',
			'Storage_RangeNotSatisfiable',
			'Storage_TooFewBucketsToRead',
			'Core_RecordCorrupted',
		],
	},
	getSealProof: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}/seal/proof',
		summary: 'Fetch the proof that the log holds the sealed file of a contract',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, contractId, fileNumber },
		reply: proof,
		errors: [...readable, ...notSealed, ...proofErrors],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
