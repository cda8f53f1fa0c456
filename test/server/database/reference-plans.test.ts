/** How PostgreSQL plans for us: for the values of each statement, and for written rows otherwise. */
import { CompiledQuery } from 'kysely';
import { checkedByPlans } from '../../../server/database/transactions';
import { TestDatabases } from '../../support/servers/databases';
import { openNotes } from './note-tables';

const databases = new TestDatabases();
afterAll(() => databases.close());

const planning = CompiledQuery.raw('show plan_cache_mode');

test('plans are kept for written rows, and for nothing behind them', async () => {
	const database = await openNotes(await databases.place('PostgreSQL'));
	try {
		const shown = await database.transaction().execute(async (transaction) => {
			const rows: unknown[] = [];
			for (const statement of [...checkedByPlans(transaction, [planning]), planning]) {
				rows.push(...(await transaction.executeQuery(statement)).rows);
			}
			return rows;
		});
		const modes = ['auto', 'force_custom_plan'].map((mode) => ({ plan_cache_mode: mode }));
		expect(shown).toEqual(modes);
	} finally {
		await database.destroy();
	}
});

test('SQLite runs the writes alone', async () => {
	const database = await openNotes(await databases.place('SQLite'));
	expect(checkedByPlans(database, [planning])).toEqual([planning]);
	await database.destroy();
});
