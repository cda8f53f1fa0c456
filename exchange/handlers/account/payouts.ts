/** Payouts: what is available is sent to the trader's account at the tracker. */
import { requestPayout } from '../../settlement/store/requests';
import {
	connected,
	type Handler,
	type HandlerParts,
	type Handlers,
	type InputOf,
	type Trader,
} from '../../operations/handler';
import {
	amountOf,
	getTransfer,
	listTransfers,
	outcomeOf,
	payoutRecord,
	referenceOf,
	shown,
	transferStatus,
} from '../../operations/transfers';

export function payoutHandlers(
	parts: HandlerParts,
): Handlers<'payout' | 'listPayouts' | 'getPayout'> {
	return {
		payout: (trader, input) => payout(parts, trader, input),
		listPayouts: ({ accountId }, page) =>
			listTransfers(parts, { accountId, kind: 'PAYOUT', page }, payoutRecord),
		getPayout: ({ accountId }, { payoutId: id }) =>
			getTransfer(connected(parts), { accountId, kind: 'PAYOUT', id }, payoutRecord),
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
		body: await shown(settlement, intent, payoutRecord),
	};
}
