/** The operation Get Candles of the Exchange node. */
import type { IDataObject } from 'n8n-workflow';
import { callForJson, type Call } from '../wire/call/call';
import type { OperationBehaviour, Output } from '../wire/execute';
import { refuseItem, type Item } from '../wire/item';
import { callForRecord, callOf } from './asking';

/** Without a start time, the newest candles before the end time, or before now without one. */
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

export const candleBehaviour: Readonly<Record<string, OperationBehaviour>> = {
	'market.getCandles': { perform: candles },
};
