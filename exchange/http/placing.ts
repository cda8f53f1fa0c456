/**
 * New orders: placed, funded and placed, or placed for another. Whatever the book refuses at once
 * is answered as a refusal, by one rule for all reasons; the order is kept and can be read.
 */
import type { Model } from '../../api/types';
import { refuse } from '../../server/refusal';
import type { Accepted } from '../intake/append';
import { orderTerms, type OrderTerms } from '../intake/order-terms';
import type { Market } from '../markets/market';
import { findOrder } from '../reading/orders';
import { requestFunding } from '../settlement/funding';
import {
	connected,
	marketOf,
	type Handler,
	type HandlerParts,
	type InputOf,
	type Trader,
} from './handler';
import { acceptedOrder, orderNotFound, refusalOf, wireOf } from './own-orders';
import { submitAndWait } from './results';
import { depositRecord, depositRefused, outcomeOf, shown, trackerKeyOf } from './transfers';
import { readOrderId } from './wire';

interface NewOrder {
	readonly market: Market;
	readonly input: InputOf<'placeOrder'> | InputOf<'replaceOrder'>;
	readonly origOrderId: number | undefined;
}

interface Placed {
	readonly status: 200 | 201;
	readonly body: Model<'Order'>;
}

/** 201 for a new order, 200 for one that was accepted before; refused when the book refused it. */
async function newOrder(
	parts: HandlerParts,
	{ accountId }: Trader,
	{ market, input, origOrderId }: NewOrder,
): Promise<Placed> {
	const { clientOrderId, newOrderRespType } = input;
	// Checked again for an order that waited for its deposit: its time may be over.
	const terms = orderTerms(market, input, parts.clock.now());
	const submission = { kind: 'ORDER', accountId, clientOrderId, terms, origOrderId } as const;
	const submit = () => parts.intake.submit(market, submission);
	let accepted: Accepted;
	if (newOrderRespType === 'ACK') accepted = await submit();
	else ({ accepted } = await submitAndWait(parts.feed, market.description.symbol, submit));
	const key = { market: accepted.market, orderId: accepted.sequence };
	const order = await acceptedOrder(parts, accountId, key);
	const refusal = await refusalOf(parts, accountId, order);
	if (refusal !== undefined) throw refusal;
	return { status: accepted.repeated ? 200 : 201, body: await wireOf(parts, order) };
}

/** Places an order, after pulling what it lacks where that is asked for. */
export async function placeOrder(
	parts: HandlerParts,
	trader: Trader,
	input: InputOf<'placeOrder'>,
): ReturnType<Handler<'placeOrder'>> {
	const market = await marketOf(parts, input.symbol);
	if (input.fund === true && !(await isPlaced(parts, trader, input))) {
		await checkTrading(parts, market);
		const terms = orderTerms(market, input, parts.clock.now());
		const deposit = await fund(parts, trader, { market, terms, input });
		if (deposit !== undefined) return { status: 202, body: { status: 'PENDING_FUNDING', deposit } };
	}
	return newOrder(parts, trader, { market, input, origOrderId: undefined });
}

/** Nothing is pulled in for an order that will not be taken. */
async function checkTrading({ markets }: HandlerParts, market: Market): Promise<void> {
	const symbol = market.description.symbol;
	const listed = await markets.listed(symbol);
	if (listed?.status === 'TRADING') return;
	throw refuse('Exchange_MarketNotTrading', symbol, listed?.status ?? '');
}

/** A repeated order has been funded before. */
async function isPlaced(
	{ database }: HandlerParts,
	{ accountId }: Trader,
	{ clientOrderId }: InputOf<'placeOrder'>,
): Promise<boolean> {
	if (clientOrderId === undefined) return false;
	return (await findOrder(database, accountId, { clientOrderId })) !== undefined;
}

/**
 * The deposit the order must wait for, while its outcome is not known; undefined when the order
 * can be placed.
 */
async function fund(
	parts: HandlerParts,
	trader: Trader,
	order: {
		readonly market: Market;
		readonly terms: OrderTerms;
		readonly input: InputOf<'placeOrder'>;
	},
): Promise<Model<'Deposit'> | undefined> {
	const settlement = connected(parts);
	const { market, terms, input } = order;
	const { clientOrderId } = input;
	if (clientOrderId === undefined) {
		throw refuse('Request_Invalid', 'clientOrderId', 'is needed for an order that funds itself');
	}
	const { accountId } = trader;
	const traderKey = await trackerKeyOf(settlement.treasury, trader, input['x-tracker-key']);
	const request = { accountId, clientOrderId, market, terms, traderKey };
	const requested = await requestFunding(settlement.treasury, request);
	if (requested === undefined) return undefined;
	const intent = await outcomeOf(settlement, requested);
	if (intent.state === 'SETTLED') return undefined;
	if (intent.state === 'REFUSED') throw depositRefused(intent);
	return shown(settlement, intent, depositRecord);
}

/** That the original is open is checked by the intake, after the request may have been repeated. */
export async function replaceOrder(
	parts: HandlerParts,
	trader: Trader,
	input: InputOf<'replaceOrder'>,
): Promise<Placed> {
	const text = input.orderId;
	const key = readOrderId(text);
	const market = key && (await parts.markets.find(key.market));
	if (key === undefined || market === undefined) throw orderNotFound(text);
	return newOrder(parts, trader, { market, input, origOrderId: key.orderId });
}
