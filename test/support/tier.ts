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
