import fc from 'fast-check';
import {
	createLadder,
	findLevel,
	levelFor,
	levelsFromBest,
	removeLevel,
	type Ladder,
} from '../../../exchange/engine/ladder';
import { Levels } from '../../../exchange/engine/level';
import { Orders } from '../../../exchange/engine/order';

/** A ladder with orders of its own, added at a price and taken out. */
function filling(best: 'HIGHEST' | 'LOWEST') {
	const orders = new Orders();
	const levels = new Levels(orders);
	const ladder = createLadder(best, levels);
	const asked = { accountId: 'ann', side: 'BUY', type: 'LIMIT', quantityLots: 3 } as const;
	return {
		...{ orders, levels, ladder },
		add(priceTicks: number, orderId: number): number {
			const slot = orders.add({ ...asked, orderId, priceTicks }, orderId);
			levels.enqueue(levelFor(ladder, priceTicks), slot);
			return slot;
		},
		remove(slot: number): void {
			const level = orders.level.at(slot);
			levels.dequeue(slot);
			if (levels.first.at(level) === 0) removeLevel(ladder, level);
		},
		contents: () =>
			[...levelsFromBest(ladder)].map((level) => [
				levels.priceTicks.at(level),
				[...levels.queue(level)].map((slot) => orders.orderId.at(slot)),
			]),
	};
}

function expectEmpty({ pages, firstKeys, best, bestTicks }: Ladder): void {
	const empty = { pages: [], firstKeys: [], best: 0, bestTicks: 0 };
	expect({ pages, firstKeys, best, bestTicks }).toEqual(empty);
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
				const { orders, levels, ladder, add, remove, contents } = filling(best);
				const added: number[] = [];
				const model = new Map<number, number[]>();
				for (const step of script) {
					if ('add' in step) {
						const orderId = added.length + 1;
						added.push(add(step.add, orderId));
						model.set(step.add, [...(model.get(step.add) ?? []), orderId]);
						continue;
					}
					const slot = added[step.remove];
					if (slot === undefined || orders.level.at(slot) === 0) continue;
					remove(slot);
					const priceTicks = orders.priceTicks.at(slot);
					const rest = (model.get(priceTicks) ?? []).filter((id) => id !== orders.orderId.at(slot));
					if (rest.length > 0) model.set(priceTicks, rest);
					else model.delete(priceTicks);
				}
				const sorted = [...model].sort(([one], [other]) => one - other);
				const expected = best === 'HIGHEST' ? sorted.toReversed() : sorted;
				expect(contents()).toEqual(expected);
				expect(ladder.bestTicks).toBe(expected[0]?.[0] ?? 0);
				for (const price of [1, 1_500, 3_000, 3_001]) {
					const queue = [...levels.queue(findLevel(ladder, price))];
					expect(queue.length).toBe(model.get(price)?.length ?? 0);
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
	const { ladder, add, remove, contents } = filling('LOWEST');
	const slots = Array.from({ length: 4_000 }, (_, index) => add(priceOf(index), index + 1));
	for (const { levels, levelCount } of ladder.pages) {
		expect(levelCount).toBe(levels.filter((level) => level !== 0).length);
		expect(levels.length).toBe(64);
	}
	expect(contents().length).toBe(4_000);
	for (const slot of slots) remove(slot);
	expectEmpty(ladder);
});

test.each(['HIGHEST', 'LOWEST'] as const)(
	'neighbours of page edges up to 2^53 - 1 keep their own levels with the %s price best',
	(best) => {
		const { orders, levels, ladder, add, remove, contents } = filling(best);
		const edges = [64, 128, 2 ** 31, 2 ** 32, 2 ** 40 + 64, 2 ** 53 - 64, 2 ** 53 - 1];
		const prices = edges.flatMap((edge) => [edge - 1, edge]);
		const slots = prices.map((priceTicks, index) => add(priceTicks, index + 1));
		const expected = prices.map((priceTicks, index) => [priceTicks, [index + 1]]);
		expect(contents()).toEqual(best === 'HIGHEST' ? expected.toReversed() : expected);
		for (const price of prices) expect(levels.priceTicks.at(findLevel(ladder, price))).toBe(price);
		for (const price of [1, 62, 65, 2 ** 31 + 1, 2 ** 52]) {
			expect(findLevel(ladder, price)).toBe(0);
		}
		for (const slot of slots) {
			const rest = prices.filter((price) => price > orders.priceTicks.at(slot));
			remove(slot);
			const [cheapest, dearest] = [rest[0], rest.at(-1)];
			expect(ladder.bestTicks).toBe((best === 'HIGHEST' ? dearest : cheapest) ?? 0);
		}
		expectEmpty(ladder);
	},
);
