import { Presses } from '../../start/repeated-interrupts';

test.each<readonly [string, readonly number[], readonly boolean[]]>([
	['one press', [5_000], [false]],
	['one press and its echoes', [5_000, 5_000, 5_003, 5_900], [false, false, false, false]],
	['a second press', [5_000, 5_003, 7_000], [false, false, true]],
	['a second press and its echo', [0, 2_500, 2_501], [false, true, true]],
])('%s', (_what, arrivals, wanted) => {
	const presses = new Presses();
	expect(arrivals.map((atMs) => presses.isAnother(atMs))).toEqual(wanted);
});
