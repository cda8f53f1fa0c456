/**
 * Both programs as the tests of what they share see them: a running one of each, its address, a
 * key, what it has logged, and where refusals have which form.
 */
import { TestDatabases } from '../../support/databases';
import { startExchange } from '../../exchange/support/exchange';
import { startService } from '../../support/service';

export interface Program {
	readonly url: string;
	readonly key: string;
	/** A path that answers 200 to the key. */
	readonly goodPath: string;
	/** A path that answers 200 to anyone. */
	readonly publicPath: string;
	/** A path with this id in it. */
	idPath(id: string): string;
	/** What stands for the id in the pattern of that path. */
	readonly idName: string;
	/** What readiness says of each part while all is well. */
	readonly parts: Readonly<Record<string, string>>;
	log(): string;
	close(): Promise<void>;
}

export interface ProgramOptions {
	readonly requestsPerMinuteMax?: number;
	readonly wrongKeysPerMinuteMax?: number;
	readonly trustedProxies?: readonly string[];
}

async function service(options: ProgramOptions): Promise<Program> {
	const running = await startService({ config: options });
	return {
		url: running.url,
		key: running.organisation.admin.key,
		goodPath: '/products',
		publicPath: '/',
		idPath: (id) => `/tracker/${id}/balances`,
		idName: ':productId',
		parts: { database: 'up', storage: 'complete' },
		log: () => running.log(),
		close: () => running.close(),
	};
}

async function exchange(options: ProgramOptions): Promise<Program> {
	const databases = new TestDatabases();
	const running = await startExchange(await databases.place('SQLite'), options);
	return {
		url: running.url,
		key: running.harbour.key,
		goodPath: '/account',
		publicPath: '/markets',
		idPath: (id) => `/orders/${id}`,
		idName: ':orderId',
		parts: { database: 'up', redis: 'up' },
		log: () => running.log(),
		async close() {
			await running.close();
			await databases.close();
		},
	};
}

export const programs = [
	['the service', service],
	['the exchange', exchange],
] as const;
