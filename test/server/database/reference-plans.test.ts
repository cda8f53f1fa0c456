/** How PostgreSQL plans for us: for the values of each statement, and within some transactions otherwise. */
import { sql, type QueryExecutorProvider } from 'kysely';
import { reuseReferencePlans } from '../../../server/database/transactions';
import { TestDatabases } from '../../support/servers/databases';
import { openNotes } from './note-tables';

const databases = new TestDatabases();
afterAll(() => databases.close());

async function planning(database: QueryExecutorProvider): Promise<unknown> {
	return (await sql`show plan_cache_mode`.execute(database)).rows;
}

test('plans are reused to the end of the transaction and no longer', async () => {
	const database = await openNotes(await databases.place('PostgreSQL'));
	try {
		const inside = await database.transaction().execute(async (transaction) => {
			await reuseReferencePlans(transaction);
			return planning(transaction);
		});
		expect(inside).toEqual([{ plan_cache_mode: 'auto' }]);
		expect(await planning(database)).toEqual([{ plan_cache_mode: 'force_custom_plan' }]);
	} finally {
		await database.destroy();
	}
});
