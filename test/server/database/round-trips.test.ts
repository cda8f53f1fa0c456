/** How often a transaction on PostgreSQL waits for the server, counted on the wire. */
import { CompiledQuery, sql, type Kysely } from 'kysely';
import { commitWith, together } from '../../../server/database/transactions';
import { countingLine } from '../../support/servers/counting-line';
import { sharedPostgres } from '../../support/servers/shared-postgres';
import { openNotes, type NoteTables } from './note-tables';

let line: Awaited<ReturnType<typeof countingLine>>;
let database: Kysely<NoteTables>;

beforeAll(async () => {
	line = await countingLine(await (await sharedPostgres()).addDatabase());
	database = await openNotes({ dataFolder: '', databaseUrl: line.url });
});

afterAll(async () => {
	await database.destroy();
	await line.close();
});

const newNote = (id: string) => CompiledQuery.raw('insert into notes (id) values ($1)', [id]);

async function turnsOf(work: (transaction: Kysely<NoteTables>) => Promise<unknown>) {
	const before = line.turns();
	await database.transaction().execute(work);
	return line.turns() - before;
}

async function noteIds(): Promise<string[]> {
	const rows = await database.selectFrom('notes').select('id').orderBy('id').execute();
	return rows.map(({ id }) => id);
}

test('reads that are begun at once share a round trip with begin, the last writes one with commit', async () => {
	const turns = await turnsOf(async (transaction) => {
		const texts = await together(
			...['one', 'two', 'three'].map((text) =>
				sql<{ text: string }>`select ${text} as text`.execute(transaction),
			),
		);
		expect(texts.map(({ rows }) => rows[0]?.text)).toEqual(['one', 'two', 'three']);
		await commitWith(transaction, [newNote('first'), newNote('second')]);
	});
	expect(turns).toBe(2);
	expect(await noteIds()).toEqual(['first', 'second']);
});

test('a write that comes first waits until the transaction is begun, and so does what is behind it', async () => {
	const turns = await turnsOf((transaction) =>
		together(
			transaction.executeQuery(newNote('third')),
			sql`select count(*) from notes`.execute(transaction),
		),
	);
	expect(turns).toBe(3);
	expect(await noteIds()).toContain('third');
});

test('a fault of the last writes is that of the transaction, and nothing of it stays', async () => {
	const broken = database.transaction().execute(async (transaction) => {
		await transaction.executeQuery(newNote('fourth'));
		await commitWith(transaction, [newNote('fifth'), newNote('first'), newNote('sixth')]);
	});
	await expect(broken).rejects.toMatchObject({ code: '23505' });
	expect(await noteIds()).toEqual(['first', 'second', 'third']);
});

test('a fault after the last writes takes them back', async () => {
	const broken = database.transaction().execute(async (transaction) => {
		await commitWith(transaction, [newNote('seventh')]);
		throw new Error('changed its mind');
	});
	await expect(broken).rejects.toThrow('changed its mind');
	expect(await noteIds()).not.toContain('seventh');
});
