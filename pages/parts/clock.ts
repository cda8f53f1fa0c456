/** The time of the reader's clock, which enters the pages here. */
export function timeNow(): string {
	return new Date().toISOString();
}

/** The same in milliseconds since 1970. */
export function nowMs(): number {
	return Date.now();
}
