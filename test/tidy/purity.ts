/**
 * What is pure, as data: files and whole folders that compute and do nothing else. Something pure
 * imports pure things and the packages named here, and reaches for nothing of its process.
 */

const nothing = /^$/;
const hashing = /^node:crypto$/;

/** What is pure, with the packages it may import. */
export const pure: Readonly<Record<string, RegExp>> = {
	api: nothing,
	proof: nothing,

	'nodes/wire/file-name.ts': nothing,
	'nodes/wire/moment.ts': nothing,
	'nodes/wire/output.ts': /^n8n-workflow$/,
	'nodes/wire/properties.ts': /^n8n-workflow$/,
	'nodes/wire/screen.ts': /^n8n-workflow$/,
	'nodes/wire/simple-records.ts': nothing,

	'server/at.ts': nothing,
	'server/commands/command-fault.ts': nothing,
	'server/config/schema.ts': /^(ajv|ipaddr\.js)$/,
	'server/email-address.ts': /^node:url$/,
	'server/exhaustive.ts': nothing,
	'server/instant.ts': nothing,
	'server/refusal.ts': nothing,

	'service/comparison/comparison.ts': nothing,
	'service/comparison/running/formats.ts': nothing,
	'service/comparison/level.ts': nothing,
	'service/comparison/outcome.ts': nothing,
	'service/comparison/pdf/difference.ts': nothing,
	'service/comparison/pdf/hyphens.ts': nothing,
	'service/comparison/pdf/moved-words.ts': nothing,
	'service/comparison/pdf/page-alignment.ts': nothing,
	'service/comparison/pdf/page-rules.ts': nothing,
	'service/comparison/pdf/pdf-text.ts': nothing,
	'service/comparison/pdf/reading-order.ts': nothing,
	'service/comparison/pdf/running-lines.ts': nothing,
	'service/comparison/pdf/word.ts': nothing,
	'service/comparison/pdf/word-spans.ts': nothing,
	'service/comparison/pieces/alignment.ts': nothing,
	'service/comparison/pieces/cutting.ts': hashing,
	'service/comparison/pieces/gaps.ts': nothing,
	'service/comparison/pieces/moves.ts': nothing,
	'service/comparison/place.ts': nothing,
	'service/comparison/report': nothing,
	'service/comparison/report-file.ts': nothing,
	'service/comparison/rules.ts': nothing,
	'service/comparison/text': nothing,
	'service/comparison/text-decoding.ts': /^chardet$/,
	'service/comparison/tree': /^(saxes|yaml)$/,
	'service/documents/file-type.ts': nothing,
	'service/html': nothing,
	'service/objects/code': hashing,
	'service/operations/list-range.ts': nothing,
	'service/witness/add-checkpoint.ts': hashing,
	'service/witness/standing.ts': nothing,

	'exchange/database/stored-text.ts': nothing,
	'exchange/engine': nothing,
	'exchange/intake/order-terms.ts': nothing,
	'exchange/intake/price-protection.ts': nothing,
	'exchange/intake/request-text.ts': nothing,
	'exchange/lane/accounting.ts': nothing,
	'exchange/lane/batch-text.ts': nothing,
	'exchange/lane/command-text.ts': nothing,
	'exchange/lane/report.ts': nothing,
	'exchange/lane/snapshot-text.ts': nothing,
	'exchange/ledger/holding.ts': nothing,
	'exchange/ledger/posting.ts': nothing,
	'exchange/markets/decimal.ts': nothing,
	'exchange/markets/market.ts': nothing,
	'exchange/reconciliation/comparison.ts': nothing,
	'exchange/reconciliation/text-table.ts': nothing,
	'exchange/settlement/assets/units.ts': nothing,
	'exchange/settlement/intent': nothing,
	'exchange/settlement/setup/settings.ts': nothing,
	'exchange/settlement/windows/netting.ts': nothing,
	'exchange/tracker/addresses.ts': nothing,
	'exchange/tracker/exact-json.ts': nothing,
	'exchange/tracker/records.ts': nothing,
	'exchange/tracker/request.ts': nothing,
	'exchange/tracker/tracker.ts': nothing,
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
