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

/** Programs import what both stand on, and the description of the wire. */
const floor = ['server', 'server/*', 'api', 'api/*'];

const room = (own: readonly string[], npm: RegExp): Room => ({ own, npm });

export const rooms: Readonly<Record<string, Room>> = {
	api: room(['api/*'], nothing),

	credentials: room(['api'], n8n),
	'nodes/wire': room(['api', 'api/*'], n8n),
	'nodes/Keeper': room(['nodes/wire', 'api'], n8n),
	'nodes/Sealer': room(['nodes/wire', 'api'], n8n),
	'nodes/Storage': room(['nodes/wire', 'api'], n8n),
	'nodes/Tracker': room(['nodes/wire', 'api'], n8n),

	server: room(['api'], /^node:crypto$/),
	'server/commands': room(['server', 'server/config', 'server/database'], anything),
	'server/config': room(['server'], anything),
	'server/database': room(['server'], anything),
	'server/http': room(['server', 'server/config', 'server/database', 'api', 'api/*'], anything),
	'server/redis': room(['server'], anything),

	service: room(['service/*', ...floor], anything),
	'service/accounts': room(['service', 'service/*', ...floor], anything),
	'service/assets': room(['service', 'service/*', ...floor], anything),
	'service/commands': room(['service', 'service/*', ...floor], anything),
	'service/contracts': room(['service', 'service/*', ...floor], anything),
	'service/database': room(['service/database/migrations', ...floor], anything),
	'service/database/migrations': room(['server/database'], /^kysely$/),
	'service/demo': room(['service', 'service/*', ...floor], anything),
	'service/documents': room(['service', 'service/*', ...floor], anything),
	'service/http': room(['service', 'service/*', ...floor], anything),
	'service/log': room(['service/database', ...floor], anything),
	'service/mail': room(['service/database', ...floor], anything),
	'service/objects': room(['service/database', ...floor], anything),
	'service/storage': room(['service', 'service/*', ...floor], anything),

	exchange: room(['exchange/*', ...floor], anything),
	'exchange/accounts': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/admin': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/database': room(['exchange/database/migrations', ...floor], anything),
	'exchange/database/migrations': room(['exchange/database', 'server/database'], /^kysely$/),
	'exchange/demo': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/engine': room([], nothing),
	'exchange/http': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/intake': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/jobs': room([], anything),
	'exchange/lane': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/ledger': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/markets': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/reconciliation': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/reserves': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/settlement': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/statements': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/tracker': room(['exchange', 'exchange/*', ...floor], anything),
	'exchange/workers': room(['exchange', 'exchange/*', ...floor], anything),

	start: room(['server', 'service/database', 'service/demo'], anything),
};

/** Folders and files that still stand in a ring among themselves; a list that only gets shorter. */
export const ringsLeft: ReadonlySet<string> = new Set([
	...['exchange', 'exchange/http', 'exchange/reconciliation', 'exchange/reserves'],
	...['exchange/settlement', 'exchange/workers'],
	...['exchange/database', 'exchange/database/migrations'],
	...['service', 'service/accounts', 'service/assets', 'service/contracts'],
	...['service/documents', 'service/http', 'service/storage'],
	...['exchange/http/handlers.ts', 'exchange/http/settlement-handlers.ts'],
	...['service/documents/sliding.ts', 'service/documents/text-comparison.ts'],
]);
