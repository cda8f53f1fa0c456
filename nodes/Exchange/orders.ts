/**
 * The order operations of the Exchange node: an order is placed once, checked against the node's
 * own limits, and awaited while it is being funded.
 */
import type { IDataObject } from 'n8n-workflow';
import { callForJson, credentialOf, type Call } from '../wire/call/call';
import type { OperationBehaviour, Output } from '../wire/execute';
import { isNamed, readFlag, refuseItem, type Item } from '../wire/values';
import { checkAmount } from './amounts';
import { answerOf, callForRecord, callOf, untilDone, type IdentifiedRequest } from './asking';
import { withinCaps } from './caps';
import { dryCancel, dryOrder } from './dry-run';
import { derivedId } from './own-ids';

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
export function onceCall(item: Item, call: Call): { readonly call: Call; readonly id: string } {
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
	const { call, id } = onceCall(item, given);
	if (readFlag(item, 'dryRun')) return dryOrder(item, call);
	const symbol = String(call.values.symbol);
	const sent = call.values.fund === true ? await withTrackerKey(item, call) : call;
	const send = () => answerOf(item, sent, orderAsked(id));
	const json = await withinCaps(item, call, { symbol, id, send });
	const isDone = ({ status }: IDataObject) => status !== 'PENDING_FUNDING';
	return [{ json: await untilDone(item, json, { isDone, again: send }) }];
}

async function replace(item: Item, given: Call): Promise<readonly Output[]> {
	const { call, id } = onceCall(item, await withOrderId(item, given));
	const origOrderId = String(call.values.orderId);
	const symbol = origOrderId.slice(0, Math.max(0, origOrderId.lastIndexOf('.')));
	if (readFlag(item, 'dryRun')) {
		const { orderId: _, ...values } = call.values;
		return dryOrder(item, { ...call, values: { ...values, symbol, origOrderId } });
	}
	const send = () => answerOf(item, call, orderAsked(id));
	return [{ json: await withinCaps(item, call, { symbol, id, send }) }];
}

async function cancel(item: Item, given: Call): Promise<readonly Output[]> {
	const call = await withOrderId(item, given);
	const { orderId } = call.values;
	if (readFlag(item, 'dryRun')) return dryCancel(item, call, { orderId });
	return [{ json: await answerOf(item, call, cancelAsked(String(orderId))) }];
}

async function cancelAll(item: Item, call: Call): Promise<readonly Output[]> {
	const { symbol } = call.values;
	if (readFlag(item, 'dryRun')) return dryCancel(item, call, { symbol });
	const asked = cancelAsked(String(symbol));
	const reports: unknown = await answerOf(item, call, asked);
	return (reports as IDataObject[]).map((json) => ({ json }));
}

export function cancelAsked(id: string): IdentifiedRequest {
	return {
		what: 'cancellation',
		idField: 'id',
		idLabel: 'ID',
		id,
		look: 'The operation Get or Get Many tells what is open.',
	};
}

async function get(item: Item, call: Call): Promise<readonly Output[]> {
	if (!isNamed(item, 'orderId')) return [{ json: await callForRecord(item, call) }];
	return [{ json: await byClientId(item, call) }];
}

async function byClientId(item: Item, call: Call): Promise<IDataObject> {
	const { orderId: clientOrderId } = call.values;
	return await callForRecord(item, callOf(call, 'getOrderByClientId', { clientOrderId }));
}

/** Looks up the order id if the item gives a client order id. */
async function withOrderId(item: Item, call: Call): Promise<Call> {
	if (!isNamed(item, 'orderId')) return call;
	const { orderId } = await byClientId(item, call);
	return { ...call, values: { ...call.values, orderId: String(orderId) } };
}

/** Without a start time, the newest candles. */
async function candles(item: Item, call: Call): Promise<readonly Output[]> {
	const { interval, limit, startTime, endTime } = call.values;
	const until = typeof endTime === 'number' ? endTime : await serverTimeOf(item, call);
	const spanMs = Number(limit) * (intervalMs[String(interval)] ?? 0);
	const begin = startTime ?? Math.max(0, until - spanMs);
	const listed = await callForJson(item.context, {
		...call,
		values: { ...call.values, startTime: begin },
	});
	if (!Array.isArray(listed)) throw notAList(item);
	return (listed as IDataObject[]).map((json) => ({ json }));
}

async function serverTimeOf(item: Item, call: Call): Promise<number> {
	const { serverTime } = await callForRecord(item, callOf(call, 'serverTime', {}));
	return Number(serverTime);
}

const minuteMs = 60_000;
const intervalMs: Readonly<Record<string, number>> = {
	'1m': minuteMs,
	'5m': 5 * minuteMs,
	'15m': 15 * minuteMs,
	'1h': 60 * minuteMs,
	'4h': 240 * minuteMs,
	'1d': 1440 * minuteMs,
};

function notAList(item: Item) {
	return refuseItem(
		item,
		'The exchange answered with something other than a list',
		"Check 'Exchange Address' in the credential, and that the exchange is up to date.",
	);
}

export const orderBehaviour: Readonly<Record<string, OperationBehaviour>> = {
	'order.place': { perform: place },
	'order.replace': { perform: replace },
	'order.cancel': { perform: cancel },
	'order.cancelAll': { perform: cancelAll },
	'order.get': { perform: get },
	'market.getCandles': { perform: candles },
};
