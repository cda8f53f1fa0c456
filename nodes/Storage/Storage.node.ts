/**
 * The Distributed Storage node: upload, verified download, the map and the list of stored files,
 * and the state of the buckets. What it shows is in `screen.ts`, the check in `download.ts`.
 */
import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { executeItems } from '../wire/execute';
import { nodeProperties } from '../wire/properties';
import { listSearch } from '../wire/search';
import { verifying } from '../wire/verify';
import { download } from './download';
import { storageScreen } from './screen';

export class Storage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Distributed Storage',
		name: 'storage',
		icon: { light: 'file:storage.svg', dark: 'file:storage.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Store files as shards over several buckets, and fetch them verified',
		defaults: { name: 'Distributed Storage' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sealkeeperApi', required: true }],
		properties: nodeProperties(storageScreen),
	};

	methods = { listSearch: { searchFiles: listSearch('storage', 'listFiles', 'fileName') } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeItems(this, {
			screen: storageScreen,
			operations: {
				'file.download': { perform: download },
				'file.verify': verifying({ kinds: ['file'], id: 'fileId' }),
			},
		});
	}
}
