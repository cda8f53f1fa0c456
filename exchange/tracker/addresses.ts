/**
 * Names of a transfer's parties at a tracker. One that is an e-mail address says who it is; another
 * may be anybody's. Pure.
 */

export function isAddress(name: string): boolean {
	return /^[^\s@]+@[^\s@]+$/.test(name);
}

export function sameAddress(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}
