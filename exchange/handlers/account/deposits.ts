/**
 * Deposits: an amount is transferred from the trader's account at the tracker, with the trader's
 * key.
 */
import { requestDeposit } from '../../settlement/store/requests';
import {
	requireSettlement,
	type Handler,
	type HandlerParts,
	type Handlers,
	type InputOf,
	type Trader,
} from '../../operations/handler';
import {
	amountOf,
	depositRecord,
	depositRefused,
	getTransfer,
	listTransfers,
	outcomeOf,
	referenceOf,
	shown,
	trackerKeyOf,
	transferStatus,
} from '../../operations/transfers';

export function depositHandlers(
	parts: HandlerParts,
): Handlers<'deposit' | 'listDeposits' | 'getDeposit'> {
	return {
		deposit: (trader, input) => deposit(parts, trader, input),
		listDeposits: ({ accountId }, page) =>
			listTransfers(parts, { accountId, kind: 'DEPOSIT', page }, depositRecord),
		getDeposit: ({ accountId }, { depositId: id }) =>
			getTransfer(requireSettlement(parts), { accountId, kind: 'DEPOSIT', id }, depositRecord),
	};
}

async function deposit(
	parts: HandlerParts,
	trader: Trader,
	input: InputOf<'deposit'>,
): ReturnType<Handler<'deposit'>> {
	const settlement = requireSettlement(parts);
	const { treasury } = settlement;
	const { asset, 'x-tracker-key': sent } = input;
	const requested = await requestDeposit(treasury, {
		accountId: trader.accountId,
		asset,
		amount: await amountOf(treasury, asset, input.amount),
		reference: referenceOf(treasury, input.clientDepositId),
		traderKey: await trackerKeyOf(treasury, trader, sent),
	});
	const intent = await outcomeOf(settlement, requested);
	if (intent.state === 'REFUSED') throw await depositRefused(settlement, trader, { sent, intent });
	return {
		status: transferStatus(intent, requested.repeated),
		body: await shown(settlement, intent, depositRecord),
	};
}
