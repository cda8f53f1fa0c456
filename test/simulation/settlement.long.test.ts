import { simulate } from './simulate';
import { mixedModes, modes } from './settlement-world';

test.each(modes)(
	'2,500 settlements resolved by %s lose and double nothing',
	async (mode) => {
		for (let seed = 126; seed <= 2_625; seed += 1) await simulate({ mode, seed });
	},
	7_200_000,
);

test.each(mixedModes)(
	'500 settlements resolved by %s lose and double nothing',
	async (mode) => {
		for (let seed = 41; seed <= 540; seed += 1) await simulate({ mode, seed });
	},
	7_200_000,
);
