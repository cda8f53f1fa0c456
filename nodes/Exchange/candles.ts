/** The operation Get Candles of the Exchange node. */
import type { IDataObject } from 'n8n-workflow';
import {
	intervalsMs,
	month,
	type CandleInterval,
} from '../../api/exchange/language/candle-intervals';
import { callForJson, type Call } from '../wire/call/call';
import type { OperationBehaviour, Output } from '../wire/execute';
import { refuseItem, type Item } from '../wire/item';
import { callForRecord, callOf } from './asking';

/** Without a start time, the newest candles before the end time, or before now without one. */
async function candles(item: Item, call: Call): Promise<readonly Output[]> {
	const { interval, limit, startTime, endTime } = call.values;
	const until = typeof endTime === 'number' ? endTime : await serverTimeOf(item, call);
	const begin = startTime ?? Math.max(0, beginOf(interval as CandleInterval, until, Number(limit)));
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

/** So many candles open from then on, the last of them at `until` or before. */
function beginOf(interval: CandleInterval, until: number, count: number): number {
	if (interval !== month) return until - count * intervalsMs[interval] + 1;
	const last = new Date(until);
	return Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - count + 1);
}

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
