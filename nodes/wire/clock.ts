/** The one place where nodes ask for the time, in milliseconds. */
export function nowMs(): number {
	return Date.now();
}
