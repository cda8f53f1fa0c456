import fc from 'fast-check';
import type { Command, NewOrder } from '../../../exchange/engine/command';
import { apply, createBook } from '../../../exchange/engine/engine';
import { REJECT_REASONS, type RejectReason } from '../../../exchange/engine/event';
import type { Market } from '../../../exchange/engine/market';
import { fingerprint, takeSnapshot } from '../../../exchange/engine/snapshot';
import { commandLog, MARKETS } from './random-commands';
import { parseCommand, TEST_MARKET, untyped } from './script';

const MARKET: Market = {
	...TEST_MARKET,
	maxPriceTicks: 500,
	minQuantityLots: 2,
	maxQuantityLots: 1_000,
	minNotional: 300n,
};

const GOOD: NewOrder = {
	orderId: 50,
	accountId: 'ann',
	side: 'BUY',
	type: 'LIMIT',
	priceTicks: 100,
	quantityLots: 5,
};

/** A book where 1 is ann's bid at 90, 2 bob's ask at 110, and the last trade was at 100. */
function usedBook() {
	const book = createBook(MARKET);
	const lines = [
		'8 zoe BUY 3 @100',
		'9 zed SELL 3 @100',
		'1 ann BUY 10 @90',
		'2 bob SELL 10 @110',
		'expire 40',
	];
	for (const line of lines) apply(book, parseCommand(line));
	return book;
}

/** One field of a good order made wrong. `unknown` because untyped callers exist. */
const WRONG_FIELDS: readonly (readonly [RejectReason, Readonly<Record<string, unknown>>])[] = [
	...[0, -1, 1.5, NaN, Infinity, 2 ** 53, '7', null, undefined].map(
		(orderId) => ['INVALID_ORDER_ID', { orderId }] as const,
	),
	...['', 'x'.repeat(129), 7, null, undefined].map(
		(accountId) => ['INVALID_ACCOUNT_ID', { accountId }] as const,
	),
	['DUPLICATE_ORDER_ID', { orderId: 1 }],
	...['buy', '', null, undefined, 1].map((side) => ['INVALID_SIDE', { side }] as const),
	...['LIMIT_MAKER', 'limit', '__proto__', null].map((type) => ['INVALID_TYPE', { type }] as const),
	...['GTX', 'constructor', null, 1].map(
		(timeInForce) => ['INVALID_TIME_IN_FORCE', { timeInForce }] as const,
	),
	['INVALID_TIME_IN_FORCE', { type: 'MARKET', priceTicks: undefined, timeInForce: 'GTC' }],
	['INVALID_TIME_IN_FORCE', { type: 'MARKET', priceTicks: undefined, timeInForce: 'FOK' }],
	...['TRANSFER', '', null].map(
		(mode) => ['INVALID_SELF_TRADE_PREVENTION_MODE', { selfTradePreventionMode: mode }] as const,
	),
	...[0, -1, 0.5, NaN, Infinity, 501, 1e21, 2 ** 53, '100', 100n, null, undefined].map(
		(priceTicks) => ['INVALID_PRICE', { priceTicks }] as const,
	),
	['INVALID_PRICE', { type: 'MARKET' }],
	['INVALID_STOP_PRICE', { stopPriceTicks: 120 }],
	...[0, NaN, 501, '120', undefined].map(
		(stopPriceTicks) =>
			['INVALID_STOP_PRICE', { type: 'STOP_LOSS_LIMIT', stopPriceTicks }] as const,
	),
	...[0, -5, 2.5, NaN, Infinity, 1e30, 2 ** 53, '5', 5n, null, undefined].map(
		(quantityLots) => ['INVALID_QUANTITY', { quantityLots }] as const,
	),
	['INVALID_QUANTITY', { type: 'MARKET', priceTicks: undefined, quantityLots: undefined }],
	['INVALID_QUOTE_QUANTITY', { quoteOrderQty: 500n }],
	...[0n, -1n, 2n ** 159n + 1n, 500, '500', null].map(
		(quoteOrderQty) =>
			['INVALID_QUOTE_QUANTITY', { type: 'MARKET', priceTicks: undefined, quoteOrderQty }] as const,
	),
	...[0, 6, 1.5, NaN, '2', null].map(
		(icebergQtyLots) => ['INVALID_ICEBERG_QUANTITY', { icebergQtyLots }] as const,
	),
	['INVALID_ICEBERG_QUANTITY', { icebergQtyLots: 2, timeInForce: 'IOC' }],
	['INVALID_ICEBERG_QUANTITY', { icebergQtyLots: 2, timeInForce: 'FOK' }],
	...['yes', 1, null].map((postOnly) => ['INVALID_POST_ONLY', { postOnly }] as const),
	['INVALID_POST_ONLY', { postOnly: true, timeInForce: 'IOC' }],
	['INVALID_POST_ONLY', { postOnly: true, type: 'STOP_LOSS_LIMIT', stopPriceTicks: 120 }],
	['INVALID_EXPIRE_TIME', { expireTime: 50 }],
	...[0, -1, 50.5, NaN, '50', undefined].map(
		(expireTime) => ['INVALID_EXPIRE_TIME', { timeInForce: 'GTD', expireTime }] as const,
	),
	['EXPIRE_TIME_PASSED', { timeInForce: 'GTD', expireTime: 40 }],
	['QUANTITY_BELOW_MINIMUM', { quantityLots: 1 }],
	['QUANTITY_ABOVE_MAXIMUM', { quantityLots: 1_001 }],
	['NOTIONAL_BELOW_MINIMUM', { quantityLots: 2 }],
	['NOTIONAL_BELOW_MINIMUM', { type: 'MARKET', priceTicks: undefined, quoteOrderQty: 299n }],
	['ICEBERG_TOO_MANY_PARTS', { quantityLots: 202, icebergQtyLots: 2 }],
	['STOP_WOULD_TRIGGER', { type: 'STOP_LOSS_LIMIT', stopPriceTicks: 100 }],
	['STOP_WOULD_TRIGGER', { type: 'STOP_LOSS_LIMIT', side: 'SELL', stopPriceTicks: 100 }],
	['POST_ONLY_WOULD_TAKE', { postOnly: true, priceTicks: 110 }],
];

test.each(WRONG_FIELDS.map(([reason, fields]) => ({ reason, fields })))(
	'an order with $fields is refused as $reason, and nothing changes',
	({ reason, fields }) => {
		const book = usedBook();
		const before = takeSnapshot(book);
		const command = untyped({ kind: 'PLACE', ...GOOD, ...fields });
		expect(apply(book, command)).toMatchObject([
			{ execType: 'REJECTED', command: 'PLACE', reason },
		]);
		expect(takeSnapshot(book)).toEqual(before);
		expect(fingerprint(book)).toBe(fingerprint(usedBook()));
	},
);

test.each(WRONG_FIELDS.filter(([reason]) => reason !== 'DUPLICATE_ORDER_ID'))(
	'a replacing order is refused as %s for %p, and the old one stays',
	(reason, fields) => {
		const book = usedBook();
		const before = takeSnapshot(book);
		const owned = { accountId: 'ann', origOrderId: 1, ...fields };
		const command = untyped({ kind: 'CANCEL_REPLACE', ...GOOD, ...owned });
		const [event] = apply(book, command);
		const changesSide = 'side' in fields || reason === 'INVALID_ACCOUNT_ID';
		expect(event).toMatchObject(changesSide ? { execType: 'REJECTED' } : { reason });
		expect(takeSnapshot(book)).toEqual(before);
	},
);

test.each([5n, -1n, '1', null, undefined, {}, 1.5])(
	'a replacement of order %p is refused like any wrong id, and nothing changes',
	(origOrderId) => {
		const book = usedBook();
		const command = untyped({ kind: 'CANCEL_REPLACE', ...GOOD, origOrderId });
		expect(apply(book, command)).toMatchObject([{ reason: 'INVALID_ORDER_ID' }]);
		expect(fingerprint(book)).toBe(fingerprint(usedBook()));
	},
);

test('of two faults the one earlier in the list is answered', () => {
	const rank = (reason: RejectReason) => REJECT_REASONS.indexOf(reason);
	let pairCount = 0;
	for (const [reason, fields] of WRONG_FIELDS) {
		for (const [other, otherFields] of WRONG_FIELDS) {
			const shared = Object.keys(fields).some((field) => field in otherFields);
			if (shared || rank(other) < rank(reason) || changesMeaning(otherFields, fields)) continue;
			const order = untyped({ kind: 'PLACE', ...GOOD, ...fields, ...otherFields });
			const [event] = apply(usedBook(), order);
			expect({ fields, otherFields, event }).toMatchObject({ event: { reason } });
			pairCount += 1;
		}
	}
	expect(pairCount).toBeGreaterThan(400);
});

/** A type or side that differs may make the first fault none, so such pairs prove nothing. */
function changesMeaning(one: object, other: object): boolean {
	const telling = ['type', 'side', 'timeInForce', 'postOnly', 'quantityLots', 'icebergQtyLots'];
	return telling.some((field) => field in one || field in other);
}

test('a market order has no price, a limit order no stop price', () => {
	const market = { ...GOOD, type: 'MARKET' as const, kind: 'PLACE' as const };
	expect(apply(usedBook(), market)).toMatchObject([{ reason: 'INVALID_PRICE' }]);
	const limit = { ...GOOD, stopPriceTicks: 120, kind: 'PLACE' as const };
	expect(apply(usedBook(), limit)).toMatchObject([{ reason: 'INVALID_STOP_PRICE' }]);
});

test('the largest quantity fits, and one lot more than all sums can hold is refused', () => {
	const book = createBook({ ...TEST_MARKET, maxQuantityLots: Number.MAX_SAFE_INTEGER });
	const place = (orderId: number, quantityLots: number): Command => ({
		...GOOD,
		kind: 'PLACE',
		orderId,
		quantityLots,
	});
	expect(apply(book, place(1, Number.MAX_SAFE_INTEGER - 1))).toMatchObject([{ execType: 'NEW' }]);
	expect(apply(book, place(2, 2))).toMatchObject([{ reason: 'BOOK_QUANTITY_EXHAUSTED' }]);
	expect(apply(book, place(3, 1))).toMatchObject([{ execType: 'NEW' }]);
	expect(apply(book, place(4, 1))).toMatchObject([{ reason: 'BOOK_QUANTITY_EXHAUSTED' }]);
	const replacing = { ...GOOD, orderId: 5, quantityLots: Number.MAX_SAFE_INTEGER - 1 };
	const command: Command = { ...replacing, kind: 'CANCEL_REPLACE', origOrderId: 1 };
	expect(apply(book, command)).toMatchObject([{ execType: 'CANCELED' }, { execType: 'NEW' }]);
});

test.each([
	['unknown kinds', { kind: 'DELETE' }, 'UNKNOWN_COMMAND'],
	['kinds every object has', { kind: 'constructor' }, 'UNKNOWN_COMMAND'],
	['no kind', {}, 'UNKNOWN_COMMAND'],
	['a status nobody knows', { kind: 'STATUS', status: 'OPEN' }, 'INVALID_STATUS'],
	['a time that is no number', { kind: 'EXPIRE', time: NaN }, 'INVALID_TIME'],
	['a time of text', { kind: 'EXPIRE', time: '50' }, 'INVALID_TIME'],
	['a cancel of nothing', { kind: 'CANCEL', accountId: 'ann' }, 'INVALID_ORDER_ID'],
	['a cancel by nobody', { kind: 'CANCEL', orderId: 1 }, 'INVALID_ACCOUNT_ID'],
	['a cancel-all by nobody', { kind: 'CANCEL_ALL' }, 'INVALID_ACCOUNT_ID'],
	['a reduction to nothing', { ...reduction(0) }, 'INVALID_QUANTITY'],
	['a reduction to a part of a lot', { ...reduction(3.5) }, 'INVALID_QUANTITY'],
	['a reduction below the minimum', { ...reduction(1) }, 'QUANTITY_BELOW_MINIMUM'],
	['a reduction below the notional', { ...reduction(3) }, 'NOTIONAL_BELOW_MINIMUM'],
	['an increase', { ...reduction(11) }, 'NOT_A_REDUCTION'],
] as const)('%s are refused as values and never thrown', (_name, command, reason) => {
	const book = usedBook();
	const before = takeSnapshot(book);
	expect(apply(book, untyped(command))).toMatchObject([{ reason }]);
	expect(takeSnapshot(book)).toEqual(before);
});

function reduction(newQuantityLots: number) {
	return { kind: 'REDUCE', orderId: 1, accountId: 'ann', newQuantityLots };
}

test('whatever is refused changes nothing', () => {
	fc.assert(
		fc.property(fc.constantFrom(...MARKETS), commandLog(60), (market, log) => {
			const book = createBook(market);
			for (const command of log) {
				const before = fingerprint(book);
				const refused = apply(book, command)[0]?.execType === 'REJECTED';
				if (refused) expect(fingerprint(book)).toBe(before);
			}
		}),
	);
});
