/**
 * What the two orders of a list hold and give back, what the lane says of them, and what it still
 * knows of them and of stops that follow the market when it was begun anew in their middle.
 */
import type { LaneNewOrder, LaneOco } from '../../../../exchange/trading/lane/command-text';
import { LaneState } from '../../../../exchange/trading/lane/lane-state';
import type { LaneCommand } from '../../../../exchange/trading/lane/command-text';
import { createMarket } from '../../../../exchange/trading/markets/market';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { TestDatabases } from '../../../support/servers/databases';
import { listOf, demoMarket, openLane } from '../../support/lane';
import { stateOf, throughTexts } from '../../support/lane-states';

const databases = new TestDatabases();
afterAll(() => databases.close());

/** A lot is one CREDIT, a tick is a cent, and money counts in hundredths of a cent. */
const market = createMarket(
	{ ...demoMarket, makerFeeBps: 0, takerFeeBps: 0 },
	{ base: 0, quote: 4 },
);

const order = (
	orderId: number,
	accountId: string,
	rest: Omit<LaneNewOrder, 'orderId' | 'accountId' | 'clientOrderId'>,
): LaneNewOrder => ({ orderId, accountId, clientOrderId: `c${orderId}`, ...rest });

const limit = (side: 'BUY' | 'SELL', priceTicks: number, quantityLots: number) =>
	({ side, type: 'LIMIT', priceTicks, quantityLots }) as const;

/** Of a seller, who holds ten lots once, and of a buyer, who holds what the dearer order needs. */
const sale: LaneOco = {
	kind: 'PLACE_OCO',
	listClientOrderId: 'both',
	limit: order(1, 'anna', { ...limit('SELL', 1_100, 10), postOnly: true, hold: 10n }),
	stop: order(2, 'anna', {
		...{ side: 'SELL', type: 'STOP_LOSS_LIMIT', quantityLots: 10, hold: 0n },
		...{ stopPriceTicks: 950, priceTicks: 900 },
	}),
};
const purchase: LaneOco = {
	kind: 'PLACE_OCO',
	listClientOrderId: 'both',
	limit: order(1, 'anna', { ...limit('BUY', 900, 10), postOnly: true, hold: 900_000n }),
	stop: order(2, 'anna', {
		...{ side: 'BUY', type: 'STOP_LOSS_LIMIT', quantityLots: 10, hold: 200_000n },
		...{ stopPriceTicks: 1_050, priceTicks: 1_100 },
	}),
};

const second = { kind: 'SECOND_ORDER', orderId: 2, orderListId: 1 } as const;

/** Carries out a list and what follows it; answers what was released and what is held still. */
function carryOut(list: LaneOco, ...commands: readonly LaneCommand[]) {
	const logged = [list, second, ...commands].map((command, index) => ({
		...{ sequence: index + 1, acceptedAt: 1, command },
	}));
	const state = LaneState.empty(market);
	const { postings, reports } = state.advance(logged);
	const own = postings.filter(({ from }) => from === 'anna');
	const released = own.filter(({ kind }) => kind === 'RELEASE');
	const traded = own.filter(({ kind }) => kind === 'TRADE');
	const sum = (amounts: readonly { readonly amount: bigint }[]) =>
		amounts.reduce((total, { amount }) => total + amount, 0n);
	return {
		held: [...state.openOrders]
			.filter(({ accountId }) => accountId === 'anna')
			.map(({ orderId, held }) => `${orderId} ${held}`),
		released: sum(released),
		traded: sum(traded),
		reports: reports
			.filter(({ accountId }) => accountId === 'anna')
			.map(({ orderId, execType, reason, orderListId }) =>
				[orderId, execType, reason, orderListId].filter((word) => word !== undefined).join(' '),
			),
	};
}

const place = (placed: LaneNewOrder): LaneCommand => ({ kind: 'PLACE', ...placed });
const ben = (orderId: number, side: 'BUY' | 'SELL', priceTicks: number, quantityLots: number) =>
	place(order(orderId, 'ben', { ...limit(side, priceTicks, quantityLots), hold: 10_000_000n }));

test('a seller holds the quantity once, and keeps holding what is left when the limit order trades', () => {
	expect(carryOut(sale)).toMatchObject({ held: ['1 10', '2 0'], released: 0n });
	expect(carryOut(sale, ben(3, 'BUY', 1_100, 4))).toEqual({
		held: ['1 6'],
		released: 0n,
		traded: 4n,
		reports: ['1 NEW 1', '2 NEW 1', '1 TRADE 1', '2 EXPIRED ORDER_LIST 1'],
	});
});

test('the stop order gets what the limit order held when it is set off', () => {
	const stopped = carryOut(sale, ben(3, 'BUY', 950, 4), ben(4, 'SELL', 950, 1));
	expect(stopped).toEqual({
		held: ['2 7'],
		released: 0n,
		traded: 3n,
		reports: [
			...['1 NEW 1', '2 NEW 1', '1 EXPIRED ORDER_LIST 1'],
			...['2 TRIGGERED 1', '2 TRADE 1'],
		],
	});
});

test('a buyer gets back what only the dearer order needed once the cheaper one trades', () => {
	expect(carryOut(purchase)).toMatchObject({ held: ['1 900000', '2 200000'], released: 0n });
	expect(carryOut(purchase, ben(3, 'SELL', 900, 4))).toMatchObject({
		held: ['1 540000'],
		released: 200_000n,
		traded: 360_000n,
	});
	expect(carryOut(purchase, ben(3, 'SELL', 900, 10))).toMatchObject({
		held: [],
		released: 200_000n,
		traded: 900_000n,
	});
});

test('a stop order that is set off spends what both held, and the rest goes back', () => {
	const stopped = carryOut(purchase, ben(3, 'SELL', 1_060, 11), ben(4, 'BUY', 1_060, 1));
	expect(stopped).toMatchObject({ held: [], released: 40_000n, traded: 1_060_000n });
});

test('everything goes back when either order is cancelled', () => {
	for (const orderId of [1, 2]) {
		const canceled = carryOut(purchase, { kind: 'CANCEL', orderId, accountId: 'anna' });
		expect(canceled).toMatchObject({ held: [], released: 1_100_000n, traded: 0n });
	}
});

test('a list that is refused gives everything back, and both orders say why', () => {
	const crossed = { ...sale, limit: { ...sale.limit, priceTicks: 950 } };
	expect(carryOut(crossed)).toEqual({
		held: [],
		released: 10n,
		traded: 0n,
		reports: ['1 REJECTED ORDER_LIST_PRICES_CROSSED 1', '2 REJECTED ORDER_LIST_PRICES_CROSSED 1'],
	});
});

/** A tenth. */
const trail = { trailingDelta: 1_000 } as const;
/** One lot, between two orders of an account that sees nothing in it. */
const traded = (orderId: number, priceTicks: number) => [
	ben(orderId, 'BUY', priceTicks, 1),
	ben(orderId + 1, 'SELL', priceTicks, 1),
];

/** A day of both kinds: what is told of each order, and the last word of what is still open. */
const days: readonly (readonly [string, readonly LaneCommand[], readonly string[]])[] = [
	[
		'a list of which the limit order trades in part and then whole',
		[sale, ben(3, 'BUY', 1_100, 4), ben(4, 'BUY', 1_100, 6)],
		[
			...['1 NEW', '2 NEW', '1 TRADE PARTIALLY_FILLED', '2 EXPIRED ORDER_LIST'],
			...['1 TRADE FILLED'],
		],
	],
	[
		'a list of which the limit order trades in part and is cancelled',
		[sale, ben(3, 'BUY', 1_100, 4), { kind: 'CANCEL', orderId: 1, accountId: 'anna' }],
		[
			...['1 NEW', '2 NEW', '1 TRADE PARTIALLY_FILLED', '2 EXPIRED ORDER_LIST'],
			...['1 CANCELED REQUESTED'],
		],
	],
	[
		'a list of which the stop order is set off, trades in part, rests and trades whole',
		[sale, ben(3, 'BUY', 950, 4), ben(4, 'SELL', 950, 1), ben(5, 'BUY', 900, 20)],
		[
			...['1 NEW', '2 NEW', '1 EXPIRED ORDER_LIST', '2 TRIGGERED'],
			...['2 TRADE PARTIALLY_FILLED', '2 TRADE FILLED'],
		],
	],
	[
		'a stop that follows the market up before it is set off by its distance',
		[
			place(
				order(1, 'anna', { side: 'SELL', type: 'STOP_LOSS', quantityLots: 5, hold: 5n, ...trail }),
			),
			...traded(2, 1_000),
			...traded(4, 1_200),
			...traded(6, 1_100),
			ben(8, 'BUY', 1_080, 6),
			ben(9, 'SELL', 1_080, 1),
		],
		['1 NEW', '1 TRIGGERED', '1 TRADE FILLED'],
	],
	[
		'a stop that begins to follow at its stop price, and a limit order it ends',
		[
			{
				...sale,
				stop: order(2, 'anna', {
					...{ side: 'SELL', type: 'STOP_LOSS', quantityLots: 10, hold: 0n },
					...{ stopPriceTicks: 950, ...trail },
				}),
			},
			...traded(3, 940),
			...traded(5, 1_050),
			ben(7, 'BUY', 945, 20),
			ben(8, 'SELL', 945, 1),
		],
		['1 NEW', '2 NEW', '1 EXPIRED ORDER_LIST', '2 TRIGGERED', '2 TRADE FILLED'],
	],
];

test.each(days)('%s goes on the same from a snapshot of every moment', (_name, commands, told) => {
	const log = commands
		.flatMap((command): LaneCommand[] =>
			command.kind === 'PLACE_OCO' ? [command, second] : [command],
		)
		.map((command, index) => ({ sequence: index + 1, acceptedAt: 1, command }));
	const state = LaneState.empty(market);
	const { reports } = state.advance(log);
	const own = reports.filter(({ accountId }) => accountId === 'anna');
	expect(
		own.map(({ orderId, execType, reason, status }) =>
			[orderId, execType, reason ?? (execType === 'TRADE' ? status : '')].join(' ').trim(),
		),
	).toEqual(told);
	for (let moment = 1; moment < log.length; moment += 1) {
		const before = LaneState.empty(market);
		before.advance(log.slice(0, moment));
		const kept = throughTexts(before);
		expect(stateOf(kept)).toEqual(stateOf(before));
		expect(kept.advance(log.slice(moment))).toEqual(before.advance(log.slice(moment)));
		expect(stateOf(kept)).toEqual(stateOf(state));
	}
});

test.each([
	['from a snapshot and the log', true],
	['from the log alone', false],
])('a lane begun anew %s knows what was followed and traded before', async (_how, isKept) => {
	const lane = await openLane(await databases.place('SQLite'), { makerFeeBps: 0, takerFeeBps: 0 });
	for (const asset of ['CREDIT', 'EUR']) await lane.fund(lane.ben, asset, '1000');
	await lane.fund(lane.anna, 'CREDIT', '15');
	const { stop } = sale;
	const terms = ({
		side,
		type,
		priceTicks,
		stopPriceTicks,
		quantityLots,
		postOnly,
	}: LaneNewOrder) => ({
		...{ side, type, priceTicks, stopPriceTicks, quantityLots, postOnly },
	});
	const unnamed = { clientOrderId: undefined, origOrderId: undefined };
	const list = listOf(lane.anna, { limit: terms(sale.limit), stop: terms(stop) });
	await lane.intake.submit(lane.market, list);
	await lane.intake.submit(lane.market, {
		...{ kind: 'ORDER', accountId: lane.anna, ...unnamed },
		terms: { side: 'SELL', type: 'STOP_LOSS', quantityLots: 5, ...trail },
	});
	const trade = { type: 'LIMIT', price: '11', quantity: '4' } as const;
	await lane.place(lane.ben, { ...trade, side: 'BUY' });
	await lane.drain();
	if (isKept) await lane.lane.takeSnapshot('CREDIT-EUR');
	const next = lane.newLane();
	const fall = { type: 'LIMIT', price: '9.9', selfTradePreventionMode: 'NONE' } as const;
	await lane.place(lane.ben, { ...fall, side: 'BUY', quantity: '6' });
	await lane.place(lane.ben, { ...fall, side: 'SELL', quantity: '1' });
	await lane.place(lane.ben, { ...trade, side: 'BUY', quantity: '2' });
	await next.drain('CREDIT-EUR');
	const statuses = await Promise.all([1, 2, 3].map((orderId) => lane.status(orderId)));
	expect(statuses).toEqual(['PARTIALLY_FILLED', 'EXPIRED ORDER_LIST', 'FILLED']);
	expect(await lane.balance(lane.anna, 'CREDIT')).toBe('0/4');
	// Six at 11 and five at 9.90, in hundredths of a cent.
	expect(await lane.balance(lane.anna, 'EUR')).toBe('1155000/0');
	expect(await auditLedger(lane.database)).toEqual([]);
	await lane.close();
});
