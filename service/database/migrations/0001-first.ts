/** All tables, product by product; referenced tables come first. */
import type { Kysely, Migration } from 'kysely';
import { createEventTables } from '../../../server/events/record/tables';
import { createAccounts } from './0001-first/accounts';
import { createKeeper } from './0001-first/keeper';
import { createLog } from './0001-first/log';
import { createMails } from './0001-first/mails';
import { createSealer } from './0001-first/sealer';
import { createStorage } from './0001-first/storage';
import { createTracker } from './0001-first/tracker';

export const first: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createAccounts(database);
		await createLog(database);
		await createStorage(database);
		await createTracker(database);
		await createSealer(database);
		await createKeeper(database);
		await createMails(database);
		await createEventTables(database);
	},
};
