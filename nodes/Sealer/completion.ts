/**
 * The operation Wait for Completion: n8n suspends the execution until the contracts of all its items have
 * ended, and the service calls it back. The callback is not trusted: it only makes the node query the
 * contracts.
 *
 *   A contract has ended when it is    output
 *   signed by all, and sealed          isEnded, isCompleted
 *   declined, expired, cancelled       isEnded, and the reason
 *   none of these, at the time limit   neither
 */
import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import type { EventType } from '../../api/events/events';
import type { Operation } from '../../api/types';
import { callForJson, type Call, type Caller } from '../wire/call/call';
import { nowMs } from '../wire/clock';
import { askForEvents } from '../wire/trigger/event-stream';
import type { Output } from '../wire/execute';
import { endpointOf } from '../wire/screen';
import { nodeError } from '../wire/failure';
import { readText, refuseItem, type Item } from '../wire/item';
import { refuseCall, requestOf } from '../wire/trigger/webhook-call';

export const timeLimit: INodeProperties = {
	displayName: 'Time Limit (Days)',
	name: 'timeLimitDays',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 30,
	description:
		'How long to wait at most, fractions allowed. What has not ended by then is output with isEnded false. Without this option the wait ends with the contract.',
};

/** The service calls this to resume a waiting execution; n8n itself checks the address. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: 'noData',
		path: '',
		isFullPath: true,
		restartWebhook: true,
	},
];

const succeed = async () => true;
export const resumeMethods = {
	default: { checkExists: succeed, create: succeed, delete: succeed },
};

const ends: readonly EventType[] = [
	'contract.completed',
	'contract.declined',
	'contract.expired',
	'contract.cancelled',
];

/** n8n's statuses for an execution that it knows but that does not wait yet. */
const stillRunning = [409, 500];

/**
 * n8n's status while a worker runs a manual execution: n8n knows the worker's token only once it
 * waits.
 */
const runByHand = 401;

const dayMs = 24 * 60 * 60 * 1000;

/** `perform` of the operation: the current state of one item's contract. */
export async function completionOf(item: Item, call: Call): Promise<readonly Output[]> {
	return [{ json: await stateOf(item.context, call) }];
}

async function stateOf(caller: Caller, call: Call): Promise<IDataObject> {
	const contract = await ask(caller, call, 'getContract');
	const isCompleted =
		contract.contractStatus === 'Signed' &&
		(await ask(caller, call, 'getSeal')).status === 'Sealed';
	const isEnded = isCompleted || contract.reason !== undefined;
	return { ...contract, productId: String(call.values.productId), isEnded, isCompleted };
}

async function ask(caller: Caller, call: Call, operation: Operation<'sealer'>) {
	const endpoint = endpointOf('sealer', operation);
	return (await callForJson(caller, { ...call, area: 'sealer', endpoint })) as IDataObject;
}

const isWaited = ({ json }: INodeExecutionData) => json.isEnded === false;

/**
 * Runs the node with `look`; for this operation, suspends the execution until every contract has
 * ended.
 */
export async function waitForCompletion(
	context: IExecuteFunctions,
	look: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	const found = await look();
	const item = { context, itemIndex: 0 };
	const isAsked = found.flat().length > 0 && readText(item, 'operation') === 'waitForCompletion';
	if (!isAsked || !found.flat().some(isWaited)) return found;
	refuseAgent(item);
	const until = limitOf(item);
	const url = resumeUrlOf(item);
	const waited = found.flat().filter(isWaited);
	const subject = waited.length === 1 ? String(waited[0]?.json.id) : undefined;
	await subscribe(item, { url, until, subject });
	// Contracts that ended before the subscription existed are seen now.
	const [standing = []] = await look();
	if (!standing.some(isWaited)) {
		await unsubscribe(context, url);
		return [standing];
	}
	// n8n outputs the input of a waiting node at the time limit, and passes it to the webhook.
	context.getExecuteData().data.main = [standing.map(summaryOf)];
	await context.putExecutionToWait(until ?? WAIT_INDEFINITELY);
	return [standing];
}

/**
 * Before a contract is made: if a node behind this one waits for it, the execution gets its subscription
 * now, so that nobody is asked by a workflow that cannot wait. That node replaces it by its own; one that
 * is never reached ends soon.
 */
export async function reserveWaiting(context: IExecuteFunctions): Promise<void> {
	const item = { context, itemIndex: 0 };
	const isCreated =
		context.getInputData().length > 0 &&
		readText(item, 'resource') === 'contract' &&
		readText(item, 'operation') === 'create';
	if (!isCreated || !isWaitedBehind(context)) return;
	const until = new Date(nowMs() + reservedMs);
	await subscribe(item, { url: resumeUrlOf(item), until }).catch((error: unknown) => {
		const failure = nodeError(item, error);
		const described = failure.description ?? '';
		failure.description = `Nobody was asked to sign: 'Wait for Completion' behind this node could not wait. ${described}`;
		throw failure;
	});
}

const reservedMs = 60 * 60_000;

function isWaitedBehind(context: IExecuteFunctions): boolean {
	const { name, type } = context.getNode();
	return context
		.getChildNodes(name, { includeNodeParameters: true })
		.some(
			(child) =>
				child.type === type &&
				!child.disabled &&
				child.parameters?.operation === 'waitForCompletion',
		);
}

function resumeUrlOf({ context, itemIndex }: Item): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
}

/** An execution that an agent runs must not be suspended below it. */
function refuseAgent(item: Item): void {
	if (!item.context.getNode().type.endsWith('Tool')) return;
	throw refuseItem(
		item,
		'An agent cannot wait for a contract',
		"Use the operation 'Get' to see what stands with it, or wait in the workflow itself.",
	);
}

function limitOf(item: Item): Date | undefined {
	const text = readText(item, 'options.timeLimitDays');
	if (text === '') return undefined;
	const days = Number(text);
	if (days >= 0 && days < 36_500) return new Date(nowMs() + days * dayMs);
	throw refuseItem(
		item,
		`'Time Limit (Days)' is ${text}`,
		"Enter a number of 0 or more in 'Time Limit (Days)', or remove the option.",
	);
}

/** Signatures made meanwhile are unknown at the time limit, so the output has only these fields. */
function summaryOf(item: INodeExecutionData): INodeExecutionData {
	if (!isWaited(item)) return item;
	const { id, displayName, productId } = item.json;
	return { ...item, json: { id, displayName, productId, isEnded: false, isCompleted: false } };
}

interface Wanted {
	readonly url: string;
	readonly until: Date | undefined;
	/** The only contract that is awaited. */
	readonly subject?: string | undefined;
}

/** Makes the only subscription of the execution. */
async function subscribe(item: Item, { url, until, subject }: Wanted): Promise<void> {
	const { context } = item;
	await unsubscribe(context, url);
	const made = await askForEvents(context, 'createSubscription', {
		url,
		types: ends,
		expires: until?.toISOString(),
		subject,
		description: `n8n: execution ${context.getExecutionId()} waits`,
	});
	const subscriptionId = String(made.id);
	const answer = await askForEvents(context, 'testSubscription', { subscriptionId });
	const isByHand = context.getMode() === 'manual';
	const expected = isByHand ? [...stillRunning, runByHand] : stillRunning;
	if (answer.isDelivered === true || expected.includes(Number(answer.status))) return;
	await askForEvents(context, 'deleteSubscription', { subscriptionId });
	throw refuseItem(
		item,
		`The service cannot call n8n at ${url.replace(/\?.*/, '')}`,
		`What it met: ${String(answer.reason)}. ` +
			"Set WEBHOOK_URL of n8n, and of its workers, to an address that the service reaches, by https or on its own machine. Or start a second workflow by a 'Sealkeeper Sealer Trigger' with 'Poll' in 'Delivery'.",
	);
}

/** `webhook` of the node. */
export async function resume(hook: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const items = await Promise.all(inputOf(hook).map((item) => currentState(hook, item)));
		if (items.some(isWaited)) return { webhookResponse: { resumed: false } };
		await unsubscribe(hook, requestOf(hook).originalUrl);
		return { workflowData: [items] };
	} catch (error) {
		// The service retries; an error here would end the execution.
		hook.logger.warn(`${hook.getNode().name} waits on: ${String(error)}`);
		return refuseCall(hook, 503, 'try again');
	}
}

function inputOf(hook: IWebhookFunctions): readonly INodeExecutionData[] {
	const input: unknown = hook.evaluateExpression('{{ $input.all() }}', 0);
	return Array.isArray(input) ? (input as INodeExecutionData[]) : [];
}

async function currentState(
	hook: IWebhookFunctions,
	item: INodeExecutionData,
): Promise<INodeExecutionData> {
	if (!isWaited(item)) return item;
	const values = { contractId: String(item.json.id), productId: String(item.json.productId) };
	const endpoint = endpointOf('sealer', 'getContract');
	return { ...item, json: await stateOf(hook, { area: 'sealer', endpoint, values }) };
}

/** Deletes the subscriptions for that address; one that is left ends at the time limit. */
async function unsubscribe(caller: Caller, url: string): Promise<void> {
	const listed: unknown = await askForEvents(caller, 'listSubscriptions', {});
	for (const found of (Array.isArray(listed) ? listed : []) as IDataObject[]) {
		if (!String(found.url).endsWith(url)) continue;
		await askForEvents(caller, 'deleteSubscription', { subscriptionId: String(found.id) });
	}
}
