/** Fields and error codes shared by the keeper's operations. */
import { accuracyLevels } from '../comparison/levels';
import type { Field, OtherReply } from '../language/description';
import { path } from '../language/fields';

export const folderId = path('Identifier of the folder');

/** Form field; operations that need it mark it as required. */
export const formFolderId = {
	in: 'form',
	type: 'string',
	minLength: 1,
	maxLength: 200,
	description: 'Identifier of the folder',
} as const satisfies Field;

export const versionId = path(
	'Identifier of the version; that of the first is the one of the file',
);

export const accuracy = {
	in: 'form',
	type: 'string',
	choices: accuracyLevels,
	description: 'How fine later comparisons are',
} as const satisfies Field;

export const folderOfList = {
	in: 'query',
	type: 'string',
	minLength: 1,
	maxLength: 200,
	description: 'Only files of this folder',
} as const satisfies Field;

/** Filter of lists. Names must match exactly. */
export const nameOfList = (description: string) =>
	({ in: 'query', type: 'string', minLength: 1, maxLength: 200, description }) as const;

export const isDeleted = {
	in: 'query',
	type: 'boolean',
	description: 'Whether to list the deleted ones, in place of those in use',
} as const satisfies Field;

/** Error codes of every keeper operation. */
export const productErrors = ['Auth_RoleMissing', 'Product_NotFound'] as const;

/** Error codes of an upload that may have no bytes. */
export const anyUploadErrors = [
	'Request_TooLarge',
	'Request_UnsupportedMediaType',
	'Request_UploadsTooMany',
	'Storage_QuotaExceeded',
] as const;

/** Error codes of an upload that must have some. */
export const uploadErrors = [...anyUploadErrors, 'Request_FileEmpty'] as const;

/** Older names of the field that asks for a diff report. One true value is enough. */
export const diffReport = {
	generateDiffFile: {
		in: 'form',
		type: 'boolean',
		description: 'Whether to make a diff report of the differences',
	},
	mustGenerateCompareResult: {
		in: 'form',
		type: 'boolean',
		description: 'Whether to make one, by another name of generateDiffFile',
	},
	mustGenerateFileDiff: {
		in: 'form',
		type: 'boolean',
		description: 'Whether to make one, by another name of generateDiffFile',
	},
} as const satisfies Record<string, Field>;

/**
 * Asks not to wait for the comparison (RFC 7240): as a header or, for clients that cannot set
 * headers, in the body.
 */
export const asynchronous = {
	prefer: {
		in: 'header',
		type: 'string',
		maxLength: 200,
		description:
			'With respond-async (RFC 7240) the answer is 202 at once, with the record of the comparison, which goes on and can be waited for; other preferences are passed over',
	},
	respondAsync: {
		in: 'form',
		type: 'boolean',
		description:
			'Whether not to wait, as with the header Prefer: respond-async, for who can set no header',
	},
} as const satisfies Record<string, Field>;

/** Further reply of every operation that compares. */
export const acceptedComparison = [
	{
		status: 202,
		kind: 'record',
		model: 'Comparison',
		when: 'It was not to be waited for: the record of the comparison, whose address is in Location',
	},
] as const satisfies readonly OtherReply[];
