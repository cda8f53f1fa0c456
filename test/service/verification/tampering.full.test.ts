/**
 * Forty edits of each table of records, spread over its rows and columns, as a person with access to the
 * database could make them: another value, none, that of another row, a row removed, a row repeated.
 */
import { sql, type Kysely } from 'kysely';
import { unchecked } from '../../support/hostile/unchecked';
import { FilledService, verified } from './filled-service';
import { otherValue, recordTables, type Value } from './record-tables';

const editsMax = 40;

type Row = Readonly<Record<string, Value>>;

interface Edit {
	readonly named: string;
	readonly rows: readonly Row[];
}

let filled: FilledService;
let database: Kysely<never>;

beforeAll(async () => {
	filled = await FilledService.start();
	database = filled.running.service.database as unknown as Kysely<never>;
});

afterAll(() => filled.running.close());

async function rowsOf(table: string): Promise<readonly Row[]> {
	return (await sql<Row>`select * from ${sql.table(table)}`.execute(database)).rows;
}

/** Puts these rows in the place of all; an error where the database itself refuses them. */
async function replaceRows(table: string, rows: readonly Row[]): Promise<void> {
	await unchecked(database, async (connection) => {
		await connection.transaction().execute(async (transaction) => {
			await sql`delete from ${sql.table(table)}`.execute(transaction);
			for (const row of rows) {
				const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
				await sql`insert into ${sql.table(table)} (${columns})
					values (${sql.join(Object.values(row))})`.execute(transaction);
			}
		});
	});
}

function cellEdits(table: string, rows: readonly Row[], at: number): readonly Edit[] {
	const row = rows[at] ?? {};
	const excused = recordTables[table] ?? {};
	const columns = Object.keys(row).filter((name) => !(name in excused));
	const withCell = (column: string, value: Value) =>
		rows.map((each, place) => (place === at ? { ...each, [column]: value } : each));
	return columns.flatMap((column) => {
		const value = row[column] ?? null;
		const named = `${table}.${column} of row ${at}`;
		const another = rows.find((each) => each[column] !== value && each[column] !== null);
		return [
			...(typeof value === 'string' || typeof value === 'number'
				? [{ named, rows: withCell(column, otherValue(table, column, value)) }]
				: []),
			...(value === null
				? []
				: [{ named: `${named} without a value`, rows: withCell(column, null) }]),
			...(another === undefined
				? []
				: [
						{
							named: `${named} with the value of another row`,
							rows: withCell(column, another[column] ?? null),
						},
					]),
		];
	});
}

function rowEdits(table: string, rows: readonly Row[], at: number): readonly Edit[] {
	const row = rows[at] ?? {};
	const copy = Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name,
			['id', 'sequence'].includes(name) && value !== null && !(value instanceof Uint8Array)
				? otherValue(table, name, value)
				: value,
		]),
	);
	return [
		{ named: `${table} without row ${at}`, rows: rows.filter((_, place) => place !== at) },
		{ named: `${table} with row ${at} twice`, rows: [...rows, copy] },
	];
}

function spread<Item>(items: readonly Item[], countMax: number): readonly Item[] {
	const step = Math.max(1, items.length / countMax);
	return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** What a database refuses by itself: a value that is missing, a second row of the same key. */
const isRefused = (fault: unknown) =>
	/NOT NULL|UNIQUE|CHECK|not-null|unique constraint|check constraint|invalid input syntax|out of range/.test(
		String(fault),
	);

test.each(Object.keys(recordTables))('each of forty edits of %s is found', async (table) => {
	const rows = await rowsOf(table);
	expect(rows.length).toBeGreaterThan(0);
	const edits = rows.flatMap((_, at) => [
		...cellEdits(table, rows, at),
		...rowEdits(table, rows, at),
	]);
	const unseen: string[] = [];
	let refused = 0;
	for (const edit of spread(edits, editsMax)) {
		try {
			await replaceRows(table, edit.rows);
		} catch (fault) {
			if (!isRefused(fault)) throw fault;
			refused += 1;
			continue;
		}
		const { code, complaint } = await verified(filled.running);
		if (code !== 1) unseen.push(`${edit.named} (${code}${complaint})`);
	}
	await replaceRows(table, rows);
	expect((await verified(filled.running)).findings).toEqual([]);
	console.log(table, edits.length, refused);
	expect(unseen).toEqual([]);
});
