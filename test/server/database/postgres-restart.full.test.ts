/** A PostgreSQL that ends under load breaks the statements under way and not the process. */
import { sql, type Kysely } from 'kysely';
import { startPostgres, type PostgresServer } from '../../support/servers/postgres';
import { until } from '../../support/clients/requests';
import { openNotes, type NoteTables } from './note-tables';

let server: PostgresServer;
let database: Kysely<NoteTables>;

beforeAll(async () => {
	server = await startPostgres();
	database = await openNotes({ dataFolder: '', databaseUrl: await server.addDatabase() });
});

afterAll(async () => {
	await database.destroy();
	await server.close();
});

/** Adds two notes in one transaction; whether it was acknowledged. */
function addPair(id: string): Promise<boolean> {
	return database
		.transaction()
		.execute(async (transaction) => {
			for (const half of ['a', 'b']) {
				const values = { id: `${id}-${half}`, text: null, size: null };
				await transaction.insertInto('notes').values(values).execute();
			}
		})
		.then(
			() => true,
			() => false,
		);
}

test('what was acknowledged is there, what was broken off is not, and the next ones succeed', async () => {
	const acknowledged: string[] = [];
	let isOver = false;
	const writer = async (name: number) => {
		for (let count = 0; !isOver; count += 1) {
			const id = `${name}-${count}`;
			if (await addPair(id)) acknowledged.push(`${id}-a`, `${id}-b`);
		}
	};
	const writers = Array.from({ length: 20 }, (_, name) => writer(name));
	const more = (count: number) => () => Promise.resolve(acknowledged.length > count || undefined);
	for (let crashes = 0; crashes < 3; crashes += 1) {
		const before = acknowledged.length;
		await until(more(before + 200));
		await server.crash();
	}
	const before = acknowledged.length;
	await until(more(before + 200));
	isOver = true;
	await Promise.all(writers);
	const rows = await database.selectFrom('notes').select('id').execute();
	const kept = new Set(rows.map(({ id }) => id));
	expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
	const halves = [...kept].filter(
		(id) => !kept.has(id.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a'))),
	);
	expect(halves).toEqual([]);
});

test('a transaction that stands still is taken back, and what it locked is free', async () => {
	const note = { id: 'locked', text: null, size: null };
	const standing = database.transaction().execute(async (transaction) => {
		const { rows } = await sql<{
			readonly idle_in_transaction_session_timeout: string;
		}>`show idle_in_transaction_session_timeout`.execute(transaction);
		expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
		await sql`set local idle_in_transaction_session_timeout = 50`.execute(transaction);
		await transaction.insertInto('notes').values(note).execute();
		// Waits for the other, which says nothing more, to be taken back.
		await database.insertInto('notes').values(note).execute();
		await transaction.deleteFrom('notes').execute();
	});
	await expect(standing).rejects.toMatchObject({ shortage: 'AWAY' });
	const kept = await database.selectFrom('notes').selectAll().where('id', '=', 'locked').execute();
	expect(kept).toEqual([note]);
});
