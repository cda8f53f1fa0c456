/**
 * An order that funds itself: what it lacks is pulled from the trader's account at the tracker
 * before it is placed, once for each order, and placing it waits for that. This file decides what
 * is pulled and asks for it; waiting for the outcome is left to the caller.
 */
import { refuse } from '../../server/refusal';
import type { OrderTerms } from '../intake/order-terms';
import { heldAsset } from '../intake/submission';
import { neededHold } from '../ledger/holding';
import type { Market } from '../markets/market';
import { earlierIntent } from './intents/intents';
import type { PlanningParts } from './setup/parts';
import { depositCovering, requestDeposit, type Requested } from './intents/requests';

export interface FundingRequest {
	readonly accountId: string;
	/** The trader's own id of the order: under it the order is funded once. */
	readonly clientOrderId: string;
	readonly market: Market;
	readonly terms: OrderTerms;
	readonly traderKey: string | undefined;
}

/** The deposit an order waits for, asked for now or earlier; undefined when it lacks nothing. */
export async function requestFunding(
	parts: PlanningParts,
	request: FundingRequest,
): Promise<Requested | undefined> {
	const { accountId, clientOrderId } = request;
	const reference = `order-${clientOrderId}`;
	const earlier = await earlierIntent(parts.database, { accountId, kind: 'DEPOSIT', reference });
	return earlier === undefined
		? pullMissing(parts, request, reference)
		: { intent: earlier, repeated: true };
}

async function pullMissing(
	parts: PlanningParts,
	{ accountId, market, terms, traderKey }: FundingRequest,
	reference: string,
): Promise<Requested | undefined> {
	const asset = heldAsset(market, terms);
	const hold = holdOf(market, terms);
	const row = await parts.database
		.selectFrom('balances')
		.select('available')
		.where('account_id', '=', accountId)
		.where('asset', '=', asset)
		.executeTakeFirst();
	const missing = hold - (row?.available ?? 0n);
	if (missing <= 0n) return undefined;
	const amount = await depositCovering(parts.database, asset, missing);
	return requestDeposit(parts, { accountId, asset, amount, reference, traderKey });
}

/** What the order must hold, where that is known before it trades. */
function holdOf(market: Market, terms: OrderTerms): bigint {
	const { side, priceTicks, quantityLots, quoteOrderQty } = terms;
	const isKnown =
		priceTicks !== undefined || (side === 'BUY' ? quoteOrderQty : quantityLots) !== undefined;
	if (!isKnown) {
		const fault = 'needs an order that says what it sells, or at most pays';
		throw refuse('Request_Invalid', 'fund', fault);
	}
	return neededHold(market.engine, market.lotUnits, {
		side,
		priceTicks: priceTicks ?? 0,
		leavesLots: quantityLots ?? 0,
		leavesQuote: quoteOrderQty ?? 0n,
	});
}
