/**
 * The Sealkeeper Storage node: upload, verified download, file maps and lists, deletion, links, and
 * the state of the buckets.
 */
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
import { nodeProperties } from '../wire/properties';
import { listSearch } from '../wire/search';
import { subtitle } from '../wire/subtitle';
import { verifying } from '../wire/verify';
import { download } from './download';
import { storageScreen } from './screen';

export class Storage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Storage',
		name: 'storage',
		icon: { light: 'file:storage.svg', dark: 'file:storage.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitle(storageScreen),
		description: 'Store files as shards over several buckets, and fetch them verified',
		defaults: { name: 'Sealkeeper Storage' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: nodeProperties(storageScreen),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: { searchFiles: listSearch('storage', 'listFiles', 'fileName') },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await countedRun(this, () =>
			executeItems(this, {
				screen: storageScreen,
				operations: {
					'file.download': { perform: download },
					'file.verifyDeletion': verifying({ kinds: ['stored-file-deletion'], id: 'fileId' }),
					'file.verify': verifying({ kinds: ['file'], id: 'fileId' }),
				},
			}),
		);
	}
}
