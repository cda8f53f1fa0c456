/** The address of a request as a path, in whatever form HTTP lets it be written. */

/** The path without scheme, host and query; what is encoded in it stays so. */
export function pathOf(address: string): string {
	const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/)[0] ?? '';
	return path.startsWith('/') ? path : `/${path}`;
}

/** The path in plain text, for telling what it begins with; as it is where it is no UTF-8. */
export function plainPathOf(address: string): string {
	const path = pathOf(address);
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}
