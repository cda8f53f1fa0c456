/** What a process does while it waits: comparisons as a service makes them, until its order is there. */
import { runComparison } from '../../../comparison/worker/comparison-task';
import type { Outcome } from '../../../comparison/core/outcome';
import { rehearse } from '../../../comparison/worker/rehearsal';

type Compared = Parameters<Parameters<typeof rehearse>[0]>;

const told = {
	onProgress: () => undefined,
	onFault: (fault: unknown) => {
		throw fault;
	},
};

/** The outcomes of a rehearsal whose order comes after some rounds. */
async function rehearsed(roundsBefore: number): Promise<readonly Outcome[]> {
	const outcomes: Outcome[] = [];
	const compare = async (...[order, streams]: Compared) => {
		outcomes.push(await runComparison(order, streams, told));
	};
	let asked = 0;
	await rehearse(compare, () => (asked += 1) > roundsBefore);
	return outcomes;
}

test.each([0, 1, 3])('an order that comes after %i rounds ends it', async (rounds) => {
	expect(await rehearsed(rounds)).toHaveLength(rounds);
});

test('without an order it ends by itself', async () => {
	expect((await rehearsed(Infinity)).length).toBeLessThan(10);
});

test('it compares words, counts changes of every kind and writes a report, each time the same', async () => {
	const [first, second] = await rehearsed(2);
	expect(first).toMatchObject({ outcome: 'different', method: 'words', report: {} });
	expect(Object.values(first?.counts ?? {}).every((count) => count > 0)).toBe(true);
	expect(first?.report?.files.map(({ kind }) => kind)).toEqual(['unifiedDiff']);
	expect(second).toEqual(first);
});
