/**
 * Places new orders, also funded ones and replacements. If the book refuses the order at once, the
 * reply is a refusal; the order is stored and can be read.
 */
import type { Model } from '../../../api/types';
import { refuse, Refusal } from '../../../server/refusal';
import { archivedAmong } from '../../trading/intake/client-ids';
import { orderTerms, type OrderRequest } from '../../trading/intake/order-terms';
import type { NewOrderSubmission, OrderEntry } from '../../trading/intake/submission';
import type { Market } from '../../trading/markets/market';
import { findOrder } from '../../reading/orders';
import { readFills } from '../../reading/own-trades';
import {
	marketOf,
	type Handler,
	type HandlerParts,
	type InputOf,
	type Trader,
} from '../../operations/handler';
import { placeFunded } from './funded-orders';
import {
	acceptedOrder,
	checkAlone,
	missingOrder,
	orderNotFound,
	refusalOf,
	wireOf,
} from '../../operations/own-orders';
import { orderAfter } from '../../operations/order-result';
import { submitAndWait } from '../../feeds/results';
import { fillWire, readOrderId } from '../../operations/wire';

/** The order that a trader asks for, with its terms worked out for everything that is done with it. */
export function orderEntry(
	{ accountId, claim }: Trader,
	{ market, request, origOrderId }: OrderOfMarket,
): OrderEntry {
	const terms = orderTerms(market, request);
	const { clientOrderId } = request;
	const validUntil = arrivalEnd(request.validUntil, claim);
	const order = { accountId, clientOrderId, origOrderId, terms, validUntil };
	return { market, submission: { kind: 'ORDER', ...order } };
}

/** The last time at which an order is taken in: its own, and that of the signature it came with. */
export function arrivalEnd(
	validUntil: number | undefined,
	claim: Trader['claim'],
): number | undefined {
	if (claim === undefined) return validUntil;
	return Math.min(validUntil ?? Infinity, Number(claim.timestamp) + Number(claim.recvWindow));
}

interface OrderOfMarket {
	readonly market: Market;
	readonly request: OrderRequest &
		Partial<Pick<NewOrderSubmission, 'clientOrderId' | 'validUntil'>>;
	/** The order that this one replaces. */
	readonly origOrderId?: number | undefined;
}

type ReplyKind = InputOf<'placeOrder'>['newOrderRespType'];

interface Placed {
	readonly status: 200 | 201;
	readonly body: Model<'PlacedOrder'>;
}

/** 201 for a new order, 200 for one accepted before; throws if the book refused it. */
async function place(
	parts: HandlerParts,
	{ market, submission }: OrderEntry,
	reply: ReplyKind,
): Promise<Placed> {
	const { accountId } = submission;
	const submit = () => parts.intake.submit(market, submission);
	const result =
		reply === 'ACK'
			? { accepted: await submit(), reports: [] }
			: await submitAndWait(parts.feed, market.description.symbol, submit);
	const { accepted } = result;
	const key = { market: accepted.market, orderId: accepted.sequence };
	const order = orderAfter(result) ?? (await acceptedOrder(parts, accountId, key));
	const refusal = await refusalOf(parts, accountId, order);
	if (refusal !== undefined) throw refusal;
	const body = await wireOf(parts, order);
	const status = accepted.repeated ? 200 : 201;
	if (reply !== 'FULL') return { status, body };
	const { market: symbol, orderId, state } = order;
	const filled = { symbol, orderId, executedLots: state?.executedLots ?? 0n };
	const fills = await readFills(parts.reader, accountId, filled);
	return { status, body: { ...body, fills: fills.map((fill) => fillWire(market, fill)) } };
}

/** Places an order; with `fund`, reserves and pulls what it needs first. */
export async function placeOrder(
	parts: HandlerParts,
	trader: Trader,
	input: InputOf<'placeOrder'>,
): ReturnType<Handler<'placeOrder'>> {
	const market = await marketOf(parts, input.symbol);
	// One that funds itself has arrived, and waits here for its deposit.
	const arrived = input.fund === true ? { ...trader, claim: undefined } : trader;
	const entry = orderEntry(arrived, { market, request: input });
	const { newOrderRespType } = input;
	if (input.fund !== true || (await isPlaced(parts, entry))) {
		return place(parts, entry, newOrderRespType);
	}
	return placeFunded(parts, trader, {
		entry,
		trackerKey: input['x-tracker-key'],
		place: (funded) => place(parts, funded, newOrderRespType),
	});
}

/** True if the order was accepted before, and so is funded. */
export async function isPlaced(
	{ database }: HandlerParts,
	{ submission: { accountId, clientOrderId } }: OrderEntry,
): Promise<boolean> {
	if (clientOrderId === undefined) return false;
	if ((await findOrder(database, accountId, { clientOrderId })) !== undefined) return true;
	const [archived] = await archivedAmong(database, [
		{ of: 'order', accountId, clientId: clientOrderId },
	]);
	// Checked before money is pulled; the intake would refuse it later.
	if (archived !== undefined) throw refuse('Exchange_ClientOrderIdReused', clientOrderId);
	return false;
}

/** The intake checks that the original is open, after it has recognised a repeated request. */
export async function replaceOrder(
	parts: HandlerParts,
	trader: Trader,
	input: InputOf<'replaceOrder'>,
): Promise<Placed> {
	return withOriginal(parts, trader, input.orderId, (market, origOrderId) => {
		const entry = orderEntry(trader, { market, request: input, origOrderId });
		return place(parts, entry, input.newOrderRespType);
	});
}

/** Runs `work` for an order that replaces the one with this id. */
export async function withOriginal<Done>(
	parts: HandlerParts,
	trader: Trader,
	text: string,
	work: (market: Market, origOrderId: number) => Promise<Done>,
): Promise<Done> {
	const key = readOrderId(text);
	const market = key && (await parts.markets.find(key.market));
	if (key === undefined || market === undefined) throw orderNotFound(text);
	try {
		return await work(market, key.orderId);
	} catch (fault) {
		// The second order of a list has no command of its own, so the intake does not find it.
		const isUnknown = fault instanceof Refusal && fault.code === 'Exchange_OrderNotFound';
		const original = isUnknown && (await findOrder(parts.database, trader.accountId, key));
		if (original === undefined) throw await missingOrder(parts.database, text);
		if (original !== false) checkAlone(original);
		throw fault;
	}
}
