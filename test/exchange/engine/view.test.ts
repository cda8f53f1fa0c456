import { depthOf, findOrder, lotsShownAt } from '../../../exchange/engine/view';
import { runScript } from './script';

const { book } = runScript([
	'1 ann BUY 5 @100',
	'2 bob BUY 9 @100 ICEBERG:2',
	'3 eve BUY 5 @99 GTD:90',
	'4 zoe SELL 6 @101 GTD:80',
	'5 zed SELL 5 @103',
	'6 ann BUY 7 STOP_LOSS STOP:120',
]);

test('depth shows the best prices of both sides without what icebergs hide', () => {
	expect(depthOf(book, 10)).toEqual({
		bids: [
			{ priceTicks: 100, quantityLots: 7 },
			{ priceTicks: 99, quantityLots: 5 },
		],
		asks: [
			{ priceTicks: 101, quantityLots: 6 },
			{ priceTicks: 103, quantityLots: 5 },
		],
	});
	expect(depthOf(book, 1)).toEqual({
		bids: [{ priceTicks: 100, quantityLots: 7 }],
		asks: [{ priceTicks: 101, quantityLots: 6 }],
	});
	expect(depthOf(runScript(['1 ann BUY 5 @100']).book, 1).asks).toEqual([]);
});

test('one price answers what is shown there', () => {
	expect(lotsShownAt(book, 'BUY', 100)).toBe(7);
	expect(lotsShownAt(book, 'BUY', 101)).toBe(0);
	expect(lotsShownAt(book, 'SELL', 101)).toBe(6);
	expect(lotsShownAt(runScript([]).book, 'SELL', 101)).toBe(0);
});

test('an open order is found by its id, waiting ones too', () => {
	expect(findOrder(book, 2)).toMatchObject({ accountId: 'bob', leavesLots: 9, visibleLots: 2 });
	expect(findOrder(book, 6)).toMatchObject({ waiting: true, stopPriceTicks: 120 });
	expect(findOrder(book, 7)).toBeNull();
});
