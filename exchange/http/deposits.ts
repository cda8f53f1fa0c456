/** Deposits: an amount is pulled from the trader's account at the tracker, by their key there. */
import { refuse } from '../../server/refusal';
import { findTransfer, readTransfers } from '../settlement/intents/own-transfers';
import { requestDeposit } from '../settlement/intents/requests';
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
	depositRecord,
	depositRefused,
	depositWire,
	outcomeOf,
	referenceOf,
	transferStatus,
} from './transfers';

export function depositHandlers(
	parts: HandlerParts,
): Handlers<'deposit' | 'listDeposits' | 'getDeposit'> {
	return {
		deposit: (trader, input) => deposit(parts, trader, input),
		listDeposits: async ({ accountId }, page) => {
			const { treasury } = connected(parts);
			const key = { accountId, kind: 'DEPOSIT' } as const;
			const intents = await readTransfers(treasury.database, key, page);
			const decimals = await allDecimals(treasury);
			return intents.map((intent) => depositRecord(intent, decimals.get(intent.asset) ?? 0));
		},
		getDeposit: async ({ accountId }, { depositId: id }) => {
			const settlement = connected(parts);
			const key = { accountId, kind: 'DEPOSIT', id } as const;
			const intent = await findTransfer(settlement.treasury.database, key);
			if (intent === undefined) throw refuse('Exchange_IntentNotFound', 'deposit', id);
			return depositWire(settlement, intent);
		},
	};
}

async function deposit(
	parts: HandlerParts,
	{ accountId, key }: Trader,
	input: InputOf<'deposit'>,
): ReturnType<Handler<'deposit'>> {
	const settlement = connected(parts);
	const { treasury } = settlement;
	const { asset } = input;
	const requested = await requestDeposit(treasury, {
		accountId,
		asset,
		amount: await amountOf(treasury, asset, input.amount),
		reference: referenceOf(treasury, input.clientDepositId),
		traderKey: input['x-tracker-key'] ?? key,
	});
	const intent = await outcomeOf(settlement, requested);
	if (intent.state === 'REFUSED') throw depositRefused(intent);
	return {
		status: transferStatus(intent, requested.repeated),
		body: await depositWire(settlement, intent),
	};
}
