/** The Sealkeeper Keeper node: folders, files and versions, and comparisons with a kept version. */
import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { testConnection } from '../wire/call/connection-test';
import { executeItems } from '../wire/execute';
import { countedRun } from '../wire/once';
import { productOptions } from '../wire/products';
import { nodeProperties } from '../wire/properties';
import { listSearch } from '../wire/search';
import { subtitle } from '../wire/subtitle';
import { verifying } from '../wire/verify';
import { compare, compareTwoFiles } from './waiting';
import { getFile, keepOrCompare } from './named';
import { keeperScreen } from './screen';
import { download } from './version-file';

export class Keeper implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Keeper',
		name: 'keeper',
		icon: { light: 'file:keeper.svg', dark: 'file:keeper.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitle(keeperScreen),
		description: 'Keep documents and their versions, and compare a document with the latest one',
		defaults: { name: 'Sealkeeper Keeper' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: nodeProperties(keeperScreen),
	};

	methods = {
		credentialTest: { testConnection },
		loadOptions: { getProducts: productOptions('keeper') },
		listSearch: {
			searchFolders: listSearch('keeper', 'listFolders', 'name'),
			searchFiles: listSearch('keeper', 'listFiles', 'displayName'),
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await countedRun(this, () =>
			executeItems(this, {
				screen: keeperScreen,
				operations: {
					'file.keepOrCompare': { perform: keepOrCompare },
					'file.compare': { perform: compare },
					'file.compareOriginal': { perform: compare },
					'file.compareTwoFiles': { perform: compareTwoFiles },
					'file.get': { perform: getFile },
					'version.compare': { perform: compare },
					'version.compareTwo': { perform: compare },
					'version.download': { perform: download },
					'version.verify': verifying({ kinds: ['file-version'], id: 'versionId' }),
					'version.verifyApproval': verifying({ kinds: ['version-approval'], id: 'versionId' }),
					'file.verifyRules': verifying({ kinds: ['file-rules'], id: 'fileId' }),
					'file.verifyDeletion': verifying({ kinds: ['file-deletion'], id: 'fileId' }),
					'folder.verifyDeletion': verifying({ kinds: ['folder-deletion'], id: 'folderId' }),
					'folder.verify': verifying({ kinds: ['folder'], id: 'folderId' }),
				},
			}),
		);
	}
}
