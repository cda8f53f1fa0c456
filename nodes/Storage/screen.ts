import { creationKey } from '../wire/once';
import { outputField } from '../wire/downloaded';
import { fetched, fileProof } from '../wire/verify';
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
		fields: { limit: { as: 'paging' }, offset: { as: 'paging' } },
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
	resources: { file: 'File', bucket: 'Bucket' },
	operations,
};
