/** Payouts: what is available is sent to the trader's account at the tracker. */
import { refuse } from '../../server/refusal';
import { findTransfer, readTransfers } from '../settlement/intents/own-transfers';
import { requestPayout } from '../settlement/intents/requests';
import {
	connected,
	type Handler,
	type HandlerParts,
	type Handlers,
	type InputOf,
	type Trader,
} from './handler';
import {
	allDecimals,
	amountOf,
	outcomeOf,
	payoutRecord,
	payoutWire,
	referenceOf,
	transferStatus,
} from './transfers';

export function payoutHandlers(
	parts: HandlerParts,
): Handlers<'payout' | 'listPayouts' | 'getPayout'> {
	return {
		payout: (trader, input) => payout(parts, trader, input),
		listPayouts: async ({ accountId }, page) => {
			const { treasury } = connected(parts);
			const key = { accountId, kind: 'PAYOUT' } as const;
			const intents = await readTransfers(treasury.database, key, page);
			const decimals = await allDecimals(treasury);
			return intents.map((intent) => payoutRecord(intent, decimals.get(intent.asset) ?? 0));
		},
		getPayout: async ({ accountId }, { payoutId: id }) => {
			const settlement = connected(parts);
			const key = { accountId, kind: 'PAYOUT', id } as const;
			const intent = await findTransfer(settlement.treasury.database, key);
			if (intent === undefined) throw refuse('Exchange_IntentNotFound', 'payout', id);
			return payoutWire(settlement, intent);
		},
	};
}

async function payout(
	parts: HandlerParts,
	{ accountId }: Trader,
	{ asset, amount, clientPayoutId }: InputOf<'payout'>,
): ReturnType<Handler<'payout'>> {
	const settlement = connected(parts);
	const { treasury } = settlement;
	const requested = await requestPayout(treasury, {
		accountId,
		asset,
		amount: amount === undefined ? undefined : await amountOf(treasury, asset, amount),
		reference: referenceOf(treasury, clientPayoutId),
	});
	const intent = await outcomeOf(settlement, requested);
	return {
		status: transferStatus(intent, requested.repeated),
		body: await payoutWire(settlement, intent),
	};
}
