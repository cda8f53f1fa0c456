/**
 * Handles a request for an order that funds itself: reserve and pull what it needs, wait for the
 * deposit, place the order. If it is refused, the reservation is released. settlement/funding.ts
 * decides what is reserved and pulled.
 */
import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { refuse, Refusal } from '../../../server/refusal';
import { checkInTime } from '../../trading/intake/append';
import type { OrderEntry } from '../../trading/intake/submission';
import type { Market } from '../../trading/markets/market';
import { releaseFunding, requestFunding, type FundedOrder } from '../../settlement/funding';
import {
	requireSettlement,
	type Handler,
	type HandlerParts,
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
	readonly entry: OrderEntry;
	readonly trackerKey: string | undefined;
	/** Places the order once it is funded; its money was reserved for it. */
	readonly place: (funded: OrderEntry) => ReturnType<Handler<'placeOrder'>>;
}

/** Attempts to place, since the needed amount may change, or the reservation expire, in between. */
const triesMax = 3;

export async function placeFunded(
	parts: HandlerParts,
	trader: Trader,
	{ entry, trackerKey, place }: FundedRequest,
): ReturnType<Handler<'placeOrder'>> {
	const { treasury } = requireSettlement(parts);
	const order = fundedOrder(entry);
	const funded = { ...entry, submission: { ...entry.submission, isFunded: true } };
	try {
		await checkTrading(parts, entry.market);
		for (let tries = 1; ; tries += 1) {
			checkInTime(entry.submission, parts.clock.now());
			const deposit = await fund(parts, trader, { order, trackerKey });
			if (deposit !== undefined)
				return { status: 202, body: { status: 'PENDING_FUNDING', deposit } };
			const placed = await place(funded).catch((fault: unknown) => {
				if (tries === triesMax || !isRefusal(fault, 'Exchange_InsufficientBalance')) throw fault;
			});
			if (placed !== undefined) return placed;
		}
	} catch (fault) {
		const isItsOwn = !isRefusal(fault, 'Exchange_ClientOrderIdReused');
		if (fault instanceof Refusal && isItsOwn) await releaseFunding(treasury, order);
		throw fault;
	}
}

function isRefusal(fault: unknown, code: Refusal['code']): boolean {
	return fault instanceof Refusal && fault.code === code;
}

function fundedOrder({ market, submission }: OrderEntry): FundedOrder {
	const { accountId, clientOrderId, terms } = submission;
	if (clientOrderId === undefined) {
		throw refuse('Request_Invalid', 'clientOrderId', 'is needed for an order that funds itself');
	}
	return { accountId, clientOrderId, market, terms };
}

/** Do not pull money for an order that would be refused. */
async function checkTrading({ markets }: HandlerParts, { description }: Market): Promise<void> {
	const { symbol } = description;
	const { status } = present(await markets.listed(symbol), 'the market of an order');
	if (status === 'TRADING') return;
	throw refuse('Exchange_MarketNotTrading', symbol, status);
}

/** Returns the deposit the order has to wait for; undefined if it is funded. */
async function fund(
	parts: HandlerParts,
	trader: Trader,
	{ order, trackerKey }: Pick<FundedRequest, 'trackerKey'> & { readonly order: FundedOrder },
): Promise<Model<'Deposit'> | undefined> {
	const settlement = requireSettlement(parts);
	const traderKey = await trackerKeyOf(settlement.treasury, trader, trackerKey);
	for (;;) {
		const requested = await requestFunding(settlement.treasury, { ...order, traderKey });
		if (requested === undefined) return undefined;
		const intent = await outcomeOf(settlement, requested);
		if (intent.state === 'REFUSED')
			throw await depositRefused(settlement, trader, { sent: trackerKey, intent });
		if (intent.state !== 'SETTLED') return shown(settlement, intent, depositRecord);
	}
}
