/** An address in its full form, as programs write it when they save a file again. */
export function fullAddress(address: string): string {
	return URL.canParse(address) ? new URL(address).href : address;
}
