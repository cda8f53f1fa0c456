/** The service's tables and their rules. */
import { sql } from 'kysely';
import { migrations } from '../../../service/database/migrations';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';

let place: DatabaseFolder;

beforeEach(async () => {
	place = await openDatabaseFolder();
});

afterEach(() => place.close());

test('every migration was applied, in the order of its number', async () => {
	const { rows } = await sql<{ name: string }>`
		select name from kysely_migration order by name`.execute(place.database);
	expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations).sort());
	const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)));
	expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

test('a reference to nothing is refused', async () => {
	const orphan = place.database
		.insertInto('products')
		.values({ id: 'p', organisation_id: 'nobody', kind: 'Tracker', name: 'n', created_at: 't' })
		.execute();
	await expect(orphan).rejects.toThrow(/foreign key/i);
});
