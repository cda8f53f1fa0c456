/**
 * Sends orders and cancellations of many items in one call. Items keep their order and their own
 * ids, and each has its own outcome, as if sent alone. All items of a call go to the address of the
 * first item's credential.
 */
import {
	NodeApiError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { batchMax } from '../../api/exchange/trading/fields';
import { callForJson, type Call } from '../wire/call/call';
import { explain, mayBeDone, refusalError } from '../wire/call/call-error';
import { readItem, shownOutputs, type NodeBehaviour } from '../wire/execute';
import { nodeError } from '../wire/failure';
import { firstFailure, outputsOf, type Outcome } from '../wire/outcomes';
import { readFlag, readText, refuseItem, type Item } from '../wire/item';
import { callOf, explainedError, inDoubt, type IdentifiedRequest } from './asking';
import { countOrder, type Counted } from './caps';
import { refusalOutput, testOutput } from './dry-run';
import { cancel, cancelAsked, isByClientId, orderAsked, withClientOrderId } from './orders';

/** A dry run of a cancellation has no call for many: each is a call of its own. */
type BatchOperation = 'placeOrders' | 'testOrders' | 'cancelOrders' | 'testCancel';

/** One item of a call. */
interface Entry {
	readonly item: Item;
	/** The call of the item alone. */
	readonly call: Call;
	readonly operation: BatchOperation;
	readonly shown: (json: IDataObject) => INodeExecutionData;
	readonly record: IDataObject;
	readonly asked: IdentifiedRequest;
	readonly counted?: Counted;
}

const batched: readonly string[] = ['order.place', 'order.cancel'];

export function goInBatches(context: IExecuteFunctions): boolean {
	if (context.getInputData().length === 0) return false;
	const first = { context, itemIndex: 0 };
	const operation = readText(first, 'operation');
	if (!batched.includes(`${readText(first, 'resource')}.${operation}`)) return false;
	return readFlag(first, 'options.sendInBatches');
}

export async function executeBatches(
	context: IExecuteFunctions,
	node: NodeBehaviour,
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData().map((_item, itemIndex) => ({ context, itemIndex }));
	const outcomes = new Map<Item, Outcome>();
	const entries: Entry[] = [];
	for (const item of items) {
		try {
			entries.push(await entryOf(item, node));
		} catch (error) {
			outcomes.set(item, nodeError(item, error));
		}
	}
	const unread = firstFailure(items, outcomes);
	if (unread !== undefined && !context.continueOnFail()) {
		for (const { counted } of entries) counted?.forget();
		throw unread;
	}
	for (const chunk of chunksOf(entries)) {
		for (const [entry, outcome] of await sent(chunk)) outcomes.set(entry.item, outcome);
		const isOver = firstFailure(items, outcomes) !== undefined && !context.continueOnFail();
		if (isOver) break;
	}
	return [outputsOf(items, outcomes)];
}

async function entryOf(item: Item, node: NodeBehaviour): Promise<Entry> {
	const { operation, call } = await readItem(item, node);
	const pairedItem = { item: item.itemIndex };
	const shown = (json: IDataObject) => {
		const [output] = shownOutputs(item, { outputs: [{ json }], node, operation });
		return { ...(output ?? { json }), pairedItem };
	};
	const isCancel = operation.operation === 'cancel';
	return { ...(isCancel ? cancelEntry(item, call) : await placeEntry(item, call)), shown };
}

function cancelEntry(item: Item, call: Call): Omit<Entry, 'shown'> {
	const id = String(call.values.orderId);
	const record = isByClientId(item) ? { clientOrderId: id } : { orderId: id };
	const operation = readFlag(item, 'dryRun') ? 'testCancel' : 'cancelOrders';
	return { item, call, operation, record, asked: cancelAsked(id) };
}

async function placeEntry(item: Item, given: Call): Promise<Omit<Entry, 'shown'>> {
	const { call, id } = withClientOrderId(item, given);
	const { fund, ...record } = call.values as IDataObject;
	if (fund === true) {
		throw refuseItem(
			item,
			"'Fund From Tracker' and 'Send in Batches' do not go together",
			'Nothing was sent. An order that is funded waits for its deposit, alone: remove one of the two options.',
		);
	}
	const entry = { item, call, record, asked: orderAsked(id) };
	if (readFlag(item, 'dryRun')) return { ...entry, operation: 'testOrders' };
	const counted = await countOrder(item, call, { symbol: String(record.symbol), id });
	return { ...entry, operation: 'placeOrders', counted };
}

/** Below the limit of a request's size. */
const charactersMax = 60_000;

/** Groups entries of one kind, as many as a call takes. */
function chunksOf(entries: readonly Entry[]): Entry[][] {
	const chunks: Entry[][] = [];
	let characters = 0;
	for (const entry of entries) {
		const own = JSON.stringify(entry.record).length + 1;
		const last = chunks.at(-1);
		const fits =
			last !== undefined &&
			entry.operation !== 'testCancel' &&
			last.length < batchMax &&
			characters + own <= charactersMax &&
			last[0]?.operation === entry.operation;
		if (fits) last.push(entry);
		else chunks.push([entry]);
		characters = fits ? characters + own : own;
	}
	return chunks;
}

async function sent(entries: readonly Entry[]): Promise<readonly (readonly [Entry, Outcome])[]> {
	const [first] = entries;
	if (first === undefined) return [];
	const { item, call, operation } = first;
	if (operation === 'testCancel') return [[first, await tried(first)]];
	const records = { orders: entries.map(({ record }) => record) };
	const reply = await callForJson(item.context, {
		...callOf(call, operation, {}),
		records,
	}).catch((error: unknown) => nodeError(item, error));
	return entries.map((entry, index) => {
		const outcome =
			reply instanceof Error
				? failedEntry(entry, reply)
				: outcomeOf(entry, Array.isArray(reply) ? reply[index] : undefined);
		if (outcome instanceof Error && !mayBeDone(outcome)) entry.counted?.forget();
		return [entry, outcome];
	});
}

async function tried({ item, call, shown }: Entry): Promise<Outcome> {
	try {
		const [told] = await cancel(item, call);
		return shown(told?.json ?? {});
	} catch (error) {
		return nodeError(item, error);
	}
}

/** The whole call was refused or not answered: every item gets its own error. */
function failedEntry({ item, call, operation, asked }: Entry, error: Error): Outcome {
	if (!(error instanceof NodeApiError)) return nodeError(item, error);
	if (mayBeDone(error) && operation !== 'testOrders') return inDoubt(item, error, asked);
	const { message, description, httpCode, context } = error;
	const own = new NodeApiError(
		item.context.getNode(),
		{},
		{
			message,
			description: description ?? '',
			itemIndex: item.itemIndex,
			...(httpCode === null ? {} : { httpCode }),
		},
	);
	Object.assign(own.context, { errorCode: context.errorCode, mayBeDone: false });
	return nodeError(item, explainedError(item, call, { error: own, asked }));
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function outcomeOf(entry: Entry, result: unknown): Outcome {
	const { item, call, operation, asked, shown } = entry;
	if (!isRecord(result)) return inDoubt(item, noOutcome(item), asked);
	const { status, order, test, error } = result;
	if (isRecord(order)) return shown(order);
	if (isRecord(test)) return shown(testOutput(test));
	if (!isRecord(error)) return inDoubt(item, noOutcome(item), asked);
	const explanation = explain({
		status: Number(status),
		body: JSON.stringify(error),
		addressLabel: 'Exchange Address',
		codes: [],
		labels: call.labels ?? {},
	});
	const at = { itemIndex: item.itemIndex, status: Number(status) };
	const refusal = refusalError(item.context.getNode(), explanation, at);
	const told = operation === 'testOrders' ? refusalOutput(refusal) : undefined;
	if (told !== undefined) return shown(told);
	return nodeError(item, explainedError(item, call, { error: refusal, asked }));
}

function noOutcome(item: Item): NodeApiError {
	const message = 'The exchange answered with something other than an outcome for each order';
	return new NodeApiError(item.context.getNode(), {}, { message, itemIndex: item.itemIndex });
}
