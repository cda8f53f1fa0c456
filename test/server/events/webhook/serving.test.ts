/** When what was not taken is sent again, and what becomes of it in the end. */
import { sql, type Kysely, type KyselyPlugin } from 'kysely';
import { dayMs, systemClock } from '../../../../server/clock';
import * as server from '../../../../server/database/database';
import {
	dueDeliveries,
	dueSubscriptions,
	listDeliveries,
	waitingSubjects,
} from '../../../../server/events/webhook/deliveries';
import { eventMetrics } from '../../../../server/events/record/event-metrics';
import { addEvent } from '../../../../server/events/record/events';
import { removeExpired, removeSome } from '../../../../server/events/record/keeping';
import { orderEvents } from '../../../../server/events/record/ordering';
import { tableReader } from '../../../../server/events/record/reading';
import { pauseAfter, triedForMs } from '../../../../server/events/webhook/retrying';
import type { AttemptResult } from '../../../../server/events/webhook/sending';
import { serve } from '../../../../server/events/webhook/serving';
import {
	addSubscription,
	countOpen,
	findSubscription,
	subscriptionsToServe,
} from '../../../../server/events/webhook/subscriptions';
import { createEventTables, type EventTables } from '../../../../server/events/record/tables';
import { createSecretVault } from '../../../../exchange/settlement/setup/key-vault';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';

const databases = new TestDatabases();
afterAll(() => databases.close());

const vault = createSecretVault(new Uint8Array(32).fill(1));

const form = {
	migrations: { '0001-events': { up: createEventTables } },
	wholeNumbers: 'number',
} as const;

describe.each(bothDatabaseKinds)('on %s', (kind) => {
	let database: Kysely<EventTables>;
	let now = Date.parse('2026-01-01T00:00:00Z');
	const clock = { now: () => now };
	let answer: (subject: string) => AttemptResult = () => ({ kind: 'TAKEN', status: 204 });
	const sent: string[] = [];

	beforeAll(async () => {
		const { dataFolder, databaseUrl } = await databases.place(kind);
		const place = { file: `${dataFolder}/e.sqlite`, databaseUrl };
		database = await server.openDatabase<EventTables>(place, form);
	});
	afterAll(() => database.destroy());

	const parts = () => ({
		...{ database, reader: tableReader(database), clock, vault, random: () => 0.5 },
		send: ({ body }: { readonly body: string }) => {
			const { subject } = JSON.parse(body) as { readonly subject: string };
			sent.push(subject);
			return Promise.resolve(answer(subject));
		},
		rightsOf: () =>
			Promise.resolve({
				rights: {
					owners: ['one'],
					typesReadable: ['asset.created'],
					typesIfAddressed: [],
					audienceNames: [],
				},
			}),
	});

	async function happened(...subjects: readonly string[]): Promise<void> {
		await database.transaction().execute(async (transaction) => {
			for (const subject of subjects) {
				const data = { assetId: subject, assetName: subject, isMultiAsset: false };
				const event = { type: 'asset.created', owner: 'one', subject, data } as const;
				await addEvent(transaction, clock, event);
			}
		});
		await orderEvents(database);
	}

	async function subscription(url = 'https://example.org/hook'): Promise<string> {
		sent.length = 0;
		const wanted = { owner: 'one', userId: 'u', url };
		return (await addSubscription({ database, clock, vault }, wanted)).subscription.id;
	}

	async function statesOf(id: string): Promise<readonly string[]> {
		const all = await listDeliveries(database, id, { limit: 100, offset: 0 });
		return all.map(({ subject, state }) => `${subject} ${state}`);
	}

	test('a target that takes nothing is tried with one event, after pauses that grow', async () => {
		const id = await subscription();
		answer = () => ({ kind: 'FAILED', reason: 'away' });
		await happened('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
		await serve(parts(), id);
		const first = sent.length;
		expect(first).toBeLessThan(10);
		for (let failures = 1; failures <= 4; failures += 1) {
			await serve(parts(), id);
			expect(sent).toHaveLength(first + failures - 1);
			now += pauseAfter(failures, 1);
			await serve(parts(), id);
			expect(sent).toHaveLength(first + failures);
		}
		answer = () => ({ kind: 'TAKEN', status: 204 });
		now += dayMs;
		sent.length = 0;
		while ((await serve(parts(), id)).isMore);
		expect([...sent].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
	});

	test('after three days an event is parked, and what waited behind it goes on', async () => {
		const id = await subscription();
		answer = (subject) =>
			subject === 'stuck' ? { kind: 'FAILED', status: 500 } : { kind: 'TAKEN', status: 204 };
		await happened('stuck', 'stuck', 'free');
		await serve(parts(), id);
		now += dayMs;
		await serve(parts(), id);
		expect(await statesOf(id)).toEqual(['stuck WAITING', 'stuck WAITING', 'free DELIVERED']);
		now += triedForMs;
		await serve(parts(), id);
		answer = () => ({ kind: 'TAKEN', status: 204 });
		now += dayMs;
		await serve(parts(), id);
		expect(await statesOf(id)).toEqual(['stuck PARKED', 'stuck DELIVERED', 'free DELIVERED']);
	});

	test('one for a test ends by itself and says so, though its target takes nothing any more', async () => {
		const id = await subscription('https://example.org/webhook-test/7');
		answer = () => ({ kind: 'BUSY', status: 503, retryAfterMs: dayMs });
		await happened('early');
		await serve(parts(), id);
		expect(sent).toEqual(['early']);
		now += 20 * 60_000;
		const toServe = await subscriptionsToServe(database, now);
		expect(toServe.map((one) => one.id)).toContain(id);
		await happened('late');
		await serve(parts(), id);
		expect(sent).toEqual(['early']);
		const found = await findSubscription(database, id);
		expect(found).toMatchObject({ state: 'EXPIRED', reason: expect.any(String) as string });
	});

	test('one whose time was over a week ago is removed with its deliveries, and no other', async () => {
		answer = () => ({ kind: 'FAILED', status: 500 });
		const add = async (more: { readonly expiresAt?: number }) => {
			const wanted = { owner: 'one', userId: 'ended', url: 'https://example.org/hook', ...more };
			return (await addSubscription({ database, clock, vault }, wanted)).subscription.id;
		};
		const kept = [await add({}), await add({ expiresAt: now + 6 * dayMs })];
		const ended = await add({ expiresAt: now + dayMs });
		await add({ expiresAt: now + dayMs });
		await happened('waiting');
		await serve(parts(), ended);
		expect(await statesOf(ended)).toEqual(['waiting WAITING']);
		now += 8 * dayMs - 1;
		await serve(parts(), ended);
		while (await removeExpired({ database, clock }));
		expect(await findSubscription(database, ended)).toMatchObject({ state: 'EXPIRED' });
		now += 1;
		while (await removeExpired({ database, clock }));
		const left = await database
			.selectFrom('event_subscriptions')
			.select('id')
			.where('user_id', '=', 'ended')
			.orderBy('sequence')
			.execute();
		expect(left.map(({ id }) => id)).toEqual(kept);
		expect(await statesOf(ended)).toEqual([]);
	});

	test('what stopped with its owner takes no place of others, who make no more than they may', async () => {
		const wanted = { owner: 'many', userId: 'gone', url: 'https://example.org/hook' };
		const add = () => addSubscription({ database, clock, vault }, wanted);
		const both = await Promise.allSettled(Array.from({ length: 102 }, add));
		expect(both.filter(({ status }) => status === 'rejected')).toHaveLength(2);
		await expect(add()).rejects.toMatchObject({ code: 'Event_SubscriptionsTooMany' });
		await database
			.updateTable('event_subscriptions')
			.set({ state: 'STOPPED' })
			.where('owner', '=', 'many')
			.execute();
		expect(await add()).toMatchObject({ subscription: { state: 'ACTIVE' } });
	});

	test('events are kept for as long as is said; one that waits and is gone is parked', async () => {
		const id = await subscription();
		answer = () => ({ kind: 'FAILED', status: 500 });
		await happened('old');
		await serve(parts(), id);
		now += 40 * dayMs;
		await happened('new');
		while (await removeSome({ database, clock, keptDays: 30 }));
		const kept = await database.selectFrom('events').select('subject').execute();
		expect(kept).toEqual([{ subject: 'new' }]);
		answer = () => ({ kind: 'TAKEN', status: 204 });
		while ((await serve(parts(), id)).isMore);
		expect(await statesOf(id)).toContain('old PARKED');
	});
});

test('what is asked again and again reads none of the deliveries that were made', async () => {
	const { dataFolder } = await databases.place('SQLite');
	const place = { file: `${dataFolder}/e.sqlite`, databaseUrl: undefined };
	await using database = await server.openDatabase<EventTables>(place, form);
	const asked = new Set<string>();
	const listener: KyselyPlugin = {
		transformQuery({ node, queryId }) {
			asked.add(database.getExecutor().compileQuery(node, queryId).sql);
			return node;
		},
		transformResult: ({ result }) => Promise.resolve(result),
	};
	await sql`insert into events (sequence, id, type, version, owner, subject, data, occurred_at)
		values (1, 'e', 'asset.created', 1, 'one', 's', '{}', '2026-01-01T00:00:00Z')`.execute(
		database,
	);
	const heard = database.withPlugin(listener);
	await dueSubscriptions(heard, 1);
	await dueDeliveries(heard, 's', { now: 1, limit: 1 });
	await waitingSubjects(heard, 's');
	await countOpen(heard, ['s']);
	await eventMetrics(heard).read();
	await removeSome({ database: heard, clock: systemClock, keptDays: 1 });
	const plans: string[] = [];
	for (const text of asked) {
		const plan = sql<{ readonly detail: string }>`${sql.raw(`explain query plan ${text}`)}`;
		const { rows } = await plan.execute(database);
		plans.push(...rows.map(({ detail }) => detail));
	}
	const read = plans.filter((detail) => /^(SCAN|SEARCH) (event_deliveries|head)/.test(detail));
	const inPart =
		/INDEX event_deliveries_(waiting|parked)|PRIMARY KEY \(subscription_id=\? AND sequence[<=]/;
	expect(read.length).toBeGreaterThan(8);
	expect(read.filter((detail) => !inPart.test(detail))).toEqual([]);
});

test('pauses grow, differ a little, and three days hold more than ten attempts', () => {
	const planned = Array.from({ length: 14 }, (_, at) => pauseAfter(at + 1, 0.5));
	expect([...planned].sort((one, other) => one - other)).toEqual(planned);
	expect(pauseAfter(5, 0)).toBeLessThan(pauseAfter(5, 1));
	let [attempts, passedMs] = [0, 0];
	while (passedMs < triedForMs) passedMs += pauseAfter((attempts += 1), 0.5);
	expect(attempts).toBeGreaterThan(10);
});
