/**
 * Both programs as the tests of what they share see them: a running one of each, its address, a
 * key, what it has logged, and where refusals have which form.
 */
import type { ProgramDescription } from '../../../api/programs';
import { programs as descriptions } from '../../../api/programs';
import { Accounts } from '../../../exchange/accounts/accounts';
import type { Config } from '../../../exchange/config';
import { systemClock } from '../../../server/clock';
import { Accounts as ServiceAccounts } from '../../../service/accounts/accounts';
import { disableUser } from '../../../service/accounts/users';
import { TestDatabases } from '../../support/servers/databases';
import { startExchange, type RunningExchange } from '../../exchange/support/exchange';
import type { RawRequest } from '../../support/hostile/raw-connection';
import { send } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { countOf } from '../../support/run/tier';

export interface Program {
	readonly description: ProgramDescription;
	readonly url: string;
	readonly key: string;
	/** A path that answers 200 to the key. */
	readonly goodPath: string;
	/** A path to which is posted. */
	readonly changingPath: string;
	/** A path that answers 200 to anyone. */
	readonly publicPath: string;
	/** A path with this id in it. */
	idPath(id: string): string;
	/** What stands for the id in the pattern of that path. */
	readonly idName: string;
	/** Keys that worked once and work no more, made when they are asked for. */
	endedKeys(): Promise<Readonly<Record<KeyEnd, string>>>;
	/** To be asked for before anything is changed. */
	changes(): Promise<Changes>;
	/** What readiness says of each part while all is well. */
	readonly parts: Readonly<Record<string, string>>;
	log(): string;
	/** Has every question to the database fail from now on. */
	breakDatabase(): Promise<void>;
	close(): Promise<void>;
}

/** How a key may have ended. */
export type KeyEnd = 'revoked' | 'expired' | 'disabled';

export interface Changes {
	readonly key: string;
	/** A request that changes something, such as a transfer; each with a name of its own. */
	request(name: string): RawRequest;
	/** How many changes were made. */
	count(): Promise<number>;
}

export interface ProgramOptions {
	readonly requestsPerMinuteMax?: number;
	readonly wrongKeysPerMinuteMax?: number;
	readonly trustedProxies?: readonly string[];
	readonly requestStallMs?: number;
	readonly stopTimeoutMs?: number;
	readonly logLevel?: Config['logLevel'];
}

/** Enough for every change a test can make. */
const issued = 1_000_000;

async function transfers(running: RunningService): Promise<Changes> {
	const { admin, products, byRole } = running.organisation;
	const assets = `/tracker/${products.Tracker}/assets`;
	const headers = { 'x-api-key': admin.key, 'content-type': 'application/json' };
	const call = (method: string, path: string, json?: unknown) =>
		send({ method, url: running.url + path, headers, json });
	const { id } = (await call('POST', assets, { name: 'Wind energy' })).json() as { id: string };
	const issue = { recipientEmail: admin.email, amount: issued };
	await call('POST', `${assets}/${id}/issue`, issue);
	const amount = async () => {
		const balances = (await call('GET', `/tracker/${products.Tracker}/balances`)).json();
		return (balances as readonly { readonly amount: number }[])[0]?.amount ?? 0;
	};
	return {
		key: admin.key,
		request: () => ({
			...{ method: 'POST', path: `${assets}/${id}/transfer`, headers },
			body: JSON.stringify({ recipientEmail: byRole.Billing.email, amount: 1 }),
		}),
		count: async () => issued - (await amount()),
	};
}

function orders({ harbour: { key }, call }: RunningExchange): Changes {
	return {
		key,
		request: (clientOrderId) => ({
			...{ method: 'POST', path: '/orders' },
			headers: { 'x-api-key': key, 'content-type': 'application/json' },
			body: JSON.stringify({
				...{ symbol: 'CREDIT-EUR', type: 'LIMIT', side: 'BUY', price: '1', quantity: '1' },
				clientOrderId,
			}),
		}),
		count: async () => {
			const { body } = await call('GET', '/orders?limit=1000', { key });
			return (body as readonly unknown[]).length;
		},
	};
}

const twoDaysAgo = { now: () => systemClock.now() - 2 * 86_400_000 };

async function endedKeysOfService({ service, organisation }: RunningService) {
	const { database, accounts } = service;
	const organisationId = organisation.id;
	const user = async (email: string) =>
		(await accounts.addUser({ organisationId, email, roles: ['Admin'] })).id;
	const staying = await user('staying@first.test');
	const leaving = await user('leaving@first.test');
	const revoked = await accounts.addKey(staying, 'revoked');
	await accounts.revokeKey(revoked.id);
	const expired = await new ServiceAccounts(database, twoDaysAgo).addKey(staying, 'expired', {
		lifetimeDays: 1,
	});
	const disabled = await accounts.addKey(leaving, 'disabled');
	await database
		.transaction()
		.execute((transaction) =>
			disableUser(transaction, systemClock, { organisationId, userId: leaving }),
		);
	return { revoked: revoked.key, expired: expired.key, disabled: disabled.key };
}

async function endedKeysOfExchange({ exchange: { database } }: RunningExchange) {
	const accounts = new Accounts(database, systemClock);
	const { id: staying } = await accounts.add('Staying');
	const { id: leaving } = await accounts.add('Leaving');
	const revoked = await accounts.addKey(staying, 'revoked');
	await accounts.revokeKey(revoked.id);
	const expired = await new Accounts(database, twoDaysAgo).addKey(staying, 'expired', 1);
	const disabled = await accounts.addKey(leaving, 'disabled');
	await accounts.disable(leaving);
	return { revoked: revoked.key, expired: expired.key, disabled: disabled.key };
}

async function service(options: ProgramOptions): Promise<Program> {
	const running = await startService({ config: options });
	return {
		description: descriptions.service,
		changes: () => transfers(running),
		endedKeys: () => endedKeysOfService(running),
		url: running.url,
		key: running.organisation.admin.key,
		goodPath: '/products',
		changingPath: `/tracker/${running.organisation.products.Tracker}/assets`,
		publicPath: '/',
		idPath: (id) => `/tracker/${id}/balances`,
		idName: ':productId',
		parts: {
			...{ database: 'up', storage: 'complete', log: 'up' },
			...{ comparison: 'up', mail: 'folder' },
		},
		log: () => running.log(),
		breakDatabase: () => running.service.database.destroy(),
		close: () => running.close().catch(() => undefined),
	};
}

async function exchange(options: ProgramOptions): Promise<Program> {
	const databases = new TestDatabases();
	const running = await startExchange(await databases.place('SQLite'), options);
	return {
		description: descriptions.exchange,
		changes: () => Promise.resolve(orders(running)),
		endedKeys: () => endedKeysOfExchange(running),
		url: running.url,
		key: running.harbour.key,
		goodPath: '/account',
		changingPath: '/orders',
		publicPath: '/markets',
		idPath: (id) => `/orders/${id}`,
		idName: ':orderId',
		parts: { database: 'up', redis: 'up', folder: 'up' },
		log: () => running.log(),
		breakDatabase: () => running.exchange.database.destroy(),
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

/** Both make their application by `createApp`; the quick tier shows what that alone sees to for one. */
export const programsOfTier = programs.slice(0, countOf({ quick: 1, full: 2 }));
