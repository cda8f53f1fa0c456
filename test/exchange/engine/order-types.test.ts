/**
 * One table of cases for every kind of order. A row: what stood before, one command, the events
 * it gives and the book it leaves. The notation is explained in script.ts.
 */
import { describeBook, describeEvent, runScript } from './script';

interface Case {
	readonly name: string;
	readonly given: readonly string[];
	readonly when: string;
	readonly then: readonly string[];
	readonly book: string;
}

const ASKS = ['1 ann SELL 5 @101', '2 bob SELL 5 @100', '3 ann SELL 5 @100'];

const LIMIT_ORDERS: Case[] = [
	{
		name: 'a limit order that meets nobody rests',
		given: [],
		when: '1 ann BUY 5 @100',
		then: ['1 NEW'],
		book: '1:5@100 |',
	},
	{
		name: 'the best price trades first, and at one price the oldest order',
		given: ASKS,
		when: '4 eve BUY 12 @101',
		then: ['4 NEW', '4>2 TRADE 5@100', '4>3 TRADE 5@100', '4>1 TRADE 2@101'],
		book: '| 1:3@101',
	},
	{
		name: 'a trade happens at the price of the maker',
		given: ['1 ann BUY 5 @100'],
		when: '2 bob SELL 5 @90',
		then: ['2 NEW', '2>1 TRADE 5@100'],
		book: '|',
	},
	{
		name: 'a limit order never trades beyond its price, and its rest becomes the best bid',
		given: ASKS,
		when: '4 eve BUY 12 @100',
		then: ['4 NEW', '4>2 TRADE 5@100', '4>3 TRADE 5@100'],
		book: '4:2@100 | 1:5@101',
	},
	{
		name: 'equal prices queue by arrival',
		given: ['1 ann BUY 1 @100', '2 bob BUY 1 @100', '3 eve BUY 1 @100'],
		when: '4 ann SELL 2 @100',
		then: ['4 NEW', '4>1 TRADE 1@100', '4>2 TRADE 1@100'],
		book: '3:1@100 |',
	},
	{
		name: 'without a mode an account may trade with itself',
		given: ['1 ann BUY 5 @100'],
		when: '2 ann SELL 5 @100',
		then: ['2 NEW', '2>1 TRADE 5@100'],
		book: '|',
	},
];

const MARKET_ORDERS: Case[] = [
	{
		name: 'a market order takes every price it needs',
		given: ASKS,
		when: '4 eve BUY 12 MARKET',
		then: ['4 NEW', '4>2 TRADE 5@100', '4>3 TRADE 5@100', '4>1 TRADE 2@101'],
		book: '| 1:3@101',
	},
	{
		name: 'the rest of a market order expires and never rests',
		given: ['1 ann BUY 5 @100'],
		when: '2 bob SELL 8 MARKET',
		then: ['2 NEW', '2>1 TRADE 5@100', '2 EXPIRED IMMEDIATE_REST 3'],
		book: '|',
	},
	{
		name: 'a market order in an empty book expires whole',
		given: [],
		when: '1 ann BUY 8 MARKET',
		then: ['1 NEW', '1 EXPIRED IMMEDIATE_REST 8'],
		book: '|',
	},
	{
		name: 'an order by quote amount buys as many lots as the amount pays',
		given: ASKS,
		when: '4 eve BUY MARKET $1101',
		then: ['4 NEW', '4>2 TRADE 5@100', '4>3 TRADE 5@100', '4>1 TRADE 1@101'],
		book: '| 1:4@101',
	},
	{
		name: 'the part of a quote amount too small for one lot expires',
		given: ASKS,
		when: '4 eve BUY MARKET $299',
		then: ['4 NEW', '4>2 TRADE 2@100', '4 EXPIRED IMMEDIATE_REST 0'],
		book: '| 2:3@100 3:5@100 1:5@101',
	},
	{
		name: 'where that fills by cost, it is filled with the trade behind which too little is left',
		given: ASKS,
		when: '4 eve BUY MARKET $299 BY_COST',
		then: ['4 NEW', '4>2 TRADE 2@100'],
		book: '| 2:3@100 3:5@100 1:5@101',
	},
	{
		name: 'a rest that fills by cost may be what the next price is too high for',
		given: ASKS,
		when: '4 eve BUY MARKET $1100 BY_COST',
		then: ['4 NEW', '4>2 TRADE 5@100', '4>3 TRADE 5@100'],
		book: '| 1:5@101',
	},
	{
		name: 'what fills by cost expires where the book runs out',
		given: ASKS,
		when: '4 eve BUY MARKET $1506 BY_COST',
		then: [
			...['4 NEW', '4>2 TRADE 5@100', '4>3 TRADE 5@100', '4>1 TRADE 5@101'],
			'4 EXPIRED IMMEDIATE_REST 0',
		],
		book: '|',
	},
	{
		name: 'a hidden rest is left of an iceberg, at whose price it fills by cost',
		given: ['1 ann SELL 9 @100 ICEBERG:3'],
		when: '4 eve BUY MARKET $350 BY_COST',
		then: ['4 NEW', '4>1 TRADE 3@100'],
		book: '| 1:3+3@100',
	},
	{
		name: 'a sale for a quote amount is filled when the rest is less than a lot brings, whatever its bound',
		given: ['1 ann BUY 5 @100'],
		when: '2 bob SELL 8 MARKET $250 BY_COST',
		then: ['2 NEW', '2>1 TRADE 2@100'],
		book: '1:3@100 |',
	},
	{
		name: 'where it does not fill by cost, what is left of its bound expires',
		given: ['1 ann BUY 5 @100'],
		when: '2 bob SELL 8 MARKET $250',
		then: ['2 NEW', '2>1 TRADE 2@100', '2 EXPIRED IMMEDIATE_REST 6'],
		book: '1:3@100 |',
	},
	{
		name: 'a sale that brings exactly its amount is filled, and may be the last of the book',
		given: ['1 ann BUY 5 @100'],
		when: '2 bob SELL 8 MARKET $500 BY_COST',
		then: ['2 NEW', '2>1 TRADE 5@100'],
		book: '|',
	},
	{
		name: 'a sale whose amount the book does not bring expires',
		given: ['1 ann BUY 5 @100'],
		when: '2 bob SELL 8 MARKET $501 BY_COST',
		then: ['2 NEW', '2>1 TRADE 5@100', '2 EXPIRED IMMEDIATE_REST 3'],
		book: '|',
	},
	{
		name: 'a quote amount below one lot buys nothing, by cost, too',
		given: ASKS,
		when: '4 eve BUY MARKET $99 BY_COST',
		then: ['4 NEW', '4 EXPIRED IMMEDIATE_REST 0'],
		book: '| 2:5@100 3:5@100 1:5@101',
	},
	{
		name: 'a quote amount below one lot buys nothing',
		given: ASKS,
		when: '4 eve BUY MARKET $99',
		then: ['4 NEW', '4 EXPIRED IMMEDIATE_REST 0'],
		book: '| 2:5@100 3:5@100 1:5@101',
	},
	{
		name: 'a sell by quote amount stops at the best bid it cannot fit, without skipping it',
		given: ['1 ann BUY 5 @100', '2 bob BUY 5 @40'],
		when: '3 eve SELL MARKET $250',
		then: ['3 NEW', '3>1 TRADE 2@100', '3 EXPIRED IMMEDIATE_REST 0'],
		book: '1:3@100 2:5@40 |',
	},
	{
		name: 'with a quantity and a quote amount the quantity may end first',
		given: ASKS,
		when: '4 eve BUY 3 MARKET $1000',
		then: ['4 NEW', '4>2 TRADE 3@100'],
		book: '| 2:2@100 3:5@100 1:5@101',
	},
	{
		name: 'with a quantity and a quote amount the amount may end first',
		given: ASKS,
		when: '4 eve BUY 8 MARKET $700',
		then: ['4 NEW', '4>2 TRADE 5@100', '4>3 TRADE 2@100', '4 EXPIRED IMMEDIATE_REST 1'],
		book: '| 3:3@100 1:5@101',
	},
];

const TIMES_IN_FORCE: Case[] = [
	{
		name: 'the rest of an immediate-or-cancel order expires',
		given: ASKS,
		when: '4 eve BUY 12 @100 IOC',
		then: ['4 NEW', '4>2 TRADE 5@100', '4>3 TRADE 5@100', '4 EXPIRED IMMEDIATE_REST 2'],
		book: '| 1:5@101',
	},
	{
		name: 'a fill-or-kill order that fits is filled whole, over several prices',
		given: ASKS,
		when: '4 eve BUY 15 @101 FOK',
		then: ['4 NEW', '4>2 TRADE 5@100', '4>3 TRADE 5@100', '4>1 TRADE 5@101'],
		book: '|',
	},
	{
		name: 'a fill-or-kill order that misses one lot trades nothing',
		given: ASKS,
		when: '4 eve BUY 11 @100 FOK',
		then: ['4 NEW', '4 EXPIRED FILL_OR_KILL 11'],
		book: '| 2:5@100 3:5@100 1:5@101',
	},
	{
		name: 'a fill-or-kill order counts hidden lots',
		given: ['1 ann SELL 9 @100 ICEBERG:2', '2 bob SELL 1 @100'],
		when: '3 eve BUY 10 @100 FOK',
		then: [
			'3 NEW',
			'3>1 TRADE 2@100',
			'3>2 TRADE 1@100',
			'3>1 TRADE 2@100',
			'3>1 TRADE 2@100',
			'3>1 TRADE 2@100',
			'3>1 TRADE 1@100',
		],
		book: '|',
	},
	{
		name: 'a fill-or-kill order does not count lots it may not trade',
		given: ['1 eve SELL 5 @100', '2 bob SELL 5 @100'],
		when: '3 eve BUY 6 @100 FOK STP:EXPIRE_MAKER',
		then: ['3 NEW', '3 EXPIRED FILL_OR_KILL 6'],
		book: '| 1:5@100 2:5@100',
	},
	{
		name: 'a fill-or-kill order that would be stopped by its own order trades nothing',
		given: ['1 bob SELL 5 @100', '2 eve SELL 1 @100', '4 bob SELL 5 @101'],
		when: '3 eve BUY 6 @101 FOK STP:EXPIRE_TAKER',
		then: ['3 NEW', '3 EXPIRED FILL_OR_KILL 6'],
		book: '| 1:5@100 2:1@100 4:5@101',
	},
	{
		name: 'hidden lots behind an own order do not help a fill-or-kill order',
		given: ['1 bob SELL 9 @100 ICEBERG:3', '2 eve SELL 1 @100'],
		when: '3 eve BUY 4 @100 FOK STP:DECREMENT',
		then: ['3 NEW', '3 EXPIRED FILL_OR_KILL 4'],
		book: '| 1:3+6@100 2:1@100',
	},
	{
		name: 'a fill-or-kill order that is filled before its own order trades',
		given: ['1 bob SELL 9 @100 ICEBERG:3', '2 eve SELL 1 @100'],
		when: '3 eve BUY 3 @100 FOK STP:EXPIRE_BOTH',
		then: ['3 NEW', '3>1 TRADE 3@100'],
		book: '| 2:1@100 1:3+3@100',
	},
	{
		name: 'hidden lots of others count once the own order in between is ended',
		given: ['1 eve SELL 5 @100', '2 bob SELL 6 @100 ICEBERG:2'],
		when: '3 eve BUY 6 @100 FOK STP:EXPIRE_MAKER',
		then: [
			'3 NEW',
			'3>1 PREVENTED 5@100',
			'1 EXPIRED SELF_TRADE_PREVENTION 5',
			'3>2 TRADE 2@100',
			'3>2 TRADE 2@100',
			'3>2 TRADE 2@100',
		],
		book: '|',
	},
	{
		name: 'a good-till-date order lives until its time',
		given: ['1 ann BUY 5 @100 GTD:60', '2 bob BUY 5 @100 GTD:50'],
		when: 'expire 59',
		then: ['2 EXPIRED EXPIRE_TIME 5'],
		book: '1:5@100 |',
	},
	{
		name: 'orders end in the order of their times, the older first when these are equal',
		given: ['1 ann BUY 5 @100 GTD:60', '2 bob SELL 3 @150 GTD:50', '3 eve BUY 1 @99 GTD:50'],
		when: 'expire 60',
		then: ['2 EXPIRED EXPIRE_TIME 3', '3 EXPIRED EXPIRE_TIME 1', '1 EXPIRED EXPIRE_TIME 5'],
		book: '|',
	},
	{
		name: 'what a good-till-date order has traded stays traded',
		given: ['1 ann BUY 5 @100 GTD:60', '2 bob SELL 2 @100'],
		when: 'expire 60',
		then: ['1 EXPIRED EXPIRE_TIME 3'],
		book: '|',
	},
	{
		name: 'the time of the book stands still when a command names an earlier one',
		given: ['expire 60'],
		when: 'expire 59',
		then: ['REJECTED TIME_WENT_BACK'],
		book: '|',
	},
	{
		name: 'an order whose time has passed is refused',
		given: ['expire 60'],
		when: '1 ann BUY 5 @100 GTD:60',
		then: ['REJECTED EXPIRE_TIME_PASSED'],
		book: '|',
	},
];

const POST_ONLY_ORDERS: Case[] = [
	{
		name: 'a post-only order that would take is refused',
		given: ['1 ann SELL 5 @100'],
		when: '2 bob BUY 5 @100 POST_ONLY',
		then: ['REJECTED POST_ONLY_WOULD_TAKE'],
		book: '| 1:5@100',
	},
	{
		name: 'a post-only order one tick away rests',
		given: ['1 ann SELL 5 @100'],
		when: '2 bob BUY 5 @99 POST_ONLY',
		then: ['2 NEW'],
		book: '2:5@99 | 1:5@100',
	},
	{
		name: 'a post-only sell that would take is refused',
		given: ['1 ann BUY 5 @100'],
		when: '2 bob SELL 5 @99 POST_ONLY',
		then: ['REJECTED POST_ONLY_WOULD_TAKE'],
		book: '1:5@100 |',
	},
];

const ICEBERGS: Case[] = [
	{
		name: 'an iceberg shows one slice',
		given: [],
		when: '1 ann SELL 10 @100 ICEBERG:3',
		then: ['1 NEW'],
		book: '| 1:3+7@100',
	},
	{
		name: 'a used slice is renewed behind the others at its price',
		given: ['1 ann SELL 10 @100 ICEBERG:3', '2 bob SELL 2 @100'],
		when: '3 eve BUY 4 @100',
		then: ['3 NEW', '3>1 TRADE 3@100', '3>2 TRADE 1@100'],
		book: '| 2:1@100 1:3+4@100',
	},
	{
		name: 'a part of a slice keeps its place',
		given: ['1 ann SELL 10 @100 ICEBERG:3', '2 bob SELL 2 @100'],
		when: '3 eve BUY 2 @100',
		then: ['3 NEW', '3>1 TRADE 2@100'],
		book: '| 1:1+7@100 2:2@100',
	},
	{
		name: 'the last slice is what is left',
		given: ['1 ann SELL 5 @100 ICEBERG:3'],
		when: '2 bob BUY 3 @100',
		then: ['2 NEW', '2>1 TRADE 3@100'],
		book: '| 1:2@100',
	},
	{
		name: 'an iceberg that takes trades with all it has and hides its rest',
		given: ['1 ann SELL 5 @100'],
		when: '2 bob BUY 12 @100 ICEBERG:3',
		then: ['2 NEW', '2>1 TRADE 5@100'],
		book: '2:3+4@100 |',
	},
	{
		name: 'a reduction takes hidden lots first',
		given: ['1 ann SELL 10 @100 ICEBERG:3', '2 bob SELL 1 @100'],
		when: 'reduce 1 ann 4',
		then: ['1 REPLACED 4 of 4'],
		book: '| 1:3+1@100 2:1@100',
	},
	{
		name: 'a reduction below the slice makes the slice smaller',
		given: ['1 ann SELL 10 @100 ICEBERG:3', '2 bob SELL 1 @100'],
		when: 'reduce 1 ann 2',
		then: ['1 REPLACED 2 of 2'],
		book: '| 1:2@100 2:1@100',
	},
	{
		name: 'an iceberg of too many parts is refused',
		given: [],
		when: '1 ann SELL 101 @100 ICEBERG:1',
		then: ['REJECTED ICEBERG_TOO_MANY_PARTS'],
		book: '|',
	},
];

/** A trade at 100 has happened; nothing rests. */
const TRADED = ['91 zoe BUY 1 @100', '92 zed SELL 1 @100'];

const STOP_ORDERS: Case[] = [
	{
		name: 'a stop order waits unseen',
		given: TRADED,
		when: '1 ann BUY 5 STOP_LOSS STOP:105',
		then: ['1 NEW'],
		book: '|  | 1:5!105',
	},
	{
		name: 'a buy stop becomes a market order when a trade reaches its price',
		given: [...TRADED, '1 ann BUY 5 STOP_LOSS STOP:105', '2 bob SELL 1 @105', '3 bob SELL 9 @110'],
		when: '4 eve BUY 1 @105',
		then: ['4 NEW', '4>2 TRADE 1@105', '1 TRIGGERED', '1>3 TRADE 5@110'],
		book: '| 3:4@110',
	},
	{
		name: 'a sell stop-limit becomes a limit order and rests when it meets nobody',
		given: [...TRADED, '1 ann SELL 5 @94 STOP_LOSS_LIMIT STOP:95', '2 bob BUY 1 @95'],
		when: '3 eve SELL 1 @95',
		then: ['3 NEW', '3>2 TRADE 1@95', '1 TRIGGERED'],
		book: '| 1:5@94',
	},
	{
		name: 'a trade short of the stop price wakes nobody',
		given: [...TRADED, '1 ann SELL 5 STOP_LOSS STOP:95', '2 bob BUY 1 @96'],
		when: '3 eve SELL 1 @96',
		then: ['3 NEW', '3>2 TRADE 1@96'],
		book: '|  | 1:5!95',
	},
	{
		name: 'every trade of a sweep counts, though the last one is back above the stop price',
		given: [
			...TRADED,
			'1 ann SELL 5 STOP_LOSS STOP:96',
			'2 bob SELL 1 @95',
			'3 bob SELL 1 @98',
			'4 zed BUY 9 @90',
		],
		when: '5 eve BUY 2 @98',
		then: ['5 NEW', '5>2 TRADE 1@95', '5>3 TRADE 1@98', '1 TRIGGERED', '1>4 TRADE 5@90'],
		book: '4:4@90 |',
	},
	{
		name: 'stop orders set off together enter by age, whatever their stop prices',
		given: [
			...TRADED,
			'1 ann BUY 1 STOP_LOSS STOP:106',
			'2 bob BUY 1 STOP_LOSS STOP:104',
			'3 eve SELL 1 @107',
			'4 eve SELL 9 @110',
		],
		when: '5 zoe BUY 1 MARKET',
		then: [
			'5 NEW',
			'5>3 TRADE 1@107',
			'1 TRIGGERED',
			'1>4 TRADE 1@110',
			'2 TRIGGERED',
			'2>4 TRADE 1@110',
		],
		book: '| 4:7@110',
	},
	{
		name: 'a stop order set off by a stop order queues behind those already woken',
		given: [
			...TRADED,
			'1 ann BUY 1 STOP_LOSS STOP:112',
			'2 bob BUY 1 STOP_LOSS STOP:105',
			'3 bob BUY 1 STOP_LOSS STOP:105',
			'4 eve SELL 1 @105',
			'5 eve SELL 1 @112',
			'6 eve SELL 9 @120',
		],
		when: '7 zoe BUY 1 MARKET',
		then: [
			'7 NEW',
			'7>4 TRADE 1@105',
			'2 TRIGGERED',
			'2>5 TRADE 1@112',
			'3 TRIGGERED',
			'3>6 TRADE 1@120',
			'1 TRIGGERED',
			'1>6 TRADE 1@120',
		],
		book: '| 6:7@120',
	},
	{
		name: 'a stop order that would be set off at once is refused',
		given: TRADED,
		when: '1 ann BUY 5 STOP_LOSS STOP:100',
		then: ['REJECTED STOP_WOULD_TRIGGER'],
		book: '|',
	},
	{
		name: 'before the first trade any stop price waits',
		given: [],
		when: '1 ann SELL 5 STOP_LOSS STOP:100',
		then: ['1 NEW'],
		book: '|  | 1:5!100',
	},
	{
		name: 'a woken fill-or-kill order that does not fit expires',
		given: [...TRADED, '1 ann BUY 5 @110 STOP_LOSS_LIMIT STOP:105 FOK', '2 bob SELL 2 @105'],
		when: '3 eve BUY 1 @105',
		then: ['3 NEW', '3>2 TRADE 1@105', '1 TRIGGERED', '1 EXPIRED FILL_OR_KILL 5'],
		book: '| 2:1@105',
	},
	{
		name: 'a waiting order ends by its time',
		given: ['1 ann SELL 5 @90 STOP_LOSS_LIMIT STOP:95 GTD:50'],
		when: 'expire 50',
		then: ['1 EXPIRED EXPIRE_TIME 5'],
		book: '|',
	},
	{
		name: 'a waiting order can be cancelled',
		given: ['1 ann SELL 5 STOP_LOSS STOP:95'],
		when: 'cancel 1 ann',
		then: ['1 CANCELED REQUESTED 5'],
		book: '|',
	},
	{
		name: 'a waiting order can be reduced',
		given: ['1 ann SELL 5 STOP_LOSS STOP:95'],
		when: 'reduce 1 ann 2',
		then: ['1 REPLACED 2 of 2'],
		book: '|  | 1:2!95',
	},
	{
		name: 'a stop order by quote amount spends that amount when it wakes',
		given: [
			...TRADED,
			'1 ann BUY STOP_LOSS STOP:105 $330',
			'2 bob SELL 9 @110',
			'3 bob SELL 1 @105',
		],
		when: '4 eve BUY 1 @105',
		then: ['4 NEW', '4>3 TRADE 1@105', '1 TRIGGERED', '1>2 TRADE 3@110'],
		book: '| 2:6@110',
	},
];

/** Mirror images show the same of purchases. */
const TAKE_PROFITS: Case[] = [
	{
		name: 'a take-profit order waits unseen',
		given: TRADED,
		when: '1 ann SELL 5 TAKE_PROFIT STOP:105',
		then: ['1 NEW'],
		book: '|  | 1:5!105',
	},
	{
		name: 'it becomes a market order when a trade reaches its price',
		given: [...TRADED, '1 ann SELL 5 TAKE_PROFIT STOP:105', '2 bob SELL 1 @105', '3 bob BUY 9 @99'],
		when: '4 eve BUY 1 @105',
		then: ['4 NEW', '4>2 TRADE 1@105', '1 TRIGGERED', '1>3 TRADE 5@99'],
		book: '3:4@99 |',
	},
	{
		name: 'with a limit it rests when it meets nobody',
		given: [...TRADED, '1 ann SELL 5 @104 TAKE_PROFIT_LIMIT STOP:105', '2 bob SELL 1 @105'],
		when: '3 eve BUY 1 @105',
		then: ['3 NEW', '3>2 TRADE 1@105', '1 TRIGGERED'],
		book: '| 1:5@104',
	},
	{
		name: 'a trade beyond its price counts as well, and one short of it does not',
		given: [
			...TRADED,
			'1 ann SELL 5 @106 TAKE_PROFIT_LIMIT STOP:105',
			'2 ann SELL 5 @108 TAKE_PROFIT_LIMIT STOP:108',
			'3 bob SELL 1 @107',
		],
		when: '4 eve BUY 1 @107',
		then: ['4 NEW', '4>3 TRADE 1@107', '1 TRIGGERED'],
		book: '| 1:5@106 | 2:5!108',
	},
	{
		name: 'a fall wakes none',
		given: [...TRADED, '1 ann SELL 5 TAKE_PROFIT STOP:105', '2 bob BUY 1 @90'],
		when: '3 eve SELL 1 @90',
		then: ['3 NEW', '3>2 TRADE 1@90'],
		book: '|  | 1:5!105',
	},
	{
		name: 'one that would be set off at once is refused',
		given: TRADED,
		when: '1 ann SELL 5 TAKE_PROFIT STOP:100',
		then: ['REJECTED STOP_WOULD_TRIGGER'],
		book: '|',
	},
	{
		name: 'those set off together with stops of the other side enter by age',
		given: [
			...TRADED,
			'1 ann BUY 1 STOP_LOSS STOP:105',
			'2 ann SELL 1 @105 TAKE_PROFIT_LIMIT STOP:104',
			'3 bob SELL 1 @105',
		],
		when: '4 eve BUY 1 @105',
		then: ['4 NEW', '4>3 TRADE 1@105', '1 TRIGGERED', '1 EXPIRED IMMEDIATE_REST 1', '2 TRIGGERED'],
		book: '| 2:1@105',
	},
	{
		name: 'it needs a stop price, and follows nothing',
		given: TRADED,
		when: '1 ann SELL 5 TAKE_PROFIT STOP:105 TRAIL:200',
		then: ['REJECTED INVALID_TRAILING_DELTA'],
		book: '|',
	},
	{
		name: 'it is no order of a list, whose limit order takes the profit',
		given: TRADED,
		when: 'oco 1 ann SELL 5 @110 + 2 ann SELL 5 TAKE_PROFIT STOP:105',
		then: ['REJECTED INVALID_ORDER_LIST'],
		book: '|',
	},
	{
		name: 'it can be reduced, and ends by its time',
		given: ['1 ann SELL 5 @105 TAKE_PROFIT_LIMIT STOP:104 GTD:50', 'reduce 1 ann 2'],
		when: 'expire 50',
		then: ['1 EXPIRED EXPIRE_TIME 2'],
		book: '|',
	},
];

const CHANGES: Case[] = [
	{
		name: 'a cancelled order is gone',
		given: ['1 ann BUY 5 @100', '2 bob SELL 2 @100'],
		when: 'cancel 1 ann',
		then: ['1 CANCELED REQUESTED 3'],
		book: '|',
	},
	{
		name: 'nobody cancels the order of another account',
		given: ['1 ann BUY 5 @100'],
		when: 'cancel 1 bob',
		then: ['REJECTED UNKNOWN_ORDER'],
		book: '1:5@100 |',
	},
	{
		name: 'a filled order cannot be cancelled',
		given: ['1 ann BUY 5 @100', '2 bob SELL 5 @100'],
		when: 'cancel 1 ann',
		then: ['REJECTED UNKNOWN_ORDER'],
		book: '|',
	},
	{
		name: 'cancel-all ends the orders of one account, the oldest first',
		given: [
			'1 ann BUY 5 @98',
			'2 bob BUY 5 @99',
			'3 ann SELL 5 @101',
			'4 ann BUY 1 STOP_LOSS STOP:110',
		],
		when: 'cancel-all ann',
		then: ['1 CANCELED REQUESTED 5', '3 CANCELED REQUESTED 5', '4 CANCELED REQUESTED 1'],
		book: '2:5@99 |',
	},
	{
		name: 'a smaller order keeps its place',
		given: ['1 ann BUY 5 @100', '2 bob BUY 5 @100'],
		when: 'reduce 1 ann 2',
		then: ['1 REPLACED 2 of 2'],
		book: '1:2@100 2:5@100 |',
	},
	{
		name: 'the new quantity counts what is executed',
		given: ['1 ann BUY 5 @100', '2 bob SELL 2 @100'],
		when: 'reduce 1 ann 3',
		then: ['1 REPLACED 1 of 3'],
		book: '1:1@100 |',
	},
	{
		name: 'an order cannot be reduced to what it has executed',
		given: ['1 ann BUY 5 @100', '2 bob SELL 2 @100'],
		when: 'reduce 1 ann 2',
		then: ['REJECTED NOT_A_REDUCTION'],
		book: '1:3@100 |',
	},
	{
		name: 'an order cannot be reduced to more or to the same',
		given: ['1 ann BUY 5 @100'],
		when: 'reduce 1 ann 5',
		then: ['REJECTED NOT_A_REDUCTION'],
		book: '1:5@100 |',
	},
	{
		name: 'a replaced order queues behind, even for fewer lots at the same price',
		given: ['1 ann BUY 5 @100', '2 bob BUY 5 @100'],
		when: 'replace 1 3 ann BUY 4 @100',
		then: ['1 CANCELED REPLACED 5', '3 NEW'],
		book: '2:5@100 3:4@100 |',
	},
	{
		name: 'a replacing order may trade at once',
		given: ['1 ann BUY 5 @99', '2 bob SELL 3 @100'],
		when: 'replace 1 3 ann BUY 5 @100',
		then: ['1 CANCELED REPLACED 5', '3 NEW', '3>2 TRADE 3@100'],
		book: '3:2@100 |',
	},
	{
		name: 'when the new order is refused the old one stays in its place',
		given: ['1 ann BUY 5 @99', '2 bob BUY 5 @99', '4 bob SELL 3 @100'],
		when: 'replace 1 3 ann BUY 5 @100 POST_ONLY',
		then: ['REJECTED POST_ONLY_WOULD_TAKE'],
		book: '1:5@99 2:5@99 | 4:3@100',
	},
	{
		name: 'a replacing order cannot change the side',
		given: ['1 ann BUY 5 @99'],
		when: 'replace 1 3 ann SELL 5 @100',
		then: ['REJECTED REPLACE_CHANGES_SIDE'],
		book: '1:5@99 |',
	},
	{
		name: 'a replacing order needs an id of its own',
		given: ['1 ann BUY 5 @99'],
		when: 'replace 1 1 ann BUY 4 @99',
		then: ['REJECTED DUPLICATE_ORDER_ID'],
		book: '1:5@99 |',
	},
	{
		name: 'an original that leaves what the command says is replaced',
		given: ['1 ann BUY 5 @99', '2 bob SELL 2 @99'],
		when: 'replace 1 3 ann BUY 5 @98 LEAVES:3',
		then: ['1 CANCELED REPLACED 3', '3 NEW'],
		book: '3:5@98 |',
	},
	{
		name: 'an original that traded in the meantime is not replaced',
		given: ['1 ann BUY 5 @99', '2 bob SELL 2 @99'],
		when: 'replace 1 3 ann BUY 5 @98 LEAVES:5',
		then: ['REJECTED ORIGINAL_CHANGED'],
		book: '1:3@99 |',
	},
	{
		name: 'an original that was reduced in the meantime is not replaced',
		given: ['1 ann BUY 5 @99', 'reduce 1 ann 4'],
		when: 'replace 1 3 ann BUY 5 @98 LEAVES:5',
		then: ['REJECTED ORIGINAL_CHANGED'],
		book: '1:4@99 |',
	},
	{
		name: 'an original that is gone is unknown and not changed',
		given: ['1 ann BUY 5 @99', 'cancel 1 ann'],
		when: 'replace 1 3 ann BUY 5 @98 LEAVES:5',
		then: ['REJECTED UNKNOWN_ORDER'],
		book: '|',
	},
	{
		name: 'a change of the original is told before any fault of the new order',
		given: ['1 ann BUY 5 @99'],
		when: 'replace 1 1 ann SELL 5 @98 LEAVES:4',
		then: ['REJECTED ORIGINAL_CHANGED'],
		book: '1:5@99 |',
	},
	{
		name: 'a waiting stop order can be replaced by a resting one',
		given: ['1 ann BUY 5 STOP_LOSS STOP:120'],
		when: 'replace 1 2 ann BUY 5 @99',
		then: ['1 CANCELED REPLACED 5', '2 NEW'],
		book: '2:5@99 |',
	},
];

const OWN_ORDERS = ['1 bob SELL 2 @100', '2 eve SELL 3 @100', '3 bob SELL 4 @101'];

const SELF_TRADES: Case[] = [
	{
		name: 'NONE trades with itself',
		given: OWN_ORDERS,
		when: '4 eve BUY 6 @101 STP:NONE',
		then: ['4 NEW', '4>1 TRADE 2@100', '4>2 TRADE 3@100', '4>3 TRADE 1@101'],
		book: '| 3:3@101',
	},
	{
		name: 'EXPIRE_TAKER keeps earlier trades and ends the taker',
		given: OWN_ORDERS,
		when: '4 eve BUY 6 @101 STP:EXPIRE_TAKER',
		then: ['4 NEW', '4>1 TRADE 2@100', '4>2 PREVENTED 3@100', '4 EXPIRED SELF_TRADE_PREVENTION 4'],
		book: '| 2:3@100 3:4@101',
	},
	{
		name: 'EXPIRE_MAKER ends the maker and goes on',
		given: OWN_ORDERS,
		when: '4 eve BUY 6 @101 STP:EXPIRE_MAKER',
		then: [
			'4 NEW',
			'4>1 TRADE 2@100',
			'4>2 PREVENTED 3@100',
			'2 EXPIRED SELF_TRADE_PREVENTION 3',
			'4>3 TRADE 4@101',
		],
		book: '|',
	},
	{
		name: 'EXPIRE_BOTH ends both, the maker first',
		given: OWN_ORDERS,
		when: '4 eve BUY 6 @101 STP:EXPIRE_BOTH',
		then: [
			'4 NEW',
			'4>1 TRADE 2@100',
			'4>2 PREVENTED 3@100',
			'2 EXPIRED SELF_TRADE_PREVENTION 3',
			'4 EXPIRED SELF_TRADE_PREVENTION 4',
		],
		book: '| 3:4@101',
	},
	{
		name: 'DECREMENT takes from both and ends the smaller',
		given: OWN_ORDERS,
		when: '4 eve BUY 6 @101 STP:DECREMENT',
		then: [
			'4 NEW',
			'4>1 TRADE 2@100',
			'4>2 PREVENTED 3@100',
			'2 EXPIRED SELF_TRADE_PREVENTION 0',
			'4>3 TRADE 1@101',
		],
		book: '| 3:3@101',
	},
	{
		name: 'DECREMENT ends the taker when it is the smaller',
		given: OWN_ORDERS,
		when: '4 eve BUY 4 @101 STP:DECREMENT',
		then: ['4 NEW', '4>1 TRADE 2@100', '4>2 PREVENTED 2@100', '4 EXPIRED SELF_TRADE_PREVENTION 0'],
		book: '| 2:1@100 3:4@101',
	},
	{
		name: 'DECREMENT ends both when they are equal',
		given: OWN_ORDERS,
		when: '4 eve BUY 5 @101 STP:DECREMENT',
		then: [
			'4 NEW',
			'4>1 TRADE 2@100',
			'4>2 PREVENTED 3@100',
			'2 EXPIRED SELF_TRADE_PREVENTION 0',
			'4 EXPIRED SELF_TRADE_PREVENTION 0',
		],
		book: '| 3:4@101',
	},
	{
		name: 'DECREMENT goes through an iceberg slice by slice',
		given: ['1 eve SELL 5 @100 ICEBERG:2', '2 bob SELL 1 @100'],
		when: '3 eve BUY 4 @100 STP:DECREMENT',
		then: [
			'3 NEW',
			'3>1 PREVENTED 2@100',
			'3>2 TRADE 1@100',
			'3>1 PREVENTED 1@100',
			'3 EXPIRED SELF_TRADE_PREVENTION 0',
		],
		book: '| 1:1+1@100',
	},
	{
		name: 'the mode of the maker does not count',
		given: ['1 eve SELL 3 @100 STP:EXPIRE_BOTH'],
		when: '2 eve BUY 3 @100',
		then: ['2 NEW', '2>1 TRADE 3@100'],
		book: '|',
	},
	{
		name: 'DECREMENT takes from a quote amount, too',
		given: ['1 eve SELL 3 @100', '2 bob SELL 5 @100'],
		when: '3 eve BUY MARKET $500 STP:DECREMENT',
		then: ['3 NEW', '3>1 PREVENTED 3@100', '1 EXPIRED SELF_TRADE_PREVENTION 0', '3>2 TRADE 2@100'],
		book: '| 2:3@100',
	},
];

const STATUSES: Case[] = [
	{
		name: 'a halted market takes no orders',
		given: ['status HALT'],
		when: '1 ann BUY 5 @100',
		then: ['REJECTED MARKET_HALTED'],
		book: '|',
	},
	{
		name: 'a halted market cancels nothing',
		given: ['1 ann BUY 5 @100', 'status HALT'],
		when: 'cancel 1 ann',
		then: ['REJECTED MARKET_HALTED'],
		book: '1:5@100 |',
	},
	{
		name: 'orders end by their time in a halted market',
		given: ['1 ann BUY 5 @100 GTD:50', 'status HALT'],
		when: 'expire 50',
		then: ['1 EXPIRED EXPIRE_TIME 5'],
		book: '|',
	},
	{
		name: 'a cancel-only market takes no orders',
		given: ['status CANCEL_ONLY'],
		when: '1 ann BUY 5 @100',
		then: ['REJECTED MARKET_CANCEL_ONLY'],
		book: '|',
	},
	{
		name: 'a cancel-only market replaces nothing',
		given: ['1 ann BUY 5 @100', 'status CANCEL_ONLY'],
		when: 'replace 1 2 ann BUY 5 @99',
		then: ['REJECTED MARKET_CANCEL_ONLY'],
		book: '1:5@100 |',
	},
	{
		name: 'a cancel-only market cancels',
		given: ['1 ann BUY 5 @100', 'status CANCEL_ONLY'],
		when: 'cancel 1 ann',
		then: ['1 CANCELED REQUESTED 5'],
		book: '|',
	},
	{
		name: 'a cancel-only market reduces',
		given: ['1 ann BUY 5 @100', 'status CANCEL_ONLY'],
		when: 'reduce 1 ann 4',
		then: ['1 REPLACED 4 of 4'],
		book: '1:4@100 |',
	},
	{
		name: 'trading resumes where it stopped',
		given: ['1 ann BUY 5 @100', 'status HALT', 'status TRADING'],
		when: '2 bob SELL 5 @100',
		then: ['2 NEW', '2>1 TRADE 5@100'],
		book: '|',
	},
];

const TABLES = {
	'limit orders': LIMIT_ORDERS,
	'market orders': MARKET_ORDERS,
	'time in force': TIMES_IN_FORCE,
	'post-only orders': POST_ONLY_ORDERS,
	'iceberg orders': ICEBERGS,
	'stop orders': STOP_ORDERS,
	'take-profit orders': TAKE_PROFITS,
	'changes of open orders': CHANGES,
	'self-trade prevention': SELF_TRADES,
	'status of the market': STATUSES,
};

describe.each(Object.entries(TABLES))('%s', (_title, cases) => {
	test.each(cases)('$name', ({ given, when, then, book: left }) => {
		const { book, events } = runScript([...given, when]);
		expect(events.map(describeEvent)).toEqual(then);
		expect(describeBook(book)).toBe(left);
	});

	test.each(cases.filter(hasMirrorImage))(
		'mirrored: $name',
		({ given, when, then, book: left }) => {
			const mirrored = runScript([...given, when].map(mirror));
			expect(mirrored.events.map(describeEvent).map(mirrorPrices)).toEqual(then);
			const [bids = '', asks = '', ...stops] = describeBook(mirrored.book).split('|');
			const sides = [asks.trim(), bids.trim()].join(' | ').trim();
			const mirroredBook = mirrorPrices([sides, ...stops.map((part) => part.trim())].join(' | '));
			expect(mirroredBook.replace(/\s+/g, '')).toBe(left.replace(/\s+/g, ''));
		},
	);
});

/** An order by quote amount has none: money is not symmetric in the price. */
function hasMirrorImage({ given, when }: Case): boolean {
	return ![...given, when].some((line) => line.includes('$'));
}

/** 100 stays; every other price moves to the other side of it, and BUY and SELL change places. */
function mirror(line: string): string {
	const sides = line.replace(/BUY|SELL/, (side) => (side === 'BUY' ? 'SELL' : 'BUY'));
	return sides.replace(/(@|STOP:)(\d+)/g, (_all, mark: string, price: string) => {
		return `${mark}${200 - Number(price)}`;
	});
}

function mirrorPrices(text: string): string {
	return text.replace(/([@!])(\d+)/g, (_all, mark: string, price: string) => {
		return `${mark}${200 - Number(price)}`;
	});
}
