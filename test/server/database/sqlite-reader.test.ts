/**
 * Reading an SQLite file beside whoever writes it: the loop and the writer go on while it reads, what
 * was committed before is seen, and nothing can be changed.
 */
import { sql, type Kysely } from 'kysely';
import path from 'node:path';
import { openDatabase, openReader } from '../../../server/database/database';
import { DatabaseUnavailable } from '../../../server/database/unavailable';
import { TestDatabases } from '../../support/servers/databases';

interface Tables {
	notes: { number: bigint; text: string };
}

const form = { migrations: {}, wholeNumbers: 'bigint' } as const;
const databases = new TestDatabases();
let database: Kysely<Tables>;
let reader: Kysely<Tables>;
let close: () => Promise<void>;

beforeAll(async () => {
	const { dataFolder } = await databases.place('SQLite');
	const place = { file: path.join(dataFolder, 'notes.sqlite'), databaseUrl: undefined };
	database = await openDatabase<Tables>(place, form);
	await sql`create table notes (number integer primary key, text text not null)`.execute(database);
	({ reader, close } = openReader(database, place, form));
});
afterAll(async () => {
	await close();
	await database.destroy();
	await databases.close();
});

const add = (number: bigint) =>
	database.insertInto('notes').values({ number, text: 'one' }).execute();
const numbers = async (connection: Kysely<Tables>) =>
	(await connection.selectFrom('notes').select('number').orderBy('number').execute()).map(
		({ number }) => number,
	);

/** Takes a second or more. */
const long = sql<{ readonly last: bigint }>`
	with recursive count (n) as (select 1 union all select n + 1 from count where n < 5000000)
	select max(n) as last from count`;

test('what was committed before is read, whole numbers of any size', async () => {
	await add(9_007_199_254_740_993n);
	expect(await numbers(reader)).toEqual([9_007_199_254_740_993n]);
});

test('the loop turns and the writer writes while something long is read, and others are read, too', async () => {
	let isOver = false;
	const reading = long.execute(reader).finally(() => (isOver = true));
	await add(1n);
	await add(2n);
	expect(await numbers(reader)).toEqual([1n, 2n, 9_007_199_254_740_993n]);
	expect(isOver).toBe(false);
	expect((await reading).rows).toEqual([{ last: 5_000_000n }]);
});

test('a transaction reads one moment, however much is written meanwhile', async () => {
	await reader.transaction().execute(async (transaction) => {
		const before = await numbers(transaction);
		await add(3n);
		expect(await numbers(transaction)).toEqual(before);
	});
	expect(await numbers(reader)).toContain(3n);
});

test('more readers than there are threads wait for their turn', async () => {
	const all = await Promise.all(Array.from({ length: 20 }, () => numbers(reader)));
	expect(new Set(all.map(String)).size).toBe(1);
});

test('a fault is told and the next statement works; nothing can be changed', async () => {
	await expect(sql`select one from nowhere`.execute(reader)).rejects.toThrow('nowhere');
	const refused: unknown = await sql`delete from notes`.execute(reader).catch((fault) => fault);
	expect(refused).toMatchObject({
		shortage: 'READ_ONLY',
		cause: { message: expect.stringContaining('readonly') as string },
	});
	expect((await numbers(reader)).length).toBeGreaterThan(0);
});

test('a file that cannot be opened is a database that is away, until it can be', async () => {
	const { dataFolder } = await databases.place('SQLite');
	const place = { file: path.join(dataFolder, 'later.sqlite'), databaseUrl: undefined };
	const later = openReader(database, place, form);
	for (let round = 0; round < 3; round += 1) {
		const away: unknown = await numbers(later.reader).catch((fault: unknown) => fault);
		expect(away).toBeInstanceOf(DatabaseUnavailable);
		expect(away).toMatchObject({
			shortage: 'AWAY',
			cause: { message: 'unable to open database file' },
		});
	}
	const writer = await openDatabase<Tables>(place, form);
	await sql`create table notes (number integer primary key)`.execute(writer);
	expect(await numbers(later.reader)).toEqual([]);
	await later.close();
	await writer.destroy();
});
