import fc from 'fast-check';
import {
	addToLadder,
	createLadder,
	findLevel,
	levelsFromBest,
	ordersOf,
	removeFromLadder,
	type Ladder,
} from '../../../exchange/engine/ladder';
import { newOrder, type Order } from '../../../exchange/engine/order';

function orderAt(priceTicks: number, orderId: number): Order {
	const order = newOrder(
		{ orderId, accountId: 'ann', side: 'BUY', type: 'LIMIT', priceTicks, quantityLots: 3 },
		orderId,
	);
	order.visibleLots = 3;
	return order;
}

function contents(ladder: Ladder): [number, number[]][] {
	return [...levelsFromBest(ladder)].map((level) => [
		level.priceTicks,
		[...ordersOf(level)].map(({ orderId }) => orderId),
	]);
}

/** Prices to add at, or the number of an earlier addition to take out; enough for many pages. */
const steps = fc.array(
	fc.oneof(
		{ weight: 3, arbitrary: fc.record({ add: fc.integer({ min: 1, max: 3_000 }) }) },
		{ weight: 1, arbitrary: fc.record({ remove: fc.nat(2_000) }) },
	),
	{ minLength: 800, maxLength: 2_000, size: 'max' },
);

test.each(['HIGHEST', 'LOWEST'] as const)(
	'a ladder with the %s price best holds what a sorted list holds',
	(best) => {
		fc.assert(
			fc.property(steps, (script) => {
				const ladder = createLadder(best);
				const added: Order[] = [];
				const model = new Map<number, number[]>();
				for (const step of script) {
					if ('add' in step) {
						const order = orderAt(step.add, added.length);
						added.push(order);
						addToLadder(ladder, step.add, order);
						model.set(step.add, [...(model.get(step.add) ?? []), order.orderId]);
						continue;
					}
					const order = added[step.remove];
					if (order === undefined || order.level === null) continue;
					removeFromLadder(ladder, order);
					const rest = (model.get(order.priceTicks) ?? []).filter((id) => id !== order.orderId);
					if (rest.length > 0) model.set(order.priceTicks, rest);
					else model.delete(order.priceTicks);
				}
				const sorted = [...model].sort(([one], [other]) => one - other);
				const expected = best === 'HIGHEST' ? sorted.toReversed() : sorted;
				expect(contents(ladder)).toEqual(expected);
				expect(ladder.best?.priceTicks).toBe(expected[0]?.[0]);
				for (const price of [1, 1_500, 3_000, 3_001]) {
					expect(findLevel(ladder, price)?.orderCount).toBe(model.get(price)?.length);
				}
			}),
			{ numRuns: 40 },
		);
	},
);

test.each([
	['upwards', (at: number) => at + 1],
	['downwards', (at: number) => 5_000 - at],
	['from both ends', (at: number) => (at % 2 === 0 ? at + 1 : 9_000 - at)],
])('thousands of levels added and emptied %s leave nothing behind', (_name, priceOf) => {
	const ladder = createLadder('LOWEST');
	const orders = Array.from({ length: 4_000 }, (_, index) => orderAt(priceOf(index), index));
	for (const order of orders) addToLadder(ladder, order.priceTicks, order);
	for (const { levels, levelCount } of ladder.pages) {
		expect(levelCount).toBe(levels.filter((level) => level !== null).length);
		expect(levels.length).toBe(64);
	}
	expect(contents(ladder).length).toBe(4_000);
	for (const order of orders) removeFromLadder(ladder, order);
	expect(ladder).toEqual(createLadder('LOWEST'));
});

test.each(['HIGHEST', 'LOWEST'] as const)(
	'neighbours of page edges up to 2^53 - 1 keep their own levels with the %s price best',
	(best) => {
		const ladder = createLadder(best);
		const edges = [64, 128, 2 ** 31, 2 ** 32, 2 ** 40 + 64, 2 ** 53 - 64, 2 ** 53 - 1];
		const prices = edges.flatMap((edge) => [edge - 1, edge]);
		const orders = prices.map((priceTicks, index) => orderAt(priceTicks, index));
		for (const order of orders) addToLadder(ladder, order.priceTicks, order);
		const expected = prices.map((priceTicks, index) => [priceTicks, [index]]);
		expect(contents(ladder)).toEqual(best === 'HIGHEST' ? expected.toReversed() : expected);
		for (const price of prices) expect(findLevel(ladder, price)?.priceTicks).toBe(price);
		for (const price of [1, 62, 65, 2 ** 31 + 1, 2 ** 52]) {
			expect(findLevel(ladder, price)).toBeNull();
		}
		for (const order of orders) {
			const rest = prices.filter((price) => price > order.priceTicks);
			removeFromLadder(ladder, order);
			const [cheapest, dearest] = [rest[0], rest.at(-1)];
			expect(ladder.best?.priceTicks).toBe(best === 'HIGHEST' ? dearest : cheapest);
		}
		expect(ladder).toEqual(createLadder(best));
	},
);

test('an order that is in no queue cannot be taken out', () => {
	expect(() => removeFromLadder(createLadder('HIGHEST'), orderAt(5, 1))).toThrow(
		'order 1 is in no queue',
	);
});
