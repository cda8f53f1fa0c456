/**
 * Every edit of each table of records that a person with access to the database could make of one cell or one
 * row: another value, none, that of another row, a row removed, a row repeated. On PostgreSQL, which takes
 * longer, forty of each table.
 */
import { sql, type Kysely } from 'kysely';
import { isPostgres } from '../../../server/database/database';
import { unchecked } from '../../support/hostile/unchecked';
import { FilledService, verified } from './filled-service';
import { otherValue, recordTables, type Value } from './record-tables';

const editsMaxOnPostgres = 40;

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
	if (!isPostgres(database)) await dropTriggers();
});

afterAll(() => filled.running.close());

/** They keep sums up to date; whoever edits sums does not leave them there. */
async function dropTriggers(): Promise<void> {
	const { rows } = await sql<{ name: string }>`
		select name from sqlite_schema where type = 'trigger'`.execute(database);
	for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(database);
}

async function rowsOf(table: string): Promise<readonly Row[]> {
	return (await sql<Row>`select * from ${sql.table(table)}`.execute(database)).rows;
}

const tablesWithObjects = [
	...(['contracts', 'contract_files', 'contract_seals', 'templates', 'signatures'] as const),
	...(['keeper_versions', 'stored_files'] as const),
];

async function objectsOfRecords(): Promise<ReadonlySet<Value | undefined>> {
	const ids: (Value | undefined)[] = [];
	for (const table of tablesWithObjects) {
		ids.push(...(await rowsOf(table)).map((row) => row['object_id']));
	}
	return new Set(ids);
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
	const excusedColumns = recordTables[table] ?? {};
	const cells = Object.entries(rows[at] ?? {}).filter(([column]) => !(column in excusedColumns));
	return cells.flatMap(([column, value]) => {
		const named = `${table}.${column} of row ${at}`;
		const withCell = (cell: Value) =>
			rows.map((each, place) => (place === at ? { ...each, [column]: cell } : each));
		const edits: Edit[] = [];
		if (typeof value === 'string' || typeof value === 'number') {
			edits.push({ named, rows: withCell(otherValue(table, column, value)) });
		}
		if (value !== null) edits.push({ named: `${named} without a value`, rows: withCell(null) });
		const another = rows.find((each) => each[column] !== value && each[column] !== null);
		if (another !== undefined) {
			const cell = another[column] ?? null;
			edits.push({ named: `${named} with the value of another row`, rows: withCell(cell) });
		}
		return edits;
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

/** Edits that no verification finds, and why. */
const excused: ReadonlyArray<readonly [RegExp, string]> = [
	[/^keeper_folders\.keeps_content of row \d+$/, 'every number but 1 says what 0 says'],
	[/^asset_members\.position/, 'the members of an asset keep their order'],
	[/^log_checkpoints without row/, 'the newest is held by a file, and earlier ones say less'],
	[/^log_checkpoints.tree_size .* without a value/, 'the database gives it back'],
	[
		/^storage_objects\.(data_shards|parity_shards|size_bytes|block_size_bytes)/,
		'the head of every shard says it too: storage fsck',
	],
	[/^storage_objects with row/, 'no record refers to it: storage fsck'],
];
const isExcused = (named: string) => excused.some(([pattern]) => pattern.test(named));

/** What a database refuses by itself: a value that is missing, a second row of the same key. */
const isRefused = (fault: unknown) =>
	/NOT NULL|UNIQUE|CHECK|not-null|unique constraint|check constraint|invalid input syntax|out of range/.test(
		String(fault),
	);

test.each(Object.keys(recordTables))('an edit of %s is found', async (table) => {
	const rows = await rowsOf(table);
	expect(rows.length).toBeGreaterThan(0);
	const ofRecords = await objectsOfRecords();
	const edits = rows.flatMap(({ id }, at) =>
		// Reports are made from records, and made again by asking.
		table === 'storage_objects' && !ofRecords.has(id)
			? []
			: [...cellEdits(table, rows, at), ...rowEdits(table, rows, at)],
	);
	const unseen: string[] = [];
	const editsMax = isPostgres(database) ? editsMaxOnPostgres : edits.length;
	for (const edit of spread(edits, editsMax)) {
		try {
			await replaceRows(table, edit.rows);
		} catch (fault) {
			if (!isRefused(fault)) throw fault;
			continue;
		}
		const { code } = await verified(filled.running);
		if (code !== 1 && !isExcused(edit.named)) unseen.push(edit.named);
	}
	await replaceRows(table, rows);
	expect((await verified(filled.running)).findings).toEqual([]);
	expect(unseen).toEqual([]);
});
