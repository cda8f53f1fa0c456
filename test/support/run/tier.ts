/** How many of something this run tries, where its number is its cost: fewer in the quick tier. */
export function countOf({
	quick,
	full,
}: {
	readonly quick: number;
	readonly full: number;
}): number {
	return (process.env['TEST_TIER'] ?? 'quick') === 'quick' ? quick : full;
}

/**
 * What every case would try, where each choice is met by the same code in all of them: the quick tier
 * tries a few for each case, and the next ones for the next, so that no choice and no case is left out.
 */
export class Turns<Choice> {
	private taken = 0;

	constructor(
		private readonly choices: readonly Choice[],
		private readonly quick: number,
	) {}

	take(): readonly Choice[] {
		const { choices } = this;
		const first = this.taken % choices.length;
		const count = Math.min(choices.length, countOf({ quick: this.quick, full: choices.length }));
		this.taken += count;
		return [...choices, ...choices].slice(first, first + count);
	}
}
