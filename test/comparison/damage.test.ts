/**
 * Files of every format, damaged at random, come to an outcome: no comparer throws, none goes on without
 * end, and none takes the process with it. A seed that failed once is a row of `found`.
 */
import { countOf } from '../support/run/tier';
import { compareDamaged, expectSound } from './comparing-damaged';

/** Each with what it found. */
const found: readonly (readonly [seed: number, what: string])[] = [
	[20_667, 'a workbook without the part of strings that it names'],
];

const pairCount = countOf({ quick: 60, full: 100 });

test('damaged files of every format come to an outcome, without a fault and in bounded time', async () => {
	const seeds = Array.from({ length: pairCount }, (_, index) => index + 1);
	const answers = await compareDamaged([...found.map(([seed]) => seed), ...seeds]);
	for (const answer of answers) expectSound(answer);
	expect(new Set(answers.map(({ fileName }) => fileName)).size).toBeGreaterThan(15);
	expect(new Set(answers.map(({ outcome }) => outcome.outcome))).toContain('unreadable');
});
