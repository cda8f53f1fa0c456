import { Redis } from 'ioredis';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { startExchange } from '../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

test.each(databaseKinds)(
	'a Redis that loses everything while orders come in loses no order and no money on %s',
	async (kind) => {
		const running = await startExchange(await databases.place(kind));
		const redis = new Redis(running.exchange.redisUrl);
		const orders = Array.from({ length: 60 }, (_, index) => index);
		const statuses = await Promise.all(
			orders.map(async (index) => {
				if (index % 10 === 5) await redis.flushall();
				const trader = index % 2 === 0 ? running.northwind : running.harbour;
				const answer = await running.call('POST', '/orders', {
					key: trader.key,
					body: {
						symbol: 'CREDIT-EUR',
						type: 'LIMIT',
						side: index % 2 === 0 ? 'SELL' : 'BUY',
						price: '3',
						quantity: '1',
						newOrderRespType: 'ACK',
					},
				});
				return answer.status;
			}),
		);
		await redis.flushall();
		expect(new Set(statuses)).toEqual(new Set([201]));
		// The last wipe may have taken every bell and every schedule: nobody rings but the lane itself.
		let open: unknown[] = [1];
		while (open.length > 0) {
			const lists = await Promise.all(
				[running.northwind, running.harbour].map(async ({ key }) => {
					const { body } = await running.call('GET', '/orders?limit=1000', { key });
					return body as unknown[];
				}),
			);
			open = lists.flat();
		}
		const { database } = running.exchange;
		const trades = await database.selectFrom('trades').selectAll().execute();
		expect(trades.reduce((sum, trade) => sum + trade.quantity_lots, 0n)).toBe(30n);
		expect(await auditLedger(database)).toEqual([]);
		redis.disconnect();
		await running.close();
	},
);
