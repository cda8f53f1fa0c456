import { creationKey } from '../wire/once';
import { outputField } from '../wire/downloaded';
import { fetched, fileProof, recordProof } from '../wire/verify';
import type { NodeScreen, OperationScreen, ShownField } from '../wire/screen';

const file: ShownField = { as: 'parameter', label: 'File', name: 'fileId', search: 'searchFiles' };

const operations: ReadonlyArray<OperationScreen<'storage'>> = [
	{
		endpoint: 'uploadFile',
		resource: 'file',
		operation: 'upload',
		name: 'Upload',
		action: 'Upload a file',
		fields: {
			file: { as: 'parameter', label: 'Input Data Field Name', name: 'inputField' },
			displayName: { as: 'option', label: 'Name', name: 'displayName' },
			expiresAt: { as: 'option', label: 'Delete At' },
			'idempotency-key': creationKey,
		},
	},
	{
		endpoint: 'downloadFile',
		resource: 'file',
		operation: 'download',
		name: 'Download',
		action: 'Download a file',
		description: 'Fetch a file, checked against the hash in its map while it arrives',
		fields: {
			fileId: file,
			range: { as: 'absent', why: 'the hash in the map is of the whole file' },
		},
		after: [outputField],
	},
	{
		endpoint: 'getFileProof',
		resource: 'file',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a file',
		fields: fetched({ fileId: file }),
		...fileProof('a file'),
	},
	{
		endpoint: 'getFileInfo',
		resource: 'file',
		operation: 'get',
		name: 'Get Info',
		action: 'Get info on a file',
		fields: { fileId: file },
	},
	{
		endpoint: 'listFiles',
		resource: 'file',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many files',
		fields: {
			isDeleted: {
				as: 'option',
				label: 'Deleted',
				description:
					'Whether to get the receipts of deleted files, in place of those that are there',
			},
			newestFirst: { as: 'option', label: 'Newest First' },
			search: { as: 'option', label: 'Search' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
	{
		endpoint: 'deleteFile',
		resource: 'file',
		operation: 'delete',
		name: 'Delete',
		action: 'Delete a file',
		fields: { fileId: file },
	},
	{
		endpoint: 'getFileDeletionProof',
		resource: 'file',
		operation: 'verifyDeletion',
		name: 'Verify Deletion',
		action: 'Verify the deletion of a file',
		fields: fetched({ fileId: file }),
		...recordProof('the deletion of a file'),
	},
	{
		endpoint: 'createFileLink',
		resource: 'link',
		operation: 'create',
		name: 'Create',
		action: 'Create a link',
		fields: {
			fileId: file,
			downloadsMax: { as: 'option', label: 'Downloads' },
			expiresAt: { as: 'option', label: 'Expires' },
			expiresInMinutes: { as: 'option', label: 'Expires in Minutes' },
		},
	},
	{
		endpoint: 'listFileLinks',
		resource: 'link',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many links',
		fields: { fileId: file, limit: { as: 'paging' }, offset: { as: 'paging' } },
	},
	{
		endpoint: 'revokeFileLink',
		resource: 'link',
		operation: 'revoke',
		name: 'Revoke',
		action: 'Revoke a link',
		fields: { fileId: file, linkId: { as: 'parameter', label: 'Link ID' } },
	},
	{
		endpoint: 'listBucketHealth',
		resource: 'bucket',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many buckets',
		fields: {},
	},
];

export const storageScreen: NodeScreen = {
	area: 'storage',
	resources: { file: 'File', link: 'Link', bucket: 'Bucket' },
	operations,
};
