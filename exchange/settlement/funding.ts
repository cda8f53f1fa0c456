/**
 * Orders that fund themselves: reserves what an order needs and pulls what it lacks from the
 * trader's account at the tracker. A refused order's reservation is released here. The caller waits
 * for the deposit; store/funded-orders.ts handles its end.
 */
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import type { OrderTerms } from '../trading/intake/order-terms';
import { asksForSame, requestText } from '../trading/intake/request-text';
import { heldAsset } from '../trading/intake/holding-terms';
import { Balances } from '../trading/ledger/balances';
import { neededHold } from '../trading/ledger/holding';
import { OUTSIDE } from '../trading/ledger/posting';
import {
	reservationJournal,
	Reservations,
	type OrderKey,
	type Reservation,
} from '../trading/ledger/reservations';
import type { Market } from '../trading/markets/market';
import { isClosed } from './state/intent';
import { releaseReservations, orderReference } from './store/funded-orders';
import { earlierIntent, findIntent } from './store/intents';
import { lockPlanning, takeNumbers } from './store/planning';
import { checkDeposit, depositCovering, planDeposit, type Requested } from './store/requests';
import type { PlanningParts } from './setup/parts';

/** The order; its client order id identifies reservation and order. */
export interface FundedOrder extends OrderKey {
	readonly market: Market;
	readonly terms: OrderTerms;
}

export interface FundingRequest extends FundedOrder {
	readonly traderKey: string | undefined;
}

/**
 * Returns the deposit the order waits for, new or earlier; undefined if the order can be placed.
 */
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
		// The repeated request extends the reservation.
		const { expireTime = Infinity } = request.terms;
		const dueAt = Math.min(now + parts.settings.fundingKeptMs, expireTime);
		reservations.change(reservation, { dueAt });
		const asked = await topUp(parts, transaction, { request, reservations, reservation, needed });
		await reservations.write(now);
		return asked;
	});
}

/**
 * Credits what an order lacks as if it had been pulled, in a transaction that is rolled back; returns
 * how much that is.
 */
export async function rehearseFunding(
	parts: PlanningParts,
	transaction: Database,
	request: Omit<FundingRequest, 'clientOrderId'>,
): Promise<bigint> {
	const { accountId, market, terms, traderKey } = request;
	const needed = holdOf(request);
	const asset = heldAsset(market, terms);
	const balances = await Balances.load(transaction, [accountId, OUTSIDE], [asset]);
	const missing = needed - balances.of(accountId, asset).available;
	if (missing <= 0n) return 0n;
	const amount = await depositCovering(transaction, asset, missing);
	await checkDeposit(parts, transaction, { accountId, asset, amount, traderKey });
	balances.post(reservationJournal, {
		sequence: 0,
		position: 0,
		asset,
		amount,
		orderId: null,
		kind: 'DEPOSIT',
		from: OUTSIDE,
		to: accountId,
	});
	await balances.write();
	return amount;
}

/** Releases the reservation of a refused order. */
export async function releaseFunding(
	{ database, clock }: Pick<PlanningParts, 'database' | 'clock'>,
	order: FundedOrder,
): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		const reservations = await Reservations.ofOrders(transaction, [order]);
		const found = reservations.of(order);
		if (found === undefined || !isSame(found, order)) return;
		await releaseReservations(transaction, reservations, { of: [found], clock });
	});
}

function isSame({ market, request }: Reservation, order: FundedOrder): boolean {
	return market === order.market.description.symbol && asksForSame(request, order.terms);
}

/**
 * Placing the order ends its reservation in the same transaction, and the reservation is locked
 * here.
 */
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

/** Begins a reservation; if a deposit for the order is still open, the reservation waits for it. */
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
	// A deposit from before reservations existed has the first reference.
	const reference = orderReference(clientOrderId);
	const first = { accountId, kind: 'DEPOSIT', reference } as const;
	const intentId = before?.intent_id ?? (await earlierIntent(transaction, first))?.id ?? null;
	return reservations.add({
		accountId,
		clientOrderId,
		intentId,
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

/** Reserves what is available of the missing amount, and pulls the rest. */
async function topUp(
	parts: PlanningParts,
	transaction: Database,
	{ request, reservations, reservation, needed }: Funding,
): Promise<Requested | undefined> {
	const { accountId, asset, intentId } = reservation;
	const last = intentId === null ? undefined : await findIntent(transaction, intentId);
	if (last !== undefined && !isClosed(last)) return { intent: last, repeated: true };
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
		accountId,
		asset,
		traderKey,
		amount: await depositCovering(transaction, asset, missing - available),
		reference: orderReference(clientOrderId, reference),
	});
	reservations.change(reservation, { intentId: asked.intent.id });
	return asked;
}

/** What the order must hold; refuses one whose need is unknown before it trades. */
function holdOf({ market, terms }: Pick<FundedOrder, 'market' | 'terms'>): bigint {
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
