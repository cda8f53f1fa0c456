/** A trigger node in a workflow that n8n has published, called as n8n calls it. */
import { HookContext, PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type IWebhookData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { until } from '../../support/clients/requests';
import { additionalData } from './engine';

export type PolledNode = INodeType & Required<Pick<INodeType, 'poll'>>;

/** Each has what it remembers for itself. */
let made = 0;

/** A published workflow that begins with the node: its static data lives on from poll to poll. */
export function publishedTrigger(
	type: PolledNode,
	parameters: INodeParameters,
	credentialNow: () => IDataObject,
) {
	const node: INode = {
		...{ id: '1', name: 'Trigger', type: 'test.node', typeVersion: 1, position: [0, 0] },
		...{ parameters: { delivery: 'poll', ...parameters } },
		...{ credentials: { sealkeeperApi: { id: '1', name: 'Sealkeeper' } } },
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		id: `polled-${(made += 1)}`,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
	});
	const poll = async (mode: WorkflowExecuteMode = 'trigger', credential = credentialNow()) => {
		const context = new PollContext(workflow, node, additionalData(credential), mode, 'activate');
		const found = await type.poll.call(context);
		return found === null ? null : found.flat().map(({ json }) => json);
	};
	/** Events get their place soon after they happened: polls until so many have come. */
	const pollFor = async (count: number) => {
		const found: IDataObject[] = [];
		await until(async () => {
			found.push(...((await poll()) ?? []));
			return found.length >= count ? true : undefined;
		});
		return found;
	};
	/** What n8n calls when it publishes, and when it no longer does; n8n answers at `address`. */
	const hook = (method: 'checkExists' | 'create' | 'delete', address: string) => {
		const data = { ...additionalData(credentialNow()), webhookBaseUrl: address };
		const [description] = type.description.webhooks ?? [];
		const webhook = { webhookDescription: description } as unknown as IWebhookData;
		const context = new HookContext(workflow, node, data, 'trigger', 'activate', webhook);
		return type.webhookMethods?.default?.[method].call(context);
	};
	return { poll, pollFor, hook, workflow };
}
