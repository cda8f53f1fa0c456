/** The audit log is a chain of hashes: what anybody did to its rows is named. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from '../../../server/database/transactions';
import { openDatabase, type Database } from '../../../exchange/database/database';
import { audit } from '../../../exchange/guard/audit';
import { proveChain, type ChainEnd } from '../../../exchange/guard/audit-chain';
import {
	bothDatabaseKinds,
	TestDatabases,
	type DatabaseKind,
} from '../../support/servers/databases';

const databases = new TestDatabases();
afterAll(() => databases.close());

const clock = { now: () => 1_795_132_800_000 };

/** An audit log with five acts, one of them by a key and without a reason. */
async function openLog(kind: DatabaseKind): Promise<Database> {
	const database = await openDatabase(await databases.place(kind));
	for (let n = 1; n <= 5; n += 1) await act(database, n);
	return database;
}

function act(database: Database, n: number): Promise<void> {
	const actor =
		n === 2
			? ({ kind: 'KEY', id: 'k1', name: 'night shift' } as const)
			: ({ kind: 'COMMAND', name: 'root' } as const);
	const reason = n === 2 ? undefined : `reason ${n}`;
	const added = { action: 'ASSET_ADD', subject: `A${n}`, details: { decimals: n } } as const;
	return inTransaction(database, (transaction) =>
		audit(transaction, { clock, actor, reason }, added),
	);
}

async function faultsOf(database: Database, known: readonly ChainEnd[] = []) {
	return (await proveChain(database, known)).faults;
}

class Undone extends Error {}

/** Lets `work` change rows, and then takes all of it back. */
async function undone(database: Database, work: (transaction: Database) => Promise<void>) {
	const changing = database.transaction().execute(async (transaction) => {
		await work(transaction);
		throw new Undone();
	});
	await expect(changing).rejects.toThrow(Undone);
}

describe.each(bothDatabaseKinds)('the chain of the audit log, on %s', (kind) => {
	let database: Database;
	beforeAll(async () => {
		database = await openLog(kind);
	});
	afterAll(() => database.destroy());

	test('is whole, and has the form that other programs can check', async () => {
		const { faults, end } = await proveChain(database, []);
		expect(faults).toEqual([]);
		const rows = await database.selectFrom('admin_actions').selectAll().orderBy('number').execute();
		let hash = '0'.repeat(64);
		for (const row of rows) {
			const text = JSON.stringify([
				...[hash, Number(row.number), Number(row.at), row.actor_kind, row.actor_id],
				...[row.actor_name, row.action, row.subject, row.details, row.reason],
			]);
			hash = createHash('sha256').update(text).digest('hex');
		}
		expect(end).toEqual({ number: 5, hash });
	});

	test.each([
		'number = 9',
		'at = at + 1',
		"actor_kind = 'COMMAND'",
		"actor_id = 'k2'",
		"actor_name = 'day shift'",
		"action = 'ASSET_LINK'",
		"subject = 'A9'",
		"details = '{}'",
		"reason = 'another'",
		`hash = '${'1'.repeat(64)}'`,
	])('tells of a row with %s', async (change) => {
		await undone(database, async (transaction) => {
			await sql`update admin_actions set ${sql.raw(change)} where number = 2`.execute(transaction);
			expect((await faultsOf(transaction))[0]).toMatch(/^admin_actions 2/);
		});
	});

	test('tells of a row that was removed or moved', async () => {
		await undone(database, async (transaction) => {
			const rows = sql.raw('update admin_actions set number =');
			await sql`${rows} -number where number in (2, 3)`.execute(transaction);
			expect(await faultsOf(transaction)).toEqual(['admin_actions 2 to 3 are not there']);
			await sql`${rows} 5 + number where number < 0`.execute(transaction);
			expect((await faultsOf(transaction))[0]).toMatch(/^admin_actions 2: its hash/);
			await sql`delete from admin_actions where number in (2, 3)`.execute(transaction);
			await sql`${rows} number - 2 where number > 3`.execute(transaction);
			expect((await faultsOf(transaction))[0]).toMatch(/^admin_actions 2: its hash/);
		});
	});

	test('tells by an end kept elsewhere that newest rows were cut off, or all were written anew', async () => {
		const { end } = await proveChain(database, []);
		await undone(database, async (transaction) => {
			await act(transaction, 6);
			expect(await faultsOf(transaction, [end])).toEqual([]);
			await sql`delete from admin_actions where number > 4`.execute(transaction);
			expect(await faultsOf(transaction)).toEqual([]);
			expect(await faultsOf(transaction, [end])).toEqual(['admin_actions 5 is not there']);
			await act(transaction, 7);
			expect(await faultsOf(transaction)).toEqual([]);
			expect(await faultsOf(transaction, [end])).toEqual([
				expect.stringMatching(/^admin_actions 5: its hash is .*, and is known as /),
			]);
		});
	});

	test('stays one where many transactions add to it at once', async () => {
		await Promise.all(Array.from({ length: 20 }, (_, n) => act(database, n + 6)));
		expect(await proveChain(database, [])).toMatchObject({ faults: [], end: { number: 25 } });
	});
});
