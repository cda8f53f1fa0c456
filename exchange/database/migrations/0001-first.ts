/** All tables of the exchange; tables that others refer to come first. */
import type { Kysely, Migration } from 'kysely';
import { createEventTables } from '../../../server/events/record/tables';
import { createAccounts } from './0001-first/accounts';
import { createLedger } from './0001-first/ledger';
import { createMarkets } from './0001-first/markets';
import { createSettlement } from './0001-first/settlement';
import { createTrading } from './0001-first/trading';

export const first: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createAccounts(database);
		await createMarkets(database);
		await createTrading(database);
		await createLedger(database);
		await createSettlement(database);
		await createEventTables(database);
	},
};
