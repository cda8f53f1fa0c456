/**
 * Both programs as processes with their usual limits, each with a key and the calls a client makes
 * with it: some that read and one that writes.
 */
import { openDatabase as openExchangeDatabase } from '../../../exchange/database/database';
import { ensureDemo } from '../../../exchange/demo/demo';
import { systemClock } from '../../../server/clock';
import { privateRedis } from '../../../server/redis/private-redis';
import { testPort } from '../run/ports';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { TestDatabases } from '../servers/databases';
import { ProgramProcess } from './program-process';
import { startService, type TestOrganisation } from './service';

export interface KeyedCall {
	readonly method: 'GET' | 'POST';
	readonly path: string;
	readonly body?: () => string;
}

export interface KeyedProgram {
	readonly url: string;
	readonly key: string;
	readonly calls: readonly KeyedCall[];
	close(): Promise<void>;
}

export function serviceCalls({ Tracker }: TestOrganisation['products']): readonly KeyedCall[] {
	return [
		{ method: 'GET', path: '/products' },
		{ method: 'GET', path: `/tracker/${Tracker}/balances` },
		{ method: 'POST', path: `/tracker/${Tracker}/assets`, body: () => '{"name":"Wind"}' },
	];
}

/** One that does not stay, since an account may have so many open. */
const order = {
	...{ symbol: 'CREDIT-EUR', side: 'BUY', type: 'LIMIT', price: '1', quantity: '1' },
	timeInForce: 'IOC',
};

export const exchangeCalls: readonly KeyedCall[] = [
	{ method: 'GET', path: '/account' },
	{ method: 'GET', path: '/markets/CREDIT-EUR/depth' },
	{ method: 'POST', path: '/orders', body: () => JSON.stringify(order) },
];

export async function startKeyedService(): Promise<KeyedProgram> {
	const running = await startService();
	await running.service.close();
	const { admin, products } = running.organisation;
	const port = await testPort();
	const program = new ProgramProcess({
		file: 'service/main.ts',
		args: [],
		environment: { SEALKEEPER_DATA: running.dataFolder, PORT: String(port), LOG_LEVEL: 'error' },
		running: /listens on/,
	});
	await program.start();
	return {
		url: `http://127.0.0.1:${port}`,
		key: admin.key,
		calls: serviceCalls(products),
		async close() {
			await program.end();
			await running.close();
		},
	};
}

export async function startKeyedExchange(): Promise<KeyedProgram> {
	const databases = new TestDatabases();
	const place = await databases.place('SQLite');
	putRedisOnPath();
	const database = await openExchangeDatabase(place);
	const { traders } = await ensureDemo({ database, clock: systemClock }, { withNewKeys: true });
	const key = traders.at(1)?.key;
	await database.destroy();
	if (key === undefined) throw new Error('a trader is missing');
	const redis = await privateRedis(place.dataFolder);
	const port = await testPort();
	const program = new ProgramProcess({
		file: 'exchange/main.ts',
		args: ['both'],
		environment: {
			EXCHANGE_DATA: place.dataFolder,
			REDIS_URL: redis.url,
			EXCHANGE_PORT: String(port),
			LOG_LEVEL: 'error',
		},
		running: /Exchange listens/,
	});
	await program.start();
	return {
		url: `http://127.0.0.1:${port}`,
		key,
		calls: exchangeCalls,
		async close() {
			await program.end();
			await redis.close();
			await databases.close();
		},
	};
}
