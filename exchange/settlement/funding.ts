/**
 * An order that funds itself: what it needs is reserved for it, and what it lacks is pulled from
 * the trader's account at the tracker, until it is placed. This file decides what is reserved and
 * pulled, and gives it back when the order is refused; waiting for the deposit is left to the
 * caller, and what the deposit's end means to intents/funded-orders.ts.
 */
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import type { OrderTerms } from '../trading/intake/order-terms';
import { asksForSame, requestText } from '../trading/intake/request-text';
import { heldAsset } from '../trading/intake/holding-terms';
import { Balances } from '../trading/ledger/balances';
import { neededHold } from '../trading/ledger/holding';
import { Reservations, type OrderKey, type Reservation } from '../trading/ledger/reservations';
import type { Market } from '../trading/markets/market';
import { isEnded } from './state/intent';
import { giveBack, orderReference } from './store/funded-orders';
import { earlierIntent, findIntent } from './store/intents';
import { lockPlanning, takeNumbers } from './store/planning';
import { depositCovering, planDeposit, type Requested } from './store/requests';
import type { PlanningParts } from './setup/parts';

/** The order, under whose client id it is funded and placed once. */
export interface FundedOrder extends OrderKey {
	readonly market: Market;
	readonly terms: OrderTerms;
}

export interface FundingRequest extends FundedOrder {
	readonly traderKey: string | undefined;
}

/** The deposit an order waits for, asked for now or earlier; undefined when it can be placed. */
export async function requestFunding(
	parts: PlanningParts,
	request: FundingRequest,
): Promise<Requested | undefined> {
	const needed = holdOf(request);
	return parts.database.transaction().execute(async (transaction) => {
		await lockPlanning(transaction);
		const reservations = await Reservations.ofOrders(transaction, [request]);
		if (await isPlaced(transaction, request)) return undefined;
		const now = parts.clock.now();
		const found = reservations.of(request);
		if (found !== undefined && !isSame(found, request)) {
			throw refuse('Exchange_ClientOrderIdReused', request.clientOrderId);
		}
		const reservation = found ?? (await begin(transaction, reservations, request));
		// Somebody still wants it.
		const { expireTime = Infinity } = request.terms;
		const dueAt = Math.min(now + parts.settings.fundingKeptMs, expireTime);
		reservations.change(reservation, { dueAt });
		const asked = await topUp(parts, transaction, { request, reservations, reservation, needed });
		await reservations.write(now);
		return asked;
	});
}

/** The order is refused: what is reserved for it is given back. */
export async function giveBackFunding(
	{ database, clock }: Pick<PlanningParts, 'database' | 'clock'>,
	order: FundedOrder,
): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		const reservations = await Reservations.ofOrders(transaction, [order]);
		const found = reservations.of(order);
		if (found === undefined || !isSame(found, order)) return;
		await giveBack(transaction, reservations, { of: [found], now: clock.now() });
	});
}

function isSame({ market, request }: Reservation, order: FundedOrder): boolean {
	return market === order.market.description.symbol && asksForSame(request, order.terms);
}

/** Placing the order ends its reservation in the same transaction; that row is locked by now. */
async function isPlaced(
	transaction: Database,
	{ accountId, clientOrderId }: OrderKey,
): Promise<boolean> {
	const row = await transaction
		.selectFrom('orders')
		.select('order_id')
		.where('account_id', '=', accountId)
		.where('client_order_id', '=', clientOrderId)
		.executeTakeFirst();
	return row !== undefined;
}

/** Begins a reservation; a deposit that is still under way for the order is waited for. */
async function begin(
	transaction: Database,
	reservations: Reservations,
	{ accountId, clientOrderId, market, terms }: FundedOrder,
): Promise<Reservation> {
	const before = await transaction
		.selectFrom('reservations')
		.select('intent_id')
		.where('account_id', '=', accountId)
		.where('client_order_id', '=', clientOrderId)
		.orderBy('number', 'desc')
		.limit(1)
		.executeTakeFirst();
	// One from before there were reservations has the first reference.
	const reference = orderReference(clientOrderId);
	const first = { accountId, kind: 'DEPOSIT', reference } as const;
	const intentId = before?.intent_id ?? (await earlierIntent(transaction, first))?.id ?? null;
	return reservations.add({
		...{ accountId, clientOrderId, intentId },
		number: await takeNumbers(transaction, 1),
		market: market.description.symbol,
		asset: heldAsset(market, terms),
		request: requestText(terms),
		dueAt: 0,
	});
}

interface Funding {
	readonly request: FundingRequest;
	readonly reservations: Reservations;
	readonly reservation: Reservation;
	readonly needed: bigint;
}

/** Reserves what is there of what is missing, and pulls the rest. */
async function topUp(
	parts: PlanningParts,
	transaction: Database,
	{ request, reservations, reservation, needed }: Funding,
): Promise<Requested | undefined> {
	const { accountId, asset, intentId } = reservation;
	const last = intentId === null ? undefined : await findIntent(transaction, intentId);
	if (last !== undefined && !isEnded(last)) return { intent: last, repeated: true };
	const balances = await Balances.load(transaction, [accountId], [asset]);
	const { available } = balances.of(accountId, asset);
	const missing = needed - reservation.held;
	const taken = missing < available ? missing : available;
	if (taken > 0n) reservations.hold(balances, reservation, taken);
	await balances.write();
	if (missing <= available) return undefined;
	const { clientOrderId, traderKey } = request;
	const reference = last && (await takeNumbers(transaction, 1));
	const asked = await planDeposit(parts, transaction, {
		...{ accountId, asset, traderKey },
		amount: await depositCovering(transaction, asset, missing - available),
		reference: orderReference(clientOrderId, reference),
	});
	reservations.change(reservation, { intentId: asked.intent.id });
	return asked;
}

/** What the order must hold, where that is known before it trades. */
function holdOf({ market, terms }: FundedOrder): bigint {
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
