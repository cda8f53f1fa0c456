import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { restoreDump } from '../../../server/database/postgres-dump';
import { PostgresSnapshot } from '../../../server/database/postgres-snapshot';
import { beginTogether, type Row, type Snapshot } from '../../../server/database/snapshot';
import { checkSqlite, SqliteSnapshot } from '../../../server/database/sqlite-snapshot';
import { TestDatabases } from '../../support/servers/databases';
import { putPostgresOnPath } from '../../support/servers/postgres';

const databases = new TestDatabases();
let folder: string;
let named = 0;

beforeAll(() => {
	putPostgresOnPath();
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-snapshot-'));
});

afterAll(async () => {
	await databases.close();
	fs.rmSync(folder, { recursive: true, force: true });
});

const emptyDatabase = async () => (await databases.place('PostgreSQL')).databaseUrl ?? '';

const freshFile = () => path.join(folder, `database-${(named += 1)}`);

/** A database with one table of notes, which anybody writes to. */
interface Notes {
	readonly snapshot: Snapshot;
	/** Resolves when the note is committed. */
	write(text: string): Promise<void>;
	/** The notes in a copy that `copyTo` has made. */
	inCopy(file: string): Promise<readonly string[]>;
	close(): Promise<void>;
}

function sqliteNotes(): Promise<Notes> {
	const file = freshFile();
	const writer = new DatabaseSync(file);
	writer.exec('pragma journal_mode = wal; create table notes (text text not null)');
	const snapshot = new SqliteSnapshot(file);
	return Promise.resolve({
		snapshot,
		write: async (text) => void writer.prepare('insert into notes values (?)').run(text),
		async inCopy(copy) {
			const database = new DatabaseSync(copy);
			const rows = database.prepare('select text from notes order by rowid').all();
			database.close();
			return rows.map(({ text }) => String(text));
		},
		async close() {
			await snapshot.close();
			writer.close();
		},
	});
}

async function postgresNotes(): Promise<Notes & { run(statement: string): Promise<unknown> }> {
	const url = await emptyDatabase();
	const writer = new Client(url);
	await writer.connect();
	await writer.query('create schema own; create table own.notes (text text not null)');
	const snapshot = await PostgresSnapshot.open({ url, schema: 'own', heldTable: 'notes' });
	if (snapshot === undefined) throw new Error('the table is not found');
	return {
		snapshot,
		run: (statement) => writer.query(statement),
		write: async (text) => void (await writer.query('insert into own.notes values ($1)', [text])),
		async inCopy(file) {
			const restoredUrl = await emptyDatabase();
			await restoreDump(file, restoredUrl);
			const reader = new Client(restoredUrl);
			await reader.connect();
			const { rows } = await reader.query<{ text: string }>('select text from own.notes');
			await reader.end();
			return rows.map(({ text }) => text);
		},
		async close() {
			await snapshot.close();
			await writer.end();
		},
	};
}

const kinds = [
	['SQLite', sqliteNotes],
	['PostgreSQL', postgresNotes],
] as const;

async function textsOf(rows: AsyncIterable<Row>): Promise<readonly unknown[]> {
	const texts: unknown[] = [];
	for await (const { text } of rows) texts.push(text);
	return texts;
}

describe.each(kinds)('a snapshot of %s', (_kind, open) => {
	test('reads and copies its moment, whatever is written afterwards', async () => {
		const notes = await open();
		await notes.write('before');
		await notes.snapshot.begin();
		await notes.write('after');
		expect(await textsOf(notes.snapshot.rows('select text from notes'))).toEqual(['before']);
		const file = freshFile();
		const sizeBytes = await notes.snapshot.copyTo(file);
		expect(sizeBytes).toBe(fs.statSync(file).size);
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		expect(await notes.inCopy(file)).toEqual(['before']);
		expect(await notes.snapshot.rowCounts()).toEqual({ notes: 1 });
		await notes.close();
	});

	test('never writes over a file', async () => {
		const notes = await open();
		await notes.snapshot.begin();
		const file = freshFile();
		fs.writeFileSync(file, 'something else');
		await expect(notes.snapshot.copyTo(file)).rejects.toThrow('EEXIST');
		expect(fs.readFileSync(file, 'utf8')).toBe('something else');
		await notes.close();
	});
});

test('writers of PostgreSQL wait while several snapshots begin, and go on afterwards', async () => {
	const [first, second] = [await postgresNotes(), await sqliteNotes()];
	let written: Promise<void> | undefined;
	let order = '';
	await first.snapshot.whileNobodyWrites(async () => {
		written = first.write('late').then(() => void (order += 'written'));
		await Promise.all([first.snapshot.begin(), second.snapshot.begin()]);
		order += 'begun, ';
	});
	await written;
	expect(order).toBe('begun, written');
	expect(await textsOf(first.snapshot.rows('select text from notes'))).toEqual([]);
	await Promise.all([first.close(), second.close()]);
});

test('a transaction that never ends holds up nobody but the snapshot, and that for seconds', async () => {
	const notes = await postgresNotes();
	await notes.run('begin; insert into own.notes values (1)');
	await expect(notes.snapshot.whileNobodyWrites(() => Promise.resolve())).rejects.toThrow(
		'canceling statement due to lock timeout',
	);
	await notes.run('commit');
	await notes.close();
});

test('a writer of SQLite is turned away while several snapshots begin, and not afterwards', async () => {
	const [first, second] = [await sqliteNotes(), await sqliteNotes()];
	await first.snapshot.whileNobodyWrites(async () => {
		await expect(first.write('early')).rejects.toThrow('locked');
		await first.snapshot.begin();
	});
	await first.write('late');
	expect(await textsOf(first.snapshot.rows('select text from notes'))).toEqual([]);
	const ticks = [5, 7][Symbol.iterator]();
	expect(await beginTogether(second.snapshot, [], () => ticks.next().value ?? 0)).toBe(2);
	await Promise.all([first.close(), second.close()]);
});

test('a damaged copy of SQLite is found, and one that lacks rows', async () => {
	const notes = await sqliteNotes();
	for (let count = 0; count < 200; count += 1) await notes.write('a note '.repeat(60));
	await notes.snapshot.begin();
	const file = freshFile();
	await notes.snapshot.copyTo(file);
	expect(() => checkSqlite(file, { notes: 201 })).toThrow(
		`${file} has 200 rows of notes and must have 201`,
	);
	const bytes = fs.readFileSync(file);
	bytes.fill(0xff, 20_000, 60_000);
	fs.writeFileSync(file, bytes);
	expect(() => checkSqlite(file, { notes: 200 })).toThrow(/damaged|malformed/);
	await notes.close();
});

test('a schema without the table is not opened', async () => {
	const place = { url: await emptyDatabase(), schema: undefined, heldTable: 'notes' };
	expect(await PostgresSnapshot.open(place)).toBeUndefined();
	expect(() => new SqliteSnapshot(freshFile())).toThrow('there is no database');
});
