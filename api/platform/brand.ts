/** How an organisation shows itself: its name, logo and colour in mails and on signing pages. */
import type { EndpointDescription, ModelField } from '../language/description';
import { done, path, range } from '../language/fields';

const caller = ['Admin'] as const;

const brand = { status: 200, kind: 'record', model: 'Brand' } as const;

const bodyErrors = [
	'Auth_RoleMissing',
	'Request_TooLarge',
	'Request_UnsupportedMediaType',
] as const;

export const brandFields = {
	name: { type: 'string', example: 'Harbour', description: 'Name of the organisation' },
	colour: {
		type: 'string',
		optional: true,
		example: '#0b6e4f',
		description: 'Colour of the button in mails and on signing pages; absent for the usual one',
	},
	textColour: {
		type: 'string',
		optional: true,
		example: '#ffffff',
		description: 'Black or white, whichever is read better on the colour: by 4.5 to 1 at least',
	},
	logoId: {
		type: 'string',
		optional: true,
		example: '9f86d081884c7d659a2feaa0',
		description: 'Identifier of the logo, which changes with it; absent where there is none',
	},
	logoWidth: {
		type: 'integer',
		optional: true,
		example: 240,
		description: 'Width in which it is shown, in pixels',
	},
	logoHeight: {
		type: 'integer',
		optional: true,
		example: 80,
		description: 'Height in which it is shown, in pixels',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

export const brandModels = { Brand: brandFields } as const;

export const brandEndpoints = {
	getBrand: {
		number: 'beyond',
		method: 'GET',
		path: '/brand',
		summary: 'Fetch how the organisation shows itself',
		caller: [],
		fields: {},
		reply: brand,
		errors: [],
	},
	changeBrand: {
		number: 'beyond',
		method: 'PUT',
		path: '/brand',
		summary: 'Change the name of the organisation and its colour; what is left out stays',
		caller,
		fields: {
			name: {
				in: 'json',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Name of the organisation',
			},
			colour: {
				in: 'json',
				type: 'string',
				pattern: {
					expression: '^(#[0-9a-fA-F]{6}|usual)$',
					words: 'must be a colour such as #0b6e4f, or usual',
				},
				description: 'Colour of buttons, as #rrggbb, or `usual`',
			},
		},
		reply: brand,
		errors: bodyErrors,
	},
	setLogo: {
		number: 'beyond',
		method: 'PUT',
		path: '/brand/logo',
		summary: 'Set the logo of the organisation; what is kept is a PNG of at most 480 by 160 pixels',
		caller,
		fields: {
			logo: {
				in: 'form',
				type: 'file',
				required: true,
				description: 'A PNG, a JPEG or an SVG of plain shapes, of at most 200,000 bytes',
			},
		},
		reply: brand,
		errors: [...bodyErrors, 'Request_FileEmpty', 'Request_UploadsTooMany', 'Storage_QuotaExceeded'],
	},
	removeLogo: {
		number: 'beyond',
		method: 'DELETE',
		path: '/brand/logo',
		summary: 'Show no logo any more',
		caller,
		fields: {},
		reply: done,
		errors: ['Auth_RoleMissing'],
	},
	getLogo: {
		number: 'beyond',
		method: 'GET',
		path: '/logos/{logoId}',
		summary: 'Fetch a logo, as signing pages show it',
		caller: 'ANYONE',
		fields: { logoId: path('Identifier of the logo'), range },
		reply: { status: 200, kind: 'bytes' },
		otherReplies: [{ status: 206, kind: 'bytes', when: 'A range of bytes was asked for' }],
		errors: ['Platform_LogoNotFound', 'Request_PreconditionFailed', 'Storage_RangeNotSatisfiable'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
