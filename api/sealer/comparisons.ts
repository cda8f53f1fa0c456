/** Sealer: comparisons with unsigned contracts, signatures and templates. */
import type { EndpointDescription, Field } from '../language/description';
import { contractId, path, productId } from '../language/fields';
import { fileNumber } from './contract-files';
import { diffReport, productErrors, uploadErrors } from '../keeper/fields';

const file = {
	in: 'form',
	type: 'file',
	required: true,
	description: 'The file to compare',
} as const satisfies Field;

const picture = {
	...file,
	description: 'The picture to compare (PNG, JPEG, WebP, drawn SVG)',
} as const;

const comparisonErrors = [
	...productErrors,
	...uploadErrors,
	'Keeper_ComparisonsTooMany',
	'Keeper_ComparisonsBusy',
	'Core_RecordCorrupted',
	'Sealer_Deleted',
] as const;

const compared = { status: 200, kind: 'record', model: 'SealerCompareResponse' } as const;

export const sealerComparisons = {
	compareWithContract: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/contracts/{contractId}/compare/contract',
		summary:
			'Compare a file with a contract as it was before anybody signed; who is no administrator, with one they signed',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, contractId, fileNumber, file, ...diffReport },
		reply: compared,
		endsWithCaller: true,
		errors: [
			...comparisonErrors,
			'Sealer_ContractNotFound',
			'Sealer_FileNotFound',
			'Sealer_NotSignedYet',
		],
	},
	compareWithSignatures: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/contracts/{contractId}/compare/signature',
		summary: 'Compare a picture with every signature of a contract, and answer the nearest',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, contractId, file: picture, ...diffReport },
		reply: { ...compared, model: 'ContractSignatureDiffResponse' },
		endsWithCaller: true,
		errors: [
			...comparisonErrors,
			'Sealer_ContractNotFound',
			'Sealer_NotSignedYet',
			'Sealer_SignatureInvalid',
		],
	},
	compareWithSignature: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/signatures/compare/{signatureId}',
		summary: 'Compare a picture with a signature of the caller',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: {
			productId,
			signatureId: path('Identifier of the signature'),
			file: picture,
			...diffReport,
		},
		reply: compared,
		endsWithCaller: true,
		errors: [...comparisonErrors, 'Sealer_OwnSignatureNotFound', 'Sealer_SignatureInvalid'],
	},
	compareWithTemplate: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/templates/compare/{templateId}',
		summary: 'Compare a file with a template',
		caller: ['SealerAdmin'],
		fields: { productId, templateId: path('Identifier of the template'), file, ...diffReport },
		reply: compared,
		endsWithCaller: true,
		errors: [...comparisonErrors, 'Sealer_TemplateNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
