/**
 * Applies each event of the engine to the orders and to money. It changes only the orders and the
 * effects that are passed in; commit.ts writes the collected postings, trades and reports.
 *
 *   event              order                          money
 *   NEW                NEW                            -
 *   TRADE              PARTIALLY_FILLED or FILLED     both legs and both commissions posted, and
 *                                                     the buyer's surplus released
 *   TRADE_PREVENTION   DECREMENT: smaller             the difference released
 *   REPLACED           smaller                        the difference released
 *   CANCELED, EXPIRED  its last status                the rest released; of a replaced order only
 *                                                     what its replacement does not need, and of
 *                                                     one of a list nothing while the other is open
 *   REJECTED           a new order: REJECTED          the rest released
 */
import { assertNever } from '../../../server/exhaustive';
import type { Side } from '../../engine/command';
import type {
	CanceledEvent,
	Event,
	ExpiredEvent,
	TradeEvent,
	TradePreventionEvent,
} from '../../engine/event';
import { quoteAmount } from '../../engine/market';
import { neededHold } from '../ledger/holding';
import { FEES, type Posting, type PostingKind } from '../ledger/posting';
import type { Market } from '../markets/market';
import type { CancelCause } from './command-text';
import type { ExecType, Fill, OrderStatus, Report } from './report';

/** An open order's money and report fields; the book has the order too, for matching. */
export interface OpenOrder {
	/** Its sequence in the log. */
	readonly orderId: number;
	readonly accountId: string;
	readonly clientOrderId: string;
	readonly side: Side;
	/** 0 for an order without a price. */
	readonly priceTicks: number;
	/** 0: it does not expire. */
	readonly expireTime: number;
	quantityLots: number;
	leavesLots: number;
	leavesQuote: bigint;
	executedLots: number;
	executedQuote: bigint;
	commission: bigint;
	held: bigint;
	status: OrderStatus;
	reason: string | null;
	/** When the last command that changed it was accepted. */
	updatedAt: number;
	/**
	 * Only for an order of a list: the list's id, and the other order, which ends when this one
	 * trades or ends.
	 */
	readonly orderListId?: number;
	readonly otherOrderId?: number;
}

export interface Trade {
	readonly sequence: number;
	readonly time: number;
	readonly event: TradeEvent;
}

/** Everything a batch of commands did, in order. */
export interface Effects {
	readonly postings: Posting[];
	readonly trades: Trade[];
	readonly reports: Report[];
	/** Every order that changed, as it is after the batch. */
	readonly orders: Map<number, OpenOrder>;
}

/** Position of an event in the log. */
export interface LogPlace {
	readonly sequence: number;
	readonly time: number;
	/** Next free position and index; they continue through all events of the command. */
	position: number;
	index: number;
}

/** One command being carried out. */
export interface CommandRun {
	readonly market: Market;
	/** Open orders and the new one. */
	readonly orders: Map<number, OpenOrder>;
	/** The command's new order, if it has one. */
	readonly newOrder: OpenOrder | undefined;
	/** Reason of the orders that the command cancels, instead of REQUESTED. */
	readonly cancelCause?: CancelCause | undefined;
	readonly place: LogPlace;
	readonly effects: Effects;
}

/** Applies one event; an ended order leaves `run.orders`. */
export function accountFor(run: CommandRun, event: Event): void {
	switch (event.execType) {
		case 'NEW':
		case 'TRIGGERED':
			return report(run, orderOf(run, event.orderId), { execType: event.execType });
		case 'TRADE':
			return trade(run, event);
		case 'TRADE_PREVENTION':
			return preventTrade(run, event);
		case 'REPLACED': {
			const order = orderOf(run, event.orderId);
			order.quantityLots = event.quantityLots;
			order.leavesLots = event.leavesLots;
			releaseSurplus(run, order);
			return report(run, order, { execType: 'REPLACED' });
		}
		case 'CANCELED':
		case 'EXPIRED':
			return endUnfilled(run, event);
		case 'REJECTED':
		case 'RULES':
		case 'STATUS':
			return;
		default:
			return assertNever(event, 'event of the engine');
	}
}

/** Ends the order of a refused command. */
export function rejectOrder(run: CommandRun, orderId: number, reason: string): void {
	const order = orderOf(run, orderId);
	end(run, order, 'REJECTED');
	order.reason = reason;
	report(run, order, { execType: 'REJECTED' });
}

function trade(run: CommandRun, event: TradeEvent): void {
	const { market, effects, place } = run;
	const taker = orderOf(run, event.takerOrderId);
	const maker = orderOf(run, event.makerOrderId);
	takeOverHold(run, maker);
	const [buyer, seller] = event.takerSide === 'BUY' ? [taker, maker] : [maker, taker];
	const { baseAsset, quoteAsset } = market.description;
	const base = BigInt(event.quantityLots) * market.lotUnits;
	const quote = event.quoteAmount;
	effects.trades.push({ sequence: place.sequence, time: place.time, event });
	post(run, {
		kind: 'TRADE',
		asset: baseAsset,
		amount: base,
		order: seller,
		to: buyer.accountId,
	});
	post(run, {
		kind: 'TRADE',
		asset: quoteAsset,
		amount: quote,
		order: buyer,
		to: seller.accountId,
	});
	fill(taker, event);
	fill(maker, event);
	buyer.held -= quote;
	seller.held -= base;
	payCommission(run, buyer, buyer === taker ? event.takerCommission : event.makerCommission);
	payCommission(run, seller, seller === taker ? event.takerCommission : event.makerCommission);
	for (const order of [taker, maker]) {
		if (order.status === 'FILLED') end(run, order, 'FILLED');
		else releaseSurplus(run, order);
		report(run, order, { execType: 'TRADE', fill: fillOf(event, order) });
	}
}

function fill(order: OpenOrder, event: TradeEvent): void {
	const isTaker = order.orderId === event.takerOrderId;
	order.executedLots += event.quantityLots;
	order.executedQuote += event.quoteAmount;
	order.leavesLots = isTaker ? event.takerLeavesLots : event.makerLeavesLots;
	if (isTaker) order.leavesQuote = event.takerLeavesQuote;
	order.status = isTaker ? event.takerStatus : event.makerStatus;
}

function fillOf(event: TradeEvent, order: OpenOrder): Fill {
	const isMaker = order.orderId === event.makerOrderId;
	const { tradeId, priceTicks, quantityLots } = event;
	return {
		tradeId,
		priceTicks,
		quantityLots,
		quoteAmount: event.quoteAmount.toString(),
		commission: (isMaker ? event.makerCommission : event.takerCommission).toString(),
		isMaker,
	};
}

/** Buyers pay from their hold, sellers from their proceeds. */
function payCommission(run: CommandRun, order: OpenOrder, commission: bigint): void {
	if (commission === 0n) return;
	const buys = order.side === 'BUY';
	const kind = buys ? 'HELD_COMMISSION' : 'COMMISSION';
	const asset = run.market.description.quoteAsset;
	post(run, { kind, asset, amount: commission, order, to: FEES });
	if (buys) order.held -= commission;
	order.commission += commission;
}

function preventTrade(run: CommandRun, event: TradePreventionEvent): void {
	const taker = orderOf(run, event.takerOrderId);
	const maker = orderOf(run, event.makerOrderId);
	if (event.selfTradePreventionMode === 'DECREMENT') {
		const { engine } = run.market;
		takeOverHold(run, maker);
		maker.leavesLots -= event.preventedLots;
		if (taker.quantityLots > 0) taker.leavesLots -= event.preventedLots;
		if (taker.leavesQuote > 0n) {
			taker.leavesQuote -= quoteAmount(engine, event.priceTicks, event.preventedLots);
		}
		releaseSurplus(run, taker);
		releaseSurplus(run, maker);
	}
	report(run, maker, { execType: 'TRADE_PREVENTION' });
	report(run, taker, { execType: 'TRADE_PREVENTION' });
}

function endUnfilled(run: CommandRun, event: CanceledEvent | ExpiredEvent): void {
	const order = orderOf(run, event.orderId);
	if (event.reason === 'REPLACED') handOver(run, order);
	end(run, order, event.execType === 'EXPIRED' ? event.status : 'CANCELED');
	order.reason = event.reason === 'REQUESTED' ? (run.cancelCause ?? event.reason) : event.reason;
	report(run, order, { execType: event.execType });
}

/**
 * Moves the hold to the replacement. The account's held sum stays the same, so nothing is posted.
 */
function handOver({ market, newOrder: replacement }: CommandRun, original: OpenOrder): void {
	if (replacement === undefined) throw new Error(`nothing replaces order ${original.orderId}`);
	const missing = neededHold(market.engine, market.lotUnits, replacement) - replacement.held;
	if (original.held < missing) {
		throw new Error(`order ${original.orderId} holds less than its replacement counted on`);
	}
	original.held -= missing;
	replacement.held += missing;
}

/** The trading order of a list takes over the hold of both; the other ends without one. */
function takeOverHold(run: CommandRun, order: OpenOrder): void {
	const other = otherOpen(run, order);
	if (other !== undefined) moveHold(other, order);
}

/** Both have one account and one asset, so nothing is posted. */
function moveHold(from: OpenOrder, to: OpenOrder): void {
	to.held += from.held;
	from.held = 0n;
}

function otherOpen(run: CommandRun, { otherOrderId }: OpenOrder): OpenOrder | undefined {
	const isOpen = otherOrderId !== undefined && run.orders.has(otherOrderId);
	return isOpen ? orderOf(run, otherOrderId) : undefined;
}

/** Ends the order: its hold is released, or moves to the other order of its list. */
function end(run: CommandRun, order: OpenOrder, status: OrderStatus): void {
	const other = otherOpen(run, order);
	if (other !== undefined) {
		moveHold(order, other);
		// Both are refused together, so no surplus is computed.
		if (status !== 'REJECTED') releaseSurplus(run, other);
	}
	release(run, order, order.held);
	order.status = status;
	if (status !== 'FILLED') order.leavesLots = 0;
	order.leavesQuote = 0n;
	run.orders.delete(order.orderId);
	run.effects.orders.set(order.orderId, order);
}

/** Releases what a better price, a smaller fee or a smaller quantity has freed. */
function releaseSurplus(run: CommandRun, order: OpenOrder): void {
	const needed = neededHold(run.market.engine, run.market.lotUnits, order);
	if (order.held > needed) release(run, order, order.held - needed);
}

function release(run: CommandRun, order: OpenOrder, amount: bigint): void {
	if (amount === 0n) return;
	const { baseAsset, quoteAsset } = run.market.description;
	const asset = order.side === 'BUY' ? quoteAsset : baseAsset;
	post(run, { kind: 'RELEASE', asset, amount, order, to: order.accountId });
	order.held -= amount;
}

interface Payment {
	readonly kind: PostingKind;
	readonly asset: string;
	readonly amount: bigint;
	/** The order that pays. */
	readonly order: OpenOrder;
	readonly to: string;
}

function post({ place, effects }: CommandRun, { kind, asset, amount, order, to }: Payment): void {
	effects.postings.push({
		sequence: place.sequence,
		position: place.position,
		kind,
		asset,
		amount,
		from: order.accountId,
		to,
		orderId: order.orderId,
	});
	place.position += 1;
}

function orderOf(run: CommandRun, orderId: number): OpenOrder {
	const order = run.orders.get(orderId);
	if (order === undefined)
		throw new Error(`order ${orderId} is in the book but not in the accounts`);
	run.effects.orders.set(orderId, order);
	return order;
}

function report(
	{ place, effects }: CommandRun,
	order: OpenOrder,
	what: { readonly execType: ExecType; readonly fill?: Fill },
): void {
	order.updatedAt = place.time;
	effects.reports.push({
		sequence: place.sequence,
		index: place.index,
		time: place.time,
		accountId: order.accountId,
		orderId: order.orderId,
		clientOrderId: order.clientOrderId,
		execType: what.execType,
		status: order.status,
		side: order.side,
		priceTicks: order.priceTicks,
		quantityLots: order.quantityLots,
		executedLots: order.executedLots,
		leavesLots: order.leavesLots,
		executedQuote: order.executedQuote.toString(),
		...(order.orderListId !== undefined && { orderListId: order.orderListId }),
		...(order.reason !== null && { reason: order.reason }),
		...(what.fill !== undefined && { fill: what.fill }),
	});
	place.index += 1;
}
