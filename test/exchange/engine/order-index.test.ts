import fc from 'fast-check';
import { newOrder, type Order } from '../../../exchange/engine/order';
import {
	addToIndex,
	createIndex,
	findInIndex,
	ordersIn,
	removeFromIndex,
} from '../../../exchange/engine/order-index';

function order(orderId: number): Order {
	const command = { orderId, accountId: 'ann', side: 'BUY', type: 'MARKET' } as const;
	return newOrder({ ...command, quantityLots: 1 }, 1);
}

/** Ids as an exchange gives them, ids that share all low bits, and ids beyond 32 bits. */
const ids = fc.oneof(
	fc.integer({ min: 1, max: 300 }),
	fc.integer({ min: 1, max: 300 }).map((id) => id * 2 ** 20),
	fc.integer({ min: 0, max: 300 }).map((id) => Number.MAX_SAFE_INTEGER - id),
	fc.integer({ min: 1, max: 300 }).map((id) => id * 2 ** 32 + 7),
);

test('an index finds what a map finds, whatever the ids', () => {
	const steps = fc.array(fc.tuple(fc.boolean(), ids), { maxLength: 800, size: 'max' });
	fc.assert(
		fc.property(steps, (script) => {
			const index = createIndex();
			const model = new Map<number, Order>();
			for (const [adds, id] of script) {
				const known = model.get(id);
				expect(findInIndex(index, id)).toBe(known ?? null);
				if (known === undefined && adds) {
					const added = order(id);
					addToIndex(index, added);
					model.set(id, added);
				} else if (known !== undefined) {
					removeFromIndex(index, known);
					model.delete(id);
				}
			}
			expect(index.size).toBe(model.size);
			expect(new Set(ordersIn(index))).toEqual(new Set(model.values()));
		}),
	);
});

test.each([1, 64, 1_000, 2 ** 10, 2 ** 20, 2 ** 24, 2 ** 32, 2 ** 40])(
	'4,096 ids that are multiples of %d spread over the buckets',
	(factor) => {
		const index = createIndex();
		for (let id = 1; id <= 4_096; id += 1) addToIndex(index, order(id * factor));
		const used = index.pages.flat().filter((first) => first !== null).length;
		expect(used).toBeGreaterThan(2_000);
	},
);

test('a growing index opens at most two buckets with an order, and finds all that came before', () => {
	const index = createIndex();
	for (let id = 1; id <= 5_000; id += 1) {
		const before = index.bucketCount;
		addToIndex(index, order(id));
		expect(index.bucketCount - before).toBeLessThanOrEqual(2);
		expect(index.bucketCount).toBeGreaterThanOrEqual(2 * id);
	}
	const lost = Array.from({ length: 5_000 }, (_, at) => at + 1).filter(
		(id) => findInIndex(index, id)?.orderId !== id,
	);
	expect(lost).toEqual([]);
});

test('an order that was not added cannot be removed', () => {
	expect(() => removeFromIndex(createIndex(), order(5))).toThrow('order 5 is not in the index');
});
