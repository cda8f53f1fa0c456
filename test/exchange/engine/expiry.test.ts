import fc from 'fast-check';
import { addExpiry, removeExpiry, type ExpiryHeap } from '../../../exchange/engine/expiry';
import { newOrder, type Order } from '../../../exchange/engine/order';

function orderUntil(expireTime: number, orderId: number): Order {
	return newOrder(
		{
			orderId,
			accountId: 'ann',
			side: 'BUY',
			type: 'LIMIT',
			timeInForce: 'GTD',
			priceTicks: 1,
			quantityLots: 1,
			expireTime,
		},
		orderId,
	);
}

test('orders leave by time and then by age, whichever left early', () => {
	const times = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 200, size: 'max' });
	fc.assert(
		fc.property(
			times,
			fc.array(fc.nat(199), { maxLength: 100, size: 'max' }),
			(expireTimes, leavers) => {
				const heap: ExpiryHeap = [];
				const orders = expireTimes.map((time, index) => orderUntil(time, index + 1));
				for (const order of orders) addExpiry(heap, order);
				for (const index of leavers) {
					const order = orders[index];
					if (order !== undefined && order.expiryIndex >= 0) removeExpiry(heap, order);
				}
				const staying = orders.filter(({ expiryIndex }) => expiryIndex >= 0);
				const left: Order[] = [];
				for (let top = heap[0]; top !== undefined; top = heap[0]) {
					removeExpiry(heap, top);
					left.push(top);
				}
				const byTime = staying.sort(
					(one, other) =>
						one.terms.expireTime - other.terms.expireTime || one.orderId - other.orderId,
				);
				expect(left.map(({ orderId }) => orderId)).toEqual(byTime.map(({ orderId }) => orderId));
				expect(orders.every(({ expiryIndex }) => expiryIndex === -1)).toBe(true);
			},
		),
	);
});
