/**
 * What is pure, as data: files and whole folders that compute and do nothing else. Something pure
 * imports pure things and the packages named here, and reaches for nothing of its process.
 */

/** What is pure, with the packages it may import. */
export const pure: Readonly<Record<string, RegExp>> = {
	api: /^$/,
	'server/commands/command-fault.ts': /^$/,
	'server/config/schema.ts': /^ajv$/,
	'server/exhaustive.ts': /^$/,
	'server/refusal.ts': /^$/,

	'exchange/database/stored-text.ts': /^$/,
	'exchange/engine': /^$/,
	'exchange/intake/order-terms.ts': /^$/,
	'exchange/intake/price-protection.ts': /^$/,
	'exchange/intake/request-text.ts': /^$/,
	'exchange/lane/accounting.ts': /^$/,
	'exchange/lane/batch-text.ts': /^$/,
	'exchange/lane/command-text.ts': /^$/,
	'exchange/lane/report.ts': /^$/,
	'exchange/lane/snapshot-text.ts': /^$/,
	'exchange/ledger/holding.ts': /^$/,
	'exchange/ledger/posting.ts': /^$/,
	'exchange/markets/decimal.ts': /^$/,
	'exchange/markets/market.ts': /^$/,
	'exchange/reconciliation/comparison.ts': /^$/,
	'exchange/reconciliation/text-table.ts': /^$/,
	'exchange/settlement/assets/units.ts': /^$/,
	'exchange/settlement/intent': /^$/,
	'exchange/settlement/setup/settings.ts': /^$/,
	'exchange/settlement/windows/netting.ts': /^$/,
	'exchange/tracker/exact-json.ts': /^$/,
	'exchange/tracker/records.ts': /^$/,
	'exchange/tracker/request.ts': /^$/,
	'exchange/tracker/tracker.ts': /^$/,
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
