/**
 * An exchange in one process carries orders out without a way over Redis, and still gives a lane up
 * and takes it back over Redis when another process has taken it over.
 */
import { Queue } from 'bullmq';
import { keyPrefix, laneQueue } from '../../../exchange/workers/jobs';
import { Lane } from '../../../exchange/trading/lane/lane';
import { Markets } from '../../../exchange/trading/markets/markets';
import { systemClock } from '../../../server/clock';
import { connect } from '../../../server/redis/redis';
import { bothDatabaseKinds, TestDatabases } from '../../support/servers/databases';
import { startExchange } from '../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

test.each(bothDatabaseKinds)('the owner of a lane needs no job, on %s', async (kind) => {
	const running = await startExchange(await databases.place(kind));
	const { database, redisUrl } = running.exchange;
	const faults: unknown[] = [];
	const redis = connect(redisUrl, (fault) => faults.push(fault));
	const queue = new Queue(laneQueue, { connection: redis, prefix: keyPrefix });
	const place = async (clientOrderId: string) => {
		const order = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '9', quantity: '1' };
		const { body } = await running.call('POST', '/orders', {
			key: running.northwind.key,
			body: { ...order, clientOrderId },
		});
		return (body as { readonly status: string }).status;
	};
	const epoch = async () =>
		(await database.selectFrom('lanes').select('epoch').executeTakeFirstOrThrow()).epoch;

	expect(await place('makes-it-the-owner')).toBe('NEW');
	const first = await epoch();
	await queue.pause();
	expect(await place('while-no-job-is-taken')).toBe('NEW');
	expect(await epoch()).toBe(first);

	const markets = new Markets(database, systemClock);
	const parts = { database, markets, clock: systemClock };
	const onFault = (fault: unknown) => faults.push(fault);
	const other = new Lane({ ...parts, onUnusableSnapshot: onFault, onCommitted: () => undefined });
	expect(await other.drain('CREDIT-EUR')).toBe('DRAINED');
	expect(await epoch()).toBe(first + 1n);
	await queue.resume();
	expect(await place('after-another-took-over')).toBe('NEW');
	expect(await epoch()).toBe(first + 2n);

	await queue.close();
	redis.disconnect();
	await running.close();
	expect(faults).toEqual([]);
});
