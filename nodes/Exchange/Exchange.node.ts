/**
 * The Sealkeeper Exchange node: orders, markets, a trader's account and the proof of reserves.
 * `screen.ts` defines its operations.
 */
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
import { nodeProperties } from '../wire/properties';
import { listSearch, marketName } from '../wire/search';
import { subtitle } from '../wire/subtitle';
import { executeBatches, goInBatches } from './batches';
import { orderBehaviour } from './orders';
import { countedRun } from '../wire/once';
import { reservesBehaviour } from './reserves';
import { exchangeScreen } from './screen';
import { statementBehaviour } from './statement';
import { transferBehaviour } from './transfers';

const operations: Readonly<Record<string, OperationBehaviour>> = {
	...orderBehaviour,
	...transferBehaviour,
	...reservesBehaviour,
	...statementBehaviour,
};

function orderName({ orderId, side, type, symbol, ...order }: IDataObject): string {
	const { quantity, quoteOrderQty, price, status } = order;
	const at = price === undefined ? String(type) : `at ${String(price)}`;
	const what = [side, quantity ?? quoteOrderQty, symbol].map((each) => String(each ?? ''));
	const state = status === undefined || status === 'NEW' ? [] : [String(status)];
	return [`${what.join(' ')} ${at} (${String(orderId)})`, ...state].join(', ');
}

export class Exchange implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Exchange',
		name: 'exchange',
		icon: { light: 'file:exchange.svg', dark: 'file:exchange.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitle(exchangeScreen),
		description:
			'Place, try and cancel orders, read markets, and move money between tracker and exchange',
		defaults: { name: 'Sealkeeper Exchange' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: nodeProperties(exchangeScreen),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: {
			searchAssets: listSearch('exchange', 'account', 'asset', {
				recordsIn: 'balances',
				idIn: 'asset',
			}),
			searchMarkets: listSearch('exchange', 'listMarkets', marketName, { idIn: 'symbol' }),
			searchOpenOrders: listSearch('exchange', 'listOrders', orderName, {
				idIn: 'orderId',
				isNewestFirst: true,
			}),
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = { screen: exchangeScreen, operations };
		return await countedRun(this, () =>
			goInBatches(this) ? executeBatches(this, node) : executeItems(this, node),
		);
	}
}
