/** Randomness for tests: small and seeded, so that a failing run can be told by its seed. */

/** Draws whole numbers from 0 to below the argument. */
export function randomOf(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
