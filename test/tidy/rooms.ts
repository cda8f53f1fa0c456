/**
 * Which folder may import which, as data: every folder that holds sources has a row of its own. A
 * row names folders one by one; `x/*` stands for every folder below `x`. What a folder holds
 * itself it may always import.
 */
export interface Room {
	/** Folders of ours. */
	readonly own: readonly string[];
	/** Packages and Node's own modules. */
	readonly npm: RegExp;
}

const nothing = /^$/;
const anything = /./;
const n8n = /^n8n-workflow$/;
/** The signatures of what is sent to n8n are checked there. */
const n8nSigned = /^(n8n-workflow|node:crypto)$/;
const preact = /^preact(\/hooks)?$/;

/** Programs import what both stand on, and the description of the wire. */
const floor = ['server', 'server/*', 'api', 'api/*', 'proof', 'proof/*'];

/** What the rooms of the products stand on inside the service. */
const tenant = [
	'service/database',
	'service/events',
	'service/log',
	'service/operations',
	'service/proofs',
];

const room = (own: readonly string[], npm: RegExp): Room => ({ own, npm });

/** A room of the exchange, by the names of the rooms of the exchange it imports. */
const exchangeRoom = (own: readonly string[], npm: RegExp = anything): Room =>
	room([...own.map((name) => `exchange/${name}`), ...floor], npm);

export const rooms: Readonly<Record<string, Room>> = {
	api: room(['api/*'], nothing),
	proof: room([], nothing),
	'proof/sealed': room(['proof'], nothing),

	credentials: room(['api'], n8n),
	'nodes/wire': room(['api', 'api/*', 'proof'], n8nSigned),
	'nodes/Exchange': room(['nodes/wire', 'api', 'proof'], n8n),
	'nodes/ExchangeTrigger': room(['nodes/wire'], n8n),
	'nodes/Keeper': room(['nodes/wire', 'api', 'proof'], n8n),
	'nodes/KeeperTrigger': room(['nodes/wire'], n8n),
	'nodes/Sealer': room(['nodes/wire', 'api', 'proof'], n8n),
	'nodes/SealerTrigger': room(['nodes/wire'], n8n),
	'nodes/Storage': room(['nodes/wire', 'api', 'proof'], n8n),
	'nodes/StorageTrigger': room(['nodes/wire'], n8n),
	'nodes/Tracker': room(['nodes/wire', 'api', 'proof'], n8n),
	'nodes/TrackerTrigger': room(['nodes/wire'], n8n),

	server: room(['api'], /^node:(crypto|fs|fs\/promises|os|path|url)$/),
	'server/commands': room(['server', 'server/config', 'server/database'], anything),
	'server/config': room(['server'], anything),
	'server/database': room(['server'], anything),
	'server/events': room(
		['server', 'server/database', 'server/http', 'server/redis', 'api'],
		anything,
	),
	'server/http': room(['server', 'server/config', 'server/database', 'api', 'api/*'], anything),
	'server/redis': room(['server', 'server/database'], anything),

	service: room(['service/*', 'service/comparison/*', ...floor], anything),
	'service/accounts': room(
		['service/database', 'service/html', 'service/mail', 'service/operations', ...floor],
		anything,
	),
	'service/anchor': room(['service/database', 'service/log', ...floor], anything),
	'service/assets': room(['service/accounts', ...tenant, ...floor], anything),
	'service/chain': room(
		['service/database', 'service/log', 'service/verification', ...floor],
		anything,
	),
	'service/commands': room(['service', 'service/*', ...floor], anything),
	'service/comparison': room(['server', 'service/html', 'api'], /^chardet$/),
	'service/comparison/image': room(
		['server', 'service/comparison', 'service/comparison/report', 'service/html'],
		/^(pixelmatch|sharp|node:crypto)$/,
	),
	'service/comparison/pdf': room(
		['server', 'service/comparison', 'service/comparison/report', 'service/comparison/text'].concat(
			'service/html',
		),
		/^(node:(crypto|module|path|zlib)|pdfjs-dist\/legacy\/build\/pdf\.mjs|@cantoo\/pdf-lib|@napi-rs\/canvas|pixelmatch)$/,
	),
	'service/comparison/pieces': room(
		['server', 'service/comparison', 'service/comparison/report', 'service/html'],
		/^node:crypto$/,
	),
	'service/comparison/report': room(['service/comparison', 'service/html', 'api'], nothing),
	'service/comparison/text': room(
		['server', 'service/comparison', 'service/comparison/report', 'service/html'],
		nothing,
	),
	'service/comparison/web': room(
		['server', 'service/comparison', 'service/comparison/text', 'service/html'],
		/^(@mozilla\/readability|linkedom)$/,
	),
	'service/comparison/running': room(
		['service/comparison', 'service/comparison/*', 'service/html', 'api'],
		/^node:/,
	),
	'service/comparison/prints': room(
		['server', 'service/comparison', 'service/comparison/report', 'service/comparison/text'].concat(
			'service/html',
			'api',
		),
		/^node:(crypto|zlib)$/,
	),
	'service/comparison/tree': room(
		['server', 'service/comparison', 'service/comparison/report', 'service/comparison/text'].concat(
			'service/html',
		),
		/^(saxes|yaml)$/,
	),
	'service/comparison/archive': room(
		['server', 'service/comparison', 'service/comparison/report', 'service/html'],
		/^(yauzl|node:(crypto|zlib))$/,
	),
	'service/comparison/table': room(
		[
			'server',
			'service/comparison',
			'service/comparison/archive',
			'service/comparison/report',
		].concat('service/html'),
		/^(papaparse|saxes|node:path)$/,
	),
	'service/comparison/office': room(
		['server', 'service/comparison', 'service/html'].concat(
			['archive', 'report', 'text'].map((name) => `service/comparison/${name}`),
		),
		/^(saxes|fflate|node:(crypto|path))$/,
	),
	'service/contracts': room(
		['service/accounts', 'service/html', 'service/mail', 'service/objects', 'service/objects/keys']
			.concat('service/sealing/*')
			.concat(['service/comparison', 'service/comparison/running', 'service/reports'])
			.concat(tenant)
			.concat(floor),
		anything,
	),
	'service/database': room(['service/database/migrations', ...floor], anything),
	'service/database/migrations': room(
		['server/database', 'server/events'],
		/^(kysely|node:crypto)$/,
	),
	'service/demo': room(
		['service/accounts', 'service/database', 'service/documents', 'service/log', ...floor],
		anything,
	),
	'service/documents': room(
		['service/accounts', 'service/comparison', 'service/comparison/*', 'service/html']
			.concat(['service/objects', 'service/reports'])
			.concat(tenant)
			.concat(floor),
		anything,
	),
	'service/events': room(
		['service/database', 'service/objects/keys', 'service/operations', ...floor],
		anything,
	),
	'service/html': room([], nothing),
	'service/http': room(
		['service/accounts', 'service/anchor', 'service/contracts', 'service/documents']
			.concat(['service/html', 'service/storage', 'service/objects', 'service/witness'])
			.concat(['service/reports', 'service/verification'])
			.concat(tenant)
			.concat(floor),
		anything,
	),
	'service/log': room(
		['service/database', 'service/objects/disk', 'service/operations', ...floor],
		anything,
	),
	'service/mail': room(['service/database', 'service/operations', ...floor], anything),
	'service/objects': room(
		['service/database', 'server/database', 'service/objects/*', 'server', 'api'],
		anything,
	),
	'service/objects/buckets': room(
		['service/objects/code', 'service/objects/disk', 'server'],
		anything,
	),
	'service/objects/code': room([], /^node:crypto$/),
	'service/objects/disk': room([], /^node:/),
	'service/objects/keys': room(
		['service/database', 'service/objects/code', 'service/objects/disk', 'server'],
		/^node:/,
	),
	'service/objects/shards': room(
		['service/objects/buckets', 'service/objects/code', 'service/objects/keys'],
		anything,
	),
	'service/operations': room(
		['service/database', 'service/objects', 'server', 'server/http', 'api'],
		nothing,
	),
	'service/proofs': room(
		['service/database', 'service/log', 'service/operations', ...floor],
		/^node:crypto$/,
	),
	'service/sealing': room(
		['service/contracts', 'service/objects', 'service/objects/disk', 'service/sealing/*']
			.concat(tenant)
			.concat(floor),
		anything,
	),
	'service/sealing/pdf': room(
		['service/sealing/signature', 'service/comparison/pdf'],
		/^(node:(crypto|fs|module|path|zlib)|@cantoo\/pdf-lib|fontkit|qrcode-generator)$/,
	),
	'service/sealing/signature': room(['proof'], /^node:crypto$/),
	'service/sealing/revocation': room(
		['proof', 'proof/sealed', 'service/sealing/signature'],
		/^node:crypto$/,
	),
	'service/sealing/running': room(
		[
			'proof',
			'proof/sealed',
			'service/sealing/pdf',
			'service/sealing/signature',
			'service/comparison/office',
		],
		/^node:/,
	),
	'service/reports': room(
		['service/comparison', 'service/html', 'service/objects', ...tenant, ...floor],
		anything,
	),
	'service/signing': room(
		['service/contracts', 'service/mail', 'service/objects', 'service/sealing/running']
			.concat(tenant)
			.concat(floor),
		nothing,
	),
	'service/storage': room(
		['service/objects', 'service/objects/code', 'service/objects/shards', ...tenant, ...floor],
		anything,
	),
	'service/witness': room(['service/database', 'service/objects/disk', ...floor], anything),
	'service/verification': room(
		['service/assets', 'service/contracts', 'service/documents', 'service/storage']
			.concat(['service/database', 'service/log', 'service/witness'])
			.concat(floor),
		anything,
	),

	exchange: room(['exchange/*', ...floor], anything),
	'exchange/accounts': exchangeRoom([
		...['database', 'markets', 'restrictions', 'settlement/setup'],
	]),
	'exchange/admin': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/alarms': exchangeRoom(['database']),
	'exchange/archive': exchangeRoom([
		...['alarms', 'database', 'engine', 'events', 'lane', 'ledger', 'markets'],
	]),
	'exchange/audit': exchangeRoom(['database']),
	'exchange/client': room([], nothing),
	'exchange/database': exchangeRoom(['database/migrations']),
	'exchange/database/migrations': room(['server/database', 'server/events'], /^kysely$/),
	'exchange/demo': exchangeRoom([
		...['accounts', 'database', 'ledger', 'markets', 'settlement/assets', 'tracker'],
	]),
	'exchange/engine': room([], nothing),
	'exchange/events': exchangeRoom(['database', 'jobs', 'lane', 'markets', 'telling']),
	'exchange/http': exchangeRoom([
		...['accounts', 'alarms', 'archive', 'audit', 'database', 'events', 'intake', 'lane'],
		...['markets', 'operating', 'reading', 'reconciliation', 'rehearsal', 'reserves'],
		...['restrictions', 'statements'],
		...['settlement', 'settlement/*'],
	]),
	'exchange/intake': exchangeRoom([
		...['archive', 'database', 'engine', 'lane', 'ledger', 'markets', 'restrictions'],
	]),
	'exchange/jobs': room([], nothing),
	'exchange/lane': exchangeRoom(['database', 'engine', 'ledger', 'markets', 'telling']),
	'exchange/ledger': exchangeRoom(['database', 'engine', 'markets', 'telling']),
	'exchange/markets': exchangeRoom(['database', 'engine']),
	'exchange/operating': exchangeRoom([
		...['accounts', 'alarms', 'audit', 'database', 'engine', 'intake', 'ledger', 'markets'],
		...['archive', 'reconciliation', 'restrictions', 'settlement/*'],
	]),
	'exchange/reading': exchangeRoom(['accounts', 'database', 'engine', 'intake', 'lane']),
	'exchange/reconciliation': exchangeRoom([
		...['alarms', 'database', 'intake', 'lane', 'ledger', 'markets', 'telling', 'tracker'],
		...['settlement/*'],
	]),
	'exchange/rehearsal': exchangeRoom(['database', 'engine', 'intake', 'lane', 'markets']),
	'exchange/reserves': exchangeRoom([
		...['database', 'ledger', 'reconciliation', 'settlement/assets', 'settlement/setup'],
	]),
	'exchange/restrictions': exchangeRoom(['database']),
	'exchange/settlement': exchangeRoom([
		...['database', 'intake', 'ledger', 'markets', 'tracker'],
		...['settlement/intent', 'settlement/intents', 'settlement/setup'],
	]),
	'exchange/settlement/assets': exchangeRoom(['database', 'ledger']),
	'exchange/settlement/carrying': exchangeRoom([
		...['database', 'tracker', 'settlement/assets', 'settlement/intent', 'settlement/intents'],
		...['settlement/setup'],
	]),
	'exchange/settlement/intent': exchangeRoom(['tracker', 'settlement/setup'], nothing),
	'exchange/settlement/intents': exchangeRoom([
		...['alarms', 'database', 'ledger', 'markets', 'restrictions', 'settlement/assets'],
		...['settlement/intent', 'settlement/setup', 'telling'],
	]),
	'exchange/settlement/setup': exchangeRoom(['database', 'tracker']),
	'exchange/settlement/windows': exchangeRoom([
		...['database', 'ledger', 'settlement/assets', 'settlement/intents', 'settlement/setup'],
	]),
	'exchange/socket': exchangeRoom(['accounts', 'http']),
	'exchange/statements': exchangeRoom([
		...['archive', 'database', 'ledger', 'markets', 'settlement/intents'],
	]),
	'exchange/telling': exchangeRoom(['database', 'markets']),
	'exchange/tracker': exchangeRoom([]),
	'exchange/workers': exchangeRoom([
		...['alarms', 'archive', 'database', 'intake', 'jobs', 'lane', 'markets', 'reconciliation'],
		...['reserves', 'settlement', 'settlement/*'],
	]),

	backup: room(
		[
			'service',
			'service/database',
			'service/objects',
			'service/objects/*',
			'service/witness',
		].concat(['exchange', ...floor]),
		anything,
	),

	pages: room([], /^(node:(fs|path|zlib)|esbuild|pdfjs-dist\/package.json)$/),
	'pages/admin': room(['pages/parts', 'api'], preact),
	'pages/asset': room(['pages/parts', 'api'], preact),
	'pages/documents': room(['pages/parts', 'api'], preact),
	'pages/explorer': room(['pages/parts', 'api', 'proof'], preact),
	'pages/outbox': room(['pages/parts', 'api'], preact),
	'pages/parts': room(['api'], preact),
	'pages/signing': room(
		['pages/parts', 'api'],
		/^(preact(\/hooks)?|signature_pad|pdfjs-dist|@fontsource\/caveat\/.*)$/,
	),
	'pages/venue': room(['pages/parts', 'api', 'proof', 'exchange/client'], preact),

	'pages/verify': room(['pages/parts', 'api', 'proof', 'proof/sealed'], preact),

	start: room(['nodes', 'pages'], anything),
};
