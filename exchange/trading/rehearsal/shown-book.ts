/**
 * What a book would make of an order, as far as its owner can know: the engine is asked, with a book
 * made of the prices as they are shown, the owner's own orders among them, the last trade and the
 * market's rules. Lots that others hide, their stop orders, and orders accepted and not matched yet are
 * not in it; a real order finds no less than this one. Pure; see shown-reading.ts.
 */
import { createBook, apply } from '../../engine/engine';
import type { Book } from '../../engine/book';
import type { MarketRules, NewOrder, Side } from '../../engine/command';
import type { Event, RejectReason } from '../../engine/event';
import { findOrder } from '../../engine/view';
import type { PriceLevel } from '../intake/price-protection';
import type { OrderStatus } from '../lane/report';
import type { Market } from '../markets/market';

/** What is seen of a book by whoever places an order; 0 where there is nothing. */
export interface Shown {
	readonly lastTicks: number;
	/** The best price of the side the order is on. */
	readonly ownBestTicks: number;
	/** What the other side shows, the best first, as far as the order can reach. */
	readonly levels: readonly PriceLevel[];
	/** Orders of the account among them. */
	readonly resting: readonly OwnResting[];
	/** With the reference price as it is now. */
	readonly rules: MarketRules;
	/** Orders of the account that stay open beside this one. */
	readonly ownOrders: number;
}

/** An own order of the other side. */
export interface OwnResting {
	readonly orderId: number;
	readonly priceTicks: number;
	readonly leavesLots: number;
	/** 0 where it shows all. */
	readonly icebergQtyLots: number;
}

/** What is traded at one price. */
export interface ShownTrade {
	readonly priceTicks: number;
	readonly quantityLots: number;
	readonly quoteAmount: bigint;
}

/** Where the order stands after its own command. */
export interface ShownOutcome {
	/** Why the book refuses it; null when it does not, and all below is of use. */
	readonly refused: RejectReason | null;
	readonly status: OrderStatus;
	readonly reason: string | null;
	readonly trades: readonly ShownTrade[];
	readonly commission: bigint;
	/** What rests in the book, or waits to be set off. */
	readonly leavesLots: number;
	/** Own orders it meets, with which it does not trade. */
	readonly metOrderIds: readonly number[];
}

/** Numbers from here down stand for what is shown; no order of a log has one of them. */
const askedId = Number.MAX_SAFE_INTEGER;
const farId = askedId - 1;
const firstStandIn = farId - 1;

export function shownOutcome(market: Market, shown: Shown, order: NewOrder): ShownOutcome {
	const book = bookOf(market, shown, order);
	const { maxNumOrders = shown.rules.maxNumOrders } = order;
	const isFull = maxNumOrders > 0 && shown.ownOrders >= maxNumOrders;
	// Where one more would be too many, a single one of which no more may be stands for all of them.
	if (isFull) apply(book, { ...farOrder(market, order.accountId), kind: 'PLACE' });
	// The reference price is that of now, so that no time passes here.
	const asked = { ...order, time: undefined, orderId: askedId, ...(isFull && { maxNumOrders: 1 }) };
	const events = apply(book, { ...asked, kind: 'PLACE' });
	return outcomeOf(events, findOrder(book, askedId)?.leavesLots ?? 0);
}

function bookOf(market: Market, shown: Shown, { side, accountId }: NewOrder): Book {
	// What stands for a price may be less than an order may be, or more.
	const limits = { minQuantityLots: 1, maxQuantityLots: Number.MAX_SAFE_INTEGER, minNotional: 0n };
	const book = createBook({ ...market.engine, ...limits });
	let standIn = firstStandIn;
	const stand = (on: Side, priceTicks: number, quantityLots: number) => {
		if (priceTicks === 0 || quantityLots <= 0) return;
		const asked = { type: 'LIMIT', side: on, priceTicks, quantityLots } as const;
		apply(book, { kind: 'PLACE', orderId: standIn--, accountId: 'shown', ...asked });
	};
	stand('SELL', shown.lastTicks, 1);
	stand('BUY', shown.lastTicks, 1);
	stand(side, shown.ownBestTicks, 1);
	const other = side === 'BUY' ? 'SELL' : 'BUY';
	const ownAt = Map.groupBy(shown.resting, ({ priceTicks }) => priceTicks);
	for (const { priceTicks, quantityLots } of shown.levels) {
		const own = ownAt.get(priceTicks) ?? [];
		// Where an own order stands among the others of its price is not shown: it is taken for the first.
		for (const { orderId, leavesLots, icebergQtyLots } of own) {
			const asked = { type: 'LIMIT', side: other, priceTicks, quantityLots: leavesLots } as const;
			const hides = icebergQtyLots > 0 && icebergQtyLots < leavesLots;
			apply(book, {
				kind: 'PLACE',
				orderId,
				accountId,
				...asked,
				...(hides && { icebergQtyLots }),
			});
		}
		stand(other, priceTicks, quantityLots - own.reduce((sum, one) => sum + shownLots(one), 0));
	}
	apply(book, { kind: 'RULES', rules: shown.rules });
	return book;
}

function shownLots({ leavesLots, icebergQtyLots }: OwnResting): number {
	return icebergQtyLots === 0 ? leavesLots : Math.min(leavesLots, icebergQtyLots);
}

/** Waits for a price that nothing here reaches. */
function farOrder({ engine }: Market, accountId: string): NewOrder {
	const { maxPriceTicks: stopPriceTicks } = engine;
	const asked = { side: 'BUY', type: 'STOP_LOSS', stopPriceTicks, quoteOrderQty: 1n } as const;
	return { orderId: farId, accountId, ...asked };
}

/** What the events of its command say of the order that was asked about. */
function outcomeOf(events: readonly Event[], leavesLots: number): ShownOutcome {
	const trades: ShownTrade[] = [];
	const met: number[] = [];
	let outcome: Pick<ShownOutcome, 'refused' | 'status' | 'reason'> = {
		refused: null,
		status: 'NEW',
		reason: null,
	};
	let commission = 0n;
	for (const event of events) {
		if (event.execType === 'REJECTED') {
			outcome = { refused: event.reason, status: 'REJECTED', reason: event.reason };
		}
		if (event.execType === 'TRADE' && event.takerOrderId === askedId) {
			addTrade(trades, event);
			commission += event.takerCommission;
			outcome = { ...outcome, status: event.takerStatus };
		}
		if (event.execType === 'TRADE_PREVENTION') met.push(event.makerOrderId);
		if (event.execType === 'EXPIRED' && event.orderId === askedId) {
			outcome = { ...outcome, status: event.status, reason: event.reason };
		}
	}
	return { ...outcome, trades, commission, leavesLots, metOrderIds: [...new Set(met)] };
}

function addTrade(trades: ShownTrade[], { priceTicks, quantityLots, quoteAmount }: ShownTrade) {
	const last = trades.at(-1);
	if (last?.priceTicks !== priceTicks) {
		trades.push({ priceTicks, quantityLots, quoteAmount });
		return;
	}
	trades[trades.length - 1] = {
		priceTicks,
		quantityLots: last.quantityLots + quantityLots,
		quoteAmount: last.quoteAmount + quoteAmount,
	};
}
