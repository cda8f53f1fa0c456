/**
 * Programs of this version on what released ones left behind: they answer as those did and go on.
 * One of a version yet to come is refused by both at their start.
 */
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { capture, run, start } from '../e2e/started';
import { putRedisOnPath } from '../exchange/support/redis-program';
import { projectRoot } from '../../start/machine/project-root';
import { buildCheckout } from '../support/n8n/n8n';
import { answersOf } from './kept-answers';
import { keptVersions, unpackInstallation } from './kept-installations';

beforeAll(async () => {
	putRedisOnPath();
	await buildCheckout();
});

test.each(keptVersions)(
	'service and exchange answer what those of %s answered',
	async (version) => {
		const { dataFolder, answers, remove } = unpackInstallation(version);
		const started = start(['--without-n8n'], { SEALKEEPER_DATA: dataFolder });
		const screen = await started.screen();
		const service = capture(screen, /^ {2}Service +(http:\S+)/m);
		const exchange = capture(screen, /^ {2}Exchange +(http:\S+)\/venue/m);
		expect(await answersOf({ dataFolder, service, exchange })).toEqual(answers);
		expect(await started.end()).toBe(0);
		remove();
	},
);

test.each([
	['service', 'sealkeeper.sqlite'],
	['exchange', 'exchange/exchange.sqlite'],
])('the %s says at its start that a database is of a later version', async (program, name) => {
	const { dataFolder, remove } = unpackInstallation(keptVersions.at(-1) ?? '');
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
