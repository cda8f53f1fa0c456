import type { EndpointDescription } from '../language/description';
import { done, paging, productId, proof, proofErrors } from '../language/fields';
import { folderId, isDeleted, nameOfList, productErrors } from './fields';

export const keeperFolders = {
	createFolder: {
		number: 'beyond',
		method: 'POST',
		path: '/keeper/{productId}/folders',
		summary: 'Create a folder',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			name: {
				in: 'json',
				type: 'string',
				required: true,
				minLength: 1,
				maxLength: 200,
				description: 'Name of the folder',
			},
			keepsContent: {
				in: 'json',
				type: 'boolean',
				description:
					'Whether the bytes of its files are kept, as when left out, or only fingerprints by which they are compared; it never changes',
			},
		},
		reply: { status: 201, kind: 'record', model: 'KeeperFolder' },
		errors: [...productErrors, 'Request_TooLarge', 'Request_UnsupportedMediaType'],
	},
	listFolders: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/folders',
		summary: 'List the folders of the product',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			name: nameOfList('Only folders of exactly this name'),
			isDeleted,
			...paging,
		},
		reply: { status: 200, kind: 'list', model: 'KeeperFolder' },
		errors: productErrors,
	},
	getFolder: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/folders/{folderId}',
		summary: 'Fetch the record of a folder, a deleted one too',
		caller: ['KeeperAdmin'],
		fields: { productId, folderId },
		reply: { status: 200, kind: 'record', model: 'KeeperFolder' },
		errors: [...productErrors, 'Keeper_FolderNotFound'],
	},
	deleteFolder: {
		number: 'beyond',
		method: 'DELETE',
		path: '/keeper/{productId}/folders/{folderId}',
		summary: 'Delete a folder and every file in it, as each would be deleted by itself',
		caller: ['KeeperAdmin'],
		fields: { productId, folderId },
		reply: done,
		errors: [...productErrors, 'Keeper_FolderNotFound'],
	},
	getFolderProof: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/folders/{folderId}/proof',
		summary: 'Fetch the proof that the log holds a folder',
		caller: ['KeeperAdmin'],
		fields: { productId, folderId },
		reply: proof,
		errors: [...productErrors, 'Keeper_FolderNotFound', ...proofErrors],
	},
	getFolderDeletionProof: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/folders/{folderId}/deletion/proof',
		summary: 'Fetch the proof that the log holds the deletion of a folder',
		caller: ['KeeperAdmin'],
		fields: { productId, folderId },
		reply: proof,
		errors: [...productErrors, 'Keeper_FolderNotFound', 'Core_NotDeleted', ...proofErrors],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
