/**
 * Simulates an order as far as its owner can know: the engine gets a book made of the shown prices,
 * the owner's orders, the last trade and the rules. Others' hidden lots, their stop orders, and
 * orders not matched yet are missing; a real order finds at least as much. Pure; see
 * shown-reading.ts.
 */
import { createBook, apply } from '../../engine/engine';
import type { Book } from '../../engine/book';
import type { MarketRules, NewOrder, Side } from '../../engine/command';
import type { Event, RejectReason } from '../../engine/event';
import { findOrder } from '../../engine/view';
import type { PriceLevel } from '../intake/price-protection';
import type { OrderStatus } from '../lane/report';
import type { Market } from '../markets/market';

/** What the owner of an order can see of the book; 0: none. */
export interface VisibleBook {
	readonly lastTicks: number;
	/** Best price of the order's own side. */
	readonly ownBestTicks: number;
	/** Shown levels of the other side, best first, as far as the order can reach. */
	readonly levels: readonly PriceLevel[];
	/** Own orders among these levels. */
	readonly resting: readonly OwnResting[];
	/** With the current reference price. */
	readonly rules: MarketRules;
	/** Other open orders of the account. */
	readonly ownOrders: number;
}

export interface OwnResting {
	readonly orderId: number;
	readonly priceTicks: number;
	readonly leavesLots: number;
	/** 0: it shows all. */
	readonly icebergQtyLots: number;
}

/** Trades at one price. */
export interface ShownTrade {
	readonly priceTicks: number;
	readonly quantityLots: number;
	readonly quoteAmount: bigint;
}

/** The order after its own command. */
export interface ShownOutcome {
	/** Why the book refuses it; null: it does not. */
	readonly refused: RejectReason | null;
	readonly status: OrderStatus;
	readonly reason: string | null;
	readonly trades: readonly ShownTrade[];
	readonly commission: bigint;
	/** Lots that rest in the book, or wait for the trigger. */
	readonly leavesLots: number;
	/** Own orders it meets, with which it does not trade. */
	readonly metOrderIds: readonly number[];
}

/** Ids of simulated orders; no real order has such an id. */
const testedId = Number.MAX_SAFE_INTEGER;
const fillerId = testedId - 1;
const firstLevelId = fillerId - 1;

export function shownOutcome(market: Market, shown: VisibleBook, order: NewOrder): ShownOutcome {
	const book = bookOf(market, shown, order);
	const { maxNumOrders = shown.rules.maxNumOrders } = order;
	const isFull = maxNumOrders > 0 && shown.ownOrders >= maxNumOrders;
	// If one more order is too many: one filler order and a limit of one stand for all of them.
	if (isFull) apply(book, { ...fillerOrder(market, order.accountId), kind: 'PLACE' });
	// The reference price is the current one, so no time passes here.
	const asked = {
		...order,
		time: undefined,
		orderId: testedId,
		...(isFull && { maxNumOrders: 1 }),
	};
	const events = apply(book, { ...asked, kind: 'PLACE' });
	return outcomeOf(events, findOrder(book, testedId)?.leavesLots ?? 0);
}

function bookOf(market: Market, shown: VisibleBook, { side, accountId }: NewOrder): Book {
	// A level may have less or more lots than a single order may have.
	const limits = { minQuantityLots: 1, maxQuantityLots: Number.MAX_SAFE_INTEGER, minNotional: 0n };
	const book = createBook({ ...market.engine, ...limits });
	let nextId = firstLevelId;
	const rest = (on: Side, priceTicks: number, quantityLots: number) => {
		if (priceTicks === 0 || quantityLots <= 0) return;
		const asked = { type: 'LIMIT', side: on, priceTicks, quantityLots } as const;
		apply(book, { kind: 'PLACE', orderId: nextId--, accountId: 'shown', ...asked });
	};
	rest('SELL', shown.lastTicks, 1);
	rest('BUY', shown.lastTicks, 1);
	rest(side, shown.ownBestTicks, 1);
	const other = side === 'BUY' ? 'SELL' : 'BUY';
	const ownAt = Map.groupBy(shown.resting, ({ priceTicks }) => priceTicks);
	for (const { priceTicks, quantityLots } of shown.levels) {
		const own = ownAt.get(priceTicks) ?? [];
		// The position of an own order in its queue is not public; it is assumed to be first.
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
		rest(other, priceTicks, quantityLots - own.reduce((sum, one) => sum + shownLots(one), 0));
	}
	apply(book, { kind: 'RULES', rules: shown.rules });
	return book;
}

function shownLots({ leavesLots, icebergQtyLots }: OwnResting): number {
	return icebergQtyLots === 0 ? leavesLots : Math.min(leavesLots, icebergQtyLots);
}

/** A stop order with a stop price that nothing here reaches. */
function fillerOrder({ engine }: Market, accountId: string): NewOrder {
	const { maxPriceTicks: stopPriceTicks } = engine;
	const asked = { side: 'BUY', type: 'STOP_LOSS', stopPriceTicks, quoteOrderQty: 1n } as const;
	return { orderId: fillerId, accountId, ...asked };
}

/** Collects the result of the tested order from the events of its command. */
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
		if (event.execType === 'TRADE' && event.takerOrderId === testedId) {
			addTrade(trades, event);
			commission += event.takerCommission;
			outcome = { ...outcome, status: event.takerStatus };
		}
		if (event.execType === 'TRADE_PREVENTION') met.push(event.makerOrderId);
		if (event.execType === 'EXPIRED' && event.orderId === testedId) {
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
