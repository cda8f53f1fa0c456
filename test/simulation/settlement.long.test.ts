/** Beyond the seeds of the full tier (`settlement.test.ts`). */
import { simulate } from './simulate';
import { mixedModes, modes } from './settlement-world';

test.each(modes)(
	'2,500 settlements resolved by %s lose and double nothing',
	async (mode) => {
		for (let seed = 21; seed <= 2_520; seed += 1) await simulate({ mode, seed });
	},
	7_200_000,
);

test.each(mixedModes)(
	'500 settlements resolved by %s lose and double nothing',
	async (mode) => {
		for (let seed = 9; seed <= 508; seed += 1) await simulate({ mode, seed });
	},
	7_200_000,
);
