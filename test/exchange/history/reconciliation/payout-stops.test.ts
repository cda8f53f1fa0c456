/** Payouts of an asset stop when the tracker holds too little of it, until a person resumes them. */
import { openAlarms } from '../../../../exchange/guard/alarms';
import { probeKeys, reconcile } from '../../../../exchange/history/reconciliation/reconcile';
import { resumeAssets, stoppedAssets } from '../../../../exchange/settlement/store/payout-stops';
import type { TreasuryParts } from '../../../../exchange/settlement/setup/parts';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { openScriptedStage, type ScriptedStage } from '../../settlement/scripted-stage';

const databases = new TestDatabases();
let stage: ScriptedStage;
afterEach(() => stage.close());
afterAll(() => databases.close());

const escrow = 'escrow@house.test';

function takeFromEscrow(units: number): void {
	stage.tracker.held.set(escrow, (stage.tracker.held.get(escrow) ?? 0) - units);
}

async function shortAlarms(): Promise<readonly string[]> {
	const alarms = await openAlarms(stage.database);
	return alarms.filter(({ kind }) => kind === 'SHORT').map(({ message }) => message);
}

async function withHundred(resolvers: readonly string[]): Promise<TreasuryParts> {
	const parts = stage.parts(resolvers);
	stage.tracker.honoursKeys = true;
	stage.tracker.hasList = true;
	await stage.deposit(parts, 'anna', 100);
	await stage.run(parts, 2_000);
	return parts;
}

describe.each(databaseKinds)('escrow that is short, on %s', (kind) => {
	beforeEach(async () => {
		stage = await openScriptedStage(await databases.place(kind));
	});

	test('stops payouts of the asset alone, with an alarm, until a person resumes them', async () => {
		const parts = await withHundred(['idempotency-key']);
		takeFromEscrow(10);
		expect(await reconcile(parts)).toMatchObject({ verdict: 'DIFFERS' });
		expect(await stoppedAssets(stage.database)).toEqual(['EUR']);
		const id = await stage.payout(parts, 'anna', 20);
		// Neither time, nor a good key, nor another comparison lets them go on.
		expect(await probeKeys(parts)).toBe(true);
		await reconcile(parts);
		await stage.run(parts, 100_000);
		expect(await stage.state(id)).toBe('PLANNED');
		const [alarm, ...others] = await shortAlarms();
		expect([alarm, others]).toEqual([expect.stringMatching(/^payouts of EUR are stopped/), []]);
		// Deposits go on.
		await stage.deposit(parts, 'ben', 30);
		await stage.run(parts, 2_000);
		expect(await stage.balance(stage.ben.id)).toBe(30n);
		expect(await resumeAssets(parts, stage.database, 'EUR')).toEqual(['EUR']);
		await stage.run(parts, 2_000);
		expect(await stage.state(id)).toBe('SETTLED');
		expect(await shortAlarms()).toEqual([]);
	});

	test('stops them again only when it gets shorter, and is forgotten when nothing is missing', async () => {
		const parts = await withHundred(['idempotency-key']);
		takeFromEscrow(10);
		await reconcile(parts);
		await resumeAssets(parts, stage.database, undefined);
		await reconcile(parts);
		expect(await stoppedAssets(stage.database)).toEqual([]);
		takeFromEscrow(1);
		await reconcile(parts);
		expect(await stoppedAssets(stage.database)).toEqual(['EUR']);
		takeFromEscrow(-11);
		expect(await reconcile(parts)).toMatchObject({ verdict: 'AGREES' });
		expect(await stoppedAssets(stage.database)).toEqual(['EUR']);
		await resumeAssets(parts, stage.database, 'EUR');
		await reconcile(parts);
		takeFromEscrow(5);
		await reconcile(parts);
		expect(await stoppedAssets(stage.database)).toEqual(['EUR']);
	});
});

test('a stopped asset stops no other', async () => {
	stage = await openScriptedStage(await databases.place());
	const parts = await withHundred(['idempotency-key']);
	await stage.database.insertInto('assets').values({ code: 'GOLD', decimals: 0 }).execute();
	const stopped = { asset: 'GOLD', short: 1, stopped_at: 1, resumed_at: null };
	await stage.database.insertInto('payout_stops').values(stopped).execute();
	const id = await stage.payout(parts, 'anna', 20);
	await stage.run(parts, 2_000);
	expect(await stage.state(id)).toBe('SETTLED');
});

test('a payout in doubt is looked into and not sent again, so that deposits go on', async () => {
	stage = await openScriptedStage(await databases.place());
	const parts = await withHundred(['idempotency-key', 'transaction-list']);
	stage.tracker.fates = ['CALL_LOST'];
	const id = await stage.payout(parts, 'anna', 20);
	await stage.carry(parts);
	const calls = stage.tracker.calls.length;
	takeFromEscrow(50);
	await reconcile(parts);
	expect(await stoppedAssets(stage.database)).toEqual(['EUR']);
	await stage.run(parts, 100_000);
	expect(await stage.state(id)).toBe('PLANNED');
	expect(stage.tracker.calls).toHaveLength(calls);
	await stage.deposit(parts, 'ben', 30);
	await stage.run(parts, 2_000);
	expect(await stage.balance(stage.ben.id)).toBe(30n);
});
