/**
 * A thousand orders through *Order: Place* of the Exchange node in one execution of a real n8n, one by one and
 * with *Send in Batches*, beside n8n's own HTTP Request node making the same calls with the same credential.
 * Seconds are those that n8n notes of each node; all stand behind the same items and run in turns.
 */
import path from 'node:path';
import { Accounts } from '../../../exchange/accounts/accounts';
import { openDatabase } from '../../../exchange/database/database';
import { demoMarket, ensureMarket } from '../../../exchange/demo/demo';
import { deposit } from '../../../exchange/trading/ledger/deposits';
import { systemClock } from '../../../server/clock';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { link, startNode, workflowNode, type NodeStage } from './stage';
import { endProcess, startExchange } from '../parts/program-process';
import { quantile, rounded, sized, type Figures } from '../parts/result';

const items = sized(1_000, 20);
const rounds = sized(3, 1);
const kinds = ['order', 'batches', 'request', 'inTurn'] as const;
const trader = 'Northwind Energy';

type Kind = (typeof kinds)[number];

/** The demo market and a trader with money for all orders; answers the trader's key. */
async function addTrader(dataFolder: string): Promise<string> {
	const database = await openDatabase({ dataFolder, databaseUrl: undefined });
	const parts = { database, clock: systemClock };
	try {
		await ensureMarket(parts);
		const accounts = new Accounts(database, systemClock);
		const { id: accountId } = await accounts.add(trader);
		const amount = 1_000_000_000_000n;
		await deposit(parts, { accountId, asset: 'EUR', amount, reference: 'means' });
		return (await accounts.addKey(accountId, 'bench')).key;
	} finally {
		await database.destroy();
	}
}

/** Each buys at a price nobody sells at, and ends at once, so that the book stays as it is. */
const terms = {
	...{ symbol: demoMarket.symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'IOC' },
	...{ price: '12', quantity: '1', newOrderRespType: 'RESULT' },
};

function orderNode(kind: Kind, name: string, url: string) {
	if (kind === 'order' || kind === 'batches') {
		const { newOrderRespType: _, symbol, ...own } = terms;
		return workflowNode(name, 'n8n-nodes-sealkeeper.exchange', 1, {
			...{ resource: 'order', operation: 'place', ...own },
			symbol: { __rl: true, mode: 'id', value: symbol },
			options: { sendInBatches: kind === 'batches' },
		});
	}
	const ownId = `'${name.replace(' ', '-')}-' + $json.at`;
	const inTurn = { batching: { batch: { batchSize: 1, batchInterval: 0 } } };
	return workflowNode(name, 'n8n-nodes-base.httpRequest', 4.2, {
		...{ method: 'POST', url: `${url}/orders`, authentication: 'predefinedCredentialType' },
		...{ nodeCredentialType: 'sealkeeperApi', sendBody: true, specifyBody: 'json' },
		jsonBody: `={{ Object.assign(${JSON.stringify(terms)}, { clientOrderId: ${ownId} }) }}`,
		options: kind === 'inTurn' ? inTurn : {},
	});
}

/** All kinds one below the other, round by round: n8n runs them in that order. */
function workflow(url: string) {
	const credentials = { sealkeeperApi: { name: `Sealkeeper demo: ${trader}` } };
	const names = Array.from({ length: rounds }, (_, round) =>
		kinds.map((kind) => [kind, `${kind} ${round}`] as const),
	).flat();
	const orders = Array.from({ length: items }, (_, at) => ({ at }));
	return {
		nodes: [
			startNode,
			workflowNode('List', 'n8n-nodes-base.set', 3.4, {
				...{ mode: 'raw', jsonOutput: JSON.stringify({ orders }) },
			}),
			workflowNode('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'orders' }),
			...names.map(([kind, name], at) => ({
				...{ ...orderNode(kind, name, url), credentials, position: [600, at * 200] },
			})),
		],
		connections: {
			Start: link('List'),
			List: link('Items'),
			Items: link(...names.map(([, name]) => name)),
		},
	};
}

/** The seconds of each kind, in the round between. */
async function measured(stage: NodeStage, url: string): Promise<Readonly<Record<Kind, number>>> {
	const whole = { name: 'orders', settings: { executionOrder: 'v1' } };
	const id = await stage.n8n.importWorkflow({ ...whole, ...workflow(url) }, 'orders');
	const execution = await stage.n8n.execute(id);
	const secondsOf = (kind: Kind) => {
		const names = execution.nodeNames.filter((name) => name.startsWith(`${kind} `));
		for (const name of names) {
			const ids = new Set(execution.items(name).map(({ json }) => json.orderId));
			if (ids.size !== items) throw new Error(`${name} has placed ${ids.size} orders`);
		}
		return quantile(
			names.map((name) => execution.timeMs(name) / 1000),
			0.5,
		);
	};
	return {
		...{ order: secondsOf('order'), batches: secondsOf('batches') },
		...{ request: secondsOf('request'), inTurn: secondsOf('inTurn') },
	};
}

export async function orderFigures(stage: NodeStage): Promise<Figures> {
	putRedisOnPath();
	const dataFolder = path.join(stage.folder, 'exchange');
	const apiKey = await addTrader(dataFolder);
	const exchange = await startExchange(dataFolder);
	try {
		const { url: exchangeUrl } = exchange;
		const { url: baseUrl } = stage.service;
		const access = { baseUrl, storageUrl: `${baseUrl}/storage`, products: stage.demo.products };
		await stage.n8n.importTrader({ ...access, trader, apiKey, exchangeUrl });
		const { order, batches, request, inTurn } = await measured(stage, exchangeUrl);
		return {
			conditions: {
				...{ orders: `${items} items in one execution`, orderRounds: rounds },
				orderRequest: "n8n's own HTTP Request node with the same calls, all at once",
				orderInTurn: 'the same, each call behind the answer to the one before',
			},
			figures: rounded({
				...{ order_s: order, orderBatches_s: batches },
				...{ orderRequest_s: request, orderInTurn_s: inTurn },
				order_timesRequest: request / order,
				order_timesInTurn: inTurn / order,
				orderBatches_timesRequest: request / batches,
			}),
			targets: {
				order_timesRequest: { atLeast: 1 },
				orderBatches_timesRequest: { atLeast: 5 },
			},
		};
	} finally {
		await endProcess(exchange);
	}
}
