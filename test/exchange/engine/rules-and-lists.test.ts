/**
 * Tables of cases for what a market's rules and an order's company do: price bands and the circuit
 * breaker, the most orders of an account, lists of two orders, stop orders that follow the market.
 * The notation is explained in script.ts.
 */
import { apply } from '../../../exchange/engine/engine';
import { fingerprint, restoreBook, takeSnapshot } from '../../../exchange/engine/snapshot';
import { describeBook, describeEvent, parseCommand, runScript } from './script';

interface Case {
	readonly name: string;
	readonly given: readonly string[];
	readonly when: string;
	readonly then: readonly string[];
	readonly book: string;
}

/** A trade at 1000, after which the book is empty. */
const LAST_1000 = ['90 ann SELL 1 @1000', '91 bob BUY 1 @1000'];

const BANDS: Case[] = [
	{
		name: 'a market order in a thin book trades near the best price, and the rest expires',
		given: ['rules dynamicBandBps:1000', '1 ann SELL 2 @1001', '2 ann SELL 3 @50000'],
		when: '3 bob BUY 5 MARKET',
		then: ['3 NEW', '3>1 TRADE 2@1001', '3 EXPIRED PRICE_BAND 3'],
		book: '| 2:3@50000',
	},
	{
		name: 'the dynamic band is measured from the last trade',
		given: [...LAST_1000, 'rules dynamicBandBps:1000', '1 ann SELL 2 @1100', '2 ann SELL 2 @1101'],
		when: '3 bob BUY 4 @2000',
		then: ['3 NEW', '3>1 TRADE 2@1100', '3 EXPIRED PRICE_BAND 2'],
		book: '| 2:2@1101',
	},
	{
		name: 'where the bids have left the last trade behind, it is measured from the best of them',
		given: [...LAST_1000, 'rules dynamicBandBps:1000', '1 ann BUY 1 @2000', '2 bob SELL 1 @2200'],
		when: '3 eve BUY 1 MARKET',
		then: ['3 NEW', '3>2 TRADE 1@2200'],
		book: '1:1@2000 |',
	},
	{
		name: 'a seller is bound in the same way',
		given: [...LAST_1000, 'rules dynamicBandBps:1000', '1 ann BUY 2 @900', '2 ann BUY 2 @899'],
		when: '3 bob SELL 4 MARKET',
		then: ['3 NEW', '3>1 TRADE 2@900', '3 EXPIRED PRICE_BAND 2'],
		book: '2:2@899 |',
	},
	{
		name: 'a fill-or-kill order that would need prices beyond the band trades nothing',
		given: [...LAST_1000, 'rules dynamicBandBps:1000', '1 ann SELL 2 @1100', '2 ann SELL 2 @1101'],
		when: '3 bob BUY 4 @2000 FOK',
		then: ['3 NEW', '3 EXPIRED FILL_OR_KILL 4'],
		book: '| 1:2@1100 2:2@1101',
	},
	{
		name: 'a limit price at the edge of the static band is taken',
		given: [...LAST_1000, 'rules staticBandBps:1000'],
		when: '3 bob BUY 4 @900',
		then: ['3 NEW'],
		book: '3:4@900 |',
	},
	{
		name: 'a limit price beyond the static band is refused',
		given: [...LAST_1000, 'rules staticBandBps:1000'],
		when: '3 bob BUY 4 @1101',
		then: ['REJECTED PRICE_OUTSIDE_BAND'],
		book: '|',
	},
	{
		name: 'so is one below it',
		given: [...LAST_1000, 'rules staticBandBps:1000'],
		when: '3 bob SELL 4 @899',
		then: ['REJECTED PRICE_OUTSIDE_BAND'],
		book: '|',
	},
	{
		name: 'a reference price that was set counts, whatever was traded',
		given: [...LAST_1000, 'rules staticBandBps:1000 referencePriceTicks:2000'],
		when: '3 bob BUY 4 @1799',
		then: ['REJECTED PRICE_OUTSIDE_BAND'],
		book: '|',
	},
	{
		name: 'a window that is over makes the last price the reference',
		given: [
			'rules staticBandBps:1000 referencePriceTicks:1000 referenceWindowMs:60',
			'1 ann SELL 1 @1100 AT:59',
			'2 bob BUY 1 @1100 AT:59',
		],
		when: '3 bob BUY 4 @1210 AT:60',
		then: ['3 NEW'],
		book: '3:4@1210 |',
	},
	{
		name: 'before that it stays',
		given: [
			'rules staticBandBps:1000 referencePriceTicks:1000 referenceWindowMs:60',
			'1 ann SELL 1 @1100 AT:59',
			'2 bob BUY 1 @1100 AT:59',
		],
		when: '3 bob BUY 4 @1210 AT:59',
		then: ['REJECTED PRICE_OUTSIDE_BAND'],
		book: '|',
	},
	{
		name: 'without a trade or a reference price there is no static band',
		given: ['rules staticBandBps:1000'],
		when: '3 bob BUY 4 @5',
		then: ['3 NEW'],
		book: '3:4@5 |',
	},
	{
		name: 'rules that say nothing lift the bands',
		given: [...LAST_1000, 'rules staticBandBps:1000', 'rules'],
		when: '3 bob BUY 4 @5000',
		then: ['3 NEW'],
		book: '3:4@5000 |',
	},
];

const AT_THE_EDGE = [
	'1 ann SELL 2 @1100',
	'2 ann SELL 2 @1150',
	...LAST_1000,
	'rules staticBandBps:1000 pauseMs:60',
];

const BREAKER: Case[] = [
	{
		name: 'an order that would trade beyond the static band pauses the market',
		given: AT_THE_EDGE,
		when: '3 bob BUY 4 MARKET AT:500',
		then: [
			'3 NEW',
			'3>1 TRADE 2@1100',
			'3 EXPIRED CIRCUIT_BREAKER 2',
			'STATUS CANCEL_ONLY CIRCUIT_BREAKER 560',
		],
		book: '| 2:2@1150',
	},
	{
		name: 'a paused market takes no order',
		given: [...AT_THE_EDGE, '3 bob BUY 4 MARKET AT:500'],
		when: '4 bob BUY 4 @1000 AT:501',
		then: ['REJECTED MARKET_CANCEL_ONLY'],
		book: '| 2:2@1150',
	},
	{
		name: 'it takes cancellations',
		given: [...AT_THE_EDGE, '3 bob BUY 4 MARKET AT:500'],
		when: 'cancel 2 ann',
		then: ['2 CANCELED REQUESTED 2'],
		book: '|',
	},
	{
		name: 'time before the end of the pause changes nothing',
		given: [...AT_THE_EDGE, '3 bob BUY 4 MARKET AT:500'],
		when: 'expire 559',
		then: [],
		book: '| 2:2@1150',
	},
	{
		name: 'the market comes back by itself when the pause is over',
		given: [...AT_THE_EDGE, '3 bob BUY 4 MARKET AT:500'],
		when: 'expire 560',
		then: ['STATUS TRADING PAUSE_OVER'],
		book: '| 2:2@1150',
	},
	{
		name: 'after the pause the last price is the reference, so that prices can go on',
		given: [...AT_THE_EDGE, '3 bob BUY 4 MARKET AT:500', 'expire 560'],
		when: '4 bob BUY 1 MARKET AT:561',
		then: ['4 NEW', '4>2 TRADE 1@1150'],
		book: '| 2:1@1150',
	},
	{
		name: 'a halt that was ordered meanwhile is not lifted',
		given: [...AT_THE_EDGE, '3 bob BUY 4 MARKET AT:500', 'status HALT'],
		when: 'expire 560',
		then: [],
		book: '| 2:2@1150',
	},
	{
		name: 'an administrator may end a pause before its time',
		given: [...AT_THE_EDGE, '3 bob BUY 4 MARKET AT:500', 'status TRADING'],
		when: '4 bob BUY 1 @1000',
		then: ['4 NEW'],
		book: '4:1@1000 | 2:2@1150',
	},
	{
		name: 'stop orders that the pause stops wait, and enter when it ends',
		given: [
			'5 eve BUY 1 STOP_LOSS STOP:1100',
			'6 eve BUY 1 STOP_LOSS STOP:1090',
			...AT_THE_EDGE,
			'3 bob BUY 4 MARKET AT:500',
		],
		when: 'expire 560',
		then: [
			'STATUS TRADING PAUSE_OVER',
			'5 TRIGGERED',
			'5>2 TRADE 1@1150',
			'6 TRIGGERED',
			'6>2 TRADE 1@1150',
		],
		book: '|',
	},
	{
		name: 'a stop order that pauses the market leaves those behind it waiting',
		given: ['5 eve BUY 1 STOP_LOSS STOP:1100', '6 eve BUY 1 STOP_LOSS STOP:1090', ...AT_THE_EDGE],
		when: '3 bob BUY 2 MARKET AT:500',
		then: [
			'3 NEW',
			'3>1 TRADE 2@1100',
			'5 TRIGGERED',
			'5 EXPIRED CIRCUIT_BREAKER 1',
			'STATUS CANCEL_ONLY CIRCUIT_BREAKER 560',
		],
		book: '| 2:2@1150 | 6:1!1090',
	},
	{
		name: 'without a pause the rest expires and the market goes on',
		given: [...AT_THE_EDGE, 'rules staticBandBps:1000'],
		when: '3 bob BUY 4 MARKET',
		then: ['3 NEW', '3>1 TRADE 2@1100', '3 EXPIRED PRICE_BAND 2'],
		book: '| 2:2@1150',
	},
];

const MAX_NUM_ORDERS: Case[] = [
	{
		name: 'an account that has as many open orders as it may gets no further one',
		given: ['rules maxNumOrders:2', '1 ann BUY 1 @99', '2 ann SELL 1 STOP_LOSS STOP:50'],
		when: '3 ann BUY 1 @98',
		then: ['REJECTED MAX_NUM_ORDERS_REACHED'],
		book: '1:1@99 |  | 2:1!50',
	},
	{
		name: 'others do not count',
		given: ['rules maxNumOrders:2', '1 ann BUY 1 @99', '2 ann BUY 1 @98'],
		when: '3 bob BUY 1 @98',
		then: ['3 NEW'],
		book: '1:1@99 2:1@98 3:1@98 |',
	},
	{
		name: 'an order that never stays open is taken all the same',
		given: ['rules maxNumOrders:1', '1 ann BUY 1 @99', '2 bob SELL 1 @101'],
		when: '3 ann BUY 1 MARKET',
		then: ['3 NEW', '3>2 TRADE 1@101'],
		book: '1:1@99 |',
	},
	{
		name: 'a replacement takes the place of its original',
		given: ['rules maxNumOrders:1', '1 ann BUY 1 @99'],
		when: 'replace 1 3 ann BUY 1 @98',
		then: ['1 CANCELED REPLACED 1', '3 NEW'],
		book: '3:1@98 |',
	},
	{
		name: 'an order may say that its account may have more',
		given: ['rules maxNumOrders:1', '1 ann BUY 1 @99'],
		when: '3 ann BUY 1 @98 MOST:2',
		then: ['3 NEW'],
		book: '1:1@99 3:1@98 |',
	},
	{
		name: 'or fewer',
		given: ['1 ann BUY 1 @99'],
		when: '3 ann BUY 1 @98 MOST:1',
		then: ['REJECTED MAX_NUM_ORDERS_REACHED'],
		book: '1:1@99 |',
	},
	{
		name: 'a list counts for two',
		given: ['rules maxNumOrders:1'],
		when: 'oco 1 ann SELL 5 @110 + 2 ann SELL 5 STOP_LOSS STOP:95',
		then: ['REJECTED MAX_NUM_ORDERS_REACHED'],
		book: '|',
	},
];

const OCO = 'oco 1 ann SELL 5 @110 + 2 ann SELL 5 STOP_LOSS STOP:95';

const LISTS: Case[] = [
	{
		name: 'both orders of a list are accepted at once',
		given: [],
		when: OCO,
		then: ['1 NEW', '2 NEW'],
		book: '| 1:5@110 | 2:5!95',
	},
	{
		name: 'the limit order trades in part, and the stop order ends',
		given: [OCO],
		when: '3 bob BUY 2 @110',
		then: ['3 NEW', '3>1 TRADE 2@110', '2 EXPIRED ORDER_LIST 5'],
		book: '| 1:3@110',
	},
	{
		name: 'the limit order that is left goes on alone',
		given: [OCO, '3 bob BUY 2 @110'],
		when: '4 bob BUY 3 @110',
		then: ['4 NEW', '4>1 TRADE 3@110'],
		book: '|',
	},
	{
		name: 'the stop order is set off, and the limit order ends before it enters',
		given: [OCO, '3 bob BUY 9 @95', '4 eve BUY 9 @90'],
		when: '5 eve SELL 1 @95',
		then: ['5 NEW', '5>3 TRADE 1@95', '1 EXPIRED ORDER_LIST 5', '2 TRIGGERED', '2>3 TRADE 5@95'],
		book: '3:3@95 4:9@90 |',
	},
	{
		name: 'cancelling the one cancels the other',
		given: [OCO],
		when: 'cancel 2 ann',
		then: ['2 CANCELED REQUESTED 5', '1 CANCELED ORDER_LIST 5'],
		book: '|',
	},
	{
		name: 'all own orders are cancelled once each',
		given: [OCO, '3 ann BUY 1 @90'],
		when: 'cancel-all ann',
		then: ['1 CANCELED REQUESTED 5', '2 CANCELED ORDER_LIST 5', '3 CANCELED REQUESTED 1'],
		book: '|',
	},
	{
		name: 'time ends one, and that ends the other',
		given: ['oco 1 ann SELL 5 @110 GTD:50 + 2 ann SELL 5 STOP_LOSS STOP:95'],
		when: 'expire 50',
		then: ['1 EXPIRED EXPIRE_TIME 5', '2 EXPIRED ORDER_LIST 5'],
		book: '|',
	},
	{
		name: 'self-trade prevention ends one, and that ends the other',
		given: [OCO],
		when: '3 ann BUY 5 @110 STP:EXPIRE_MAKER',
		then: [
			'3 NEW',
			'3>1 PREVENTED 5@110',
			'1 EXPIRED SELF_TRADE_PREVENTION 5',
			'2 EXPIRED ORDER_LIST 5',
		],
		book: '3:5@110 |',
	},
	{
		name: 'neither order is accepted when the limit order would take',
		given: ['9 bob BUY 1 @110'],
		when: OCO,
		then: ['REJECTED POST_ONLY_WOULD_TAKE'],
		book: '9:1@110 |',
	},
	{
		name: 'neither is when the stop order would be set off at once',
		given: ['8 bob BUY 1 @95', '9 eve SELL 1 @95'],
		when: OCO,
		then: ['REJECTED STOP_WOULD_TRIGGER'],
		book: '|',
	},
	{
		name: 'the limit price stands on the other side of the stop price',
		given: [],
		when: 'oco 1 ann SELL 5 @95 + 2 ann SELL 5 STOP_LOSS STOP:95',
		then: ['REJECTED ORDER_LIST_PRICES_CROSSED'],
		book: '|',
	},
	{
		name: 'both are for the same quantity',
		given: [],
		when: 'oco 1 ann SELL 5 @110 + 2 ann SELL 6 STOP_LOSS STOP:95',
		then: ['REJECTED INVALID_ORDER_LIST'],
		book: '|',
	},
	{
		name: 'an order of a list is not reduced',
		given: [OCO],
		when: 'reduce 1 ann 3',
		then: ['REJECTED ORDER_IN_LIST'],
		book: '| 1:5@110 | 2:5!95',
	},
	{
		name: 'nor replaced',
		given: [OCO],
		when: 'replace 2 7 ann SELL 5 @120',
		then: ['REJECTED ORDER_IN_LIST'],
		book: '| 1:5@110 | 2:5!95',
	},
	{
		name: 'a stop order that follows the market may be one of a list',
		given: ['8 bob BUY 1 @100', '9 eve SELL 1 @100', '7 bob BUY 9 @80'],
		when: 'oco 1 ann SELL 5 @110 + 2 ann SELL 5 STOP_LOSS TRAIL:1000',
		then: ['1 NEW', '2 NEW'],
		book: '7:9@80 | 1:5@110 | 2:5!0~100',
	},
];

/** A trade of one lot at each price, one after the other. */
function trades(...prices: readonly number[]): string[] {
	return prices.flatMap((price, index) => [
		`${100 + 2 * index} zoe SELL 1 @${price}`,
		`${101 + 2 * index} zed BUY 1 @${price}`,
	]);
}

const TRAILING: Case[] = [
	{
		name: 'a sell stop follows the highest price',
		given: [...trades(40_000), '1 ann SELL 5 STOP_LOSS TRAIL:700'],
		when: 'cancel-all nobody',
		then: [],
		book: '|  | 1:5!0~40000',
	},
	{
		name: 'and is set off by a fall of its distance below the highest',
		given: [
			'1 ann SELL 5 @39000 STOP_LOSS_LIMIT TRAIL:700',
			...trades(40_000, 42_000, 39_500, 45_500),
			'2 bob BUY 1 @42315',
		],
		when: '3 eve SELL 1 @42315',
		then: ['3 NEW', '3>2 TRADE 1@42315', '1 TRIGGERED'],
		book: '| 1:5@39000',
	},
	{
		name: 'a tick less does not set it off',
		given: [
			'1 ann SELL 5 @39000 STOP_LOSS_LIMIT TRAIL:700',
			...trades(40_000, 42_000, 39_500, 45_500),
			'2 bob BUY 1 @42316',
		],
		when: '3 eve SELL 1 @42316',
		then: ['3 NEW', '3>2 TRADE 1@42316'],
		book: '|  | 1:5!0~45500',
	},
	{
		name: 'a buy stop follows the lowest price, from the trade on that reaches its stop price',
		given: [
			...trades(40_000),
			'1 ann BUY 5 @45000 STOP_LOSS_LIMIT STOP:44000 TRAIL:500',
			...trades(37_000, 44_000, 45_000, 46_000, 42_000),
			'2 bob SELL 1 @44100',
		],
		when: '3 eve BUY 1 @44100',
		then: ['3 NEW', '3>2 TRADE 1@44100', '1 TRIGGERED'],
		book: '1:5@45000 |',
	},
	{
		name: 'what happened before it follows does not count',
		given: [
			...trades(40_000),
			'1 ann BUY 5 @45000 STOP_LOSS_LIMIT STOP:44000 TRAIL:500',
			...trades(37_000),
			'2 bob SELL 1 @43000',
		],
		when: '3 eve BUY 1 @43000',
		then: ['3 NEW', '3>2 TRADE 1@43000'],
		book: '|  | 1:5!44000~0',
	},
	{
		name: 'every trade of one order counts, in its order',
		given: [
			...trades(1_000),
			'1 ann SELL 5 @1 STOP_LOSS_LIMIT TRAIL:1000',
			'2 bob BUY 1 @1200',
			'3 bob BUY 1 @1080',
		],
		when: '4 eve SELL 2 @1000',
		then: ['4 NEW', '4>2 TRADE 1@1200', '4>3 TRADE 1@1080', '1 TRIGGERED'],
		book: '| 1:5@1',
	},
	{
		name: 'a distance of its own is needed',
		given: [],
		when: '1 ann SELL 5 STOP_LOSS TRAIL:9',
		then: ['REJECTED INVALID_TRAILING_DELTA'],
		book: '|',
	},
	{
		name: 'an order that is no stop follows nothing',
		given: [],
		when: '1 ann SELL 5 @100 TRAIL:100',
		then: ['REJECTED INVALID_TRAILING_DELTA'],
		book: '|',
	},
];

const TABLES = {
	'price bands': BANDS,
	'the circuit breaker': BREAKER,
	'the most orders of an account': MAX_NUM_ORDERS,
	'lists of two orders': LISTS,
	'stop orders that follow': TRAILING,
};

describe.each(Object.entries(TABLES))('%s', (_title, cases) => {
	test.each(cases)('$name', ({ given, when, then, book: left }) => {
		const { book, events } = runScript([...given, when]);
		expect(events.map(describeEvent)).toEqual(then);
		expect(describeBook(book)).toBe(left);
	});

	test.each(cases)('after a restart: $name', ({ given, when, then, book: left }) => {
		const { book } = runScript(given);
		const text = JSON.stringify(takeSnapshot(book));
		const restored = restoreBook(JSON.parse(text) as ReturnType<typeof takeSnapshot>);
		expect(fingerprint(restored)).toBe(fingerprint(book));
		expect(apply(restored, parseCommand(when)).map(describeEvent)).toEqual(then);
		expect(describeBook(restored)).toBe(left);
	});
});
