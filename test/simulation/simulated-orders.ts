/**
 * Orders of a simulated exchange, as clients send them: plain ones, and such that fund themselves,
 * which are sent again until what they wait for has come. Several of those come at once, so that
 * each could take what another one counts on.
 */
import { Intake } from '../../exchange/trading/intake/intake';
import { orderTerms } from '../../exchange/trading/intake/order-terms';
import { Markets } from '../../exchange/trading/markets/markets';
import { releaseFunding, requestFunding } from '../../exchange/settlement/funding';
import { findIntent } from '../../exchange/settlement/store/intents';
import type { TreasuryParts } from '../../exchange/settlement/setup/parts';
import { Refusal } from '../../server/refusal';
import { demoMarket } from '../exchange/support/lane';
import type { ScriptedRequest } from './settlement-world';
import type { Random } from './world';

/** A request as its client makes it, through any process; who is to ask again does. */
export type Performer = (parts: TreasuryParts) => Promise<'ASK_AGAIN' | undefined>;

type OrderRequest = Extract<ScriptedRequest, { readonly kind: 'ORDER' }>;

interface SimulatedOrder {
	readonly accountId: string;
	readonly reference: string;
	readonly request: OrderRequest;
}

/** Apart from the other draws of a seed, which stay as they are. */
export const fundedDraw = 0x0f_0e_d5;

/** How often a client sends an order again before it forgets it, unless it is said otherwise. */
const usualAsksMax = 40;

/** Three times two or three at once of one trader. */
export function drawFundedOrders(random: Random, chaosMs: number): readonly ScriptedRequest[] {
	const orders = Array.from({ length: 3 }, () => {
		const base = { trader: random.below(3), kind: 'ORDER' as const, fund: true };
		const side = random.pick(['BUY', 'SELL'] as const);
		const begins = random.below(chaosMs * 0.7);
		return Array.from({ length: 2 + random.below(2) }, (): ScriptedRequest => {
			const atMs = begins + random.below(300);
			return { ...base, side, atMs, price: 9 + random.below(3), quantity: 1 + random.below(40) };
		});
	});
	return orders.flat();
}

export async function placeOrder(
	parts: TreasuryParts,
	order: SimulatedOrder,
	isFunded = false,
): Promise<undefined> {
	const { database, clock } = parts;
	const { accountId, reference: clientOrderId } = order;
	const { market, terms } = await described(parts, order);
	const intake = new Intake({ database, clock, onAccepted: () => undefined });
	const submission = { kind: 'ORDER' as const, accountId, clientOrderId, terms, isFunded };
	await intake.submit(market, { ...submission, origOrderId: undefined });
	return undefined;
}

async function described({ database, clock }: TreasuryParts, { request }: SimulatedOrder) {
	const market = await new Markets(database, clock).find(demoMarket.symbol);
	if (market === undefined) throw new Error('the market is gone');
	const { side, price, quantity, timeInForce = 'GTC' } = request;
	const wanted = { side, timeInForce, price: String(price), quantity: String(quantity) };
	return { market, terms: orderTerms(market, { ...wanted, type: 'LIMIT' }) };
}

/** As the endpoint does it, which waits less long for each deposit. */
export function fundedOrder(order: SimulatedOrder & { readonly traderKey: string }): Performer {
	const { asksMax = usualAsksMax } = order.request;
	let waitsFor: string | undefined;
	let asks = 0;
	return async (parts) => {
		const { accountId, reference: clientOrderId, traderKey } = order;
		const asked = { accountId, clientOrderId, ...(await described(parts, order)) };
		const awaited = waitsFor && (await findIntent(parts.database, waitsFor));
		if (awaited && awaited.state === 'REFUSED') return undefined;
		if ((asks += 1) > asksMax) return undefined;
		try {
			const deposit = await requestFunding(parts, { ...asked, traderKey });
			waitsFor = deposit?.intent.id;
			if (deposit !== undefined) return 'ASK_AGAIN';
			return await placeOrder(parts, order, true);
		} catch (fault) {
			if (!(fault instanceof Refusal)) throw fault;
			if (fault.code === 'Exchange_InsufficientBalance') return 'ASK_AGAIN';
			await releaseFunding(parts, asked);
			return undefined;
		}
	};
}
