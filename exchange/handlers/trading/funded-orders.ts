/**
 * An order that funds itself, as its request goes: what it needs is reserved and pulled, the
 * deposit is waited for, and the order is placed. Refused, it gets back what was reserved for it.
 * What is reserved and pulled is decided in settlement/funding.ts.
 */
import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { refuse, Refusal } from '../../../server/refusal';
import { orderTerms } from '../../trading/intake/order-terms';
import type { Market } from '../../trading/markets/market';
import { giveBackFunding, requestFunding, type FundedOrder } from '../../settlement/funding';
import {
	connected,
	type Handler,
	type HandlerParts,
	type InputOf,
	type Trader,
} from '../../operations/handler';
import {
	depositRecord,
	depositRefused,
	outcomeOf,
	shown,
	trackerKeyOf,
} from '../../operations/transfers';

export interface FundedRequest {
	readonly market: Market;
	readonly input: InputOf<'placeOrder'>;
	/** Places the order that has what it needs. */
	readonly place: () => ReturnType<Handler<'placeOrder'>>;
}

/** How often what an order needs may change, or lapse, between being reserved and placing it. */
const triesMax = 3;

export async function placeFunded(
	parts: HandlerParts,
	trader: Trader,
	{ market, input, place }: FundedRequest,
): ReturnType<Handler<'placeOrder'>> {
	const { treasury } = connected(parts);
	const order = fundedOrder(parts, trader, { market, input });
	try {
		await checkTrading(parts, market);
		for (let tries = 1; ; tries += 1) {
			const deposit = await fund(parts, trader, { input, order });
			if (deposit !== undefined)
				return { status: 202, body: { status: 'PENDING_FUNDING', deposit } };
			const placed = await place().catch((fault: unknown) => {
				if (tries === triesMax || !isRefusal(fault, 'Exchange_InsufficientBalance')) throw fault;
			});
			if (placed !== undefined) return placed;
		}
	} catch (fault) {
		const isItsOwn = !isRefusal(fault, 'Exchange_ClientOrderIdReused');
		if (fault instanceof Refusal && isItsOwn) await giveBackFunding(treasury, order);
		throw fault;
	}
}

function isRefusal(fault: unknown, code: Refusal['code']): boolean {
	return fault instanceof Refusal && fault.code === code;
}

function fundedOrder(
	{ clock }: HandlerParts,
	{ accountId }: Trader,
	{ market, input }: Omit<FundedRequest, 'place'>,
): FundedOrder {
	const terms = orderTerms(market, input, clock.now());
	const { clientOrderId } = input;
	if (clientOrderId === undefined) {
		throw refuse('Request_Invalid', 'clientOrderId', 'is needed for an order that funds itself');
	}
	return { accountId, clientOrderId, market, terms };
}

/** Nothing is pulled in for an order that will not be taken. */
async function checkTrading({ markets }: HandlerParts, { description }: Market): Promise<void> {
	const { symbol } = description;
	const { status } = present(await markets.listed(symbol), 'the market of an order');
	if (status === 'TRADING') return;
	throw refuse('Exchange_MarketNotTrading', symbol, status);
}

/** The deposit the order must wait for, while its outcome is not known; undefined when it is funded. */
async function fund(
	parts: HandlerParts,
	trader: Trader,
	{ input, order }: Pick<FundedRequest, 'input'> & { readonly order: FundedOrder },
): Promise<Model<'Deposit'> | undefined> {
	const settlement = connected(parts);
	const traderKey = await trackerKeyOf(settlement.treasury, trader, input['x-tracker-key']);
	for (;;) {
		const requested = await requestFunding(settlement.treasury, { ...order, traderKey });
		if (requested === undefined) return undefined;
		const intent = await outcomeOf(settlement, requested);
		if (intent.state === 'REFUSED') throw depositRefused(intent);
		if (intent.state !== 'SETTLED') return shown(settlement, intent, depositRecord);
	}
}
