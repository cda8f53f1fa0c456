import type { ModelField } from './description';

export const blockchainStatus = {
	type: 'string',
	choices: ['Unconfirmed', 'Confirmed', 'Corrupted'],
	description: 'Whether the record stands in the verifiable log',
} as const satisfies ModelField;

/** Present only if the record is corrupted; for models without a status. */
export const corrupted = {
	type: 'string',
	choices: ['Corrupted'],
	optional: true,
	beyond: true,
	description: 'There only when the record is not what the verifiable log says of it',
} as const satisfies ModelField;

export const creationDate = {
	type: 'string',
	format: 'date-time',
	example: '2026-01-31T09:30:00.000Z',
	description: 'When it was created, ISO 8601 in UTC with milliseconds',
} as const satisfies ModelField;

export const isDeleted = { type: 'boolean', description: 'Whether it was deleted' } as const;

export const id = {
	type: 'string',
	example: '65f0c0ffee0123456789abcd',
	description: 'Identifier, 24 characters',
} as const;

export const ownerEmail = {
	type: 'string',
	format: 'email',
	example: 'ann@harbour.example',
	description: 'E-mail address of the user who created it',
} as const satisfies ModelField;

export const displayName = {
	type: 'string',
	example: 'Agreement of two',
	description: 'Name shown to people',
} as const;

/** For a version with the same content as an earlier one. */
export const sameAsVersion = {
	type: 'integer',
	optional: true,
	beyond: true,
	description:
		'Number of the latest version before it of the same bytes, where the file has returned to one',
} as const satisfies ModelField;

export const expires = {
	type: 'string',
	format: 'date-time',
	example: '2026-03-02T09:30:00.000Z',
	description: 'When the link ends, ISO 8601 in UTC',
} as const satisfies ModelField;

/** Of a key. */
export const networks = {
	type: 'string',
	many: true,
	optional: true,
	description: 'Addresses and networks it may be used from; absent where it may be from anywhere',
} as const;
