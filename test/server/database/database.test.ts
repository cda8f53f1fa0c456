/** What both databases promise a program: whole transactions, durable commits, rules kept below. */
import fs from 'node:fs';
import path from 'node:path';
import { sql, type Kysely, type Migration } from 'kysely';
import { bothDatabaseKinds, TestDatabases, type TestPlace } from '../../support/servers/databases';
import { noteMigrations, openNotes, openNotesToRead, type NoteTables } from './note-tables';

const databases = new TestDatabases();

afterAll(() => databases.close());

function addNote(into: Pick<Kysely<NoteTables>, 'insertInto'>, id: string) {
	return into.insertInto('notes').values({ id, text: null, size: null }).execute();
}

async function noteIds(from: Pick<Kysely<NoteTables>, 'selectFrom'>): Promise<string[]> {
	const rows = await from.selectFrom('notes').select('id').orderBy('id').execute();
	return rows.map(({ id }) => id);
}

describe.each(bothDatabaseKinds)('a database on %s', (kind) => {
	let place: TestPlace;
	let database: Kysely<NoteTables>;

	beforeAll(async () => {
		place = await databases.place(kind);
		database = await openNotes(place);
	});

	beforeEach(async () => {
		await database.deleteFrom('links').execute();
		await database.deleteFrom('notes').execute();
	});

	afterAll(() => database.destroy());

	test('is opened again without loss', async () => {
		await addNote(database, 'first');
		const again = await openNotes(place);
		expect(await noteIds(again)).toEqual(['first']);
		await again.destroy();
	});

	test('has a write wait for one of this process that is under way, and goes on meanwhile', async () => {
		const other = await openNotes(place);
		let late: Promise<unknown> = Promise.resolve();
		await database.transaction().execute(async (transaction) => {
			await addNote(transaction, 'first');
			late = other.transaction().execute((inside) => addNote(inside, 'second'));
			for (const id of ['third', 'fourth']) {
				await new Promise<void>((resolve) => setImmediate(resolve));
				await addNote(transaction, id);
			}
		});
		await late;
		expect(await noteIds(database)).toEqual(['first', 'fourth', 'second', 'third']);
		await other.destroy();
	});

	test('of another version is refused, changed and read alike, and the sentence says why', async () => {
		const other = await databases.place(kind);
		const migrations = { ...noteMigrations, '0002-later': { up: () => Promise.resolve() } };
		await (await openNotes(other, { migrations })).destroy();
		const refused =
			'the database was made by another version: this one does not know its migration 0002-later; ' +
			'start that version, put back a copy of before it, or begin with an empty database';
		await expect(openNotes(other)).rejects.toThrow(refused);

		await expect(openNotesToRead(other)).rejects.toThrow(refused);
		await (await openNotes(other, { migrations })).destroy();
	});

	test('takes a migration that fails back whole', async () => {
		const failing: Migration = {
			async up(inner: Kysely<unknown>): Promise<void> {
				await inner.schema.createTable('half').addColumn('id', 'text').execute();
				throw new Error('changed its mind');
			},
		};
		const migrations = { ...noteMigrations, '0002-half': failing };
		await expect(openNotes(place, { migrations })).rejects.toThrow('changed its mind');
		expect((await database.introspection.getTables()).map(({ name }) => name).sort()).toEqual([
			'links',
			'notes',
		]);
	});

	test('leaves nothing of a transaction that fails', async () => {
		const failing = database.transaction().execute(async (transaction) => {
			await addNote(transaction, 'first');
			throw new Error('changed its mind');
		});
		await expect(failing).rejects.toThrow('changed its mind');
		expect(await noteIds(database)).toEqual([]);
	});

	test('shows nothing of a transaction under way outside of it', async () => {
		const reads: Promise<string[]>[] = [];
		await database.transaction().execute(async (transaction) => {
			await addNote(transaction, 'first');
			reads.push(noteIds(database));
			await addNote(transaction, 'second');
		});
		const seen = (await Promise.all(reads)).flat();
		expect(seen).not.toEqual(['first']);
	});

	test('stays usable after a statement that fails', async () => {
		await addNote(database, 'first');
		await expect(addNote(database, 'first')).rejects.toThrow(/unique/i);
		await addNote(database, 'second');
		expect(await noteIds(database)).toEqual(['first', 'second']);
	});

	test('refuses a reference to nothing', async () => {
		const orphan = database.insertInto('links').values({ id: 1, note_id: 'none' }).execute();
		await expect(orphan).rejects.toThrow(/foreign key/i);
	});

	test('reads whole numbers as its program asks, and never rounds one', async () => {
		const large = 2n ** 53n + 1n;
		await database.insertInto('notes').values({ id: 'small', text: null, size: 7 }).execute();
		const bigints = await openNotes(place, { wholeNumbers: 'bigint' });
		await bigints.insertInto('notes').values({ id: 'large', text: null, size: large }).execute();
		const sizes = (from: Kysely<NoteTables>, id: string) =>
			from.selectFrom('notes').select('size').where('id', '=', id).execute();
		expect(await sizes(database, 'small')).toEqual([{ size: 7 }]);
		expect(await sizes(bigints, 'small')).toEqual([{ size: 7n }]);
		expect(await sizes(bigints, 'large')).toEqual([{ size: large }]);
		await expect(sizes(database, 'large')).rejects.toThrow(/too large/);
		await bigints.destroy();
	});

	test('goes on when more different statements were run than are kept', async () => {
		await addNote(database, 'first');
		for (let length = 1; length <= 600; length += 1) {
			const ids = Array.from({ length }, (_, index) => `other-${index}`);
			await database.selectFrom('notes').select('id').where('id', 'in', ids).execute();
		}
		expect(await noteIds(database)).toEqual(['first']);
	});
});

const later = { ...noteMigrations, '0002-later': { up: () => Promise.resolve() } };

test('on SQLite a database of an older version is copied before it is renewed, for its owner alone', async () => {
	const place = await databases.place('SQLite');
	const copy = path.join(place.dataFolder, 'notes.sqlite.before');
	const older = await openNotes(place);
	await addNote(older, 'first');
	await older.destroy();
	await (await openNotes(place)).destroy();
	expect(fs.existsSync(copy)).toBe(false);

	const renewed = await openNotes(place, { migrations: later });
	await addNote(renewed, 'second');
	await renewed.destroy();
	await (await openNotes(place, { migrations: later })).destroy();
	expect(fs.statSync(copy).mode & 0o777).toBe(0o600);
	expect(fs.readdirSync(place.dataFolder).filter((name) => name.includes('.before'))).toEqual([
		'notes.sqlite.before',
	]);
	fs.renameSync(copy, path.join(place.dataFolder, 'notes.sqlite'));
	const back = await openNotes(place);
	expect(await noteIds(back)).toEqual(['first']);
	await back.destroy();
});

test('on SQLite no copy is made where that is set, and one that cannot be made keeps the database as it was', async () => {
	const place = await databases.place('SQLite');
	await (await openNotes(place)).destroy();
	const copy = path.join(place.dataFolder, 'notes.sqlite.before');
	fs.mkdirSync(copy);
	fs.writeFileSync(path.join(copy, 'full'), '');
	await expect(openNotes(place, { migrations: later })).rejects.toThrow(
		/notes\.sqlite is of an older version and could not be copied before it is renewed \(.+\); make room for a copy beside it, or set COPY_BEFORE_UPGRADE to off$/,
	);
	await (await openNotes(place)).destroy();
	const unchecked = await openNotes({ ...place, copyBeforeUpgrade: 'off' }, { migrations: later });
	await unchecked.destroy();
	expect(fs.readdirSync(copy)).toEqual(['full']);
});

test('on PostgreSQL the operator is told how to make a copy, when there is something to renew', async () => {
	const place = await databases.place('PostgreSQL');
	const told: string[] = [];
	const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
		told.push(String(text));
		return true;
	});
	try {
		await (await openNotes(place)).destroy();
		await (await openNotes(place)).destroy();
		expect(told).toEqual([]);
		await (await openNotes(place, { migrations: later })).destroy();
	} finally {
		write.mockRestore();
	}
	expect(told).toEqual([
		expect.stringMatching(/of an older version .* backup -- make --to FOLDER\n$/),
	]);
});

test('on SQLite a commit is on disk before it returns, and references are kept', async () => {
	const database = await openNotes(await databases.place('SQLite'));
	const pragma = async (name: string) => {
		const { rows } = await sql`pragma ${sql.raw(name)}`.execute(database);
		return Object.values(rows[0] as object)[0] as unknown;
	};
	expect(await pragma('journal_mode')).toBe('wal');
	expect(await pragma('synchronous')).toBe(2);
	expect(await pragma('foreign_keys')).toBe(1);
	await database.destroy();
});

test('on SQLite transactions started together run one after the other', async () => {
	const database = await openNotes(await databases.place('SQLite'));
	const seen = await Promise.all(
		Array.from({ length: 20 }, (_, index) =>
			database.transaction().execute(async (transaction) => {
				const before = await noteIds(transaction);
				await addNote(transaction, String(index).padStart(2, '0'));
				return before.length;
			}),
		),
	);
	expect([...seen].sort((a, b) => a - b)).toEqual(seen.map((_, index) => index));
	await database.destroy();
});

test('processes that open a PostgreSQL at once bring it to the newest schema once', async () => {
	const place = await databases.place('PostgreSQL');
	const opened = await Promise.all([1, 2, 3].map(() => openNotes(place)));
	const { rows } = await sql`select name from kysely_migration`.execute(
		opened[0] as Kysely<NoteTables>,
	);
	expect(rows).toEqual([{ name: '0001-notes' }]);
	await Promise.all(opened.map((database) => database.destroy()));
});

test('two programs keep tables of the same names in one PostgreSQL, in schemas of their own', async () => {
	const place = await databases.place('PostgreSQL');
	const second = await openNotes(place, { postgresSchema: 'second' });
	const first = await openNotes(place);
	await addNote(first, 'of the first');
	await addNote(second, 'of the second');
	expect(await noteIds(first)).toEqual(['of the first']);
	expect(await noteIds(second)).toEqual(['of the second']);
	const again = await openNotes(place, { postgresSchema: 'second' });
	expect(await noteIds(again)).toEqual(['of the second']);
	await Promise.all([first, second, again].map((database) => database.destroy()));
});
