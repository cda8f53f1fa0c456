/** Timers that cancel a trader's orders: set, set again, turned off and looked at. */
import type { Model } from '../../../api/types';
import {
	listTimers,
	removeTimer,
	setTimer,
	type CancelTimer,
} from '../../trading/intake/cancel-timers';
import { marketOf, type HandlerParts, type Handlers } from '../../operations/handler';

export function cancelAfterHandlers(
	parts: HandlerParts,
): Handlers<'cancelAfter' | 'listCancelAfter'> {
	const { database } = parts;
	return {
		cancelAfter: async ({ accountId }, { symbol: market, countdownTime }) => {
			if (market !== undefined) await marketOf(parts, market);
			const key = { accountId, market };
			if (countdownTime > 0) return timerWire(await setTimer(parts, key, countdownTime));
			await removeTimer(database, key);
			return { ...symbolWire(market), status: 'OFF', countdownTime };
		},
		listCancelAfter: async ({ accountId }) =>
			(await listTimers(database, accountId)).map(timerWire),
	};
}

function symbolWire(symbol: string | undefined) {
	return symbol === undefined ? {} : { symbol };
}

function timerWire(timer: CancelTimer): Model<'CancelAfter'> {
	const { market, countdownMs, dueAt, triggeredAt } = timer;
	return {
		...symbolWire(market),
		status: triggeredAt === null ? 'RUNNING' : 'TRIGGERED',
		countdownTime: countdownMs,
		triggerTime: dueAt,
		...(triggeredAt !== null && { triggeredAt }),
	};
}
