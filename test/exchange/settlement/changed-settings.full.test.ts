/**
 * An exchange that is started again with other resolvers finds intents that were planned, or sent,
 * under the ones before. What waits goes the way the new settings want; what may have been sent
 * is found out by a resolver that can tell, or held.
 */
import fs from 'node:fs';
import path from 'node:path';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import type { Resolver, SettlementSettings } from '../../../exchange/settlement/setup/settings';
import { Carrier } from '../../../exchange/settlement/carrying/carrier';
import { slotsDue, claimDue } from '../../../exchange/settlement/carrying/claims';
import { collectTransit } from '../../../exchange/settlement/carrying/collecting';
import { findIntent } from '../../../exchange/settlement/store/intents';
import { requestPayout } from '../../../exchange/settlement/store/requests';
import { openAlarms } from '../../../exchange/guard/alarms';
import { checkKeyRetention } from '../../../exchange/history/reconciliation/key-retention-check';
import { requireKeyRetention } from '../../../exchange/settlement/setup/key-retention';
import { openTreasury, type Treasury } from '../../../exchange/settlement/treasury';
import { startService, type RunningService } from '../../support/programs/service';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { startBareExchange } from '../support/exchange';
import { response, startRawServer } from '../tracker/raw-server';
import { openStage, type Stage } from './stage';

const databases = new TestDatabases();
let running: RunningService;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
});

afterAll(async () => {
	await running.close();
	await databases.close();
});

/** The stage's treasury, opened anew with this resolver. */
async function restarted(
	stage: Stage,
	resolver: Resolver,
	change: Partial<SettlementSettings> = {},
): Promise<Treasury> {
	const { config, database, treasury, transit } = stage;
	const { trackerUrl, productId, escrow, timeoutMs } = treasury.settings;
	const settlementFile = path.join(config.dataFolder, `settlement-${resolver}.json`);
	const own = { escrow, transit: [{ email: transit.email, key: transit.key }] };
	const written = { trackerUrl, productId, ...own, timeoutMs, resolvers: [resolver], ...change };
	fs.writeFileSync(settlementFile, JSON.stringify(written), { mode: 0o600 });
	const edges = { database, clock: treasury.clock, onAlarm: () => undefined };
	const opened = await openTreasury({ ...config, settlementFile }, edges);
	if (opened === undefined) throw new Error('there is no treasury');
	return opened;
}

/** Carries every slot until all that is due is done, and frees what it used. */
async function carryAll(stage: Stage, treasury: Treasury): Promise<void> {
	for (;;) {
		const slots = await stage.database
			.selectFrom('intents')
			.select('slot')
			.distinct()
			.where('state', 'not in', ['SETTLED', 'REFUSED', 'HELD_FOR_REVIEW'])
			.execute();
		if (slots.length === 0) return;
		for (const { slot } of slots) await new Carrier(treasury, () => undefined).carry(slot);
		await collectTransit(treasury);
	}
}

/** As if whoever owned them had had their time, and every call would have landed by now. */
async function letTimePass({ database }: Stage): Promise<void> {
	const intents = database.updateTable('intents');
	await intents.set({ due_at: 0 }).execute();
	await intents.set({ sent_at: 0 }).where('sent_at', 'is not', null).execute();
	const inDoubt = intents.where('last_doubt_at', 'is not', null);
	await inDoubt.set({ first_doubt_at: 0, last_doubt_at: 0 }).execute();
}

const count = 5;

describe.each(databaseKinds)('on %s', (kind) => {
	let stage: Stage;
	const opened: Treasury[] = [];

	beforeEach(async () => {
		stage = await openStage(running, await databases.place(kind));
		await stage.deposit(stage.anna, 'EUR', 1_000_000n);
		await stage.deposit(stage.ben, 'EUR', 1_000_000n);
		await stage.carry();
	});

	afterEach(async () => {
		for (const treasury of opened.splice(0)) await treasury.tracker.close();
		await stage.close();
	});

	async function restartedWith(resolver: Resolver): Promise<Treasury> {
		const treasury = await restarted(stage, resolver);
		opened.push(treasury);
		return treasury;
	}

	test.each<readonly [Resolver, Resolver]>([
		['idempotency-key', 'transit'],
		['transit', 'idempotency-key'],
		['idempotency-key', 'balance'],
		['balance', 'idempotency-key'],
		['transaction-list', 'transit'],
	])('planned under %s, payouts are made under %s, each once', async (before, after) => {
		const planning = await restartedWith(before);
		const { anna, ben, tracker, trackerAssets } = stage;
		for (let number = 1; number <= count; number += 1) {
			const { id: accountId } = number % 2 === 0 ? anna : ben;
			const amount = 10_000n * BigInt(number);
			await requestPayout(planning, { accountId, asset: 'EUR', amount, reference: `${number}` });
		}
		await carryAll(stage, await restartedWith(after));
		const payouts = await stage.database
			.selectFrom('intents')
			.select(['state', 'reason', 'exclusive_slot as exclusiveSlot'])
			.where('kind', '=', 'PAYOUT')
			.execute();
		const exclusiveSlot = after === 'balance' ? 'EUR' : null;
		const settled = { state: 'SETTLED', reason: null, exclusiveSlot };
		expect(payouts).toEqual(Array.from({ length: count }, () => settled));
		expect(await tracker.amount(anna.user, trackerAssets.EUR)).toBe(900 + 2 + 4);
		expect(await tracker.amount(ben.user, trackerAssets.EUR)).toBe(900 + 1 + 3 + 5);
		expect(await auditLedger(stage.database)).toEqual([]);
	});

	test('an own account stays in the settings as long as something is under way on it', async () => {
		const { database, escrow, ben } = stage;
		const treasury = await restartedWith('transit');
		const other = { escrow: { email: 'other@first.test', key: 'other' } };
		await requestPayout(treasury, {
			...{ accountId: ben.id, asset: 'EUR', amount: 10_000n, reference: 'one' },
		});
		await expect(restarted(stage, 'transit', other)).rejects.toThrow(
			`escrow must be ${escrow.email} until every transfer has ended`,
		);
		await database.updateTable('transit_accounts').set({ state: 'COLLECTING' }).execute();
		await expect(restarted(stage, 'idempotency-key', { transit: [] })).rejects.toThrow(
			`transit must name ${stage.transit.email} until nothing is on it any more`,
		);
		await database.updateTable('transit_accounts').set({ state: 'FREE' }).execute();
		await carryAll(stage, treasury);
		opened.push(await restarted(stage, 'idempotency-key', { ...other, transit: [] }));
	});

	test('nobody counts on a key for as long as the tracker says it keeps it, or longer', async () => {
		const days30 = 30 * 24 * 3_600_000;
		const started = async (change: Partial<SettlementSettings>, resolver: Resolver) => {
			const treasury = await restarted(stage, resolver, change);
			opened.push(treasury);
			await requireKeyRetention(treasury);
			return treasury;
		};
		await expect(started({ idempotencyKeptMs: days30 }, 'idempotency-key')).rejects.toThrow(
			`settlement settings: idempotencyKeptMs must be shorter than ${days30}, the 30 days for which`,
		);
		const settlementFile = path.join(stage.config.dataFolder, 'settlement-idempotency-key.json');
		const exchange = startBareExchange(await databases.place(kind), { settlementFile });
		await expect(exchange).rejects.toThrow('idempotencyKeptMs must be shorter');
		const sound = await started({ idempotencyKeptMs: days30 - 1 }, 'idempotency-key');
		await started({ idempotencyKeptMs: days30 }, 'transit');
		const silent = await startRawServer((socket) => {
			const id = running.organisation.products.Tracker;
			const product = { id, name: 'Of another make', product: 'Tracker', available: true };
			socket.write(response(200, JSON.stringify([product])));
		});
		const others = [silent.url, 'http://127.0.0.1:1'];
		for (const trackerUrl of others) {
			const unsaid = await started({ trackerUrl, idempotencyKeptMs: days30 }, 'idempotency-key');
			await checkKeyRetention(unsaid);
			expect(await openAlarms(stage.database)).toEqual([]);
			// Once it answers, and says too little, the exchange goes on with an alarm.
			const answering = { ...unsaid, tracker: sound.tracker };
			await checkKeyRetention(answering);
			await checkKeyRetention(unsaid);
			expect(await openAlarms(stage.database)).toMatchObject([{ kind: 'SETTINGS' }]);
			await checkKeyRetention(sound);
			expect(await openAlarms(stage.database)).toEqual([]);
		}
		expect(silent.requests[0]).toMatch(/^GET \/products/);
		await silent.close();
	});

	test.each<readonly [Resolver, Resolver]>([
		['idempotency-key', 'balance'],
		['idempotency-key', 'transaction-list'],
		['transaction-list', 'balance'],
		['idempotency-key', 'transit'],
	])('perhaps sent under %s, a payout is not sent again under %s', async (before, after) => {
		const ended = await restartedWith(before);
		const request = { accountId: stage.anna.id, asset: 'EUR', reference: 'one' };
		const { intent } = await requestPayout(ended, { ...request, amount: 30_000n });
		const { id, slot } = intent;
		await stage.database.transaction().execute((transaction) => claimDue(ended, transaction, slot));
		const treasury = await restartedWith(after);
		for (let time = 0; time < 2; time += 1) {
			await letTimePass(stage);
			for (const due of await slotsDue(stage.database, Date.now())) {
				await new Carrier(treasury, () => undefined).carry(due);
			}
		}
		const found = await findIntent(stage.database, id);
		expect([found?.state, found?.attempt]).toEqual(['HELD_FOR_REVIEW', 1]);
	});
});
