/** An embedded installation moves to PostgreSQL whole, and stays as it was. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommandLine } from '../../../server/commands/shell';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { admin } from '../../../service/commands/admin';
import { storage } from '../../../service/commands/storage';
import { lockDataFolder } from '../../../service/database/data-folder-lock';
import { openDatabase } from '../../../service/database/database';
import type { MovedTables } from '../../../service/database/move';
import { sharedPostgres } from '../../support/servers/shared-postgres';
import { startLog } from '../../support/programs/started-log';
import { TextTerminal } from '../../support/programs/text-terminal';
import { FilledService } from '../verification/filled-service';

let filledFolder: string;
let dataFolder: string;
let databaseUrl: string;

beforeAll(async () => {
	const { running } = await FilledService.start();
	await running.service.close();
	filledFolder = running.dataFolder;
});

afterAll(() => fs.rmSync(filledFolder, { recursive: true }));

beforeEach(async () => {
	dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-move-test-'));
	fs.cpSync(filledFolder, dataFolder, { recursive: true });
	databaseUrl = await (await sharedPostgres()).addDatabase();
});

afterEach(() => {
	fs.rmSync(dataFolder, { recursive: true, force: true });
});

async function move(to = databaseUrl, folder = dataFolder) {
	const terminal = new TextTerminal();
	const environment = { SEALKEEPER_DATA: folder };
	const code = await runCommandLine(admin, ['move', '--to', to], { environment, terminal });
	return { code, output: terminal.output, complaint: terminal.complaint };
}

function filesOf(folder: string): Record<string, string> {
	const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return Object.fromEntries(
		files.map((entry) => {
			const file = path.join(entry.parentPath, entry.name);
			return [file, createHash('sha256').update(fs.readFileSync(file)).digest('hex')];
		}),
	);
}

test('every row arrives, the source stays as it was, and all goes on', async () => {
	const before = filesOf(dataFolder);
	const { code, output, complaint } = await move();
	expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
	expect(filesOf(dataFolder)).toEqual(before);
	const { moved } = JSON.parse(output) as { readonly moved: MovedTables };
	for (const table of ['users', 'log_entries', 'asset_balances', 'storage_shards', 'mails']) {
		expect(moved[table]?.rows).toBeGreaterThan(0);
	}

	const database = await openDatabase({ dataFolder, databaseUrl });
	const { log, corrupted } = await startLog({ dataFolder, databaseUrl }, database);
	expect(corrupted).toBe(0);
	await log.close();
	const organisation = await new Accounts(database, systemClock).addOrganisation('Next');
	const user = { organisationId: organisation.id, email: 'next@harbour.test', roles: [] };
	await new Accounts(database, systemClock).addUser(user);
	const sequences = await database
		.selectFrom('users')
		.select('sequence')
		.orderBy('sequence')
		.execute();
	expect(sequences.at(-1)?.sequence).toBe((moved['users']?.rows ?? 0) + 1);
	await database.destroy();

	const terminal = new TextTerminal();
	const environment = { SEALKEEPER_DATA: dataFolder, DATABASE_URL: databaseUrl };
	expect(await runCommandLine(storage, ['fsck'], { environment, terminal })).toBe(0);
});

test('a target that holds something already is refused, and stays as it was', async () => {
	expect((await move()).code).toBe(0);
	const again = await move();
	expect(again.code).toBe(1);
	expect(again.complaint).toContain('the target holds organisations already');
	const database = await openDatabase({ dataFolder, databaseUrl });
	const rows = await database.selectFrom('organisations').select('id').execute();
	expect(rows).toHaveLength(2);
	await database.destroy();
});

test('a folder that is served, or that holds no installation, is refused', async () => {
	const lock = lockDataFolder(dataFolder);
	expect((await move()).complaint).toContain('another process serves the data folder');
	lock.release();
	const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-empty-'));
	expect((await move(databaseUrl, empty)).complaint).toContain('there is no installation in');
	expect(fs.readdirSync(empty)).toEqual([]);
	fs.rmSync(empty, { recursive: true });
});

test.each([['mysql://user:secret@host/x'], ['postgres://user:secret@127.0.0.1:1/none']])(
	'%s is refused without its password in the message',
	async (to) => {
		const { code, output, complaint } = await move(to);
		expect(code).not.toBe(0);
		expect(complaint).not.toBe('');
		expect(output + complaint).not.toContain('secret');
	},
);

test('an empty PostgreSQL does not take the place of an embedded installation', async () => {
	const before = filesOf(dataFolder);
	const opening = openDatabase({ dataFolder, databaseUrl });
	await expect(opening).rejects.toThrow(
		/DATABASE_URL is empty, .*sealkeeper\.sqlite: move it there/,
	);
	expect(filesOf(dataFolder)).toEqual(before);
	expect(await move()).toMatchObject({ code: 0, complaint: '' });
	await (await openDatabase({ dataFolder, databaseUrl })).destroy();
});
