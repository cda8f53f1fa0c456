/**
 * True if a party's name at a tracker is an e-mail address, which identifies it; another name may
 * be anybody's. Looser than our own rule for addresses, because the tracker decides what it
 * accepts. Pure.
 */

export function isAddress(name: string): boolean {
	return /^[^\s@]+@[^\s@]+$/.test(name);
}
