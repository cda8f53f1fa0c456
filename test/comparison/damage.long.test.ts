/** Thousands of damaged files, from seeds that are drawn anew; `SEED=74` tries one again. */
import { randomInt } from 'node:crypto';
import { compareDamaged, expectSound } from './comparing-damaged';

const pairCount = 5_000;

test('thousands of damaged files come to an outcome each', async () => {
	const { SEED } = process.env;
	const first = SEED === undefined ? randomInt(2 ** 30) : Number(SEED);
	const length = SEED === undefined ? pairCount : 1;
	const seeds = Array.from({ length }, (_, index) => first + index);
	for (const answer of await compareDamaged(seeds)) expectSound(answer);
}, 1_800_000);
