/** Everything the exchange has opened is closed, even when closing one of the parts fails. */
import { PassThrough } from 'node:stream';
import { systemClock } from '../../server/clock';
import { readConfig } from '../../exchange/config';
import { openExchange } from '../../exchange/exchange';
import { TestDatabases } from '../support/servers/databases';
import { putRedisOnPath } from './support/redis-program';

const databases = new TestDatabases();
afterAll(() => databases.close());

const isAlive = (pid: number): boolean => {
	try {
		return process.kill(pid, 0);
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code === 'ESRCH') return false;
		throw fault;
	}
};

test('a part that fails to close is told of, and database and Redis are closed all the same', async () => {
	putRedisOnPath();
	const place = await databases.place('SQLite');
	const environment = { LOG_LEVEL: 'silent', EXCHANGE_DATA: place.dataFolder };
	const config = { ...readConfig(environment), ...place, port: 0 };
	const exchange = await openExchange(config, 'both', {
		clock: systemClock,
		log: new PassThrough(),
	});
	const { app, database } = exchange;
	app.addHook('onClose', () => Promise.reject(new Error('this part cannot close')));
	const pid = exchange.redisPid();
	if (pid === undefined) throw new Error('there is no private Redis');
	expect(isAlive(pid)).toBe(true);
	await expect(exchange.close()).rejects.toThrow('this part cannot close');
	await expect(database.selectFrom('markets').selectAll().execute()).rejects.toThrow(/destroyed/);
	expect(isAlive(pid)).toBe(false);
});
