/** The drawing of where a batch went: what stands in which column, and that nothing is lost. */
import fc from 'fast-check';
import { layOutFlow, type FlowMovement } from '../../../pages/asset/flow';

const move = (from: string | undefined, to: string, amount: number): FlowMovement => ({
	...{ from, to, amount },
});
const named = (movements: readonly FlowMovement[]) =>
	new Map(layOutFlow(movements).nodes.map((node) => [node.name, node]));

test('holders stand in columns by how many hands the batch passed', () => {
	const nodes = named([
		move(undefined, 'ann', 100),
		move('ann', 'ben', 60),
		move('ben', 'cid', 10),
		move('ann', 'cid', 5),
	]);
	const [issue, ann, ben, cid] = [undefined, 'ann', 'ben', 'cid'].map((name) => nodes.get(name));
	expect(issue?.x).toBe(0);
	expect(ann?.x).toBeGreaterThan(issue?.x ?? 0);
	expect(ben?.x).toBeGreaterThan(ann?.x ?? 0);
	expect(cid?.x).toBe(ben?.x);
	expect(ann).toMatchObject({ received: 100n, given: 65n });
});

test('what went between two of them is one band, as wide as its amount', () => {
	const { bands } = layOutFlow([
		move(undefined, 'ann', 100),
		move('ann', 'ben', 20),
		move('ann', 'ben', 30),
	]);
	expect(bands).toHaveLength(2);
	const [issue, gift] = bands;
	expect(gift).toMatchObject({ amount: 50n, movements: 2, isBack: false });
	expect((issue?.width ?? 0) / (gift?.width ?? 1)).toBeCloseTo(2);
});

test('what comes back is a band of its own that goes back', () => {
	const { bands } = layOutFlow([
		move(undefined, 'ann', 10),
		move('ann', 'ben', 10),
		move('ben', 'ann', 4),
	]);
	expect(bands.map(({ isBack }) => isBack)).toEqual([false, false, true]);
});

test('nothing gives a drawing of nothing, and a ring without a beginning one of a ring', () => {
	expect(layOutFlow([])).toMatchObject({ nodes: [], bands: [] });
	expect(layOutFlow([move('ann', 'ben', 1), move('ben', 'ann', 1)]).nodes).toHaveLength(2);
});

test('of 500 holders the largest stand for themselves and the others together, and no unit is lost', () => {
	const many = Array.from({ length: 500 }, (_, index) => move('ann', `h${index}`, index + 1));
	const { nodes, height } = layOutFlow([move(undefined, 'ann', 200_000), ...many]);
	const last = nodes.filter(({ x }) => x === Math.max(...nodes.map((node) => node.x)));
	expect(last).toHaveLength(12);
	expect(last.at(-1)).toMatchObject({ holders: 489 });
	expect(last.reduce((sum, { received }) => sum + received, 0n)).toBe(125_250n);
	expect(height).toBeLessThan(1_200);
});

test('whatever was moved, every band begins and ends at its holders and all amounts are finite', () => {
	const holder = fc.constantFrom('a', 'b', 'c', 'd', 'e');
	const movement = fc.record({
		from: fc.option(holder, { nil: undefined }),
		to: holder,
		amount: fc.bigInt({ min: 1n, max: 10n ** 30n }),
	});
	fc.assert(
		fc.property(fc.array(movement, { maxLength: 40 }), (movements) => {
			const { nodes, bands, width, height } = layOutFlow(movements);
			for (const { path, from, to } of bands) {
				expect(path).toMatch(/^M[-\d.]+ [-\d.]+C([-\d.]+ ?){6}$/);
				expect(nodes).toEqual(expect.arrayContaining([from, to]));
			}
			for (const node of nodes) {
				expect(node.y + node.height).toBeLessThanOrEqual(height);
				expect(node.x).toBeLessThan(width);
			}
		}),
		{ seed: 16, numRuns: 200 },
	);
});
