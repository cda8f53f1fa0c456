/**
 * Many items through *Transfer* of the Tracker node in one execution of a real n8n, beside n8n's own HTTP
 * Request node making the same calls with the same credential, and beside *Transfer in Bulk*. Seconds are
 * those that n8n notes of each node; the three stand behind the same items and run in turns.
 */
import { callService, link, startNode, workflowNode, type NodeStage } from './stage';
import { quantile, rounded, sized, type Figures } from '../parts/result';

const items = sized(1_000, 20);
const rounds = sized(3, 1);
const kinds = ['transfer', 'request', 'bulk'] as const;

type Kind = (typeof kinds)[number];

/** Asset and recipient of all transfers; the administrator has enough of it. */
async function makeAsset(stage: NodeStage) {
	const at = `tracker/${stage.demo.products.Tracker}/assets`;
	const { id } = await callService<{ readonly id: string }>(stage, at, { name: 'Wind energy' });
	const issued = { recipientEmail: stage.user.email, amount: 1_000_000 };
	await callService(stage, `${at}/${id}/issue`, issued);
	const recipient = stage.demo.users[1]?.email;
	return { url: `${stage.service.url}/${at}/${id}/transfer`, id, recipient };
}

type Asset = Awaited<ReturnType<typeof makeAsset>>;

function transferNode(kind: Kind, name: string, { url, id, recipient }: Asset) {
	if (kind === 'request') {
		return workflowNode(name, 'n8n-nodes-base.httpRequest', 4.2, {
			...{ method: 'POST', url, authentication: 'predefinedCredentialType' },
			...{ nodeCredentialType: 'sealkeeperApi', sendBody: true, specifyBody: 'json' },
			jsonBody: `={{ { recipientEmail: '${recipient}', amount: $json.amount } }}`,
		});
	}
	return workflowNode(name, 'n8n-nodes-sealkeeper.tracker', 1, {
		...{ resource: 'asset', operation: kind === 'bulk' ? 'transferBulk' : 'transfer' },
		assetId: { __rl: true, mode: 'id', value: id },
		...{ recipientEmail: recipient, amount: '={{ $json.amount }}' },
	});
}

/** The three one below the other, round by round: n8n runs them in that order. */
function workflow(asset: Asset) {
	const names = Array.from({ length: rounds }, (_, round) =>
		kinds.map((kind) => [kind, `${kind} ${round}`] as const),
	).flat();
	const amounts = Array.from({ length: items }, (_, at) => ({ amount: 1 + (at % 9) }));
	return {
		nodes: [
			startNode,
			workflowNode('List', 'n8n-nodes-base.set', 3.4, {
				...{ mode: 'raw', jsonOutput: JSON.stringify({ amounts }) },
			}),
			workflowNode('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'amounts' }),
			...names.map(([kind, name], at) => ({
				...transferNode(kind, name, asset),
				position: [600, at * 200],
			})),
		],
		connections: {
			Start: link('List'),
			List: link('Items'),
			Items: link(...names.map(([, name]) => name)),
		},
	};
}

export async function transferFigures(stage: NodeStage): Promise<Figures> {
	const { n8n } = stage;
	const whole = { name: 'transfers', settings: { executionOrder: 'v1' } };
	const asset = await makeAsset(stage);
	const id = await n8n.importWorkflow({ ...whole, ...workflow(asset) }, 'transfers');
	const execution = await n8n.execute(id);
	const secondsOf = (kind: Kind) => {
		const names = execution.nodeNames.filter((name) => name.startsWith(kind));
		const whole = names.filter((name) => execution.items(name).length === items);
		if (whole.length < rounds) throw new Error(`${kind} gave ${whole.length} whole outputs`);
		return quantile(
			names.map((name) => execution.timeMs(name) / 1000),
			0.5,
		);
	};
	const [transfer, request, bulk] = [
		secondsOf('transfer'),
		secondsOf('request'),
		secondsOf('bulk'),
	];
	return {
		conditions: {
			...{ transfers: `${items} items in one execution`, rounds, taken: 'the round between' },
			request: "n8n's own HTTP Request node with the same calls and credential, all at once",
		},
		figures: rounded({
			transfer_s: transfer,
			request_s: request,
			bulk_s: bulk,
			transfer_timesRequest: request / transfer,
			bulk_timesRequest: request / bulk,
			bulk_timesTransfer: transfer / bulk,
		}),
		targets: {
			transfer_timesRequest: { atLeast: 1 },
			bulk_timesRequest: { atLeast: 5 },
			bulk_timesTransfer: { atLeast: 5 },
		},
	};
}
