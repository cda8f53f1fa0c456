/**
 * Every column of the database has its place in the table of what `verify` proves: one that is
 * proven is changed in one row, and `verify` names it; any other stands in the list that it prints.
 */
import { sql } from 'kysely';
import { isPostgres } from '../../../../server/database/database';
import type { Database } from '../../../../exchange/database/database';
import {
	standings,
	unproven,
	type Standing,
} from '../../../../exchange/history/verification/standing';
import { proveAll, verify } from '../../../../exchange/history/verification/verify';
import { TestDatabases } from '../../../support/servers/databases';
import { openFilledMarket, type FilledMarket } from './filled-market';

const databases = new TestDatabases();
let filled: FilledMarket;
/** Of the database, as `table.column`. */
let known: readonly string[];
let textColumns: ReadonlySet<string>;
beforeAll(async () => {
	filled = await openFilledMarket(await databases.place(), await databases.place());
	const tables = await filled.lane.database.introspection.getTables();
	const own = tables
		.filter(({ name }) => !name.startsWith('kysely_'))
		.flatMap(({ name: table, columns: all }) =>
			all.map(({ name, dataType }) => [`${table}.${name}`, dataType.toLowerCase()] as const),
		);
	known = own.map(([name]) => name);
	textColumns = new Set(own.flatMap(([name, type]) => (type === 'text' ? [name] : [])));
});
afterAll(async () => {
	await filled.close();
	await databases.close();
});

type Row = Readonly<Record<string, unknown>>;

const columns = Object.entries(standings).flatMap(([table, own]) =>
	Object.entries<Standing>(own).map(([column, standing]) => ({ table, column, standing })),
);
const proven = columns.filter(({ standing }) => standing.kind !== 'NOT_PROVEN');

/** The row that is changed, where it is not any. */
const rowOf: Readonly<Record<string, string>> = {
	commands: 'body like \'%"PLACE"%\'',
	markets: "symbol = 'CREDIT-EUR'",
	intents: 'transaction_id is not null and window_number is not null',
	intent_steps:
		'version = (select max(version) from intent_steps as own where own.intent_id = intent_steps.intent_id)',
	postings: "journal = 'settlement'",
	batches: "levels like '%,%'",
	transfer_claims: 'transaction_id in (select transaction_id from intents)',
	reservations: 'intent_id is not null',
	admin_actions: 'number = 2',
	balances: 'available > 0',
	events: 'sequence = (select max(sequence) - 1 from events)',
};

/** What is written in the place of a text; of JSON the first number is another. */
function changedText(table: string, column: string, value: string): string {
	if (column === 'kind') return value === 'PAYOUT' ? 'DEPOSIT' : 'PAYOUT';
	if (table === 'reservations' && column === 'state') return 'OPEN';
	if (column === 'levels') return value.replace(/\d+\]/, '77]');
	if (!value.startsWith('{')) return `${value}x`;
	return value.replace(/("(?!version)\w+":)\d+/, '$177');
}

function changed(
	table: string,
	column: string,
	{ value, isText }: { value: unknown; isText: boolean },
) {
	if (value === null) return isText ? 'changed' : 77n;
	return typeof value === 'string' ? changedText(table, column, value) : (value as bigint) + 1_000n;
}

class Undone extends Error {}

/** Lets `work` change rows as somebody would who owns the database, and takes it back. */
async function undone(work: (transaction: Database) => Promise<void>): Promise<void> {
	const { database } = filled.lane;
	const off = isPostgres(database)
		? sql`set local session_replication_role = replica`
		: sql`pragma defer_foreign_keys = on`;
	const changing = database.transaction().execute(async (transaction) => {
		await off.execute(transaction);
		await work(transaction);
		throw new Undone();
	});
	await expect(changing).rejects.toThrow(Undone);
}

async function changeCell(transaction: Database, table: string, column: string): Promise<void> {
	const where = sql.raw(rowOf[table] ?? 'true');
	const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${where} limit 1`.execute(
		transaction,
	);
	const [row] = rows;
	if (row === undefined) throw new Error(`there is no row of ${table} to change`);
	const isText = textColumns.has(`${table}.${column}`);
	const value = changed(table, column, { value: row[column], isText });
	const same = Object.entries(row).map(([name, cell]) =>
		cell === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${cell}`,
	);
	const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
		where ${sql.join(same, sql` and `)}`.execute(transaction);
	expect(numAffectedRows).toBe(1n);
}

async function faultsOf(transaction: Database): Promise<readonly string[]> {
	const parts = { clock: filled.lane.clock, archive: filled.archive(), knownEnds: [] };
	return (await proveAll(transaction, parts)).faults;
}

test('the table of what is proven has every table and column of the database', () => {
	const classified = columns.map(({ table, column }) => `${table}.${column}`);
	expect(classified.sort()).toEqual([...known].sort());
});

test('nothing is named where nothing was changed', async () => {
	const { lane, archive } = filled;
	const { database, clock } = lane;
	const proof = await verify({ database, clock, archive: archive(), knownEnds: [] });
	expect(proof).toMatchObject({ faults: [], markets: 1, segments: 1 });
});

test.each(proven)('a changed $column of $table is named', async ({ table, column }) => {
	await undone(async (transaction) => {
		await changeCell(transaction, table, column);
		const faults = await faultsOf(transaction);
		expect(faults).not.toEqual([]);
		expect(faults.join('\n')).toMatch(namedBy[table] ?? new RegExp(table));
	});
});

/** By which words a changed row is named, where they are not the table's. */
const namedBy: Readonly<Record<string, RegExp>> = {
	order_states: /orders/,
	balances: /balance|held|adds up/,
	reservations: /reservation|funding/,
	commands: /commands|by the log|cannot be carried out|is there/,
	archive_segments: /segment/,
	postings: /settlement|postings/,
	intents: /intent/,
	intent_steps: /intents|intent_steps/,
	events: /market_events/,
};

test('every column that is not proven stands in the list, with the reason', () => {
	const list = unproven();
	for (const { table, column, standing } of columns) {
		const isListed = list.some((entry) =>
			new RegExp(`^${table} \\((.*, )?${column}(, .*)?\\): .`).test(entry),
		);
		const isPartly = standing.kind === 'DERIVED' && standing.but !== undefined;
		expect([table, column, isListed]).toEqual([
			table,
			column,
			isPartly || standing.kind === 'NOT_PROVEN',
		]);
	}
});

const newestTrade = sql`trade_id = (select max(trade_id) from trades)`;
const removed = [
	'orders',
	'order_states',
	'order_lists',
	'trades',
	'levels',
	'candles',
	'deposits',
];

test('a request that is no JSON any more is named, and all else is compared', async () => {
	await undone(async (transaction) => {
		await sql`update orders set request = 'none' where order_id in (
			select order_id from order_states where held > 0 limit 1)`.execute(transaction);
		await sql`update admin_actions set reason = 'another' where number = 2`.execute(transaction);
		const faults = (await faultsOf(transaction)).join('\n');
		expect(faults).toMatch(/^orders .*: request is none, by the log/m);
		expect(faults).toMatch(/^the ledger cannot be compared: a stored text is no JSON/m);
		expect(faults).toMatch(/^admin_actions 2:/m);
	});
});

test('a command that waits and is no JSON is named, and so are rules of a market', async () => {
	await undone(async (transaction) => {
		await sql`update commands set body = 'none' where sequence > (
			select cursor from lanes where lanes.market = commands.market)`.execute(transaction);
		expect((await faultsOf(transaction)).join('\n')).toMatch(
			/^commands CREDIT-EUR \d+: the commands cannot be carried out again: SyntaxError: /m,
		);
	});
	await undone(async (transaction) => {
		await sql`update markets set rules = 'none'`.execute(transaction);
		expect((await faultsOf(transaction)).join('\n')).toMatch(
			/^the markets cannot be compared: a stored text is no JSON/m,
		);
	});
});

test('a posting of a kind that there is not is named', async () => {
	await undone(async (transaction) => {
		await sql`update postings set kind = 'GIFT' where journal = 'settlement'`.execute(transaction);
		expect((await faultsOf(transaction)).join('\n')).toMatch(
			/^postings settlement \d+: kind is GIFT, which is none$/m,
		);
	});
});

test.each([...removed, 'archived_ids', 'archived_sums', 'report_places', 'intent_steps'])(
	'a removed row of %s is named',
	async (table) => {
		await undone(async (transaction) => {
			const where = table === 'trades' ? newestTrade : sql`true`;
			const { rows } =
				await sql<Row>`select * from ${sql.table(table)} where ${where} limit 1`.execute(
					transaction,
				);
			const same = Object.entries(rows[0] ?? {}).map(([name, cell]) =>
				cell === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${cell}`,
			);
			await sql`delete from ${sql.table(table)} where ${sql.join(same, sql` and `)}`.execute(
				transaction,
			);
			expect(await faultsOf(transaction)).not.toEqual([]);
		});
	},
);
