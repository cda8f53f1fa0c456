/**
 * Answers of success that name no transfer, by a proxy before the real service: they prove nothing,
 * however often they come, and nobody has to look at a transfer because of them.
 */
import { openAlarms } from '../../../exchange/guard/alarms';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { requireKeyRetention } from '../../../exchange/settlement/setup/key-retention';
import { AheadClock } from '../../support/clocks/movable-clock';
import { proxyFaults, startFaultyProxy, type ProxyFault } from '../../support/hostile/faulty-proxy';
import { startService, type RunningService } from '../../support/programs/service';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { openStage, type Stage } from './stage';

const databases = new TestDatabases();
let running: RunningService;
beforeAll(async () => {
	running = await startService();
});
afterAll(async () => {
	await running.close();
	await databases.close();
});

const minuteMs = 60_000;
const payoutUnits = 5;
const payouts = 8;

describe.each(databaseKinds)('behind a proxy that answers for the tracker on %s', (kind) => {
	const clock = new AheadClock();
	/** What the proxy does to every request; undefined: it passes them on. */
	let fault: ProxyFault | undefined;
	let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
	let stage: Stage;

	beforeEach(async () => {
		fault = undefined;
		proxy = await startFaultyProxy({
			servicePort: Number(new URL(running.url).port),
			random: (below) => {
				if (below === 100) return fault === undefined ? 99 : 0;
				return proxyFaults.indexOf(fault ?? 'EMPTY_AFTER');
			},
			faultsPercent: 50,
			slowAnswerMs: 0,
			lateRequestMsMax: 1,
			keepsKeys: true,
		});
		stage = await openStage(running, await databases.place(kind), { trackerUrl: proxy.url }, clock);
		await requireKeyRetention(stage.treasury);
		await stage.deposit(stage.anna, 'EUR', 1_000_000n);
		await stage.carry();
	});

	afterEach(async () => {
		await stage.close();
		await proxy.close();
	});

	async function carryFor(ms: number, stepMs: number): Promise<void> {
		for (let past = 0; past < ms; past += stepMs) {
			clock.pass(stepMs);
			await stage.carry();
		}
	}

	async function states(): Promise<readonly string[]> {
		const rows = await stage.database.selectFrom('intents').select('state').distinct().execute();
		return rows.map(({ state }) => state).sort();
	}

	/** Payouts of anna, and a deposit of hers, all begun now. */
	async function begin(): Promise<void> {
		for (let count = 0; count < payouts; count += 1) {
			await stage.payout(stage.anna, 'EUR', BigInt(payoutUnits) * 10_000n);
		}
		await stage.deposit(stage.anna, 'EUR', 30_000n);
		await stage.carry();
	}

	async function nothingMovedTwice(): Promise<void> {
		const { anna, escrow, tracker, trackerAssets, database } = stage;
		const paid = payouts * payoutUnits;
		expect(await tracker.amount(anna.user, trackerAssets.EUR)).toBe(1_000 - 100 + paid - 3);
		expect(await tracker.amount(escrow, trackerAssets.EUR)).toBe(100 - paid + 3);
		expect(await auditLedger(database)).toEqual([]);
		const claimed = await database.selectFrom('transfer_claims').selectAll().execute();
		expect(claimed).toHaveLength(payouts + 2);
	}

	test.each(['EMPTY_AFTER', 'EMPTY_BEFORE', 'GARBAGE_AFTER'] as const)(
		'%s for five minutes: every transfer settles by itself afterwards, and happens once',
		async (during) => {
			fault = during;
			await begin();
			await carryFor(5 * minuteMs, 10_000);
			expect(proxy.done.get(during)).toBeGreaterThan(3 * payouts);
			expect(await states()).toEqual(['SETTLED', 'UNKNOWN']);
			fault = undefined;
			await carryFor(2 * minuteMs, 10_000);
			expect(await states()).toEqual(['SETTLED']);
			expect(stage.alarms).toEqual([]);
			await nothingMovedTwice();
		},
	);

	test('for two hours: an alarm each, asked for ever more slowly, and cleared when they settle', async () => {
		fault = 'EMPTY_AFTER';
		await begin();
		await carryFor(60 * minuteMs, minuteMs);
		const [hour = 0, alarms] = [proxy.done.get(fault), await openAlarms(stage.database)];
		await carryFor(60 * minuteMs, minuteMs);
		expect(proxy.done.get(fault)).toBeLessThan(1.6 * hour);
		expect(alarms.length).toBeLessThanOrEqual(payouts + 1);
		expect(await openAlarms(stage.database)).toHaveLength(payouts + 1);
		expect(stage.alarms[0]).toMatch(/in doubt for an hour, .*: status 200 without a transfer$/);
		fault = undefined;
		await carryFor(5 * minuteMs, minuteMs);
		expect(await states()).toEqual(['SETTLED']);
		expect(await openAlarms(stage.database)).toEqual([]);
		await nothingMovedTwice();
	});

	test('past the time for which the tracker surely keeps a key: held, and never asked again', async () => {
		fault = 'EMPTY_AFTER';
		await begin();
		await carryFor(25 * 60 * minuteMs, 30 * minuteMs);
		expect(await states()).toEqual(['HELD_FOR_REVIEW', 'SETTLED']);
		fault = undefined;
		const asked = proxy.done.get('EMPTY_AFTER');
		await carryFor(60 * minuteMs, 10 * minuteMs);
		expect(await states()).toEqual(['HELD_FOR_REVIEW', 'SETTLED']);
		expect(proxy.done.get('EMPTY_AFTER')).toBe(asked);
	});
});
