interface Preferring {
	readonly prefer?: string;
	readonly respondAsync?: boolean;
}

/**
 * True for `Prefer: respond-async` (RFC 7240) or the field of the body. Preferences are a list,
 * case-insensitive, each with optional value and parameters.
 */
export function isAsynchronous({ prefer = '', respondAsync }: Preferring): boolean {
	if (respondAsync === true) return true;
	return prefer.split(',').some((preference) => /^\s*respond-async\s*(;.*)?$/i.test(preference));
}
