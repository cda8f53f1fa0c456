/**
 * Every column of every record is edited, one after the other, as a person with access to the
 * database could: the verification finds it, or the column stands below with the reason why not.
 */
import fs from 'node:fs';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { projectRoot } from '../../../start/machine/project-root';
import { unchecked } from '../../support/hostile/unchecked';
import { FilledService, verified } from './filled-service';
import { otherValue, recordTables } from './record-tables';

const administered = 'administered by command and endpoint, and part of no record';

const told = 'tells others of records, which say themselves what they are';

/** What is no record of what users did. */
const otherTables: Readonly<Record<string, string>> = {
	organisations: administered,
	brands: administered,
	program_waiting: 'what other programs reported last, and report again',
	users: `${administered}, but the address, which movements cover`,
	products: administered,
	api_keys: administered,
	invitations: administered,
	key_links: 'let a user make a key once',
	sign_in_links: 'let a user sign in once',
	passkeys: 'let a user sign in',
	passkey_challenges: 'are answered once, within minutes',
	asset_accounts: 'name who holds; the database lets each be of one holder alone',
	ledger_zero: 'the one value that sums refer to',
	ledger_audits: 'what the last audit of the ledger found',
	idempotency_keys: 'repeats an answer; what was done stands in the records',
	mails: 'on their way out',
	sign_links: 'let a signer in; what was signed stands in the records',
	signer_codes: 'let a signer in; what was confirmed stands in the records',
	signer_code_secrets: 'let a browser in, as sign_links',
	sealed_links: 'let who was mailed fetch the sealed file',
	file_links: 'let who has one fetch a stored file',
	diff_reports: 'made from records, and made again by asking',
	diff_report_files: 'made with them',
	event_arrivals: told,
	event_cursors: told,
	event_deliveries: told,
	event_subscriptions: told,
	events: told,
	diff_report_links: 'further ways to a report',
	keeper_comparisons: 'what was found between versions, and found again by asking',
	log_tiles: 'full from 256 entries on, and held by the tests of the log',
	witness_keys: 'what this service has cosigned with, for others',
	witnessed_logs: 'what this service has cosigned of other logs',
	log_cosignatures: 'held by the tests of witnesses',
	log_witnesses: 'what witnesses say, held by their tests',
	anchors: 'the root is held by the tests of anchoring; the rest stands on the chain',
	anchor_contracts: 'set up by the operator, and found on the chain',
	anchor_transactions: 'on their way to the chain',
	anchor_alarms: 'what the last look at the chain found',
	storage_shards: 'where shards lie is found out by reading them: storage fsck',
	storage_buckets: 'set up by the operator',
	storage_master_keys: 'set up by the operator',
	storage_usage: 'a sum of what objects take in the quota',
	storage_scrubs: 'how far a check has come',
	kysely_migration: 'of the database itself',
	kysely_migration_lock: 'of the database itself',
};

let filled: FilledService;
let database: Kysely<never>;

beforeAll(async () => {
	filled = await FilledService.start();
	database = filled.running.service.database as unknown as Kysely<never>;
});

afterAll(() => filled.running.close());

/** Gives a column of one row another value; answers how to put the first one back. */
async function edit(table: string, column: string): Promise<() => Promise<void>> {
	const found = await sql<{ value: string | number }>`
		select ${sql.ref(column)} as value from ${sql.table(table)}
		where ${sql.ref(column)} is not null limit 1`.execute(database);
	const value = found.rows[0]?.value;
	if (value === undefined) throw new Error(`nothing is in ${table}.${column}`);
	const other = otherValue(table, column, value);
	const set = (to: unknown, from: unknown) =>
		unchecked(database, (connection) =>
			sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}
				where ${sql.ref(column)} = ${from}`.execute(connection),
		);
	await set(other, value);
	return () => set(value, other);
}

/** On PostgreSQL nobody passes over a check, so there is no edit that anybody had to find. */
function heldByDatabase(fault: unknown): undefined {
	if ((fault as { readonly code?: unknown }).code !== '23514') throw fault;
}

async function columnsOf(table: string): Promise<readonly string[]> {
	const tables = await database.introspection.getTables();
	const own = tables.filter(({ name }) => name === table);
	return own.flatMap(({ columns }) => columns.map(({ name }) => name));
}

test('every table is one of records, or is listed with the reason why not', async () => {
	const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
	const known = [...Object.keys(recordTables), ...Object.keys(otherTables)];
	expect(tables.map(({ name }) => name).sort()).toEqual(known.sort());
});

test('the page of the format names every kind of entry', async () => {
	const page = fs.readFileSync(path.join(projectRoot(), 'docs/log-format.md'), 'utf8');
	const { rows } = await sql<{ readonly kind: string }>`
		select distinct kind from log_entries`.execute(database);
	expect(rows.map(({ kind }) => kind).filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
});

test('an entry of the tree without a leaf is found', async () => {
	const set = (to: string | null) =>
		unchecked(database, (connection) =>
			sql`update log_entries set leaf_hash = ${to} where tree_index = 1`.execute(connection),
		);
	const { rows } = await sql<{ leaf_hash: string }>`
		select leaf_hash from log_entries where tree_index = 1`.execute(database);
	await set(null);
	expect((await verified(filled.running)).findings).toContainEqual(
		expect.objectContaining({ column: 'leaf_hash', found: 'none', expected: 'a hash' }),
	);
	await set(rows[0]?.leaf_hash ?? null);
	expect((await verified(filled.running)).findings).toEqual([]);
});

async function rowsOf(table: string): Promise<number> {
	const { rows } = await sql<{ readonly count: number }>`
		select count(*) as count from ${sql.table(table)}
	`.execute(database);
	return Number(rows[0]?.count);
}

test('nothing differs in what the service wrote, and the summary counts it', async () => {
	const { code, findings, summary } = await verified(filled.running);
	expect(findings).toEqual([]);
	expect(code).toBe(0);
	const entries = await rowsOf('log_entries');
	expect(entries).toBeGreaterThan(Object.keys(recordTables).length);
	const balances = await rowsOf('asset_balances');
	expect(summary).toMatchObject({ entries, records: entries, balances, findings: 0 });
});

test.each(Object.entries(recordTables))(
	'an edit of any column of %s is found',
	async (table, excused) => {
		const columns = await columnsOf(table);
		expect(columns).toEqual(expect.arrayContaining(Object.keys(excused)));
		const unseen: string[] = [];
		for (const column of columns.filter((name) => !(name in excused))) {
			const putBack = await edit(table, column).catch(heldByDatabase);
			if (putBack === undefined) continue;
			const { code, findings } = await verified(filled.running);
			if (code !== 1 || findings.length === 0) unseen.push(`${table}.${column}`);
			await putBack();
		}
		expect(unseen).toEqual([]);
		expect((await verified(filled.running)).findings).toEqual([]);
	},
);

test.each([
	...(['keeper_versions', 'keeper_files', 'keeper_folders'] as const),
	...(['diff_reports', 'diff_report_files'] as const),
])('a mark of erasure that somebody gave to a row of %s is found', async (table) => {
	const { rows } = await sql<{ id: string }>`
		select id from ${sql.table(table)} where erased_at is null limit 1`.execute(database);
	const [row] = rows;
	const set = (time: string | null) =>
		sql`update ${sql.table(table)} set erased_at = ${time} where id = ${row?.id}`.execute(database);
	await set('2026-01-31T09:30:00.000Z');
	const { findings } = await verified(filled.running);
	await set(null);
	expect(findings).toContainEqual(
		expect.objectContaining({ record: table, id: row?.id, column: 'erased_at' }),
	);
});

test('a deleted file is not erased while a version of it is not', async () => {
	const { rows } = await sql<{ id: string; file_id: string; erased_at: string }>`
		select id, file_id, erased_at from keeper_versions where erased_at is not null limit 1
	`.execute(database);
	const [version] = rows;
	const set = (time: string | null | undefined) =>
		sql`update keeper_versions set erased_at = ${time} where id = ${version?.id}`.execute(database);
	await set(null);
	const { findings } = await verified(filled.running);
	await set(version?.erased_at);
	expect(findings).toContainEqual(
		expect.objectContaining({
			...{ record: 'keeper_files', id: version?.file_id, column: 'erased_at' },
			expected: 'versions that are all erased',
		}),
	);
});

test('the address of a user that movements show is found', async () => {
	const putBack = await edit('users', 'email');
	const everybody = await sql`update users set email = email || 'x'`.execute(database);
	expect(everybody.numAffectedRows).toBeGreaterThan(0n);
	const { findings } = await verified(filled.running);
	expect(findings.map(({ record }) => record).sort()).toEqual(['burn', 'issue', 'transfer']);
	await sql`update users set email = substr(email, 1, length(email) - 1)`.execute(database);
	await putBack();
});

describe('what is named', () => {
	test('of a balance: whose it is, the sum of its movements, and what was found', async () => {
		const { assetId } = filled;
		const set = (to: string, from: string) =>
			unchecked(database, (connection) =>
				sql`update asset_balances set amount = ${to}
					where asset_id = ${assetId} and amount = ${from}`.execute(connection),
			);
		await set('6000', '60');
		const { code, findings } = await verified(filled.running);
		await set('60', '6000');
		expect(code).toBe(1);
		expect(findings[0]).toMatchObject({ record: 'balance', expected: '60', found: '6000' });
		expect(findings[0]?.id).toContain(assetId);
		const named = findings.filter(({ record }) => record === 'balance');
		expect(named.map(({ column }) => column)).toEqual(['amount', 'amount_hash']);
	});

	test('of a record: which it is, the hash that was entered and the one it gives', async () => {
		const where = sql`where id = ${filled.assetId}`;
		await sql`update assets set name = 'Another' ${where}`.execute(database);
		const { findings } = await verified(filled.running);
		await sql`update assets set name = 'Sun' ${where}`.execute(database);
		const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
		expect(findings).toEqual([
			expect.objectContaining({ record: 'asset', id: filled.assetId, expected: hash, found: hash }),
		]);
	});

	test('of a record that was removed: its entry', async () => {
		const { rows } = await sql<{ id: string; log_sequence: number }>`
			select id, log_sequence from stored_files limit 1`.execute(database);
		const [file] = rows;
		const where = sql`where id = ${file?.id}`;
		await sql`update stored_files set log_sequence = (select min(sequence) from log_entries) ${where}`.execute(
			database,
		);
		const { findings } = await verified(filled.running);
		await sql`update stored_files set log_sequence = ${file?.log_sequence} ${where}`.execute(
			database,
		);
		expect(findings).toContainEqual(
			expect.objectContaining({ record: 'file', id: file?.id, found: 'no record' }),
		);
	});

	test('of a signature that signs nothing: that somebody put it there', async () => {
		// The object of a deleted one is gone.
		const { rows } = await sql<{ id: string }>`select id from signatures
			where deleted_at is null order by sequence limit 1`.execute(database);
		const id = rows[0]?.id ?? '';
		await sql`insert into signatures (id, organisation_id, email, object_id, file_name, file_hash,
			supplied_by_email, created_at) select 'forged', organisation_id, email, object_id, file_name,
			file_hash, email, created_at from signatures where id = ${id}`.execute(database);
		const { findings } = await verified(filled.running);
		await sql`delete from signatures where id = 'forged'`.execute(database);
		expect(findings).toEqual([expect.objectContaining({ record: 'signatures', id: 'forged' })]);
	});
});

test('it ends with 2 where there is nothing to verify', async () => {
	const nowhere = { dataFolder: '/nonexistent', databaseUrl: undefined };
	const { code, complaint } = await verified(nowhere);
	expect(code).toBe(2);
	expect(complaint).toContain('there is no database');
});

test('it sees one moment while the service goes on moving assets', async () => {
	const { admin } = filled.running.organisation;
	const movement = { assetId: filled.assetId, recipientEmail: admin.email, amount: 1 };
	let isOver = false;
	const moving = (async () => {
		while (!isOver) await filled.tracker.issue(admin, movement);
	})();
	const verifications = [await verified(filled.running), await verified(filled.running)];
	isOver = true;
	await moving;
	expect(verifications.map(({ findings }) => findings)).toEqual([[], []]);
});
