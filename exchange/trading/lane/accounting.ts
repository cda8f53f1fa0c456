/**
 * What each event of the engine means for money and for the order it is about. It changes the
 * orders and the effects it is handed, and nothing outside of them: postings, trades and reports
 * of a batch are collected here and written by commit.ts.
 *
 *   event              order                          money
 *   NEW                NEW                            -
 *   TRADE              PARTIALLY_FILLED or FILLED     both legs and both commissions posted, and
 *                                                     what a buyer needs no longer is released
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

/** An order as far as money and reports are concerned; the book has it too, for matching. */
export interface OpenOrder {
	/** Its place in the log. */
	readonly orderId: number;
	readonly accountId: string;
	readonly clientOrderId: string;
	readonly side: Side;
	/** 0 for an order without a price. */
	readonly priceTicks: number;
	/** 0 for an order that ends by no time. */
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
	/** Of an order of a list alone: the list's id, and the order that ends when this one acts. */
	readonly orderListId?: number;
	readonly otherOrderId?: number;
}

export interface Trade {
	readonly sequence: number;
	readonly time: number;
	readonly event: TradeEvent;
}

/** Everything a batch of commands did, in the order in which it happened. */
export interface Effects {
	readonly postings: Posting[];
	readonly trades: Trade[];
	readonly reports: Report[];
	/** Every order that changed, as it is after the batch. */
	readonly orders: Map<number, OpenOrder>;
}

/** Where in the log an event happened. */
export interface LogPlace {
	readonly sequence: number;
	readonly time: number;
	/** Next free places; they count on through all events of the command. */
	position: number;
	index: number;
}

/** One command being carried out. */
export interface CommandRun {
	readonly market: Market;
	/** Open orders and the one that is being carried out. */
	readonly orders: Map<number, OpenOrder>;
	/** The order that the command brings, if it brings one. */
	readonly newOrder: OpenOrder | undefined;
	/** Of the orders that the command cancels, in place of REQUESTED. */
	readonly cancelCause?: CancelCause | undefined;
	readonly place: LogPlace;
	readonly effects: Effects;
}

/** Accounts for one event; an order that ended leaves `run.orders`. */
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

/** Ends the order a refused command would have brought. */
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
	move(run, {
		kind: 'TRADE',
		asset: baseAsset,
		amount: base,
		order: seller,
		to: buyer.accountId,
	});
	move(run, {
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

/** Buyers pay out of what they hold, sellers out of what they just got. */
function payCommission(run: CommandRun, order: OpenOrder, commission: bigint): void {
	if (commission === 0n) return;
	const buys = order.side === 'BUY';
	const kind = buys ? 'HELD_COMMISSION' : 'COMMISSION';
	const asset = run.market.description.quoteAsset;
	move(run, { kind, asset, amount: commission, order, to: FEES });
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

/** What a replacement needs changes the order and not the account, so nothing is posted for it. */
function handOver({ market, newOrder: brought }: CommandRun, original: OpenOrder): void {
	if (brought === undefined) throw new Error(`nothing replaces order ${original.orderId}`);
	const missing = neededHold(market.engine, market.lotUnits, brought) - brought.held;
	if (original.held < missing) {
		throw new Error(`order ${original.orderId} holds less than its replacement counted on`);
	}
	original.held -= missing;
	brought.held += missing;
}

/** The order of a list that trades takes over the hold of both; the other ends without one. */
function takeOverHold(run: CommandRun, order: OpenOrder): void {
	const other = otherOpen(run, order);
	if (other !== undefined) moveHold(other, order);
}

/** Both are of one account and hold the same asset, so nothing is posted for it. */
function moveHold(from: OpenOrder, to: OpenOrder): void {
	to.held += from.held;
	from.held = 0n;
}

function otherOpen(run: CommandRun, { otherOrderId }: OpenOrder): OpenOrder | undefined {
	const isOpen = otherOrderId !== undefined && run.orders.has(otherOrderId);
	return isOpen ? orderOf(run, otherOrderId) : undefined;
}

/** The order's last word: all it still holds goes back, or to the other order of its list. */
function end(run: CommandRun, order: OpenOrder, status: OrderStatus): void {
	const other = otherOpen(run, order);
	if (other !== undefined) {
		moveHold(order, other);
		// Both are refused together, whatever it was that they asked for.
		if (status !== 'REJECTED') releaseSurplus(run, other);
	}
	release(run, order, order.held);
	order.status = status;
	if (status !== 'FILLED') order.leavesLots = 0;
	order.leavesQuote = 0n;
	run.orders.delete(order.orderId);
	run.effects.orders.set(order.orderId, order);
}

/** What a better price, a smaller fee or a smaller quantity has freed goes back at once. */
function releaseSurplus(run: CommandRun, order: OpenOrder): void {
	const needed = neededHold(run.market.engine, run.market.lotUnits, order);
	if (order.held > needed) release(run, order, order.held - needed);
}

function release(run: CommandRun, order: OpenOrder, amount: bigint): void {
	if (amount === 0n) return;
	const { baseAsset, quoteAsset } = run.market.description;
	const asset = order.side === 'BUY' ? quoteAsset : baseAsset;
	move(run, { kind: 'RELEASE', asset, amount, order, to: order.accountId });
	order.held -= amount;
}

interface Move {
	readonly kind: PostingKind;
	readonly asset: string;
	readonly amount: bigint;
	/** Whose account it comes from, and which order it is for. */
	readonly order: OpenOrder;
	readonly to: string;
}

function move({ place, effects }: CommandRun, { kind, asset, amount, order, to }: Move): void {
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
