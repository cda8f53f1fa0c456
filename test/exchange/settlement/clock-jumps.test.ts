/** Transfers of a clock that was an hour ahead and has been set back. */
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { systemClock, type Clock } from '../../../server/clock';
import { Carrier } from '../../../exchange/settlement/carrying/carrier';
import { claimDue } from '../../../exchange/settlement/carrying/claims';
import { reduceWaits, raiseTimesAhead } from '../../../exchange/settlement/store/clock-jumps';
import { requestDeposit } from '../../../exchange/settlement/store/requests';
import { closeWindow } from '../../../exchange/settlement/windows/windows';
import { openAlarms } from '../../../exchange/guard/alarms';
import { createTracker } from '../../../exchange/tracker/client';
import type { Database } from '../../../exchange/database/database';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { startService, type RunningService } from '../../support/programs/service';
import { openStage } from './stage';

const databases = new TestDatabases();
let running: RunningService;
beforeAll(async () => {
	running = await startService();
});
afterAll(async () => {
	await running.close();
	await databases.close();
});

const hourMs = 3_600_000;
const ahead = { now: () => systemClock.now() + hourMs };

async function states(database: Database): Promise<readonly string[]> {
	const rows = await database.selectFrom('intents').select('state').execute();
	return rows.map(({ state }) => state);
}

describe.each(databaseKinds)('on %s, once the clock is set back', (kind) => {
	test('transfers that wait for the hour to pass go on, with an alarm', async () => {
		const stage = await openStage(running, await databases.place(kind));
		const { treasury, database, anna } = stage;
		const early = { ...treasury, clock: ahead };
		const deposit = (reference: string) =>
			requestDeposit(early, {
				...{ accountId: anna.id, asset: 'EUR', amount: 10_000n, reference },
				traderKey: anna.user.key,
			});
		const { intent: doubted } = await deposit('doubted');
		// Nobody answers there: its outcome is not known, by the clock that is ahead.
		const nobody = createTracker({
			...{ baseUrl: 'http://127.0.0.1:9', productId: 'none', timeoutMs: 100 },
			...{ connectTimeoutMs: 100, connections: 1, callsPerMinuteMax: 0 },
		});
		await new Carrier({ ...early, tracker: nobody }, () => undefined).carry(doubted.slot);
		await nobody.close();
		await deposit('planned');
		await stage.carry();
		expect(await states(database)).not.toContain('SETTLED');

		await reduceWaits(treasury);
		expect(stage.alarms).toEqual([expect.stringMatching(/a clock that was ahead had set/)]);
		await stage.carry();
		await stage.carry();
		expect(await states(database)).toEqual(['SETTLED', 'SETTLED']);
		await reduceWaits(treasury);
		expect(await openAlarms(database)).toMatchObject([{ kind: 'CLOCK' }]);
		await stage.close();
	});

	test('a call that left before the clock is set back, and is answered after it, does not wait either', async () => {
		const stage = await openStage(running, await databases.place(kind));
		const { treasury, database, anna } = stage;
		let clock = ahead;
		const early = { ...treasury, clock: { now: () => clock.now() } };
		const empty = http.createServer((_, answer) => {
			clock = systemClock;
			answer.end();
		});
		empty.listen(0, '127.0.0.1');
		await once(empty, 'listening');
		const { port } = empty.address() as AddressInfo;
		const tracker = createTracker({
			...{ baseUrl: `http://127.0.0.1:${port}`, productId: 'none', timeoutMs: 5_000 },
			...{ connectTimeoutMs: 5_000, connections: 1, callsPerMinuteMax: 0 },
		});
		const { intent } = await requestDeposit(early, {
			...{ accountId: anna.id, asset: 'EUR', amount: 10_000n, reference: 'between' },
			traderKey: anna.user.key,
		});
		await new Carrier({ ...early, tracker }, () => undefined).carry(intent.slot);
		await tracker.close();
		empty.close();
		await stage.carry();
		expect(await states(database)).toEqual(['UNKNOWN']);
		await reduceWaits(treasury);
		await stage.carry();
		expect(await states(database)).toEqual(['SETTLED']);
		await stage.close();
	});

	test('what was decided before the clock is set back, and written after it, does not wait either', async () => {
		const stage = await openStage(running, await databases.place(kind));
		const { treasury, database, anna } = stage;
		const { intent } = await requestDeposit(treasury, {
			...{ accountId: anna.id, asset: 'EUR', amount: 10_000n, reference: 'lost' },
			traderKey: anna.user.key,
		});
		const take = (clock: Clock) =>
			database
				.transaction()
				.execute((transaction) => claimDue({ ...treasury, clock }, transaction, intent.slot));
		// Its worker ends before it calls.
		await take(systemClock);
		let looks = 0;
		await take({ now: () => (looks++ === 0 ? ahead : systemClock).now() });
		await stage.carry();
		expect(await states(database)).toEqual(['UNKNOWN']);
		await reduceWaits(treasury);
		await stage.carry();
		expect(await states(database)).toEqual(['SETTLED']);
		await stage.close();
	});

	test('what is planned, and put behind others by that clock, does not wait for it', async () => {
		const stage = await openStage(running, await databases.place(kind));
		const { treasury, database, anna } = stage;
		await requestDeposit(treasury, {
			...{ accountId: anna.id, asset: 'EUR', amount: 10_000n, reference: 'behind' },
			traderKey: anna.user.key,
		});
		await database.updateTable('intents').set({ due_at: ahead.now() }).execute();
		await reduceWaits(treasury);
		await stage.carry();
		expect(await states(database)).toEqual(['SETTLED']);
		await stage.close();
	});

	test('what is in time stays as it is', async () => {
		const stage = await openStage(running, await databases.place(kind));
		await stage.deposit(stage.anna, 'EUR', 10_000n);
		const before = await stage.database.selectFrom('intents').selectAll().execute();
		await reduceWaits(stage.treasury);
		expect(await stage.database.selectFrom('intents').selectAll().execute()).toEqual(before);
		expect(stage.alarms).toEqual([]);
		await stage.close();
	});

	test('a window of that hour closes, and a rest of it is no longer than any other', async () => {
		const stage = await openStage(running, await databases.place(kind), {
			resolvers: ['transit'],
			transit: [{ email: 'rests@first.test', key: 'key' }],
		});
		const { treasury, database } = stage;
		expect(await closeWindow({ ...treasury, clock: ahead })).toBeDefined();
		expect(await closeWindow(treasury)).toBeDefined();
		const until = ahead.now() + treasury.settings.transitRestMs;
		await database
			.updateTable('transit_accounts')
			.set({ state: 'COLLECTING', rest_until: until })
			.execute();
		await reduceWaits(treasury);
		const rest = await database
			.selectFrom('transit_accounts')
			.select('rest_until')
			.executeTakeFirstOrThrow();
		expect(Number(rest.rest_until)).toBeLessThan(until - hourMs / 2);
		expect(await openAlarms(database)).toMatchObject([{ kind: 'CLOCK' }]);
		await stage.close();
	});

	test('a log that is ahead is told once', async () => {
		const stage = await openStage(running, await databases.place(kind));
		const { treasury, database } = stage;
		const row = { market: 'EUR-GOLD', last_sequence: 0, last_time: ahead.now() };
		await database.insertInto('logs').values(row).execute();
		await raiseTimesAhead(treasury);
		await raiseTimesAhead(treasury);
		expect(stage.alarms).toEqual([expect.stringMatching(/^the newest command of EUR-GOLD is of /)]);
		await stage.close();
	});
});
