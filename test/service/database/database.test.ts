/** Transactions are whole and one after the other, commits are durable, and rules hold below. */
import { sql } from 'kysely';
import { migrations } from '../../../service/database/migrations';
import { openDatabase, type Database } from '../../../service/database/database';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/database-folder';

let place: DatabaseFolder;
let database: Database;

beforeEach(async () => {
	place = await openDatabaseFolder();
	database = place.database;
});

afterEach(() => place.close());

async function pragma(name: string): Promise<unknown> {
	const { rows } = await sql`pragma ${sql.raw(name)}`.execute(database);
	return Object.values(rows[0] as object)[0];
}

function addOrganisation(id: string, into: Pick<Database, 'insertInto'> = database) {
	return into
		.insertInto('organisations')
		.values({ id, name: id, created_at: '2026-01-01T00:00:00.000Z' })
		.execute();
}

async function organisations(from: Pick<Database, 'selectFrom'> = database): Promise<string[]> {
	const rows = await from.selectFrom('organisations').select('id').orderBy('id').execute();
	return rows.map(({ id }) => id);
}

test('a commit is on disk before it returns, and references are kept', async () => {
	expect(await pragma('journal_mode')).toBe('wal');
	expect(await pragma('synchronous')).toBe(2);
	expect(await pragma('foreign_keys')).toBe(1);
});

test('every migration was applied, in the order of its number', async () => {
	const { rows } = await sql<{ name: string }>`
		select name from kysely_migration order by name`.execute(database);
	expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations).sort());
	const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)));
	expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('opening again applies nothing and loses nothing', async () => {
	await addOrganisation('first');
	const again = await openDatabase(place.folder);
	expect(await organisations(again)).toEqual(['first']);
	await again.destroy();
});

test('a transaction that fails leaves nothing', async () => {
	const failing = database.transaction().execute(async (transaction) => {
		await addOrganisation('first', transaction);
		throw new Error('changed its mind');
	});
	await expect(failing).rejects.toThrow('changed its mind');
	expect(await organisations()).toEqual([]);
});

test('transactions started together run one after the other', async () => {
	const seen = await Promise.all(
		Array.from({ length: 20 }, (_, index) =>
			database.transaction().execute(async (transaction) => {
				const before = await organisations(transaction);
				await addOrganisation(String(index).padStart(2, '0'), transaction);
				return before.length;
			}),
		),
	);
	expect([...seen].sort((a, b) => a - b)).toEqual(seen.map((_, index) => index));
});

test('a statement outside waits until the transaction has ended', async () => {
	const reads: Promise<string[]>[] = [];
	await database.transaction().execute(async (transaction) => {
		reads.push(organisations());
		await addOrganisation('first', transaction);
		await addOrganisation('second', transaction);
	});
	expect(await Promise.all(reads)).toEqual([['first', 'second']]);
});

test('a failed statement leaves the connection usable', async () => {
	await addOrganisation('first');
	await expect(addOrganisation('first')).rejects.toThrow(/UNIQUE/);
	await addOrganisation('second');
	expect(await organisations()).toEqual(['first', 'second']);
});

test('a reference to nothing is refused', async () => {
	const orphan = database
		.insertInto('products')
		.values({ id: 'p', organisation_id: 'nobody', kind: 'Tracker', name: 'n', created_at: 't' })
		.execute();
	await expect(orphan).rejects.toThrow(/FOREIGN KEY/);
});
