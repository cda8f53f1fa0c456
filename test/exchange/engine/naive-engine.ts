/**
 * The oracle: the same rules as the engine, written the slow and obvious way. All orders stand in
 * one list whose order is their age in the queue; the best maker is found by looking at all of
 * them; money is bigint everywhere; a fill-or-kill order is tried out on a copy. It shares only
 * the types of commands and events with the engine, and none of its code.
 */
import type { Command, NewOrder, Side } from '../../../exchange/engine/command';
import type { Event, ExpireReason, RejectReason } from '../../../exchange/engine/event';
import type { Market } from '../../../exchange/engine/market';

export interface NaiveOrder {
	readonly order: NewOrder;
	readonly acceptedNumber: number;
	waiting: boolean;
	quantityLots: number;
	executedLots: number;
	leavesLots: number;
	visibleLots: number;
	leavesQuote: bigint;
	/** The exact fee so far, in ten-thousandths of a quote unit. */
	feeExact: bigint;
	feePaid: bigint;
}

export interface NaiveBook {
	readonly market: Market;
	status: 'TRADING' | 'CANCEL_ONLY' | 'HALT';
	time: number;
	lastAcceptedNumber: number;
	lastTradeId: number;
	lastPriceTicks: number;
	orders: NaiveOrder[];
}

export function createNaiveBook(market: Market): NaiveBook {
	return {
		market,
		status: 'TRADING',
		time: 0,
		lastAcceptedNumber: 0,
		lastTradeId: 0,
		lastPriceTicks: 0,
		orders: [],
	};
}

/** The queue of a side as it would trade: best price first, then the older place. */
export function naiveQueue(book: NaiveBook, side: Side): NaiveOrder[] {
	const direction = side === 'BUY' ? -1 : 1;
	return book.orders
		.filter((entry) => entry.order.side === side && !entry.waiting)
		.sort((one, other) => direction * (priceOf(one) - priceOf(other)));
}

/** The waiting stop orders of a side, the one a moving price reaches first in front. */
export function naiveStops(book: NaiveBook, side: Side): NaiveOrder[] {
	const direction = side === 'BUY' ? 1 : -1;
	return book.orders
		.filter((entry) => entry.order.side === side && entry.waiting)
		.sort((one, other) => direction * (stopOf(one) - stopOf(other)));
}

export function applyNaively(book: NaiveBook, command: Command): Event[] {
	const reason = naiveRefusal(book, command);
	if (reason !== null) {
		const orderId = 'orderId' in command ? command.orderId : null;
		return [{ execType: 'REJECTED', command: String(command.kind), orderId, reason }];
	}
	const events: Event[] = [];
	switch (command.kind) {
		case 'PLACE':
			place(book, command, events);
			break;
		case 'CANCEL':
			cancel(book, byId(book, command.orderId), 'REQUESTED', events);
			break;
		case 'CANCEL_ALL':
			[...book.orders]
				.filter((entry) => entry.order.accountId === command.accountId)
				.sort((one, other) => one.acceptedNumber - other.acceptedNumber)
				.forEach((entry) => cancel(book, entry, 'REQUESTED', events));
			break;
		case 'REDUCE': {
			const entry = byId(book, command.orderId);
			const lots = entry.quantityLots - command.newQuantityLots;
			entry.quantityLots -= lots;
			entry.leavesLots -= lots;
			entry.visibleLots = Math.min(entry.visibleLots, entry.leavesLots);
			const { quantityLots, leavesLots } = entry;
			events.push({ execType: 'REPLACED', ...named(entry), quantityLots, leavesLots });
			break;
		}
		case 'CANCEL_REPLACE':
			cancel(book, byId(book, command.origOrderId), 'REPLACED', events);
			place(book, command, events);
			break;
		case 'EXPIRE':
			book.time = command.time;
			[...book.orders]
				.filter(({ order }) => order.expireTime !== undefined && order.expireTime <= book.time)
				.sort(
					(one, other) =>
						(one.order.expireTime ?? 0) - (other.order.expireTime ?? 0) ||
						one.acceptedNumber - other.acceptedNumber,
				)
				.forEach((entry) => expire(book, entry, 'EXPIRE_TIME', events));
			break;
		case 'STATUS':
			book.status = command.status;
			events.push({ execType: 'STATUS', status: command.status });
	}
	return events;
}

function place(book: NaiveBook, order: NewOrder, events: Event[]): void {
	book.lastAcceptedNumber += 1;
	const entry: NaiveOrder = {
		order,
		acceptedNumber: book.lastAcceptedNumber,
		waiting: order.stopPriceTicks !== undefined,
		quantityLots: order.quantityLots ?? 0,
		executedLots: 0,
		leavesLots: order.quantityLots ?? 0,
		visibleLots: order.quantityLots ?? 0,
		leavesQuote: order.quoteOrderQty ?? 0n,
		feeExact: 0n,
		feePaid: 0n,
	};
	events.push({ execType: 'NEW', ...named(entry) });
	if (entry.waiting) {
		book.orders.push(entry);
		return;
	}
	const triggered = enter(book, entry, events);
	while (triggered.length > 0) {
		const next = triggered.shift();
		if (next === undefined) break;
		events.push({ execType: 'TRIGGERED', ...named(next) });
		triggered.push(...enter(book, next, events));
	}
}

/** Matches one order and answers the stop orders its trades set off. */
function enter(book: NaiveBook, taker: NaiveOrder, events: Event[]): NaiveOrder[] {
	if (taker.order.timeInForce === 'FOK' && !wouldFillWhole(book, taker)) {
		expire(book, taker, 'FILL_OR_KILL', events);
		return [];
	}
	const before = events.length;
	const ended = match(book, taker, events);
	const prices = events
		.slice(before)
		.flatMap((event) => (event.execType === 'TRADE' ? [event.priceTicks] : []));
	const triggered = takeTriggered(book, prices);
	if (ended || isFilled(taker)) return triggered;
	if (taker.order.priceTicks === undefined || taker.order.timeInForce === 'IOC') {
		expire(book, taker, 'IMMEDIATE_REST', events);
	} else {
		taker.visibleLots = Math.min(taker.leavesLots, taker.order.icebergQtyLots ?? Infinity);
		book.orders.push(taker);
	}
	return triggered;
}

function wouldFillWhole(book: NaiveBook, taker: NaiveOrder): boolean {
	const copy = { ...book, orders: book.orders.map((entry) => ({ ...entry })) };
	const takerCopy = { ...taker };
	match(copy, takerCopy, []);
	return takerCopy.executedLots === takerCopy.quantityLots;
}

/** Answers true when self-trade prevention ended the taker. */
function match(book: NaiveBook, taker: NaiveOrder, events: Event[]): boolean {
	for (;;) {
		const maker = naiveQueue(book, taker.order.side === 'BUY' ? 'SELL' : 'BUY')[0];
		if (maker === undefined || !accepts(taker, priceOf(maker))) return false;
		const lots = lotsBetween(book.market, taker, maker);
		if (lots === 0) return false;
		const mode = taker.order.selfTradePreventionMode ?? 'NONE';
		if (mode === 'NONE' || taker.order.accountId !== maker.order.accountId) {
			trade(book, taker, maker, lots, events);
			continue;
		}
		events.push({
			execType: 'TRADE_PREVENTION',
			selfTradePreventionMode: mode,
			accountId: taker.order.accountId,
			takerOrderId: taker.order.orderId,
			makerOrderId: maker.order.orderId,
			priceTicks: priceOf(maker),
			preventedLots: lots,
		});
		if (mode === 'DECREMENT') {
			takeLots(book, taker, maker, lots);
			if (maker.leavesLots === 0) expire(book, maker, 'SELF_TRADE_PREVENTION', events);
			if (!isFilled(taker)) continue;
		} else if (mode !== 'EXPIRE_TAKER') {
			expire(book, maker, 'SELF_TRADE_PREVENTION', events);
			if (mode === 'EXPIRE_MAKER') continue;
		}
		expire(book, taker, 'SELF_TRADE_PREVENTION', events);
		return true;
	}
}

function trade(
	book: NaiveBook,
	taker: NaiveOrder,
	maker: NaiveOrder,
	lots: number,
	events: Event[],
): void {
	const quoteAmount = amount(book.market, priceOf(maker), lots);
	takeLots(book, taker, maker, lots);
	taker.executedLots += lots;
	maker.executedLots += lots;
	book.lastTradeId += 1;
	book.lastPriceTicks = priceOf(maker);
	events.push({
		execType: 'TRADE',
		tradeId: book.lastTradeId,
		priceTicks: priceOf(maker),
		quantityLots: lots,
		quoteAmount,
		takerSide: taker.order.side,
		takerOrderId: taker.order.orderId,
		takerAccountId: taker.order.accountId,
		takerStatus: isFilled(taker) ? 'FILLED' : 'PARTIALLY_FILLED',
		takerLeavesLots: taker.leavesLots,
		takerLeavesQuote: taker.leavesQuote,
		takerCommission: commission(taker, quoteAmount, book.market.takerFeeBps),
		makerOrderId: maker.order.orderId,
		makerAccountId: maker.order.accountId,
		makerStatus: isFilled(maker) ? 'FILLED' : 'PARTIALLY_FILLED',
		makerLeavesLots: maker.leavesLots,
		makerCommission: commission(maker, quoteAmount, book.market.makerFeeBps),
	});
}

/** The exact fee of all fills rounded up once, less what earlier fills have paid. */
function commission(entry: NaiveOrder, quote: bigint, bps: number): bigint {
	entry.feeExact += quote * BigInt(bps);
	const whole = entry.feeExact / 10_000n;
	const total = whole * 10_000n === entry.feeExact ? whole : whole + 1n;
	const due = total > entry.feePaid ? total - entry.feePaid : 0n;
	entry.feePaid += due;
	return due;
}

/** Both lose the lots; a used-up iceberg slice is renewed at the end of the queue. */
function takeLots(book: NaiveBook, taker: NaiveOrder, maker: NaiveOrder, lots: number): void {
	if (taker.quantityLots > 0) taker.leavesLots -= lots;
	if (taker.order.quoteOrderQty !== undefined) {
		taker.leavesQuote -= amount(book.market, priceOf(maker), lots);
	}
	maker.leavesLots -= lots;
	maker.visibleLots -= lots;
	if (maker.visibleLots > 0) return;
	book.orders = book.orders.filter((entry) => entry !== maker);
	if (maker.leavesLots === 0) return;
	maker.visibleLots = Math.min(maker.leavesLots, maker.order.icebergQtyLots ?? Infinity);
	book.orders.push(maker);
}

function takeTriggered(book: NaiveBook, prices: readonly number[]): NaiveOrder[] {
	const triggered = book.orders
		.filter((entry) => entry.waiting && prices.some((price) => reaches(entry, price)))
		.sort((one, other) => one.acceptedNumber - other.acceptedNumber);
	book.orders = book.orders.filter((entry) => !triggered.includes(entry));
	for (const entry of triggered) entry.waiting = false;
	return triggered;
}

function cancel(
	book: NaiveBook,
	entry: NaiveOrder,
	reason: 'REQUESTED' | 'REPLACED',
	events: Event[],
): void {
	book.orders = book.orders.filter((other) => other !== entry);
	events.push({ execType: 'CANCELED', ...named(entry), reason, ...unfilled(entry) });
}

function expire(book: NaiveBook, entry: NaiveOrder, reason: ExpireReason, events: Event[]): void {
	book.orders = book.orders.filter((other) => other !== entry);
	const status = reason === 'SELF_TRADE_PREVENTION' ? 'EXPIRED_IN_MATCH' : 'EXPIRED';
	events.push({ execType: 'EXPIRED', ...named(entry), reason, status, ...unfilled(entry) });
}

function named(entry: NaiveOrder) {
	const { orderId, accountId, side, priceTicks = 0 } = entry.order;
	return { orderId, accountId, side, priceTicks };
}

function unfilled(entry: NaiveOrder) {
	return { unfilledLots: entry.leavesLots, unfilledQuote: entry.leavesQuote };
}

function byId(book: NaiveBook, orderId: number): NaiveOrder {
	const entry = book.orders.find(({ order }) => order.orderId === orderId);
	if (entry === undefined) throw new Error(`the oracle let order ${orderId} pass`);
	return entry;
}

function priceOf(entry: NaiveOrder): number {
	return entry.order.priceTicks ?? 0;
}

function stopOf(entry: NaiveOrder): number {
	return entry.order.stopPriceTicks ?? 0;
}

function isFilled(entry: NaiveOrder): boolean {
	return entry.quantityLots > 0 ? entry.leavesLots === 0 : entry.leavesQuote === 0n;
}

function accepts(taker: NaiveOrder, price: number): boolean {
	const limit = taker.order.priceTicks;
	if (limit === undefined) return true;
	return taker.order.side === 'BUY' ? price <= limit : price >= limit;
}

function reaches(entry: NaiveOrder, price: number): boolean {
	return entry.order.side === 'BUY' ? price >= stopOf(entry) : price <= stopOf(entry);
}

function amount(market: Market, priceTicks: number, lots: number): bigint {
	return BigInt(priceTicks) * BigInt(lots) * BigInt(market.quotePerTickLot);
}

/** One lot more at a time would be plainest; dividing gives the same and ends sooner. */
function lotsBetween(market: Market, taker: NaiveOrder, maker: NaiveOrder): number {
	const bounds = [BigInt(maker.visibleLots)];
	if (taker.quantityLots > 0) bounds.push(BigInt(taker.leavesLots));
	if (taker.order.quoteOrderQty !== undefined) {
		bounds.push(taker.leavesQuote / amount(market, priceOf(maker), 1));
	}
	return Number(bounds.reduce((least, bound) => (bound < least ? bound : least)));
}

/** Every rule of refusal as one row, in the published order; the first that holds is the answer. */
export function naiveRefusal(book: NaiveBook, command: Command): RejectReason | null {
	const row = refusalRows(book, command).find(([, holds]) => holds());
	return row === undefined ? null : row[0];
}

type Row = readonly [RejectReason, () => boolean];

function refusalRows(book: NaiveBook, command: Command): Row[] {
	const kind: string = command.kind;
	const find = (orderId: number, accountId: string) =>
		book.orders.find(({ order }) => order.orderId === orderId && order.accountId === accountId);
	const statusRows: Row[] = [
		['MARKET_HALTED', () => book.status === 'HALT'],
		[
			'MARKET_CANCEL_ONLY',
			() => book.status === 'CANCEL_ONLY' && ['PLACE', 'CANCEL_REPLACE'].includes(kind),
		],
	];
	switch (command.kind) {
		case 'PLACE':
			return [...statusRows, ...orderRows(book, command, null)];
		case 'CANCEL_REPLACE': {
			const original = find(command.origOrderId, command.accountId) ?? null;
			return [
				...statusRows,
				['INVALID_ORDER_ID', () => !whole(command.orderId) || !whole(command.origOrderId)],
				['INVALID_ACCOUNT_ID', () => !isName(command.accountId)],
				['UNKNOWN_ORDER', () => original === null],
				...orderRows(book, command, original),
			];
		}
		case 'CANCEL':
		case 'REDUCE': {
			const entry = find(command.orderId, command.accountId);
			const rows: Row[] = [
				...statusRows,
				['INVALID_ORDER_ID', () => !whole(command.orderId)],
				['INVALID_ACCOUNT_ID', () => !isName(command.accountId)],
				['UNKNOWN_ORDER', () => entry === undefined],
			];
			if (command.kind === 'CANCEL' || entry === undefined) return rows;
			return [...rows, ...reductionRows(book.market, entry, command.newQuantityLots)];
		}
		case 'CANCEL_ALL':
			return [...statusRows, ['INVALID_ACCOUNT_ID', () => !isName(command.accountId)]];
		case 'EXPIRE':
			return [
				['INVALID_TIME', () => !whole(command.time)],
				['TIME_WENT_BACK', () => command.time < book.time],
			];
		case 'STATUS':
			return [
				['INVALID_STATUS', () => !['TRADING', 'CANCEL_ONLY', 'HALT'].includes(command.status)],
			];
		default:
			return [['UNKNOWN_COMMAND', () => true]];
	}
}

function reductionRows(market: Market, entry: NaiveOrder, lots: number): Row[] {
	return [
		['INVALID_QUANTITY', () => !whole(lots)],
		['QUANTITY_BELOW_MINIMUM', () => lots < market.minQuantityLots],
		[
			'NOTIONAL_BELOW_MINIMUM',
			() =>
				entry.order.priceTicks !== undefined &&
				amount(market, entry.order.priceTicks, lots) < market.minNotional,
		],
		[
			'NOT_A_REDUCTION',
			() => lots >= entry.quantityLots || lots <= entry.quantityLots - entry.leavesLots,
		],
	];
}

function orderRows(book: NaiveBook, order: NewOrder, replaced: NaiveOrder | null): Row[] {
	const { market } = book;
	const { type, side, timeInForce, priceTicks, stopPriceTicks, quantityLots } = order;
	const { quoteOrderQty, icebergQtyLots, postOnly, expireTime } = order;
	const priced = type === 'LIMIT' || type === 'STOP_LOSS_LIMIT';
	const stop = type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT';
	const canRest = priced && [undefined, 'GTC', 'GTD'].includes(timeInForce);
	const modes = [undefined, 'NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'];
	const times = priced ? [undefined, 'GTC', 'IOC', 'FOK', 'GTD'] : [undefined, 'IOC'];
	const opposite = naiveQueue(book, side === 'BUY' ? 'SELL' : 'BUY')[0];
	const last = book.lastPriceTicks;
	const open = book.orders
		.filter((entry) => entry !== replaced)
		.reduce((sum, entry) => sum + BigInt(entry.leavesLots), 0n);
	return [
		['INVALID_ORDER_ID', () => !whole(order.orderId)],
		['INVALID_ACCOUNT_ID', () => !isName(order.accountId)],
		['DUPLICATE_ORDER_ID', () => book.orders.some((o) => o.order.orderId === order.orderId)],
		['INVALID_SIDE', () => !['BUY', 'SELL'].includes(side)],
		['REPLACE_CHANGES_SIDE', () => replaced !== null && replaced.order.side !== side],
		['INVALID_TYPE', () => !['LIMIT', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT'].includes(type)],
		['INVALID_TIME_IN_FORCE', () => !times.includes(timeInForce)],
		['INVALID_SELF_TRADE_PREVENTION_MODE', () => !modes.includes(order.selfTradePreventionMode)],
		['INVALID_PRICE', () => wrong(priceTicks, priced, market.maxPriceTicks)],
		['INVALID_STOP_PRICE', () => wrong(stopPriceTicks, stop, market.maxPriceTicks)],
		[
			'INVALID_QUANTITY',
			() =>
				quantityLots === undefined ? priced || quoteOrderQty === undefined : !whole(quantityLots),
		],
		[
			'INVALID_QUOTE_QUANTITY',
			() =>
				quoteOrderQty !== undefined &&
				(priced ||
					typeof quoteOrderQty !== 'bigint' ||
					quoteOrderQty < 1n ||
					quoteOrderQty > 2n ** 159n),
		],
		[
			'INVALID_ICEBERG_QUANTITY',
			() =>
				icebergQtyLots !== undefined &&
				(!canRest || !whole(icebergQtyLots) || icebergQtyLots > (quantityLots ?? 0)),
		],
		[
			'INVALID_POST_ONLY',
			() =>
				![undefined, false, true].includes(postOnly) ||
				(postOnly === true && !(canRest && type === 'LIMIT')),
		],
		[
			'INVALID_EXPIRE_TIME',
			() => wrong(expireTime, timeInForce === 'GTD', Number.MAX_SAFE_INTEGER),
		],
		['EXPIRE_TIME_PASSED', () => expireTime !== undefined && expireTime <= book.time],
		[
			'QUANTITY_BELOW_MINIMUM',
			() => quantityLots !== undefined && quantityLots < market.minQuantityLots,
		],
		[
			'QUANTITY_ABOVE_MAXIMUM',
			() => quantityLots !== undefined && quantityLots > market.maxQuantityLots,
		],
		[
			'NOTIONAL_BELOW_MINIMUM',
			() =>
				priced
					? amount(market, priceTicks ?? 0, quantityLots ?? 0) < market.minNotional
					: quoteOrderQty !== undefined && quoteOrderQty < market.minNotional,
		],
		[
			'ICEBERG_TOO_MANY_PARTS',
			() => icebergQtyLots !== undefined && (quantityLots ?? 0) > 100 * icebergQtyLots,
		],
		[
			'BOOK_QUANTITY_EXHAUSTED',
			() => open + BigInt(quantityLots ?? 0) > BigInt(Number.MAX_SAFE_INTEGER),
		],
		[
			'STOP_WOULD_TRIGGER',
			() =>
				stopPriceTicks !== undefined &&
				last > 0 &&
				(side === 'BUY' ? last >= stopPriceTicks : last <= stopPriceTicks),
		],
		[
			'POST_ONLY_WOULD_TAKE',
			() =>
				postOnly === true &&
				opposite !== undefined &&
				(side === 'BUY'
					? priceOf(opposite) <= (priceTicks ?? 0)
					: priceOf(opposite) >= (priceTicks ?? 0)),
		],
	];
}

/** A field that must be there and whole, or must not be there at all. */
function wrong(value: number | undefined, needed: boolean, most: number): boolean {
	return needed ? !whole(value) || (value ?? 0) > most : value !== undefined;
}

function whole(value: number | undefined): boolean {
	return Number.isSafeInteger(value) && (value ?? 0) >= 1;
}

function isName(value: string): boolean {
	return typeof value === 'string' && value.length >= 1 && value.length <= 128;
}
