/** A program that starts before its database waits for it, and for nothing else. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../../server/database/unavailable';
import { whenDatabaseAnswers } from '../../../server/database/waiting';
import { openDatabase } from '../../../service/database/database';
import { SwitchingProxy } from '../../support/hostile/switching-proxy';
import { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';

const databases = new TestDatabases();
const proxy = new SwitchingProxy();
afterAll(async () => {
	await proxy.close();
	await databases.close();
});

test('a database that is away at the start is opened when it is back', async () => {
	const place = await databases.place('PostgreSQL');
	const url = new URL(place.databaseUrl ?? '');
	const port = Number(url.port);
	url.password = 'never-told';
	url.port = String(await proxy.listen(port));
	proxy.switchTo(undefined);
	const told: string[] = [];
	const opening = whenDatabaseAnswers(
		() => openDatabase({ ...place, databaseUrl: url.href }),
		(sentence) => told.push(sentence),
	);
	await until(() => Promise.resolve(told.length > 0 || undefined));
	expect(told[0]).toMatch(/^Waiting: the database does not answer \(.+\)$/);
	expect(told[0]).not.toContain('never-told');
	proxy.switchTo(port);
	const database = await opening;
	expect(await database.selectFrom('users').selectAll().execute()).toEqual([]);
	await database.destroy();
});

test('what is no absence ends the start', async () => {
	for (const fault of [new Error('other'), new DatabaseUnavailable('FULL', undefined)]) {
		const opening = async () => {
			await nextTurn();
			throw fault;
		};
		await expect(whenDatabaseAnswers(opening, () => undefined)).rejects.toBe(fault);
	}
});
