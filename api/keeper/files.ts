import type { EndpointDescription } from '../language/description';
import { displayName, done, fileId, paging, productId } from '../language/fields';
import {
	accuracy,
	folderOfList,
	formFolderId,
	isDeleted,
	nameOfList,
	productErrors,
	uploadErrors,
} from './fields';
import { rulesInJson, rulesToKeep } from '../comparison/rules';

export const keeperFiles = {
	addFile: {
		number: 'E9',
		method: 'POST',
		path: '/keeper/{productId}/files',
		summary: 'Add a file to a folder',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			folderId: { ...formFolderId, required: true },
			accuracy: { ...accuracy, required: true },
			file: { in: 'form', type: 'file', required: true, description: 'The file to keep' },
			displayName,
			rules: rulesToKeep,
		},
		reply: { status: 201, kind: 'record', model: 'KeeperFile' },
		errors: [
			...productErrors,
			...uploadErrors,
			'Keeper_FolderNotFound',
			'Keeper_Deleted',
			'Keeper_ComparisonsBusy',
		],
	},
	listFiles: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/files',
		summary: 'List the files of the product',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			folderId: folderOfList,
			displayName: nameOfList('Only files of exactly this display name'),
			isDeleted,
			...paging,
		},
		reply: { status: 200, kind: 'list', model: 'KeeperFile' },
		errors: [...productErrors, 'Keeper_FolderNotFound'],
	},
	findFile: {
		number: 'beyond',
		method: 'POST',
		path: '/keeper/{productId}/files/exist',
		summary: 'Ask whether a file of the same bytes is kept at an accuracy; nothing of it is stored',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			accuracy: { ...accuracy, required: true, description: 'The accuracy it must be kept at' },
			file: { in: 'form', type: 'file', required: true, description: 'The file to look for' },
			folderId: { ...formFolderId, description: 'Look in this folder alone' },
		},
		reply: { status: 200, kind: 'record', model: 'KeeperFileSearch' },
		errors: [...productErrors, ...uploadErrors, 'Keeper_FolderNotFound'],
	},
	getFile: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/files/{fileId}',
		summary: 'Fetch the record of a file, a deleted one too',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId },
		reply: { status: 200, kind: 'record', model: 'KeeperFile' },
		errors: [...productErrors, 'Breadcrumbing_FileNotFound'],
	},
	setRules: {
		number: 'beyond',
		method: 'PUT',
		path: '/keeper/{productId}/files/{fileId}/rules',
		summary:
			'Set what comparisons of a file leave out or take less strictly, in place of its rules',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			fileId,
			rules: {
				...rulesInJson,
				required: true,
				description: 'The rules from now on; an empty record takes those of the file away',
			},
		},
		reply: { status: 200, kind: 'record', model: 'KeeperFile' },
		errors: [
			...productErrors,
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Breadcrumbing_FileNotFound',
			'Keeper_Deleted',
			'Keeper_RulesFixed',
		],
	},
	deleteFile: {
		number: 'beyond',
		method: 'DELETE',
		path: '/keeper/{productId}/files/{fileId}',
		summary:
			'Delete a file: the contents of its versions and its reports are erased, fingerprints and proofs stay',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId },
		reply: done,
		errors: [...productErrors, 'Breadcrumbing_FileNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
