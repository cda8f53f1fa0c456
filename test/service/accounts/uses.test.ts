/** The last use of a key: seldom written, shown in the list, and never in the way of a reader. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Accounts } from '../../../service/accounts/accounts';
import { listKeys } from '../../../service/accounts/keys';
import { openDatabase, type Database } from '../../../service/database/database';

const hourMs = 3_600_000;
const clock = { at: Date.parse('2026-05-04T09:30:00.000Z'), now: () => clock.at };
let dataFolder: string;
let database: Database;
let accounts: Accounts;
let organisationId: string;
let key: string;

beforeAll(async () => {
	dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-uses-'));
	database = await openDatabase({ dataFolder, databaseUrl: undefined });
	accounts = new Accounts(database, clock);
	({ id: organisationId } = await accounts.addOrganisation('first'));
	const user = { organisationId, email: 'ann@first.test', roles: ['KeeperAdmin'] } as const;
	const { id } = await accounts.addUser(user);
	({ key } = await accounts.addKey(id, 'n8n', {}));
});

afterAll(async () => {
	await database.destroy();
	fs.rmSync(dataFolder, { recursive: true });
});

async function lastUse(): Promise<string | undefined> {
	const [listed] = await listKeys(database, { organisationId });
	return listed?.lastUsedDate;
}

async function useAfter(ms: number): Promise<string | undefined> {
	clock.at += ms;
	expect(await accounts.callerByKey(key, '127.0.0.1')).toMatchObject({ email: 'ann@first.test' });
	return lastUse();
}

test('a key is used at first, and then once an hour at most', async () => {
	expect(await lastUse()).toBeUndefined();
	expect(await useAfter(0)).toBe('2026-05-04T09:30:00.000Z');
	expect(await useAfter(hourMs - 1)).toBe('2026-05-04T09:30:00.000Z');
	expect(await useAfter(1)).toBe('2026-05-04T10:30:00.000Z');
});

test('where the database takes no changes, the key opens what can be read', async () => {
	await sql`pragma query_only = 1`.execute(database);
	expect(await useAfter(2 * hourMs)).toBe('2026-05-04T10:30:00.000Z');
	await sql`pragma query_only = 0`.execute(database);
	expect(await useAfter(0)).toBe('2026-05-04T12:30:00.000Z');
});
