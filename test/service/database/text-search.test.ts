/** Lists that are searched by a text, on both databases: where it stands, how it is written, and what is no pattern. */
import type { Kysely } from 'kysely';
import { hasText } from '../../../service/database/text-search';
import { openNotes, type NoteTables } from '../../server/database/note-tables';
import { bothDatabaseKinds, TestDatabases } from '../../support/servers/databases';

const databases = new TestDatabases();
afterAll(() => databases.close());

describe.each(bothDatabaseKinds)('a search on %s', (kind) => {
	let database: Kysely<NoteTables>;

	beforeAll(async () => {
		database = await openNotes(await databases.place(kind));
		const names = ['Lease 2027', 'LEASES', '50% off', '50 percent', 'a_b', String.raw`a\b`];
		const texts = names.map((name) => ({ id: name, text: 'of the harbour', size: null }));
		await database.insertInto('notes').values(texts).execute();
		await database.insertInto('notes').values({ id: 'aXb', text: 'A lease', size: null }).execute();
	});
	afterAll(() => database.destroy());

	test.each([
		['lease', ['LEASES', 'Lease 2027', 'aXb']],
		['HARBOUR', ['50 percent', '50% off', 'LEASES', 'Lease 2027', 'a\\b', 'a_b']],
		['%', ['50% off']],
		['a_b', ['a_b']],
		['\\b', ['a\\b']],
		['nothing', []],
	])('finds %s as it is written', async (text, found) => {
		const query = database.selectFrom('notes').select('id');
		const shown = await query.where(hasText(['id', 'text'], text)).execute();
		expect(shown.map(({ id }) => id).sort()).toEqual(found);
	});
});
