/** What the two orders of a list hold and give back, and what the lane says of them. */
import type { LaneNewOrder, LaneOco } from '../../../exchange/lane/command-text';
import { LaneState } from '../../../exchange/lane/lane-state';
import type { LaneCommand } from '../../../exchange/lane/command-text';
import { createMarket } from '../../../exchange/markets/market';
import { demoMarket } from '../support/lane';
import { stateOf, throughTexts } from '../support/lane-states';

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
	limit: order(1, 'anna', { ...limit('SELL', 1_100, 10), postOnly: true, hold: 10n }),
	stop: order(2, 'anna', {
		...{ side: 'SELL', type: 'STOP_LOSS_LIMIT', quantityLots: 10, hold: 0n },
		...{ stopPriceTicks: 950, priceTicks: 900 },
	}),
};
const purchase: LaneOco = {
	kind: 'PLACE_OCO',
	limit: order(1, 'anna', { ...limit('BUY', 900, 10), postOnly: true, hold: 900_000n }),
	stop: order(2, 'anna', {
		...{ side: 'BUY', type: 'STOP_LOSS_LIMIT', quantityLots: 10, hold: 200_000n },
		...{ stopPriceTicks: 1_050, priceTicks: 1_100 },
	}),
};

/** Carries out a list and what follows it; answers what was released and what is held still. */
function carryOut(list: LaneOco, ...commands: readonly LaneCommand[]) {
	const second = { kind: 'SECOND_ORDER', orderId: 2, orderListId: 1 } as const;
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

test('a state that was kept between the two goes on in the same way', () => {
	const state = LaneState.empty(market);
	const second = { kind: 'SECOND_ORDER', orderId: 2, orderListId: 1 } as const;
	state.advance([{ sequence: 1, acceptedAt: 1, command: purchase }]);
	const restored = throughTexts(state);
	const rest = [second, ben(3, 'SELL', 900, 4)].map((command, index) => ({
		...{ sequence: index + 2, acceptedAt: 1, command },
	}));
	expect(restored.advance(rest)).toEqual(state.advance(rest));
	expect(stateOf(restored)).toEqual(stateOf(state));
});
