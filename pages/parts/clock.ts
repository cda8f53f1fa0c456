/** The time of the reader's clock, which enters the pages here. */
export function timeNow(): string {
	return new Date().toISOString();
}
