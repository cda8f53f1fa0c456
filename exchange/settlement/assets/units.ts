/**
 * Converts our amounts to the tracker's whole units. A payout is rounded down and the rest stays
 * with the trader; a deposit for an order is rounded up and the trader keeps the surplus. Nothing
 * is lost by rounding. Pure.
 */

/** Most units of one transfer. */
export const unitsMax = Number.MAX_SAFE_INTEGER;

/** Rounds down, to at most `unitsMax`. */
export function unitsWithin(amount: bigint, unit: bigint): number {
	if (amount <= 0n) return 0;
	const units = amount / unit;
	return units > BigInt(unitsMax) ? unitsMax : Number(units);
}

/** Rounds up; null if one transfer cannot carry it. */
export function unitsCovering(amount: bigint, unit: bigint): number | null {
	const units = (amount + unit - 1n) / unit;
	return units > BigInt(unitsMax) ? null : Number(units);
}
