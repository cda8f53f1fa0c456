/** How the Keeper node shows the keeper endpoints. */
import type { INodeProperties } from 'n8n-workflow';
import { proofSource, verifyFile, verifyRecord, whereFetched } from '../wire/verify';
import type { NodeScreen, OperationScreen, ShownField } from '../wire/screen';

const folder: ShownField = { as: 'parameter', label: 'Folder', search: 'searchFolders' };

const file: ShownField = { as: 'parameter', label: 'File', search: 'searchFiles' };

const version: ShownField = { as: 'parameter', label: 'Version ID' };

/** The interface has had three names for one switch. */
const otherNames = {
	mustGenerateCompareResult: { as: 'absent', why: 'another name of generateDiffFile' },
	mustGenerateFileDiff: { as: 'absent', why: 'another name of generateDiffFile' },
} as const;

const generateDiffFile: ShownField = {
	as: 'parameter',
	label: 'Generate Diff File',
	description:
		'Whether to make a diff report of the differences; there is one for text, JSON and images',
};

const isDeleted: ShownField = {
	as: 'option',
	label: 'Deleted',
	description: 'Whether to get the deleted ones, in place of those in use',
};

const outputField: INodeProperties = {
	displayName: 'Output Data Field Name',
	name: 'outputField',
	type: 'string',
	default: 'data',
	required: true,
	description: 'Name of the output field to put the binary file data in',
};

const input: ShownField = { as: 'parameter', label: 'Input Data Field Name', name: 'inputField' };

const diffFile: readonly INodeProperties[] = [
	{
		displayName: 'Download Diff File',
		name: 'downloadDiffFile',
		type: 'boolean',
		displayOptions: { show: { generateDiffFile: [true] } },
		default: true,
		description: 'Whether to fetch the diff report and put it in the output item as a file',
	},
	{
		displayName: 'Output Data Field Name',
		name: 'outputField',
		type: 'string',
		displayOptions: { show: { generateDiffFile: [true], downloadDiffFile: [true] } },
		default: 'diff',
		required: true,
		description: 'Name of the output field to put the diff report in',
	},
];

const operations: ReadonlyArray<OperationScreen<'keeper'>> = [
	{
		endpoint: 'addFile',
		resource: 'file',
		operation: 'create',
		name: 'Add',
		action: 'Add a file',
		fields: {
			folderId: folder,
			file: input,
			displayName: { as: 'parameter', label: 'Display Name', placeholder: 'e.g. Agreement' },
			accuracy: { as: 'parameter', label: 'Accuracy', initial: 'High' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'keepOrCompare',
		resource: 'file',
		operation: 'keepOrCompare',
		name: 'Keep or Compare',
		action: 'Keep or compare a file',
		fields: {
			folderId: folder,
			displayName: { as: 'parameter', label: 'Display Name', placeholder: 'e.g. Price list' },
			file: input,
			compareWith: { as: 'parameter', label: 'Compare With', initial: 'Latest' },
			keepNewVersion: { as: 'parameter', label: 'Keep New Version', initial: true },
			accuracy: { as: 'option', label: 'Accuracy', initial: 'High' },
			generateDiffFile,
			...otherNames,
			productId: { as: 'product' },
		},
		after: diffFile,
	},
	{
		endpoint: 'compareWithLatest',
		resource: 'file',
		operation: 'compare',
		name: 'Compare with Latest',
		action: 'Compare a file with the latest version',
		fields: {
			fileId: file,
			file: input,
			generateDiffFile,
			...otherNames,
			productId: { as: 'product' },
		},
		after: diffFile,
	},
	{
		endpoint: 'compareWithOriginal',
		resource: 'file',
		operation: 'compareOriginal',
		name: 'Compare with Original',
		action: 'Compare a file with the original version',
		fields: {
			fileId: file,
			file: input,
			generateDiffFile,
			...otherNames,
			productId: { as: 'product' },
		},
		after: diffFile,
	},
	{
		endpoint: 'compareWithVersion',
		resource: 'version',
		operation: 'compare',
		name: 'Compare',
		action: 'Compare a file with a version',
		fields: {
			fileId: file,
			versionId: version,
			file: input,
			generateDiffFile,
			...otherNames,
			productId: { as: 'product' },
		},
		after: diffFile,
	},
	{
		endpoint: 'compareVersions',
		resource: 'version',
		operation: 'compareTwo',
		name: 'Compare Two',
		action: 'Compare two versions',
		fields: {
			fileId: file,
			versionId: { ...version, label: 'Older Version ID' },
			otherVersionId: { as: 'parameter', label: 'Newer Version ID' },
			generateDiffFile,
			productId: { as: 'product' },
		},
		after: diffFile,
	},
	{
		endpoint: 'findFile',
		resource: 'file',
		operation: 'find',
		name: 'Find',
		action: 'Find a file by its bytes',
		fields: {
			file: input,
			accuracy: { as: 'parameter', label: 'Accuracy', initial: 'High' },
			folderId: { as: 'option', label: 'Folder', search: 'searchFolders' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'getFile',
		resource: 'file',
		operation: 'get',
		name: 'Get',
		action: 'Get a file',
		fields: { fileId: file, productId: { as: 'product' } },
	},
	{
		endpoint: 'deleteFile',
		resource: 'file',
		operation: 'delete',
		name: 'Delete',
		action: 'Delete a file',
		fields: { fileId: file, productId: { as: 'product' } },
	},
	{
		endpoint: 'listFiles',
		resource: 'file',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many files',
		fields: {
			folderId: { as: 'option', label: 'Folder', search: 'searchFolders' },
			displayName: { as: 'option', label: 'Display Name' },
			isDeleted,
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
	{
		endpoint: 'addVersion',
		resource: 'version',
		operation: 'create',
		name: 'Add',
		action: 'Add a version',
		fields: { fileId: file, file: input, productId: { as: 'product' } },
	},
	{
		endpoint: 'listVersions',
		resource: 'version',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many versions',
		fields: {
			fileId: file,
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
	{
		endpoint: 'approveVersion',
		resource: 'version',
		operation: 'approve',
		name: 'Approve',
		action: 'Approve a version',
		fields: { fileId: file, versionId: version, productId: { as: 'product' } },
	},
	{
		endpoint: 'downloadVersion',
		resource: 'version',
		operation: 'download',
		name: 'Download',
		action: 'Download a version',
		fields: {
			fileId: file,
			versionId: version,
			range: { as: 'absent', why: 'a whole file is what a workflow goes on with' },
			productId: { as: 'product' },
		},
		after: [outputField],
	},
	{
		endpoint: 'getVersionProof',
		resource: 'version',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a version',
		description: 'Check the proof that the log holds a version, without believing the service',
		before: [proofSource],
		fields: {
			fileId: { ...file, where: whereFetched },
			versionId: { as: 'parameter', label: 'Version ID', where: whereFetched },
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyFile,
	},
	{
		endpoint: 'getFolderProof',
		resource: 'folder',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify a folder',
		description: 'Check the proof that the log holds a folder, without believing the service',
		before: [proofSource],
		fields: {
			folderId: { ...folder, where: whereFetched },
			productId: { as: 'product', where: whereFetched },
		},
		after: verifyRecord,
	},
	{
		endpoint: 'listReports',
		resource: 'report',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many reports',
		fields: {
			fileId: file,
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
	{
		endpoint: 'revokeReport',
		resource: 'report',
		operation: 'revoke',
		name: 'Revoke',
		action: 'Revoke a report',
		fields: {
			fileId: file,
			reportId: { as: 'parameter', label: 'Report ID' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'createFolder',
		resource: 'folder',
		operation: 'create',
		name: 'Create',
		action: 'Create a folder',
		fields: {
			name: { as: 'parameter', label: 'Name', placeholder: 'e.g. Documents' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'getFolder',
		resource: 'folder',
		operation: 'get',
		name: 'Get',
		action: 'Get a folder',
		fields: { folderId: folder, productId: { as: 'product' } },
	},
	{
		endpoint: 'deleteFolder',
		resource: 'folder',
		operation: 'delete',
		name: 'Delete',
		action: 'Delete a folder',
		fields: { folderId: folder, productId: { as: 'product' } },
	},
	{
		endpoint: 'listFolders',
		resource: 'folder',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many folders',
		fields: {
			name: { as: 'option', label: 'Name', name: 'folderName' },
			isDeleted,
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
];

export const keeperScreen: NodeScreen = {
	area: 'keeper',
	resources: { file: 'File', version: 'Version', report: 'Report', folder: 'Folder' },
	operations,
};
