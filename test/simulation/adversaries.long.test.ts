import { mixedModes, modes } from './settlement-world';
import { simulate } from './simulate';

test.each([...modes, ...mixedModes])(
	'500 settlements with traders who cheat hold, resolved by %s',
	async (mode) => {
		for (let seed = 1; seed <= 500; seed += 1) await simulate({ mode, seed, adversaries: true });
	},
	7_200_000,
);
