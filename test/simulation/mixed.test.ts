import { mixedModes } from './settlement-world';
import { simulate } from './simulate';

test.each(mixedModes)(
	'40 settlements resolved by %s lose and double nothing',
	async (mode) => {
		for (let seed = 1; seed <= 40; seed += 1) await simulate({ mode, seed });
	},
	600_000,
);
