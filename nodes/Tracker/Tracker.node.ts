/** The Sealkeeper Tracker node: assets, their issue and transfer, balances and transactions. */
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { testConnection } from '../wire/call/connection-test';
import { executeItems, type OperationBehaviour } from '../wire/execute';
import { countedRun } from '../wire/once';
import { productOptions } from '../wire/products';
import { nodeProperties } from '../wire/properties';
import { listSearch } from '../wire/search';
import { subtitle } from '../wire/subtitle';
import { proofBehaviour } from './proof-operations';
import { trackerScreen } from './screen';

/** In bulk calls every item has its own outcome. */
const operations: Readonly<Record<string, OperationBehaviour>> = {
	'asset.issueBulk': { bulk: { resultIn: 'issueResult' } },
	'asset.transferBulk': { bulk: { resultIn: 'transferResult' } },
	'multiAsset.issueBulk': { bulk: { resultIn: 'issueResult' } },
	...proofBehaviour,
};

/** Batches are listed inside a record of their asset, and have no name. */
const batchesOfAsset = {
	recordsIn: 'batches',
	of: { parameter: 'assetId', label: 'Asset' },
} as const;

function batchName({ amount, recipientDisplayName }: IDataObject): string {
	return `${String(amount)} to ${String(recipientDisplayName)}`;
}

export class Tracker implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Tracker',
		name: 'tracker',
		icon: { light: 'file:tracker.svg', dark: 'file:tracker.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitle(trackerScreen),
		description: 'Create, issue and transfer assets, and read balances',
		defaults: { name: 'Sealkeeper Tracker' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: nodeProperties(trackerScreen),
	};

	methods = {
		credentialTest: { testConnection },
		loadOptions: { getProducts: productOptions('tracker') },
		listSearch: {
			searchAssets: listSearch('tracker', 'listAssets', 'name'),
			searchBatches: listSearch('tracker', 'listBatches', batchName, batchesOfAsset),
			searchEntities: listSearch('tracker', 'listEntities', 'ownedIdentityDisplayName'),
			searchMultiAssetBatches: listSearch(
				'tracker',
				'listMultiAssetBatches',
				batchName,
				batchesOfAsset,
			),
			searchMultiAssets: listSearch('tracker', 'listMultiAssets', 'name'),
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await countedRun(this, () => executeItems(this, { screen: trackerScreen, operations }));
	}
}
