/**
 * What is erased is not only out of the rows: no file of the database holds its bytes any more, the
 * write-ahead log and its index included, while the program runs on.
 */
import fs from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../../server/database/database';
import { startScriptedSettling } from '../../exchange/support/scripted-settling';
import { mailsAbout, SealerClient } from '../../service/contracts/sealer-client';
import { TestDatabases } from '../../support/servers/databases';
import { startService } from '../../support/programs/service';
import { until } from '../../support/clients/requests';

const databases = new TestDatabases();
afterAll(() => databases.close());

/** The files of the database that hold the text. */
function filesWith(dataFolder: string, text: string): readonly string[] {
	return fs
		.readdirSync(dataFolder)
		.filter((name) => name.includes('.sqlite'))
		.filter((name) => fs.readFileSync(path.join(dataFolder, name)).includes(text));
}

const untilErased = (dataFolder: string, text: string) =>
	until(() => Promise.resolve(filesWith(dataFolder, text).length === 0 ? true : undefined));

test('a signing link is in no file of the database once its mail is out', async () => {
	const running = await startService({ config: { databaseUrl: undefined } });
	const admin = running.organisation.admin.key;
	const displayName = 'Erased';
	await new SealerClient(running).create(admin, { displayName, signerEmails: ['a@b.test'] });
	const [mail] = await mailsAbout(running, displayName);
	const token = mail?.link.split('/').at(-1) ?? '';
	expect(token).toHaveLength(43);
	await untilErased(running.dataFolder, token);
	await running.close();
});

test("a trader's sealed key is in no file of the database once its deposit is over", async () => {
	const { dataFolder } = await databases.place('SQLite');
	const place = { dataFolder, databaseUrl: undefined };
	const settling = await startScriptedSettling(place, {});
	const { exchange, tracker, buyer } = settling;
	const { database } = exchange.exchange;
	tracker.before = () => ({ status: 502, body: '{}' });
	const body = { asset: 'EUR', amount: '10', clientDepositId: 'first' };
	const asked = exchange.call('POST', '/deposits', { key: buyer.key, body });
	const sealed = await until(async () => {
		const row = await database.selectFrom('sealed_keys').select('sealed').executeTakeFirst();
		return row?.sealed;
	});
	expect(filesWith(dataFolder, sealed).length).toBeGreaterThan(0);
	tracker.before = () => undefined;
	await asked;
	await untilErased(dataFolder, sealed);
	const { state } = await database.selectFrom('intents').select('state').executeTakeFirstOrThrow();
	expect(state).toBe('SETTLED');
	await settling.close();
});

test('the files of a database are for their owner alone, made new or found with loose modes', async () => {
	const { dataFolder } = await databases.place('SQLite');
	const file = path.join(dataFolder, 'some.sqlite');
	const form = { migrations: {}, wholeNumbers: 'number' } as const;
	const modes = () =>
		fs.readdirSync(dataFolder).map((name) => fs.statSync(path.join(dataFolder, name)).mode & 0o777);
	const open = () => openDatabase({ file, databaseUrl: undefined }, form);
	const first = await open();
	expect(new Set(modes())).toEqual(new Set([0o600]));
	await first.destroy();
	fs.chmodSync(file, 0o644);
	const second = await open();
	expect(new Set(modes())).toEqual(new Set([0o600]));
	await second.destroy();
});
