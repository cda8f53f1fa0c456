/** Deposits: an amount is pulled from the trader's account at the tracker, by their key there. */
import { requestDeposit } from '../../settlement/store/requests';
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
			getTransfer(connected(parts), { accountId, kind: 'DEPOSIT', id }, depositRecord),
	};
}

async function deposit(
	parts: HandlerParts,
	trader: Trader,
	input: InputOf<'deposit'>,
): ReturnType<Handler<'deposit'>> {
	const settlement = connected(parts);
	const { treasury } = settlement;
	const { asset } = input;
	const requested = await requestDeposit(treasury, {
		accountId: trader.accountId,
		asset,
		amount: await amountOf(treasury, asset, input.amount),
		reference: referenceOf(treasury, input.clientDepositId),
		traderKey: await trackerKeyOf(treasury, trader, input['x-tracker-key']),
	});
	const intent = await outcomeOf(settlement, requested);
	if (intent.state === 'REFUSED') throw depositRefused(intent);
	return {
		status: transferStatus(intent, requested.repeated),
		body: await shown(settlement, intent, depositRecord),
	};
}
