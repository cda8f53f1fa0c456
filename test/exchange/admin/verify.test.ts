/** `verify` as an administrator runs it: what it answers, and the end of the audit log that it keeps. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { admin } from '../../../exchange/admin/admin';
import { openDatabase } from '../../../exchange/database/database';
import { runCommandLine } from '../../../server/commands/shell';
import { TestDatabases, type TestPlace } from '../../support/servers/databases';
import { TextTerminal } from '../../support/programs/text-terminal';

const databases = new TestDatabases();
afterAll(() => databases.close());

let place: TestPlace;
beforeEach(async () => {
	place = await databases.place();
});

async function run(...args: readonly string[]) {
	const terminal = new TextTerminal();
	const { dataFolder, databaseUrl = '' } = place;
	const environment = { EXCHANGE_DATA: dataFolder, DATABASE_URL: databaseUrl };
	const code = await runCommandLine(admin, args, { environment, terminal });
	return { code, output: terminal.output, complaint: terminal.complaint };
}

async function change(statement: string): Promise<void> {
	const database = await openDatabase(place);
	await sql.raw(statement).execute(database);
	await database.destroy();
}

test('agrees over what the commands have made, and prints the end of the audit log', async () => {
	expect(await run('verify')).toMatchObject({ code: 0 });
	await run('demo');
	const { code, output } = await run('verify');
	expect(code).toBe(0);
	const answer = JSON.parse(output) as { readonly agrees: true; readonly auditEnd: string };
	expect(answer).toMatchObject({ agrees: true, markets: 1, segments: 0 });
	const kept = fs.readFileSync(path.join(place.dataFolder, 'audit-log-end'), 'utf8');
	expect(kept).toBe(`${answer.auditEnd}\n`);
	expect(await run('verify', '--audit-end', answer.auditEnd)).toMatchObject({ code: 0 });
});

test('ends with 2 where the newest entries of the audit log were cut off since', async () => {
	await run('add-asset', '--asset', 'GOLD', '--decimals', '3');
	await run('add-asset', '--asset', 'EUR', '--decimals', '2');
	const { auditEnd } = JSON.parse((await run('verify')).output) as { readonly auditEnd: string };
	await change('delete from admin_actions where number = 2');
	const cut = {
		code: 2,
		complaint: expect.stringContaining('admin_actions 2 is not there') as string,
	};
	expect(await run('verify')).toMatchObject(cut);
	// What was kept stays, so that the next run tells it, too.
	expect(await run('verify')).toMatchObject(cut);
	fs.rmSync(path.join(place.dataFolder, 'audit-log-end'));
	expect(await run('verify', '--audit-end', auditEnd)).toMatchObject(cut);
	expect(await run('verify')).toMatchObject({ code: 0 });
});

test('refuses an end of the audit log that is none', async () => {
	expect(await run('verify', '--audit-end', '5')).toMatchObject({
		code: 2,
		complaint: expect.stringContaining('--audit-end must be NUMBER:HASH') as string,
	});
	fs.writeFileSync(path.join(place.dataFolder, 'audit-log-end'), 'nothing');
	expect(await run('verify')).toMatchObject({
		code: 2,
		complaint: expect.stringContaining('remove it to compare with nothing') as string,
	});
});
