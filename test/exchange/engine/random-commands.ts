/**
 * Random commands for properties: few accounts, few prices and small amounts, so that orders meet,
 * share levels and prevent each other; and now and then a value no border should let through.
 */
import fc from 'fast-check';
import { orderTypeNames } from '../../../api/exchange/language/order-types';
import type { Command, NewOrder } from '../../../exchange/engine/command';
import type { Market } from '../../../exchange/engine/market';
import { untyped } from './script';

const MAX = Number.MAX_SAFE_INTEGER;

export const MARKETS: readonly Market[] = [
	{
		symbol: 'PLAIN',
		quotePerTickLot: 1,
		maxPriceTicks: 1_000,
		minQuantityLots: 1,
		maxQuantityLots: MAX,
		minNotional: 0n,
		makerFeeBps: 0,
		takerFeeBps: 0,
	},
	{
		symbol: 'FEES',
		quotePerTickLot: 7,
		maxPriceTicks: 110,
		minQuantityLots: 2,
		maxQuantityLots: 30,
		minNotional: 1_800n,
		makerFeeBps: 13,
		takerFeeBps: 37,
	},
	{
		symbol: 'VAST',
		quotePerTickLot: 2 ** 50,
		maxPriceTicks: MAX,
		minQuantityLots: 1,
		maxQuantityLots: MAX,
		minNotional: 0n,
		makerFeeBps: 10_000,
		takerFeeBps: 1,
	},
];

/** Mostly `usual`, and once in a while a number that is wrong everywhere. */
function number(usual: fc.Arbitrary<number>): fc.Arbitrary<number> {
	const odd = fc.constantFrom(0, -1, 1.5, NaN, Infinity, MAX, MAX + 1, 1_001);
	return fc.oneof({ weight: 150, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

/** Mostly one of the first, rarely the text that no such field may have. */
function word<T extends string>(...words: readonly T[]): fc.Arbitrary<T> {
	const odd = fc.constant('ODD' as T);
	return fc.oneof(
		{ weight: 150, arbitrary: fc.constantFrom(...words) },
		{ weight: 1, arbitrary: odd },
	);
}

const orderId = number(fc.integer({ min: 1, max: 24 }));
/** An order that is there perhaps, once in a while one of a list. */
const targetId = fc.oneof(
	{ weight: 9, arbitrary: orderId },
	{ weight: 2, arbitrary: orderId.map((id) => id + 50) },
);
/** The owner an order id has by custom, so that commands about it mostly come from its owner. */
const accountId = fc.oneof(
	{ weight: 100, arbitrary: fc.constant('custom') },
	{ weight: 10, arbitrary: fc.constantFrom('ann', 'bob', 'eve') },
	{ weight: 1, arbitrary: fc.constant('') },
);
const price = number(fc.integer({ min: 95, max: 105 }));
const quantity = number(fc.integer({ min: 1, max: 12 }));
const quote = fc.oneof(
	{ weight: 50, arbitrary: fc.bigInt({ min: 1n, max: 3_000n }) },
	{ weight: 10, arbitrary: fc.bigInt({ min: 1n, max: 2n ** 62n }) },
	{ weight: 1, arbitrary: fc.constantFrom(0n, -5n, 2n ** 159n + 1n) },
);
const time = number(fc.integer({ min: 1, max: 60 }));
const side = word('BUY', 'SELL');
const selfTradePreventionMode = fc.option(
	word('NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'),
	{ nil: undefined },
);
/** Absent mostly, or few enough to be reached. */
const maxNumOrders = fc.option(number(fc.integer({ min: 1, max: 6 })), { nil: undefined, freq: 9 });
const orderTime = fc.option(number(fc.integer({ min: 1, max: 90 })), { nil: undefined, freq: 2 });
const base = {
	orderId,
	accountId,
	side,
	selfTradePreventionMode,
	maxNumOrders: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, maxNumOrders),
	time: orderTime,
};

const plainLimit = fc.record({
	...base,
	type: fc.constant('LIMIT' as const),
	priceTicks: price,
	quantityLots: quantity,
	timeInForce: fc.option(word('GTC', 'IOC', 'FOK'), { nil: undefined }),
});
const timedLimit = fc.record({
	...base,
	type: fc.constantFrom('LIMIT' as const, 'STOP_LOSS_LIMIT' as const, 'TAKE_PROFIT_LIMIT' as const),
	priceTicks: price,
	stopPriceTicks: fc.option(price, { nil: undefined, freq: 2 }),
	quantityLots: quantity,
	timeInForce: fc.constant('GTD' as const),
	expireTime: time,
});
const postOnlyLimit = fc.record({
	...base,
	type: fc.constant('LIMIT' as const),
	priceTicks: price,
	quantityLots: quantity,
	postOnly: fc.constant(true),
});
const iceberg = fc.record({
	...base,
	type: fc.constant('LIMIT' as const),
	priceTicks: price,
	quantityLots: number(fc.oneof(fc.integer({ min: 4, max: 30 }), fc.constant(500))),
	icebergQtyLots: number(fc.integer({ min: 1, max: 4 })),
});
const marketOrder = fc.record({
	...base,
	type: fc.constant('MARKET' as const),
	quantityLots: fc.option(quantity, { nil: undefined, freq: 2 }),
	quoteOrderQty: fc.option(quote, { nil: undefined, freq: 2 }),
	fillsByCost: fc.option(fc.boolean(), { nil: undefined }),
});
const stop = fc.record({
	...base,
	type: word('STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'),
	priceTicks: fc.option(price, { nil: undefined, freq: 2 }),
	stopPriceTicks: price,
	quantityLots: fc.option(quantity, { nil: undefined, freq: 8 }),
	quoteOrderQty: fc.option(quote, { nil: undefined, freq: 2 }),
	fillsByCost: fc.option(fc.boolean(), { nil: undefined }),
	timeInForce: fc.option(word('IOC', 'FOK'), { nil: undefined, freq: 2 }),
});
const trailingDelta = number(fc.integer({ min: 10, max: 500 }));
const trailingStop = fc.record({
	...base,
	type: fc.constantFrom('STOP_LOSS' as const, 'STOP_LOSS_LIMIT' as const),
	priceTicks: fc.option(price, { nil: undefined, freq: 2 }),
	stopPriceTicks: fc.option(price, { nil: undefined, freq: 2 }),
	quantityLots: quantity,
	trailingDelta,
});
/** Any combination of fields, most of them refused: each for its own reason. */
const anything = fc.record(
	{
		...base,
		type: word(...orderTypeNames),
		timeInForce: word('GTC', 'IOC', 'FOK', 'GTD'),
		priceTicks: price,
		stopPriceTicks: price,
		quantityLots: quantity,
		quoteOrderQty: quote,
		icebergQtyLots: quantity,
		expireTime: time,
		postOnly: fc.boolean(),
		trailingDelta,
	},
	{ requiredKeys: ['orderId', 'accountId', 'side', 'type', 'priceTicks', 'quantityLots'] },
);

const newOrder: fc.Arbitrary<NewOrder> = fc
	.oneof(
		{ weight: 12, arbitrary: plainLimit },
		{ weight: 3, arbitrary: timedLimit },
		{ weight: 2, arbitrary: postOnlyLimit },
		{ weight: 3, arbitrary: iceberg },
		{ weight: 3, arbitrary: marketOrder },
		{ weight: 5, arbitrary: stop },
		{ weight: 2, arbitrary: trailingStop },
		{ weight: 1, arbitrary: anything },
	)
	.map((order) => apart(withoutGaps(order)));

/** Two orders that mostly make a list: same owner, side and quantity, prices either side of 100. */
const pair = fc
	.record({
		...base,
		quantityLots: quantity,
		limitDistance: number(fc.integer({ min: 1, max: 6 })),
		stopDistance: number(fc.integer({ min: -2, max: 6 })),
		otherQuantity: fc.option(quantity, { nil: undefined, freq: 20 }),
		trailingDelta: fc.option(trailingDelta, { nil: undefined, freq: 2 }),
		stopType: fc.oneof(
			{ weight: 9, arbitrary: word('STOP_LOSS') },
			{ weight: 1, arbitrary: word('TAKE_PROFIT') },
		),
		expireTime: fc.option(time, { nil: undefined, freq: 3 }),
	})
	.map((drawn): Command => {
		const { limitDistance, stopDistance, otherQuantity, expireTime, stopType, ...rest } = drawn;
		const { trailingDelta: delta, ...asked } = owned({ ...rest, orderId: rest.orderId + 50 });
		const up = asked.side === 'SELL' ? 1 : -1;
		const timed = expireTime === undefined ? {} : { timeInForce: 'GTD' as const, expireTime };
		return {
			kind: 'PLACE_OCO',
			limit: withoutGaps({
				...{ ...asked, ...timed, type: 'LIMIT', postOnly: true },
				priceTicks: 100 + up * limitDistance,
			}),
			stop: withoutGaps({
				...{ ...asked, type: stopType, orderId: asked.orderId + 40 },
				quantityLots: otherQuantity ?? asked.quantityLots,
				stopPriceTicks: 100 - up * stopDistance,
				trailingDelta: delta,
			}),
		};
	});

/** Bands that a few ticks can pass, and rarely a value that no rule may have. */
const rules = fc
	.record({
		staticBandBps: fc.constantFrom(0, 0, 300, 500),
		dynamicBandBps: fc.constantFrom(0, 0, 200, 400),
		referencePriceTicks: number(fc.constantFrom(0, 0, 0, 100)),
		referenceWindowMs: fc.constantFrom(0, 20),
		pauseMs: fc.constantFrom(0, 5, 10),
		maxNumOrders: fc.constantFrom(0, 0, 3, 8),
	})
	.map((given): Command => ({ kind: 'RULES', rules: given }));

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
	{
		weight: 70,
		arbitrary: newOrder.map((order): Command => owned({ ...order, kind: 'PLACE' as const })),
	},
	{
		weight: 8,
		arbitrary: fc
			.record({ kind: fc.constant('CANCEL' as const), orderId: targetId, accountId })
			.map(owned),
	},
	{
		weight: 6,
		arbitrary: fc
			.record({
				kind: fc.constant('REDUCE' as const),
				orderId: targetId,
				accountId,
				newQuantityLots: quantity,
			})
			.map(owned),
	},
	{
		weight: 6,
		arbitrary: fc
			.tuple(newOrder, targetId, fc.option(quantity, { nil: undefined, freq: 2 }))
			.map(([order, origOrderId, origLeavesLots]): Command => {
				const id = order.orderId + 20;
				const replace = { ...order, kind: 'CANCEL_REPLACE' as const, orderId: id, origOrderId };
				return withoutGaps(owned({ ...replace, origLeavesLots }));
			}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('CANCEL_ALL' as const),
			accountId: fc.constantFrom('ann', 'bob', 'eve', ''),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('EXPIRE' as const), time }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('STATUS' as const),
			status: word(...Array.from({ length: 8 }, () => 'TRADING' as const), 'CANCEL_ONLY', 'HALT'),
		}),
	},
	{ weight: 6, arbitrary: pair },
	{ weight: 1, arbitrary: rules },
	{ weight: 1, arbitrary: fc.constant(untyped({ kind: 'ODD' })) },
);

/** Orders 1, 4, 7, ... are bob's by custom, 2, 5, 8, ... are eve's, the others ann's. */
function owned<T extends { orderId: number; accountId: string; origOrderId?: number }>(
	command: T,
): T {
	if (command.accountId !== 'custom') return command;
	const id = command.origOrderId ?? command.orderId;
	return { ...command, accountId: ['ann', 'bob', 'eve'][id % 3] ?? 'ann' };
}

/** Moves the sides apart a little, so that about as many orders rest as trade. */
function apart<T extends NewOrder>(order: T): T {
	if (order.priceTicks === undefined || order.type !== 'LIMIT') return order;
	return { ...order, priceTicks: order.priceTicks + (order.side === 'BUY' ? -1 : 1) };
}

/** A field that is not asked for is absent and not undefined, as it comes from JSON. */
function withoutGaps<T extends object>(order: T): T {
	const entries = Object.entries(order).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as T;
}

/** A log of commands whose orders are likely to be open when they are cancelled. */
export function commandLog(lengthMax: number): fc.Arbitrary<Command[]> {
	return fc.array(anyCommand, { minLength: lengthMax >> 1, maxLength: lengthMax, size: 'max' });
}
