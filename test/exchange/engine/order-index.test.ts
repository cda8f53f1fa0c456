import fc from 'fast-check';
import { OrderIndex } from '../../../exchange/engine/order-index';

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
			const index = new OrderIndex();
			const model = new Map<number, number>();
			for (const [step, [adds, id]] of script.entries()) {
				const known = model.get(id);
				expect(index.find(id)).toBe(known ?? 0);
				if (known === undefined && adds) {
					index.add(id, step + 1);
					model.set(id, step + 1);
				} else if (known !== undefined) {
					index.remove(id);
					model.delete(id);
				}
			}
			expect(new Set(index.slots())).toEqual(new Set(model.values()));
		}),
	);
});

test('of a million ids, those that are open are found when the others have ended', () => {
	const index = new OrderIndex();
	for (let id = 1; id <= 1_000_000; id += 1) {
		index.add(id, id);
		if (id > 100) index.remove(id - 100);
	}
	const open = Array.from({ length: 100 }, (_, at) => 999_901 + at);
	expect([...index.slots()]).toEqual(open);
	expect(open.map((id) => index.find(id))).toEqual(open);
	for (let id = 999_901; id <= 1_000_000; id += 1) index.remove(id);
	expect([...index.slots()]).toEqual([]);
	expect(index.find(1_000_000)).toBe(0);
});

test('an order that was not added cannot be removed', () => {
	const index = new OrderIndex();
	expect(() => index.remove(5)).toThrow('order 5 is not in the index');
	index.add(6, 1);
	expect(() => index.remove(5)).toThrow('order 5 is not in the index');
});
