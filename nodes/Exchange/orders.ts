/**
 * The order operations of the Exchange node: an order is placed once, within the node's own caps, and
 * awaited while it is being funded. A dry run checks the amounts, but no caps, and places nothing.
 */
import type { IDataObject } from 'n8n-workflow';
import { credentialOf, type Call } from '../wire/call/call';
import type { OperationBehaviour, Output } from '../wire/execute';
import { isNamed, readFlag, type Item } from '../wire/item';
import { checkAmount } from './amounts';
import { answerOf, callForRecord, callOf, untilDone, type IdentifiedRequest } from './asking';
import { withinCaps } from './caps';
import { dryCancel, dryOrder } from './dry-run';
import { derivedId } from '../wire/once';

const amountFields = ['price', 'stopPrice', 'quantity', 'quoteOrderQty', 'icebergQty'] as const;

export function orderAsked(id: string): IdentifiedRequest {
	return {
		what: 'order',
		idField: 'clientOrderId',
		idLabel: 'Client Order ID',
		id,
		look: "The operation Get, with 'By Client Order ID', tells whether it is there.",
	};
}

/** Checks the amounts and adds the client id. */
export function withClientOrderId(
	item: Item,
	call: Call,
): { readonly call: Call; readonly id: string } {
	for (const field of amountFields) {
		const value = call.values[field];
		if (typeof value === 'string') checkAmount(item, call.labels?.[field] ?? field, value);
	}
	const given = call.values.clientOrderId;
	const id = typeof given === 'string' ? given : derivedId(item);
	return { call: { ...call, values: { ...call.values, clientOrderId: id } }, id };
}

/** Adds the tracker key, if the credential has a separate one. */
export async function withTrackerKey(item: Item, call: Call): Promise<Call> {
	const { trackerApiKey } = await credentialOf(item.context, item.itemIndex);
	const key = typeof trackerApiKey === 'string' ? trackerApiKey.trim() : '';
	return key === '' ? call : { ...call, values: { ...call.values, 'x-tracker-key': key } };
}

async function place(item: Item, given: Call): Promise<readonly Output[]> {
	const { call, id } = withClientOrderId(item, given);
	const sent = call.values.fund === true ? await withTrackerKey(item, call) : call;
	if (readFlag(item, 'dryRun')) return dryOrder(item, sent);
	const symbol = String(call.values.symbol);
	const send = () => answerOf(item, sent, orderAsked(id));
	const json = await withinCaps(item, call, { symbol, id, send });
	const isDone = ({ status }: IDataObject) => status !== 'PENDING_FUNDING';
	// Placed again under its client id, the order is not placed twice: the answer is its state.
	return [{ json: await untilDone(item, json, { isDone, again: send }) }];
}

async function replace(item: Item, given: Call): Promise<readonly Output[]> {
	const { call, id } = withClientOrderId(item, await withOrderId(item, given));
	const origOrderId = String(call.values.orderId);
	const symbol = origOrderId.slice(0, Math.max(0, origOrderId.lastIndexOf('.')));
	if (readFlag(item, 'dryRun')) {
		const { orderId: _, ...values } = call.values;
		return dryOrder(item, { ...call, values: { ...values, symbol, origOrderId } });
	}
	const send = () => answerOf(item, call, orderAsked(id));
	return [{ json: await withinCaps(item, call, { symbol, id, send }) }];
}

export async function cancel(item: Item, given: Call): Promise<readonly Output[]> {
	const asked = cancelAsked(String(given.values.orderId));
	if (readFlag(item, 'dryRun')) {
		const call = await withOrderId(item, given);
		return dryCancel(item, call, { orderId: call.values.orderId });
	}
	const { orderId: clientOrderId } = given.values;
	const call = isByClientId(item)
		? callOf(given, 'cancelOrderByClientId', { clientOrderId })
		: given;
	return [{ json: await answerOf(item, call, asked) }];
}

async function cancelAll(item: Item, call: Call): Promise<readonly Output[]> {
	const { symbol } = call.values;
	if (readFlag(item, 'dryRun')) return dryCancel(item, call, { symbol });
	const asked = cancelAsked(String(symbol));
	const reports: unknown = await answerOf(item, call, asked);
	return (reports as IDataObject[]).map((json) => ({ json }));
}

/** `subject` is the order to cancel, or the market whose orders are cancelled. */
export function cancelAsked(subject: string): IdentifiedRequest {
	return {
		what: 'cancellation',
		idField: 'id',
		idLabel: 'ID',
		id: subject,
		look: 'The operation Get or Get Many tells what is open.',
	};
}

/** True if the item gives the client order id instead of the order id. */
export function isByClientId(item: Item): boolean {
	return isNamed(item, 'orderId');
}

async function get(item: Item, call: Call): Promise<readonly Output[]> {
	if (!isByClientId(item)) return [{ json: await callForRecord(item, call) }];
	return [{ json: await byClientId(item, call) }];
}

async function byClientId(item: Item, call: Call): Promise<IDataObject> {
	const { orderId: clientOrderId } = call.values;
	return await callForRecord(item, callOf(call, 'getOrderByClientId', { clientOrderId }));
}

/** Looks up the order id if the item gives a client order id. */
async function withOrderId(item: Item, call: Call): Promise<Call> {
	if (!isByClientId(item)) return call;
	const { orderId } = await byClientId(item, call);
	return { ...call, values: { ...call.values, orderId: String(orderId) } };
}

export const orderBehaviour: Readonly<Record<string, OperationBehaviour>> = {
	'order.place': { perform: place },
	'order.replace': { perform: replace },
	'order.cancel': { perform: cancel },
	'order.cancelAll': { perform: cancelAll },
	'order.get': { perform: get },
};
