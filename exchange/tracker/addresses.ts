/**
 * Names of a transfer's parties at a tracker. One that is an e-mail address says who it is; another
 * may be anybody's. What a tracker calls an address is not held against the rule for those we take:
 * who else it let in is its own affair. Pure.
 */

export function isAddress(name: string): boolean {
	return /^[^\s@]+@[^\s@]+$/.test(name);
}
