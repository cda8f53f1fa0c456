/**
 * What each event of the engine means for money and for the order it is about. Pure: it reads
 * events and open orders and writes postings, trades and reports into the effects of a batch.
 *
 *   event              order                          money
 *   NEW                NEW                            -
 *   TRADE              PARTIALLY_FILLED or FILLED     both legs and both commissions posted, and
 *                                                     what a buyer needs no longer is released
 *   TRADE_PREVENTION   DECREMENT: smaller             the difference released
 *   REPLACED           smaller                        the difference released
 *   CANCELED, EXPIRED  its last status                the rest released; of a replaced order only
 *                                                     what its replacement does not need
 *   REJECTED           a new order: REJECTED          the rest released
 */
import type { Side } from '../engine/command';
import type {
	CanceledEvent,
	Event,
	ExpiredEvent,
	TradeEvent,
	TradePreventionEvent,
} from '../engine/event';
import { quoteAmount } from '../engine/market';
import { neededHold } from '../ledger/holding';
import { FEES, type Posting, type PostingKind } from '../ledger/posting';
import type { Market } from '../markets/market';
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
export interface Moment {
	readonly sequence: number;
	readonly time: number;
	/** Next free places; they count on through all events of the command. */
	position: number;
	index: number;
}

/** One command being carried out. */
export interface Scene {
	readonly market: Market;
	/** Open orders and the one that is being carried out. */
	readonly orders: Map<number, OpenOrder>;
	/** The order that the command brings, if it brings one. */
	readonly brought: OpenOrder | undefined;
	readonly moment: Moment;
	readonly effects: Effects;
}

/** Accounts for one event; an order that ended leaves `scene.orders`. */
export function account(scene: Scene, event: Event): void {
	switch (event.execType) {
		case 'NEW':
		case 'TRIGGERED':
			return report(scene, orderOf(scene, event.orderId), { execType: event.execType });
		case 'TRADE':
			return trade(scene, event);
		case 'TRADE_PREVENTION':
			return preventTrade(scene, event);
		case 'REPLACED': {
			const order = orderOf(scene, event.orderId);
			order.quantityLots = event.quantityLots;
			order.leavesLots = event.leavesLots;
			releaseSurplus(scene, order);
			return report(scene, order, { execType: 'REPLACED' });
		}
		case 'CANCELED':
		case 'EXPIRED':
			return endUnfilled(scene, event);
		case 'REJECTED':
		case 'STATUS':
			return;
	}
}

/** Ends the order a refused command would have brought. */
export function rejectOrder(scene: Scene, orderId: number, reason: string): void {
	const order = orderOf(scene, orderId);
	end(scene, order, 'REJECTED');
	order.reason = reason;
	report(scene, order, { execType: 'REJECTED' });
}

function trade(scene: Scene, event: TradeEvent): void {
	const { market, effects, moment } = scene;
	const taker = orderOf(scene, event.takerOrderId);
	const maker = orderOf(scene, event.makerOrderId);
	const [buyer, seller] = event.takerSide === 'BUY' ? [taker, maker] : [maker, taker];
	const { baseAsset, quoteAsset } = market.description;
	const base = BigInt(event.quantityLots) * market.lotUnits;
	const quote = event.quoteAmount;
	effects.trades.push({ sequence: moment.sequence, time: moment.time, event });
	move(scene, {
		kind: 'TRADE',
		asset: baseAsset,
		amount: base,
		order: seller,
		to: buyer.accountId,
	});
	move(scene, {
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
	payCommission(scene, buyer, buyer === taker ? event.takerCommission : event.makerCommission);
	payCommission(scene, seller, seller === taker ? event.takerCommission : event.makerCommission);
	for (const order of [taker, maker]) {
		if (order.status === 'FILLED') end(scene, order, 'FILLED');
		else releaseSurplus(scene, order);
		report(scene, order, { execType: 'TRADE', fill: fillOf(event, order) });
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

/** A buyer pays out of what he holds, a seller out of what he just got. */
function payCommission(scene: Scene, order: OpenOrder, commission: bigint): void {
	if (commission === 0n) return;
	const buys = order.side === 'BUY';
	const kind = buys ? 'HELD_COMMISSION' : 'COMMISSION';
	const asset = scene.market.description.quoteAsset;
	move(scene, { kind, asset, amount: commission, order, to: FEES });
	if (buys) order.held -= commission;
	order.commission += commission;
}

function preventTrade(scene: Scene, event: TradePreventionEvent): void {
	const taker = orderOf(scene, event.takerOrderId);
	const maker = orderOf(scene, event.makerOrderId);
	if (event.selfTradePreventionMode === 'DECREMENT') {
		const { engine } = scene.market;
		maker.leavesLots -= event.preventedLots;
		if (taker.quantityLots > 0) taker.leavesLots -= event.preventedLots;
		if (taker.leavesQuote > 0n) {
			taker.leavesQuote -= quoteAmount(engine, event.priceTicks, event.preventedLots);
		}
		releaseSurplus(scene, taker);
		releaseSurplus(scene, maker);
	}
	report(scene, maker, { execType: 'TRADE_PREVENTION' });
	report(scene, taker, { execType: 'TRADE_PREVENTION' });
}

function endUnfilled(scene: Scene, event: CanceledEvent | ExpiredEvent): void {
	const order = orderOf(scene, event.orderId);
	if (event.reason === 'REPLACED') handOver(scene, order);
	end(scene, order, event.execType === 'EXPIRED' ? event.status : 'CANCELED');
	order.reason = event.reason;
	report(scene, order, { execType: event.execType });
}

/** What a replacement needs changes the order and not the account, so nothing is posted for it. */
function handOver({ market, brought }: Scene, original: OpenOrder): void {
	if (brought === undefined) throw new Error(`nothing replaces order ${original.orderId}`);
	const missing = neededHold(market.engine, market.lotUnits, brought) - brought.held;
	if (original.held < missing) {
		throw new Error(`order ${original.orderId} holds less than its replacement counted on`);
	}
	original.held -= missing;
	brought.held += missing;
}

/** The order's last word: all it still holds goes back. */
function end(scene: Scene, order: OpenOrder, status: OrderStatus): void {
	release(scene, order, order.held);
	order.status = status;
	if (status !== 'FILLED') order.leavesLots = 0;
	order.leavesQuote = 0n;
	scene.orders.delete(order.orderId);
	scene.effects.orders.set(order.orderId, order);
}

/** What a better price, a smaller fee or a smaller quantity has freed goes back at once. */
function releaseSurplus(scene: Scene, order: OpenOrder): void {
	const needed = neededHold(scene.market.engine, scene.market.lotUnits, order);
	if (order.held > needed) release(scene, order, order.held - needed);
}

function release(scene: Scene, order: OpenOrder, amount: bigint): void {
	if (amount === 0n) return;
	const { baseAsset, quoteAsset } = scene.market.description;
	const asset = order.side === 'BUY' ? quoteAsset : baseAsset;
	move(scene, { kind: 'RELEASE', asset, amount, order, to: order.accountId });
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

function move({ moment, effects }: Scene, { kind, asset, amount, order, to }: Move): void {
	effects.postings.push({
		sequence: moment.sequence,
		position: moment.position,
		kind,
		asset,
		amount,
		from: order.accountId,
		to,
		orderId: order.orderId,
	});
	moment.position += 1;
}

function orderOf(scene: Scene, orderId: number): OpenOrder {
	const order = scene.orders.get(orderId);
	if (order === undefined)
		throw new Error(`order ${orderId} is in the book but not in the accounts`);
	scene.effects.orders.set(orderId, order);
	return order;
}

function report(
	{ moment, effects }: Scene,
	order: OpenOrder,
	what: { readonly execType: ExecType; readonly fill?: Fill },
): void {
	order.updatedAt = moment.time;
	effects.reports.push({
		sequence: moment.sequence,
		index: moment.index,
		time: moment.time,
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
		...(order.reason !== null && { reason: order.reason }),
		...(what.fill !== undefined && { fill: what.fill }),
	});
	moment.index += 1;
}
