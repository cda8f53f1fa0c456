import type { AreaHandlers } from '../../operations/handler';
import { listRange } from '../../operations/list-range';
import { markDeleted } from '../../documents/files/deletions';
import {
	createFolder,
	findFolder,
	listFolders,
	type FolderParts,
} from '../../documents/files/folders';

interface Parts extends FolderParts {
	readonly onContentEnded: () => void;
}

export type FolderOperation = 'createFolder' | 'listFolders' | 'getFolder' | 'deleteFolder';

export function folderHandlers(parts: Parts): Pick<AreaHandlers<'keeper'>, FolderOperation> {
	const { database } = parts;
	return {
		createFolder: (context, input) => createFolder(parts, context, input),
		listFolders: (_context, input) => listFolders(database, input, listRange(input)),
		getFolder: (_context, { productId, folderId }) => findFolder(database, productId, folderId),
		async deleteFolder({ caller }, { productId, folderId }) {
			const { id } = await findFolder(database, productId, folderId);
			if (await markDeleted(parts, caller, { table: 'keeper_folders', id })) parts.onContentEnded();
		},
	};
}
