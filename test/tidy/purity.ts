/**
 * What is pure, as data: files and whole folders that compute and do nothing else. Something pure
 * imports pure things and the packages named here, and reaches for nothing of its process.
 */

/** What is pure, with the packages it may import. */
export const pure: Readonly<Record<string, RegExp>> = {
	api: /^$/,
	'exchange/engine': /^$/,
};

/** Names by which a source reaches outside without an import. */
export const reachesOutside: ReadonlySet<string> = new Set([
	'process',
	'fetch',
	'setTimeout',
	'setInterval',
	'setImmediate',
	'performance',
]);
