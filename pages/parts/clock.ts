/** The only clock of the pages. */
export function timeNow(): string {
	return new Date().toISOString();
}

/** The same in milliseconds since 1970. */
export function nowMs(): number {
	return Date.now();
}
