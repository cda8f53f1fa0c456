/**
 * Events of the exchange are sent to whoever has subscribed, by whichever process hears the bell: each
 * at least once and in the order of its subject, whatever becomes of processes and of Redis.
 */
import { Redis } from 'ioredis';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../exchange/accounts/accounts';
import { openDatabase, type Database } from '../../../exchange/database/database';
import { createSecretVault, secretOfFolder } from '../../../exchange/settlement/setup/key-vault';
import { addEvent } from '../../../server/events/record/events';
import type { SecretVault } from '../../../server/events/webhook/secrets';
import { addSubscription } from '../../../server/events/webhook/subscriptions';
import { eventTables } from '../../../server/events/record/tables';
import { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { verify, WebhookTarget, type Received } from '../../support/servers/webhook-target';
import { startExchange, type RunningExchange } from '../support/exchange';
import { startProcesses } from '../support/processes';
import { EventClient } from './event-client';

const databases = new TestDatabases();
const targets: WebhookTarget[] = [];
afterAll(async () => {
	await Promise.all(targets.map((target) => target.close()));
	await databases.close();
});

async function target(): Promise<WebhookTarget> {
	const opened = await WebhookTarget.open();
	targets.push(opened);
	return opened;
}

describe('of a running exchange', () => {
	let running: RunningExchange;
	let seller: EventClient;

	beforeAll(async () => {
		running = await startExchange(await databases.place('SQLite'));
		seller = new EventClient(running, running.northwind.key);
	});
	afterAll(() => running.close());

	test('what happens to an order is sent signed, and what was not taken is sent again in its order', async () => {
		const receiver = await target();
		let refusals = 1;
		receiver.behaviour = () => (refusals-- > 0 ? 500 : 204);
		const { id, secret, symbol } = await seller.subscribe(receiver.url, { symbol: 'CREDIT-EUR' });
		expect(symbol).toBe('CREDIT-EUR');
		const { orderId } = await seller.order('SELL', { price: '50', quantity: '1' });
		await seller.must('DELETE', `/orders/${orderId}`);
		const received = await until(() => {
			const all = receiver.received;
			return Promise.resolve(all.some(({ type }) => type === 'order.ended') ? all : undefined);
		});
		for (const each of received) verify(secret, each);
		const types = received.map(({ type }) => type);
		expect(types.slice(0, -1).every((type) => type === 'order.accepted')).toBe(true);
		expect(types.length).toBe(3);
		expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
		await seller.untilState(id, 'Active');
	});

	test('who loses every key hears no more, and goes on where it was when there is one again', async () => {
		const receiver = await target();
		const accounts = new Accounts(running.exchange.database, systemClock);
		const { id: accountId } = await accounts.add('leaving');
		const { key, id: keyId } = await accounts.addKey(accountId, 'first');
		const leaving = new EventClient(running, key);
		const { id } = await leaving.subscribe(receiver.url, { types: ['market.status'] });
		await accounts.revokeKey(keyId);
		const tell = async (status: string) => {
			const administrator = new EventClient(running, running.administratorKey);
			const act = { status, reason: 'a test' };
			await administrator.must('POST', '/admin/markets/CREDIT-EUR/status', act);
		};
		await tell('CANCEL_ONLY');
		const { database } = running.exchange;
		const stateOf = async () =>
			(
				await database
					.selectFrom('event_subscriptions')
					.select('state')
					.where('id', '=', id)
					.executeTakeFirstOrThrow()
			).state;
		await until(async () => ((await stateOf()) === 'STOPPED' ? true : undefined));
		expect(receiver.received).toEqual([]);
		await accounts.addKey(accountId, 'second');
		await tell('TRADING');
		const received = await receiver.asked(2);
		expect(received.map(({ body }) => statusIn(body))).toEqual(['CANCEL_ONLY', 'TRADING']);
	});
});

function statusIn(body: string): unknown {
	return (JSON.parse(body) as { readonly data: { readonly status: unknown } }).data.status;
}

const eventCount = 1_000;
const subjectCount = 40;

interface Filled {
	readonly database: Database;
	readonly vault: SecretVault;
}

/** A trader with a subscription, and what it is for. */
async function fill({ database, vault }: Filled, url: string): Promise<void> {
	const accounts = new Accounts(database, systemClock);
	const { id: owner } = await accounts.add('hearing');
	await accounts.addKey(owner, 'test');
	const parts = { database: eventTables(database), clock: systemClock, vault };
	await addSubscription(parts, { owner, userId: owner, url });
	await database.transaction().execute(async (transaction) => {
		for (let at = 0; at < eventCount; at += 1) {
			const subject = `deposit ${at % subjectCount}`;
			const data = { transferId: subject, asset: 'EUR', amount: String(at), status: 'SETTLED' };
			await addEvent(transaction, systemClock, {
				...{ type: 'deposit.settled', owner, subject },
				data: { ...data, status: 'SETTLED' },
			});
		}
	});
}

const numberOf = ({ body }: Received) =>
	Number((JSON.parse(body) as { readonly data: { readonly amount: string } }).data.amount);

/** Every event came, and of each subject first in its order. */
function expectAllInOrder(received: readonly Received[]): void {
	const firsts = [...new Set(received.map(numberOf))];
	expect(firsts.length).toBe(eventCount);
	for (let subject = 0; subject < subjectCount; subject += 1) {
		const own = firsts.filter((at) => at % subjectCount === subject);
		expect(own).toEqual([...own].sort((one, other) => one - other));
	}
}

test('two processes, one of them killed amid 1,000 events, and a Redis that loses everything', async () => {
	const place = await databases.place('PostgreSQL');
	const database = await openDatabase(place);
	const receiver = await target();
	const vault = createSecretVault(secretOfFolder(place.dataFolder));
	await fill({ database, vault }, receiver.url);
	const processes = startProcesses(place, { workers: 2 });
	let isDisturbed = false;
	const { promise: disturbed, resolve: disturb } = Promise.withResolvers<void>();
	receiver.behaviour = () => {
		if (!isDisturbed && receiver.received.length >= 200) {
			isDisturbed = true;
			disturb();
		}
		return 204;
	};
	const { redis, workers, close } = await processes;
	await disturbed;
	const connection = new Redis(redis.url);
	await connection.flushall();
	await workers[0]?.kill();
	await connection.flushall();
	connection.disconnect();
	await until(() => {
		const seen = new Set(receiver.received.map(numberOf));
		return Promise.resolve(seen.size === eventCount ? true : undefined);
	});
	expectAllInOrder(receiver.received);
	// What was under way when one was killed is what may come twice; two never sent the same.
	expect(receiver.received.length).toBeLessThan(eventCount + 300);
	await close();
	await database.destroy();
});
