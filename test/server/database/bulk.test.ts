/** Rows written many at once come back as they went in, on either database and whatever they hold. */
import { sql, type Kysely } from 'kysely';
import { insertRows, pairList, updateRows, type Value } from '../../../server/database/bulk';
import { bothDatabaseKinds, TestDatabases } from '../../support/servers/databases';
import { openNotes, type NoteTables } from './note-tables';

const databases = new TestDatabases();
afterAll(() => databases.close());

/** What has a meaning of its own in the text of arrays, in JSON or in SQL. */
const texts = [
	...['', ' ', 'plain', 'null', 'NULL', '{}', '{a,b}', 'a,b', '"', '\\', '\\"', '"a"', "it's"],
	...['$1', '?', '[1]', '{"a":"b\\"c"}', 'line\nbreak', '\t', 'é', '円', '😀', '\u{10ffff}'],
];

describe.each(bothDatabaseKinds)('rows written at once, on %s', (kind) => {
	let database: Kysely<NoteTables>;
	beforeAll(async () => {
		const form = { wholeNumbers: 'bigint' } as const;
		database = await openNotes(await databases.place(kind), form);
	});
	beforeEach(() => database.deleteFrom('notes').execute());
	afterAll(() => database.destroy());

	const insert = { table: 'notes', columns: ['id', 'text', 'size'] } as const;
	const rows = async () =>
		(await database.selectFrom('notes').selectAll().execute()).map(({ id, text, size }) => [
			...[id, text, size],
		]);

	test.each([
		['texts', texts.map((text): Value[] => [text, text, 1n])],
		['absent values', texts.map((text): Value[] => [text, null, null])],
		['whole numbers', [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)].map((n) => [String(n), null, n])],
		['more rows than any one statement', Array.from({ length: 5_000 }, (_, n) => [`${n}`, '', n])],
	])('%s stay what they are', async (_name, written: Value[][]) => {
		await insertRows(database, insert, written);
		const expected = written.map(([id, text, size]) => [
			id,
			text,
			size === null ? null : BigInt(size ?? 0),
		]);
		expect((await rows()).sort()).toEqual(expected.sort());
	});

	test('are changed each by its own key', async () => {
		await insertRows(
			database,
			insert,
			texts.map((text) => [text, null, 0]),
		);
		const update = { table: 'notes', columns: ['text'], where: ['id'] } as const;
		const changes = texts.map((text) => ({ values: [text], where: [text] }));
		await updateRows(database, update, changes);
		expect((await rows()).sort()).toEqual(texts.map((text) => [text, text, 0n]).sort());
	});

	test('a row that breaks a rule takes all of them back', async () => {
		const doubled = [...texts, 'plain'].map((text): Value[] => [text, null, null]);
		const transaction = database
			.transaction()
			.execute((inner) => insertRows<NoteTables>(inner, insert, doubled));
		await expect(transaction).rejects.toThrow();
		expect(await rows()).toEqual([]);
	});

	test('are found by pairs, and not by what stands in two of them', async () => {
		await insertRows(
			database,
			insert,
			texts.flatMap((text) => [
				[`1${text}`, text, null],
				[`2${text}`, text, null],
			]),
		);
		const pairs = texts.map((text, index) => [`${1 + (index % 2)}${text}`, text] as const);
		const found = await database
			.selectFrom('notes')
			.select('id')
			.where(sql<boolean>`(id, text) in ${pairList(database, pairs)}`)
			.execute();
		expect(found.map(({ id }) => id).sort()).toEqual(pairs.map(([id]) => id).sort());
	});
});
