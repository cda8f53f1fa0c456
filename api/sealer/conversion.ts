/** Sealer: an office document as a PDF, to be made a contract. */
import type { EndpointDescription } from '../language/description';
import { productId } from '../language/fields';

export const conversion = {
	convertToPdf: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/pdf',
		summary: 'Make a PDF of a DOCX or an ODT, which is not kept; a PDF is answered as it was sent',
		caller: ['SealerAdmin'],
		fields: {
			productId,
			file: {
				in: 'form',
				type: 'file',
				required: true,
				description: 'The document, at most 32 MiB, which takes nothing from outside of itself',
			},
		},
		reply: { status: 200, kind: 'bytes' },
		endsWithCaller: true,
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Request_FileEmpty',
			'Request_UploadsTooMany',
			'Sealer_NoConverter',
			'Sealer_NotConverted',
			'Sealer_ConversionsTooMany',
		],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
