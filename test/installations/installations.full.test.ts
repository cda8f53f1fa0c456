/**
 * Programs of this version on what released ones left behind: they answer as those did and go on.
 * One of a version yet to come is refused by both at their start.
 */
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backup } from '../../backup/main';
import { capture, run, start } from '../e2e/started';
import { putRedisOnPath } from '../exchange/support/redis-program';
import { projectRoot } from '../../start/machine/project-root';
import { buildCheckout } from '../support/n8n/n8n';
import { runCommand, type Environment } from '../support/programs/run-command';
import { TestDatabases } from '../support/servers/databases';
import { putPostgresOnPath } from '../support/servers/postgres';
import { answersOf } from './kept-answers';
import { keptVersions, unpackInstallation } from './kept-installations';

const databases = new TestDatabases();
afterAll(() => databases.close());
beforeAll(() => {
	putRedisOnPath();
	putPostgresOnPath();
	buildCheckout();
});

async function expectAnswers(environment: Environment, expected: unknown): Promise<void> {
	const started = start(['--without-n8n'], environment);
	const screen = await started.screen();
	const service = capture(screen, /^ {2}Service +(http:\S+)/m);
	const exchange = capture(screen, /^ {2}Exchange +(http:\S+)\/venue/m);
	const dataFolder = environment['SEALKEEPER_DATA'] ?? '';
	// A later version may say more of a record, and nothing less.
	expect(await answersOf({ dataFolder, service, exchange })).toMatchObject(expected as object);
	expect(await started.end()).toBe(0);
}

test.each(keptVersions)('both programs answer what those of %s answered', async (version) => {
	const { folder, answers, remove } = unpackInstallation(version);
	await expectAnswers({ SEALKEEPER_DATA: folder }, answers);
	remove();
});

test.each(keptVersions)('so they do on PostgreSQL, with a copy of %s put back', async (version) => {
	const { folder, answers, remove } = unpackInstallation(version, 'postgres');
	const { dataFolder: empty, databaseUrl = '' } = await databases.place('PostgreSQL');
	const environment = { SEALKEEPER_DATA: path.join(empty, 'data'), DATABASE_URL: databaseUrl };
	const restored = await runCommand(backup, ['restore', '--from', folder], environment);
	expect([restored.code, restored.complaint]).toEqual([0, '']);
	await expectAnswers(environment, answers);
	remove();
});

test.each([
	['service', 'sealkeeper.sqlite'],
	['exchange', 'exchange/exchange.sqlite'],
])('the %s says at its start that a database is of a later version', async (program, name) => {
	const { folder: dataFolder, remove } = unpackInstallation(keptVersions.at(-1) ?? '');
	const database = new DatabaseSync(path.join(dataFolder, name));
	const later = "insert into kysely_migration values ('9999-later', '2099-01-01T00:00:00.000Z')";
	database.exec(later);
	database.close();
	const file = path.join(projectRoot(), 'dist', program, 'main.js');
	const started = run(process.execPath, [file], { SEALKEEPER_DATA: dataFolder });
	expect(await started.closed).toBe(1);
	expect(started.text).toBe(
		'the database was made by another version: this one does not know its migration 9999-later; ' +
			'start that version, put back a copy of before it, or begin with an empty database\n',
	);
	expect(fs.existsSync(path.join(dataFolder, `${name}.before`))).toBe(false);
	remove();
});
