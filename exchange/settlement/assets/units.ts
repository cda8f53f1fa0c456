/**
 * Our amounts in the tracker's whole units, and where rounding happens: a payout is rounded down
 * and the rest stays with the trader, a deposit for an order is rounded up and the surplus is the
 * trader's. Nothing is ever rounded away. Pure.
 */

/** The most one transfer can move (E7). */
export const unitsMax = Number.MAX_SAFE_INTEGER;

/** Whole units that an amount pays for, at most `unitsMax`; 0 for an amount below one. */
export function unitsWithin(amount: bigint, unit: bigint): number {
	if (amount <= 0n) return 0;
	const units = amount / unit;
	return units > BigInt(unitsMax) ? unitsMax : Number(units);
}

/** The fewest whole units that cover an amount; null when one transfer cannot. */
export function unitsCovering(amount: bigint, unit: bigint): number | null {
	const units = (amount + unit - 1n) / unit;
	return units > BigInt(unitsMax) ? null : Number(units);
}
