/**
 * The rules of a market that may change: those its book began with, and where they stand as of the
 * lane's cursor. A market of before has none and goes on without.
 */
import type { Kysely, Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const engine: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const markets = () => database.schema.alterTable('markets');
		await markets().addColumn('first_rules', 'text').execute();
		await markets().addColumn('rules', 'text').execute();
		await markets().addColumn('reference_ticks', wholeNumber(database)).execute();
		await markets().addColumn('paused_until', wholeNumber(database)).execute();
	},
};
