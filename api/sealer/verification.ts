/**
 * Sealer: checks an uploaded file, which is not stored. Without a key only the content of the file
 * itself is reported; an unsealed contract names nobody to callers without a key, since many
 * people may have the same form.
 */
import type { EndpointDescription } from '../language/description';
import { productId } from '../language/fields';

const file = {
	in: 'form',
	type: 'file',
	required: true,
	description: 'The file to look at, at most 128 MiB',
} as const;

const record = { status: 200, kind: 'record', model: 'FileVerification' } as const;

const bounds = [
	'Request_TooLarge',
	'Request_UnsupportedMediaType',
	'Request_FileEmpty',
	'Request_UploadsTooMany',
] as const;

export const verification = {
	verifyFile: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/verify',
		summary:
			'Tell whether a file is a contract or a sealed file, who signed it, and whether seal and log hold',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, file },
		reply: record,
		errors: ['Auth_RoleMissing', 'Product_NotFound', ...bounds],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;

export const publicVerification = {
	verifySealedFile: {
		number: 'beyond',
		method: 'POST',
		path: '/verify',
		summary: 'Tell whether a file is a sealed one, who signed it, and whether seal and log hold',
		caller: 'ANYONE',
		fields: { file },
		reply: record,
		errors: bounds,
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
