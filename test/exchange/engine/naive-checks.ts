/**
 * The oracle's rules of refusal, one row each in the published order: a reason and when it holds.
 * The first row that holds is the answer, so the order of the rows is all the logic there is.
 */
import type { Command, NewOrder, PlaceOco } from '../../../exchange/engine/command';
import type { RejectReason } from '../../../exchange/engine/event';
import type { Market } from '../../../exchange/engine/market';
import {
	amount,
	isFar,
	isStopLoss,
	waitsFirst,
	wayOf,
	naiveQueue,
	referenceAt,
	timeFor,
	type NaiveBook,
	type NaiveOrder,
} from './naive-book';

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
			() =>
				book.status === 'CANCEL_ONLY' && ['PLACE', 'PLACE_OCO', 'CANCEL_REPLACE'].includes(kind),
		],
	];
	switch (command.kind) {
		case 'PLACE':
			return [
				...statusRows,
				['INVALID_TIME', () => !isTime(command.time)],
				...orderRows(book, command, undefined),
			];
		case 'PLACE_OCO':
			return [...statusRows, ...pairRows(book, command)];
		case 'RULES':
			return [
				['INVALID_RULES', () => !areRules(book.market, command.rules)],
				['INVALID_TIME', () => !isTime(command.time)],
			];
		case 'CANCEL_REPLACE': {
			const original = find(command.origOrderId, command.accountId);
			return [
				...statusRows,
				['INVALID_TIME', () => !isTime(command.time)],
				['INVALID_ORDER_ID', () => !whole(command.orderId) || !whole(command.origOrderId)],
				['INVALID_ACCOUNT_ID', () => !isName(command.accountId)],
				['UNKNOWN_ORDER', () => original === undefined],
				['ORDER_IN_LIST', () => original?.other !== undefined],
				[
					'ORIGINAL_CHANGED',
					() =>
						command.origLeavesLots !== undefined && command.origLeavesLots !== original?.leavesLots,
				],
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
		['ORDER_IN_LIST', () => entry.other !== undefined],
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

function orderRows(book: NaiveBook, order: NewOrder, replaced: NaiveOrder | undefined): Row[] {
	return [
		...identityRows(book, order, replaced),
		...fieldRows(book.market, order),
		...limitRows(book.market, book.time, order),
		...bookRows(book, order, { replaced, lots: 0, orders: 0 }),
	];
}

/** The rows of both orders, of which each counts the other as one that is open, too. */
function pairRows(book: NaiveBook, { limit, stop }: PlaceOco): Row[] {
	if (!isRecord(limit) || !isRecord(stop)) return [['INVALID_ORDER_LIST', () => true]];
	const rowsOf = (order: NewOrder, lots: number): Row[] => [
		...identityRows(book, order, undefined),
		...fieldRows(book.market, order),
		...limitRows(book.market, book.time, order),
		...bookRows(book, order, { replaced: undefined, lots, orders: 1 }),
	];
	const same = (['accountId', 'side', 'quantityLots'] as const).every(
		(field) => limit[field] === stop[field],
	);
	const kinds = limit.type === 'LIMIT' && limit.postOnly === true && isStopLoss(stop);
	const ahead = limit.side === 'SELL' ? limit : stop;
	const behind = limit.side === 'SELL' ? stop : limit;
	const tick = (order: NewOrder) =>
		(order === limit ? order.priceTicks : order.stopPriceTicks) ?? 0;
	return [
		['INVALID_ORDER_LIST', () => !same || !kinds || limit.orderId === stop.orderId],
		['INVALID_TIME', () => !isTime(limit.time)],
		...rowsOf(limit, 0),
		...rowsOf(stop, limit.quantityLots ?? 0),
		[
			'ORDER_LIST_PRICES_CROSSED',
			() => stop.stopPriceTicks !== undefined && tick(ahead) <= tick(behind),
		],
	];
}

function isRecord(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}

function areRules(market: Market, rules: unknown): boolean {
	if (!isRecord(rules)) return false;
	const given = rules as Readonly<Record<string, number>>;
	const year = 365 * 24 * 60 * 60 * 1_000;
	return [
		['staticBandBps', 1_000_000] as const,
		['dynamicBandBps', 1_000_000] as const,
		['referencePriceTicks', market.maxPriceTicks] as const,
		['referenceWindowMs', year] as const,
		['pauseMs', year] as const,
		['maxNumOrders', Number.MAX_SAFE_INTEGER] as const,
	].every(([field, most]) => given[field] === 0 || !wrong(given[field], true, most));
}

function hasPrice({ type }: NewOrder): boolean {
	return ['LIMIT', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT'].includes(type);
}

function identityRows(book: NaiveBook, order: NewOrder, replaced: NaiveOrder | undefined): Row[] {
	const { type, side, timeInForce } = order;
	const modes = [undefined, 'NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'];
	const times = hasPrice(order) ? [undefined, 'GTC', 'IOC', 'FOK', 'GTD'] : [undefined, 'IOC'];
	return [
		['INVALID_ORDER_ID', () => !whole(order.orderId)],
		['INVALID_ACCOUNT_ID', () => !isName(order.accountId)],
		['DUPLICATE_ORDER_ID', () => book.orders.some((o) => o.order.orderId === order.orderId)],
		['INVALID_SIDE', () => !['BUY', 'SELL'].includes(side)],
		['REPLACE_CHANGES_SIDE', () => replaced !== undefined && replaced.order.side !== side],
		['INVALID_TYPE', () => !orderTypes.includes(type)],
		['INVALID_TIME_IN_FORCE', () => !times.includes(timeInForce)],
		['INVALID_SELF_TRADE_PREVENTION_MODE', () => !modes.includes(order.selfTradePreventionMode)],
	];
}

const orderTypes: readonly string[] = [
	...['LIMIT', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
];

function fieldRows(market: Market, order: NewOrder): Row[] {
	const { type, timeInForce, priceTicks, stopPriceTicks, quantityLots } = order;
	const { quoteOrderQty, icebergQtyLots, postOnly, expireTime, trailingDelta } = order;
	const priced = hasPrice(order);
	const stop = waitsFirst(order);
	const follows = isStopLoss(order) && trailingDelta !== undefined && stopPriceTicks === undefined;
	const canRest = priced && [undefined, 'GTC', 'GTD'].includes(timeInForce);
	return [
		['INVALID_PRICE', () => wrong(priceTicks, priced, market.maxPriceTicks)],
		['INVALID_STOP_PRICE', () => !follows && wrong(stopPriceTicks, stop, market.maxPriceTicks)],
		[
			'INVALID_TRAILING_DELTA',
			() =>
				trailingDelta !== undefined &&
				(!isStopLoss(order) ||
					!whole(trailingDelta) ||
					trailingDelta < 10 ||
					trailingDelta > 2_000),
		],
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
		[
			'INVALID_MAX_NUM_ORDERS',
			() => order.maxNumOrders !== undefined && !whole(order.maxNumOrders),
		],
	];
}

function limitRows(market: Market, time: number, order: NewOrder): Row[] {
	const { priceTicks, quantityLots, quoteOrderQty, icebergQtyLots, expireTime } = order;
	const priced = hasPrice(order);
	return [
		['EXPIRE_TIME_PASSED', () => expireTime !== undefined && expireTime <= time],
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
	];
}

function bookRows(
	book: NaiveBook,
	order: NewOrder,
	beside: { replaced: NaiveOrder | undefined; lots: number; orders: number },
): Row[] {
	const { side, priceTicks = 0, stopPriceTicks, quantityLots, postOnly } = order;
	const best = naiveQueue(book, side === 'BUY' ? 'SELL' : 'BUY')[0]?.order.priceTicks;
	const last = book.lastPriceTicks;
	const others = book.orders.filter((entry) => entry !== beside.replaced);
	const open = () =>
		others.reduce((sum, entry) => sum + BigInt(entry.leavesLots), BigInt(beside.lots));
	const own = others.filter((entry) => entry.order.accountId === order.accountId).length;
	const most = order.maxNumOrders ?? book.rules.maxNumOrders;
	const stays =
		waitsFirst(order) ||
		(order.type === 'LIMIT' && !['IOC', 'FOK'].includes(order.timeInForce ?? ''));
	const reference = () => referenceAt(book, timeFor(book, order.time)).price;
	return [
		[
			'BOOK_QUANTITY_EXHAUSTED',
			() => open() + BigInt(quantityLots ?? 0) > BigInt(Number.MAX_SAFE_INTEGER),
		],
		['MAX_NUM_ORDERS_REACHED', () => stays && most > 0 && own + beside.orders + 1 > most],
		[
			'PRICE_OUTSIDE_BAND',
			() => priceTicks > 0 && isFar(priceTicks, reference(), book.rules.staticBandBps),
		],
		[
			'STOP_WOULD_TRIGGER',
			() =>
				stopPriceTicks !== undefined &&
				last > 0 &&
				(wayOf(order) === 'RISE' ? last >= stopPriceTicks : last <= stopPriceTicks),
		],
		[
			'POST_ONLY_WOULD_TAKE',
			() =>
				postOnly === true &&
				best !== undefined &&
				(side === 'BUY' ? best <= priceTicks : best >= priceTicks),
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

function isTime(value: number | undefined): boolean {
	return value === undefined || value === 0 || whole(value);
}

function isName(value: string): boolean {
	return typeof value === 'string' && value.length >= 1 && value.length <= 128;
}
