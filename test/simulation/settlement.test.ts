import { countOf } from '../support/run/tier';
import { mixedModes, modes } from './settlement-world';
import { simulate } from './simulate';

const seeds = {
	ofMode: countOf({ quick: 3, full: 20 }),
	ofMixed: countOf({ quick: 5, full: 8 }),
};

test.each([
	...modes.map((mode) => [mode, seeds.ofMode] as const),
	...mixedModes.map((mode) => [mode, seeds.ofMixed] as const),
])('settlements resolved by %s lose and double nothing, in %d histories', async (mode, count) => {
	for (let seed = 1; seed <= count; seed += 1) await simulate({ mode, seed });
});
