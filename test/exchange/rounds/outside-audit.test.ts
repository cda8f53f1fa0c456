/** The audit from outside finds what it is there for: each row does one wrong to a sound exchange. */
import type { AccountTrade, Order } from '../../../clients/exchange/operations';
import { heldFaults, outsideFaults } from './outside-audit';
import type { Seen, SeenTrader } from './seen';
import { Acknowledged } from './trader-program';

const funding = { CREDIT: 100, EUR: 10_000 };

const shared = {
	...({ symbol: 'CREDIT-EUR', type: 'LIMIT', timeInForce: 'GTC', price: '10' } as const),
	...{ avgPrice: '10', commissionAsset: 'EUR', createdAt: 1, updatedAt: 2 },
};

const filled = (
	order: Pick<Order, 'orderId' | 'clientOrderId' | 'side' | 'commission'>,
): Order => ({
	...shared,
	...{ quantity: '2', status: 'FILLED', executedQty: '2', leavesQty: '0', executedQuoteQty: '20' },
	...order,
});

const trade = {
	tradeId: 1,
	accountTradeId: 'CREDIT-EUR.1',
	price: '10',
	quantity: '2',
	quoteQty: '20',
	time: 2,
} as const;

const side = (
	own: Pick<AccountTrade, 'orderId' | 'side' | 'isMaker' | 'commission'>,
): AccountTrade => ({
	...{ symbol: 'CREDIT-EUR', takerSide: 'BUY', commissionAsset: 'EUR', ...trade },
	...own,
});

const resting: Order = {
	...shared,
	...{ orderId: 'CREDIT-EUR.3', clientOrderId: 'rests', side: 'SELL', status: 'NEW' },
	...{ quantity: '1', executedQty: '0', leavesQty: '1', executedQuoteQty: '0', commission: '0' },
};

/** No account is frozen or has limits of its own. */
const standing = { status: 'ACTIVE', limits: { assets: [], payouts: [] } } as const;

const record = { createdAt: 1, status: 'SETTLED', asset: 'CREDIT', amount: '5' } as const;

/** Sold two credits of five that were pulled, and has one more in the book. */
const seller: SeenTrader = {
	email: 'seller@first.test',
	units: { CREDIT: 95, EUR: 10_000 },
	account: {
		accountId: 'seller',
		...standing,
		payouts: 'AUTOMATIC',
		balances: [
			{ asset: 'CREDIT', available: '2', held: '1' },
			{ asset: 'EUR', available: '19.96', held: '0' },
		],
	},
	orders: [
		resting,
		filled({ orderId: 'CREDIT-EUR.1', clientOrderId: 'sells', side: 'SELL', commission: '0.04' }),
	],
	trades: [side({ orderId: 'CREDIT-EUR.1', side: 'SELL', isMaker: true, commission: '0.04' })],
	deposits: [{ ...record, depositId: 'd1', clientDepositId: 'pulls', trackerTransactionId: 't1' }],
	payouts: [],
	proof: undefined,
};

/** Bought them, and was paid them out. */
const buyer: SeenTrader = {
	email: 'buyer@first.test',
	units: { CREDIT: 102, EUR: 7_000 },
	account: {
		accountId: 'buyer',
		...standing,
		payouts: 'AUTOMATIC',
		balances: [{ asset: 'EUR', available: '9.8', held: '0' }],
	},
	orders: [
		filled({ orderId: 'CREDIT-EUR.2', clientOrderId: 'buys', side: 'BUY', commission: '0.2' }),
	],
	trades: [side({ orderId: 'CREDIT-EUR.2', side: 'BUY', isMaker: false, commission: '0.2' })],
	deposits: [{ ...record, asset: 'EUR', amount: '30', depositId: 'd2' }],
	payouts: [{ ...record, amount: '2', payoutId: 'p1', clientPayoutId: 'leaves' }],
	proof: undefined,
};

const sound: Seen = {
	traders: [seller, buyer],
	own: [{ email: 'escrow@first.test', units: { CREDIT: 3, EUR: 3_000 } }],
	transfers: [
		{ id: 't1', asset: 'CREDIT', units: 5, sender: seller.email, recipient: 'escrow@first.test' },
		{ id: 't2', asset: 'EUR', units: 3_000, sender: buyer.email, recipient: 'escrow@first.test' },
		{ id: 't3', asset: 'CREDIT', units: 2, sender: 'escrow@first.test', recipient: buyer.email },
	],
	trades: [{ ...trade, takerSide: 'BUY' }],
	depth: { lastUpdateId: 3, checksum: 0, bids: [], asks: [['10', '1']] },
	reserves: undefined,
};

const acknowledged = new Acknowledged();
acknowledged.add('orders', 'sells', 'CREDIT-EUR.1');
acknowledged.add('orders', 'buys', 'CREDIT-EUR.2');
acknowledged.add('deposits', 'pulls', 'd1');
acknowledged.add('payouts', 'leaves', 'p1');

const withSeller = (change: Partial<SeenTrader>): Seen => ({
	...sound,
	traders: [{ ...seller, ...change }, buyer],
});

const withOrder = (change: Partial<Order>): Seen =>
	withSeller({
		orders: seller.orders.map((one) => (one === resting ? one : { ...one, ...change })),
	});

test('a sound exchange has no fault but the order that is still open', () => {
	expect(outsideFaults(sound, acknowledged, funding)).toEqual([]);
	expect(heldFaults(sound)).toEqual([
		'CREDIT-EUR.3 of seller@first.test is still NEW',
		'1 CREDIT of seller@first.test are held for no order',
		'the depth shows orders of nobody',
	]);
});

const stopAt10: Order = {
	...resting,
	...{ orderId: 'CREDIT-EUR.4', clientOrderId: 'stops', type: 'STOP_LOSS_LIMIT', stopPrice: '9' },
};

test.each([
	['waits', '1'],
	['was set off', '2'],
])('a stop order that %s is in the book accordingly', (_what, shown) => {
	const orders = [...seller.orders, stopAt10];
	const book = { ...sound.depth, asks: [['10', shown] as const] };
	const seen = { ...withSeller({ orders }), depth: book };
	expect(outsideFaults(seen, acknowledged, funding)).toEqual([]);
});

const wrongs: readonly (readonly [what: string, seen: Seen, said: RegExp])[] = [
	[
		'a deposit credited twice',
		withSeller({
			account: {
				...seller.account,
				balances: [
					{ asset: 'CREDIT', available: '7', held: '1' },
					{ asset: 'EUR', available: '19.96', held: '0' },
				],
			},
		}),
		/seller@first.test has 5000000 of CREDIT too much/,
	],
	[
		'a payout made twice',
		{
			...sound,
			own: [{ email: 'escrow@first.test', units: { CREDIT: 1, EUR: 3_000 } }],
			traders: [seller, { ...buyer, units: { CREDIT: 104, EUR: 7_000 } }],
			transfers: [...sound.transfers, ...sound.transfers.slice(2)],
		},
		/PAYOUT of 2000000 CREDIT, buyer@first.test: happened 2 times, settled 1 times|buyer@first.test has 2000000 of CREDIT too much/,
	],
	[
		'a unit made of nothing at the tracker',
		{ ...sound, own: [{ email: 'escrow@first.test', units: { CREDIT: 4, EUR: 3_000 } }] },
		/of 200 CREDIT there are 201/,
	],
	[
		'one transfer for two deposits',
		withSeller({
			deposits: [
				...seller.deposits,
				...seller.deposits.map((one) => ({ ...one, depositId: 'd3' })),
			],
		}),
		/t1 settles two/,
	],
	[
		'a deposit settled by the transfer of another',
		withSeller({
			deposits: seller.deposits.map((one) => ({ ...one, trackerTransactionId: 't2' })),
		}),
		/d1, DEPOSIT of 5000000 CREDIT, seller@first.test, is settled by DEPOSIT of 30000000 EUR/,
	],
	[
		'a deposit left for a person',
		withSeller({ deposits: seller.deposits.map((one) => ({ ...one, status: 'HELD_FOR_REVIEW' })) }),
		/d1, .*, is HELD_FOR_REVIEW/,
	],
	['a trade with one side', withSeller({ trades: [] }), /trade 1 is seen by BUY taker$/],
	['a trade nobody sees', { ...sound, trades: [] }, /trade 1 is seen by its sides alone/],
	[
		'a trade that is missing between others',
		{ ...sound, trades: sound.trades.map((one) => ({ ...one, tradeId: 2 })) },
		/trade 1 is missing, there is 2/,
	],
	[
		'a trade of another price to one side',
		withSeller({ trades: seller.trades.map((one) => ({ ...one, price: '11' })) }),
		/trade 1 is 10,.* to all and 11,/,
	],
	[
		'an order that executed more than it traded',
		withOrder({ executedQty: '3' }),
		/is not what its trades say/,
	],
	[
		'a filled order with something left',
		withOrder({ leavesQty: '1' }),
		/CREDIT-EUR.1 is FILLED with 2 executed and 1 left/,
	],
	[
		'an order that was acknowledged and is lost',
		withSeller({ orders: [resting] }),
		/orders: sells was answered CREDIT-EUR.1 and is $/,
	],
	[
		'an order under another id',
		withOrder({ orderId: 'CREDIT-EUR.9' }),
		/sells was answered CREDIT-EUR.1 and is CREDIT-EUR.9/,
	],
	['an order listed twice', withSeller({ orders: [...seller.orders, resting] }), /listed twice/],
	[
		'an order that is not in the book',
		{ ...sound, depth: { ...sound.depth, asks: [] } },
		/SELL at 10000000 is not shown/,
	],
	[
		'a book that shows more than there is',
		{ ...sound, depth: { ...sound.depth, asks: [['10', '2']] } },
		/SELL at 10: 2000000 are shown, and 1000000 are left/,
	],
	[
		'a book that shows part of a stop order',
		{
			...withSeller({ orders: [...seller.orders, stopAt10] }),
			depth: { ...sound.depth, asks: [['10', '1.5']] },
		},
		/SELL at 10: 1500000 are shown, and 1000000 are left/,
	],
	[
		'a payout that was acknowledged and is lost',
		{ ...sound, traders: [seller, { ...buyer, payouts: [] }] },
		/payouts: leaves was answered p1/,
	],
];

test.each(wrongs)('the audit tells %s', (_what, seen, said) => {
	const faults = outsideFaults(seen, acknowledged, funding);
	expect(faults).toContainEqual(expect.stringMatching(said));
});
