/** Whether an answer is not to be waited for, by the header of RFC 7240 or the field of the body. */

interface Preferring {
	readonly prefer?: string;
	readonly respondAsync?: boolean;
}

/** Preferences are a list, each maybe with a value and parameters, in letters of any case. */
export function isAsynchronous({ prefer = '', respondAsync }: Preferring): boolean {
	if (respondAsync === true) return true;
	return prefer.split(',').some((preference) => /^\s*respond-async\s*(;.*)?$/i.test(preference));
}
