import { resumeAssets } from '../../../../exchange/settlement/store/payout-stops';
import { formatDecimal } from '../../../../server/decimal';
import type { Tracker } from '../../../../exchange/tracker/tracker';
import { openAlarms } from '../../../../exchange/guard/alarms';
import { claimDue } from '../../../../exchange/settlement/carrying/claims';
import { probeKeys, reconcile } from '../../../../exchange/history/reconciliation/reconcile';
import { startService, type RunningService } from '../../../support/programs/service';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { openStage, type Stage } from '../../settlement/stage';

const databases = new TestDatabases();
let running: RunningService;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
});

afterAll(async () => {
	await running.close();
	await databases.close();
});

/** 'verdict atTracker least..most' of EUR, in decimals. */
async function euro(stage: Stage, tracker: Tracker = stage.treasury.tracker): Promise<string> {
	const { assets } = await reconcile({ ...stage.treasury, tracker });
	const found = assets.find(({ asset }) => asset === 'EUR');
	if (found === undefined) throw new Error('EUR is not in the report');
	const { verdict, atTracker, least, most } = found;
	const decimal = (amount: bigint) => formatDecimal(amount, 4);
	const held = atTracker === null ? '?' : decimal(atTracker);
	return `${verdict} ${held} ${decimal(least)}..${decimal(most)}`;
}

/** Takes what is due and never calls: the worker ended after the claim. */
async function claimAndEnd({ treasury }: Stage, slot: string): Promise<void> {
	await treasury.database
		.transaction()
		.execute((transaction) => claimDue(treasury, transaction, slot));
}

describe.each(bothDatabaseKinds)('reconciliation on %s', (kind) => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await openStage(running, await databases.place(kind));
	});

	afterEach(() => stage.close());

	test('what traders paid in and out is what escrow holds', async () => {
		expect(await euro(stage)).toBe('AGREES 0 0..0');
		await stage.deposit(stage.anna, 'EUR', 1_000_000n);
		await stage.deposit(stage.ben, 'GOLD', 2_500n);
		expect(await euro(stage)).toBe('AGREES 0 0..0');
		await stage.carry();
		expect(await euro(stage)).toBe('AGREES 100 100..100');
		await stage.payout(stage.anna, 'EUR', 300_000n);
		expect(await euro(stage)).toBe('AGREES 100 100..100');
		await stage.carry();
		expect(await euro(stage)).toBe('AGREES 70 70..70');
		expect(await reconcile(stage.treasury)).toMatchObject({
			verdict: 'AGREES',
			assets: [
				{ asset: 'EUR', traders: 700_000n },
				{ asset: 'GOLD', traders: 2_500n, verdict: 'AGREES' },
			],
		});
	});

	test('a call whose outcome is not known makes a range, and its landing stays within it', async () => {
		const { tracker, trackerAssets, anna, escrow } = stage;
		const { slot } = await stage.deposit(anna, 'EUR', 50_000n);
		await claimAndEnd(stage, slot);
		expect(await euro(stage)).toBe('AGREES 0 0..5');
		const assetId = trackerAssets.EUR;
		await tracker.transfer(anna.user, { assetId, recipientEmail: escrow.email, amount: 5 });
		expect(await euro(stage)).toBe('AGREES 5 0..5');
		await tracker.transfer(anna.user, { assetId, recipientEmail: escrow.email, amount: 1 });
		expect(await euro(stage)).toBe('DIFFERS 6 0..5');
	});

	test('a difference raises each alarm once; agreement clears its own, a person that of payouts', async () => {
		const { database, tracker, trackerAssets, anna, escrow, alarms } = stage;
		await stage.deposit(anna, 'EUR', 100_000n);
		await stage.carry();
		const movement = { assetId: trackerAssets.EUR, recipientEmail: anna.user.email, amount: 3 };
		await tracker.transfer(escrow, movement);
		expect(await euro(stage)).toBe('DIFFERS 7 10..10');
		expect(await euro(stage)).toBe('DIFFERS 7 10..10');
		const sentence = 'EUR: own accounts hold 3 less at the tracker than the books explain';
		expect(alarms).toEqual([sentence, expect.stringMatching(/^payouts of EUR are stopped/)]);
		// Both may be of the same millisecond.
		const open = await openAlarms(database);
		expect(open.map(({ kind, message }) => `${kind} ${message}`).sort()).toEqual([
			`BALANCE ${sentence}`,
			expect.stringMatching(/^SHORT payouts of EUR are stopped/),
		]);
		await tracker.transfer(anna.user, { ...movement, recipientEmail: escrow.email });
		expect(await euro(stage)).toBe('AGREES 10 10..10');
		expect(await openAlarms(database)).toMatchObject([{ kind: 'SHORT' }]);
		expect(await resumeAssets(stage.treasury, database, 'EUR')).toEqual(['EUR']);
		expect(await openAlarms(database)).toEqual([]);
	});

	test('an asset whose intents change during every reading is moving, the others are judged', async () => {
		const { tracker } = stage.treasury;
		const disturbed: Tracker = {
			transfer: (request) => tracker.transfer(request),
			transactions: (key, assetId) => tracker.transactions(key, assetId),
			balances: async (key) => {
				await stage.deposit(stage.anna, 'EUR', 10_000n);
				await stage.carry();
				return tracker.balances(key);
			},
		};
		expect(await euro(stage, disturbed)).toMatch(/^MOVING \?/);
		const { verdict, assets } = await reconcile({ ...stage.treasury, tracker: disturbed });
		expect([verdict, assets.map(({ verdict: one }) => one)]).toEqual([
			'MOVING',
			['MOVING', 'AGREES'],
		]);
		expect(await openAlarms(stage.database)).toEqual([]);
		expect(await euro(stage)).toMatch(/^AGREES/);
	});

	test('a tracker that refuses or is away is no difference', async () => {
		const { treasury, database } = stage;
		const settings = { ...treasury.settings, escrow: { ...stage.escrow, key: 'wrong' } };
		const { verdict, assets } = await reconcile({ ...treasury, settings });
		expect(verdict).toBe('UNREAD');
		expect(assets[0]?.reason).toMatch(/^escrow.*: Auth_KeyInvalid/);
		expect(await openAlarms(database)).toMatchObject([
			{ kind: 'UNREAD', message: expect.stringMatching(/could not be compared.*Auth_KeyInvalid/) },
		]);
		await reconcile(treasury);
		expect(await openAlarms(database)).toEqual([]);
	});

	test('payouts stopped for a key flow again when escrow can be read', async () => {
		const { treasury, database } = stage;
		await database.updateTable('settlement_state').set({ payouts_stopped: 'the key' }).execute();
		await database
			.insertInto('alarms')
			.values({ id: 'one', kind: 'KEY', message: 'the key', raised_at: 1, cleared_at: null })
			.execute();
		const settings = { ...treasury.settings, escrow: { ...stage.escrow, key: 'wrong' } };
		expect(await probeKeys({ ...treasury, settings })).toBe(false);
		expect(await openAlarms(database)).toHaveLength(1);
		expect(await probeKeys(treasury)).toBe(true);
		expect(await openAlarms(database)).toEqual([]);
		expect(await probeKeys({ ...treasury, settings })).toBe(true);
	});
});

test('what lies on transit accounts is counted, and what moves between own accounts is moving', async () => {
	const place = await databases.place();
	const transit = [await running.addUser('on.its.way@first.test', ['TrackerUser'])];
	const stage = await openStage(running, place, { transit, resolvers: ['transit'] });
	const [way] = transit;
	if (way === undefined) throw new Error('there is no transit account');
	await stage.deposit(stage.anna, 'EUR', 80_000n);
	await stage.carry();
	expect(await euro(stage)).toBe('AGREES 8 8..8');
	const { tracker } = stage.treasury;
	let homeward = true;
	const disturbed: Tracker = {
		transfer: (request) => tracker.transfer(request),
		transactions: (key, assetId) => tracker.transactions(key, assetId),
		balances: async (key) => {
			const answer = await tracker.balances(key);
			if (key !== stage.escrow.key) return answer;
			const [from, to] = homeward ? [way, stage.escrow] : [stage.escrow, way];
			homeward = !homeward;
			const assetId = stage.trackerAssets.EUR;
			await stage.tracker.transfer(from, { assetId, recipientEmail: to.email, amount: 8 });
			return answer;
		},
	};
	expect(await euro(stage, disturbed)).toMatch(/^MOVING/);
	await stage.close();
});
