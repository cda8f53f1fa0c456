/** The path without scheme, host and query; not decoded. */
export function pathOf(address: string): string {
	const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/)[0] ?? '';
	return path.startsWith('/') ? path : `/${path}`;
}

/** The decoded path, to compare prefixes; not decoded if it is not UTF-8. */
export function plainPathOf(address: string): string {
	const path = pathOf(address);
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}
