/**
 * The Tracker node: assets, their issue and transfer, balances and transactions. What it can do
 * is in `screen.ts`, how it does it in `nodes/wire`.
 */
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { executeItems, type OperationCode } from '../wire/execute';
import { nodeProperties } from '../wire/properties';
import { listSearch } from '../wire/search';
import { proofCode } from './proof-operations';
import { trackerScreen } from './screen';

/**
 * Batches and what was moved of them come within a record that names the asset; of what is sent
 * together, every item has an outcome of its own.
 */
const operations: Readonly<Record<string, OperationCode>> = {
	'asset.issueBulk': { bulk: { resultIn: 'issueResult' } },
	'asset.transferBulk': { bulk: { resultIn: 'transferResult' } },
	'batch.getAll': { recordsIn: 'batches' },
	'batch.getTransactions': { recordsIn: 'transactions' },
	'multiAsset.issueBulk': { bulk: { resultIn: 'issueResult' } },
	'multiAsset.getBatches': { recordsIn: 'batches' },
	'multiAsset.getBatchTransactions': { recordsIn: 'transactions' },
	...proofCode,
};

/** Batches come within a record of their asset, and have no name of their own. */
const batchesOfAsset = {
	recordsIn: 'batches',
	of: { parameter: 'assetId', label: 'Asset' },
} as const;

function batchName({ amount, recipientDisplayName, timestamp }: IDataObject): string {
	const day = new Date(Number(timestamp)).toISOString().slice(0, 10);
	return `${String(amount)} to ${String(recipientDisplayName)}, ${day}`;
}

export class Tracker implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Tracker',
		name: 'tracker',
		icon: { light: 'file:tracker.svg', dark: 'file:tracker.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Create, issue and transfer assets, and read balances',
		defaults: { name: 'Tracker' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sealkeeperApi', required: true }],
		properties: nodeProperties(trackerScreen),
	};

	methods = {
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
		return await executeItems(this, { screen: trackerScreen, operations });
	}
}
