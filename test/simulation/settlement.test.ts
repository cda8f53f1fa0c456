import { simulate } from './simulate';
import { modes } from './settlement-world';

const seedsOfEachMode = 125;

test.each(modes)(
	'125 simulated settlements resolved by %s lose and double nothing',
	async (mode) => {
		for (let seed = 1; seed <= seedsOfEachMode; seed += 1) await simulate({ mode, seed });
	},
	600_000,
);
