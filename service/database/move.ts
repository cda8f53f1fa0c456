/**
 * Copies an embedded installation to PostgreSQL: every row of every table, in one transaction that
 * commits only if the target equals the source. The source is read from a snapshot, migrated to
 * the newest schema in a copy, and stays unchanged; files, buckets and master keys stay in the
 * data folder.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { insertRows, type Value } from '../../server/database/bulk';
import { SqliteSnapshot } from '../../server/database/sqlite-snapshot';
import { lockDataFolder } from './data-folder-lock';
import { openDatabase, openPostgres, openSession, type Database } from './database';
import type { Schema } from './schema';

type Table = keyof Schema;

/** The key of each table. Referenced tables come before those that refer to them. */
const tableKeys: Readonly<Record<Table, readonly string[]>> = {
	organisations: ['id'],
	brands: ['organisation_id'],
	users: ['sequence'],
	program_waiting: ['organisation_id', 'program'],
	api_keys: ['id'],
	invitations: ['sequence'],
	key_links: ['token_hash'],
	sign_in_links: ['token_hash'],
	passkeys: ['id'],
	passkey_challenges: ['challenge_hash'],
	products: ['sequence'],
	log_entries: ['sequence'],
	log_tiles: ['level', 'number'],
	log_checkpoints: ['tree_size'],
	log_cosignatures: ['tree_size', 'witness'],
	log_identity: ['name'],
	log_restorations: ['id'],
	log_witnesses: ['vkey'],
	witnessed_logs: ['origin'],
	witness_keys: ['vkey'],
	assets: ['sequence'],
	tracker_revisions: ['id', 'revision'],
	asset_members: ['multi_id', 'position'],
	entities: ['sequence'],
	asset_accounts: ['id'],
	asset_transactions: ['sequence'],
	asset_batches: ['id'],
	asset_transaction_batches: ['transaction_id', 'position'],
	asset_balances: ['sequence'],
	asset_holdings: ['sequence'],
	asset_supplies: ['id'],
	batch_supplies: ['id'],
	idempotency_keys: ['user_id', 'key'],
	ledger_audits: ['name'],
	mails: ['sequence'],
	templates: ['sequence'],
	contracts: ['sequence'],
	signatures: ['sequence'],
	contract_signers: ['contract_id', 'position'],
	contract_files: ['contract_id', 'file_number'],
	contract_seals: ['contract_id', 'file_number'],
	seal_certificates: ['hash'],
	sign_links: ['token_hash'],
	sealed_links: ['token_hash'],
	signer_codes: ['contract_id', 'email'],
	signer_code_secrets: ['secret_hash'],
	contract_steps: ['sequence'],
	keeper_folders: ['sequence'],
	keeper_files: ['sequence'],
	keeper_versions: ['sequence'],
	keeper_approvals: ['sequence'],
	keeper_rules: ['sequence'],
	diff_reports: ['token_hash'],
	diff_report_files: ['id'],
	diff_report_links: ['token_hash'],
	keeper_comparisons: ['sequence'],
	storage_objects: ['id'],
	storage_usage: ['owner_id'],
	storage_shards: ['object_id', 'shard'],
	storage_buckets: ['name'],
	storage_master_keys: ['name'],
	storage_scrubs: ['name'],
	stored_files: ['sequence'],
	file_links: ['sequence'],
	anchor_contracts: ['address'],
	anchors: ['contract', 'tree_size'],
	anchor_transactions: ['sequence'],
	anchor_alarms: ['kind'],
	event_arrivals: ['sequence'],
	events: ['sequence'],
	event_cursors: ['name'],
	event_subscriptions: ['sequence'],
	event_deliveries: ['subscription_id', 'sequence'],
};
const tables = Object.keys(tableKeys) as Table[];

const batchSize = 500;

/** Content of a table, independent of the order of its rows. */
export interface TableContent {
	readonly rows: number;
	/** The sum of the rows' SHA-256, hex. */
	readonly sha256: string;
}

export type MovedTables = Readonly<Record<string, TableContent>>;

/**
 * Refuses a data folder that is in use or has no database, and a target that is in use or not
 * empty.
 */
export async function moveToPostgres(
	dataFolder: string,
	databaseUrl: string,
): Promise<MovedTables> {
	const file = path.join(dataFolder, 'sealkeeper.sqlite');
	if (!fs.existsSync(file)) throw new Error(`there is no installation in ${dataFolder}`);
	await using opened = new AsyncDisposableStack();
	const lock = lockDataFolder(dataFolder);
	opened.defer(() => lock.release());
	const target = await openPostgres(databaseUrl);
	opened.defer(() => target.destroy());
	const session = await openSession({ databaseUrl }, { alone: true });
	opened.defer(() => session.close());
	await assertEmpty(target);
	const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-move-'));
	opened.defer(() => fs.rmSync(scratch, { recursive: true, force: true }));
	await copySource(file, scratch);
	const source = await openDatabase({ dataFolder: scratch, databaseUrl: undefined });
	opened.defer(() => source.destroy());
	const move = (transaction: Database) => moveTables(source, transaction);
	return await target.transaction().execute(move);
}

async function copySource(file: string, scratch: string): Promise<void> {
	const snapshot = new SqliteSnapshot(file);
	try {
		await snapshot.begin();
		await snapshot.copyTo(path.join(scratch, path.basename(file)));
	} finally {
		await snapshot.close();
	}
}

async function assertEmpty(target: Database): Promise<void> {
	for (const table of tables) {
		const query = sql`select 1 from ${sql.table(table)} limit 1`;
		const { rows } = await query.execute(target);
		if (rows.length > 0) throw new Error(`the target holds ${table} already; name an empty one`);
	}
}

async function moveTables(source: Database, target: Database): Promise<MovedTables> {
	const moved: Record<string, TableContent> = {};
	// The sums that triggers maintain are copied with the rows.
	await setTriggers(target, 'disable');
	for (const table of tables) {
		const columns = await columnsOf(source, table);
		const place = { table, columns };
		const before = await contentOf(source, place, (rows) =>
			insertRows<Schema>(target, place, rows),
		);
		const after = await contentOf(target, place);
		if (before.rows !== after.rows || before.sha256 !== after.sha256) {
			throw new Error(`${table} arrived as ${after.rows} rows other than the ${before.rows} sent`);
		}
		if (tableKeys[table].includes('sequence')) await continueSequence(source, target, table);
		moved[table] = before;
	}
	await sql`set constraints all immediate`.execute(target);
	await setTriggers(target, 'enable');
	return moved;
}

async function setTriggers(target: Database, to: 'enable' | 'disable'): Promise<void> {
	for (const table of tables) {
		await sql`alter table ${sql.table(table)} ${sql.raw(to)} trigger user`.execute(target);
	}
}

interface TableColumns {
	readonly table: Table;
	readonly columns: readonly string[];
}

/** Reads a table in key order, passes the rows to `use`, and returns count and hash. */
async function contentOf(
	database: Database,
	{ table, columns }: TableColumns,
	use?: (rows: readonly (readonly Value[])[]) => Promise<void>,
): Promise<TableContent> {
	let [count, sum] = [0, 0n];
	for await (const page of pagesOf(database, table)) {
		const rows = page.map((row) => columns.map((name) => row[name] ?? null));
		for (const row of rows) sum += BigInt(`0x${rowHash(row)}`);
		count += rows.length;
		await use?.(rows);
	}
	return { rows: count, sha256: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') };
}

function rowHash(row: readonly Value[]): string {
	return createHash('sha256').update(JSON.stringify(row)).digest('hex');
}

async function columnsOf(source: Database, table: Table): Promise<readonly string[]> {
	const found = await source.introspection.getTables();
	return (found.find(({ name }) => name === table)?.columns ?? []).map(({ name }) => name);
}

async function* pagesOf(
	database: Database,
	table: Table,
): AsyncGenerator<readonly Readonly<Record<string, Value>>[]> {
	const key = sql.join(tableKeys[table].map((name) => sql.ref(name)));
	let after = sql``;
	for (;;) {
		const query = sql<Record<string, Value>>`
			select * from ${sql.table(table)} ${after} order by ${key} limit ${sql.lit(batchSize)}`;
		const { rows } = await query.execute(database);
		if (rows.length > 0) yield rows;
		const last = rows.at(-1);
		if (last === undefined || rows.length < batchSize) return;
		const values = sql.join(tableKeys[table].map((name) => last[name]));
		after = sql`where (${key}) > (${values})`;
	}
}

/** The next row gets the same number as it would in the source. */
async function continueSequence(source: Database, target: Database, table: Table): Promise<void> {
	const query = sql<{
		readonly seq: number;
	}>`select seq from sqlite_sequence where name = ${table}`;
	const [found] = (await query.execute(source)).rows;
	if (found === undefined || found.seq === 0) return;
	const sequence = sql`pg_get_serial_sequence(${table}, 'sequence')`;
	await sql`select setval(${sequence}, ${found.seq})`.execute(target);
}
