import fc from 'fast-check';
import { Expiries } from '../../../exchange/engine/expiry';
import { Orders } from '../../../exchange/engine/order';

const asked = {
	accountId: 'ann',
	side: 'BUY',
	type: 'LIMIT',
	timeInForce: 'GTD',
	priceTicks: 1,
	quantityLots: 1,
} as const;

test('orders leave by time and then by age, whichever left early', () => {
	const times = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 200, size: 'max' });
	fc.assert(
		fc.property(
			times,
			fc.array(fc.nat(199), { maxLength: 100, size: 'max' }),
			(expireTimes, leavers) => {
				const orders = new Orders();
				const expiries = new Expiries(orders);
				const slots = expireTimes.map((expireTime, index) =>
					orders.add({ ...asked, expireTime, orderId: index + 1 }, index + 1),
				);
				for (const slot of slots) expiries.add(slot);
				const isIn = (slot: number) => orders.terms(slot).expiryIndex >= 0;
				for (const index of leavers) {
					const slot = slots[index];
					if (slot !== undefined && isIn(slot)) expiries.remove(slot);
				}
				const staying = slots.filter(isIn);
				const left: number[] = [];
				for (let top = expiries.next; top !== undefined; top = expiries.next) {
					expiries.remove(top);
					left.push(top);
				}
				const byTime = staying.sort(
					(one, other) =>
						orders.terms(one).expireTime - orders.terms(other).expireTime || one - other,
				);
				expect(left).toEqual(byTime);
				expect(slots.filter(isIn)).toEqual([]);
			},
		),
	);
});
