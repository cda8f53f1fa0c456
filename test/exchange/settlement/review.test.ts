import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { openAlarms, raiseAlarm } from '../../../exchange/guard/alarms';
import { findIntent } from '../../../exchange/settlement/store/intents';
import { stepsOf } from '../../../exchange/settlement/store/all-transfers';
import { reviewIntent } from '../../../exchange/settlement/store/review';
import { setEmail } from '../../../exchange/settlement/setup/trader-email';
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

describe.each(databaseKinds)('a transfer held for review on %s', (kind) => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await openStage(running, await databases.place(kind));
		await stage.deposit(stage.anna, 'EUR', 1_000_000n);
		await stage.carry();
	});

	afterEach(() => stage.close());

	/** Anna's payout to an address the tracker does not know. */
	async function heldPayout(): Promise<string> {
		const { database, treasury, anna } = stage;
		const wrong = { accountId: anna.id, email: `nobody.${anna.id}@first.test` };
		await setEmail(database, { ...wrong, settings: treasury.settings });
		const { id } = await stage.payout(anna, 'EUR', 400_000n);
		await stage.carry();
		expect(await findIntent(database, id)).toMatchObject({ state: 'HELD_FOR_REVIEW' });
		expect(await openAlarms(database)).toMatchObject([{ kind: 'INTENT', intentId: id }]);
		return id;
	}

	async function balances(): Promise<string> {
		const rows = await stage.database
			.selectFrom('balances')
			.select(['account_id', 'available'])
			.where('asset', '=', 'EUR')
			.where('available', '<>', 0n)
			.execute();
		const names = new Map([[stage.anna.id, 'anna']]);
		return rows
			.map((row) => `${names.get(row.account_id) ?? row.account_id} ${row.available}`)
			.sort()
			.join();
	}

	test('is sent again to the address the account has now', async () => {
		const id = await heldPayout();
		const { database, treasury, anna, trackerAssets } = stage;
		const right = { accountId: anna.id, email: anna.user.email };
		await setEmail(database, { ...right, settings: treasury.settings });
		const planned = await reviewIntent(treasury, id, 'SEND_AGAIN');
		expect(planned).toMatchObject({ state: 'PLANNED', traderEmail: anna.user.email });
		expect(await openAlarms(database)).toEqual([]);
		await stage.carry();
		expect(await findIntent(database, id)).toMatchObject({ state: 'SETTLED' });
		expect(await stage.tracker.amount(anna.user, trackerAssets.EUR)).toBe(940);
		expect(await balances()).toBe('anna 600000,external -600000');
		expect(await auditLedger(database)).toEqual([]);
		const steps = await stepsOf(database, id);
		expect(steps.map(({ state }) => state)).toEqual([
			...['PLANNED', 'SENDING', 'HELD_FOR_REVIEW', 'PLANNED', 'SENDING', 'SETTLED'],
		]);
	});

	test('takes the alarm about it away when it is decided, and no other', async () => {
		const { database, treasury, anna } = stage;
		const id = await heldPayout();
		const other = await stage.deposit(anna, 'EUR', 50_000n);
		const about = { kind: 'INTENT', message: `not ${id} alone`, intentId: other.id } as const;
		await raiseAlarm(treasury, database, about);
		await reviewIntent(treasury, id, 'REFUSED');
		expect(await openAlarms(database)).toMatchObject([about]);
	});

	test.each([
		['REFUSED', 'anna 1000000,external -1000000'],
		['SETTLED', 'anna 600000,external -600000'],
	] as const)('decided %s leaves %s', async (decision, expected) => {
		const id = await heldPayout();
		expect(await auditLedger(stage.database)).toEqual([]);
		expect(await reviewIntent(stage.treasury, id, decision)).toMatchObject({ state: decision });
		expect(await balances()).toBe(expected);
		expect(await auditLedger(stage.database)).toEqual([]);
		await expect(reviewIntent(stage.treasury, id, decision)).rejects.toThrow(
			/only one that is HELD/,
		);
	});

	test('being a deposit is credited when the tracker shows it, and is never sent again', async () => {
		const { database, treasury, anna } = stage;
		const held = async () => {
			const { id } = await stage.deposit(anna, 'EUR', 50_000n);
			await database
				.updateTable('intents')
				.set({ state: 'HELD_FOR_REVIEW', last_doubt_at: 1 })
				.where('id', '=', id)
				.execute();
			return id;
		};
		const [first, second] = [await held(), await held()];
		await expect(reviewIntent(treasury, first, 'SEND_AGAIN')).rejects.toThrow(/key is gone/);
		await reviewIntent(treasury, first, 'SETTLED');
		await reviewIntent(treasury, second, 'REFUSED');
		expect(await balances()).toBe('anna 1050000,external -1050000');
		expect(await database.selectFrom('sealed_keys').selectAll().execute()).toEqual([]);
		expect(await auditLedger(database)).toEqual([]);
		await expect(reviewIntent(treasury, 'none', 'SETTLED')).rejects.toThrow(/no intent none/);
	});

	test('the audit names what an intent moved and should not have', async () => {
		const { database } = stage;
		const id = await heldPayout();
		await database.updateTable('intents').set({ state: 'SETTLED' }).where('id', '=', id).execute();
		expect(await auditLedger(database)).toEqual([
			'payouts EUR: holds 400000, open payouts carry 0',
			expect.stringMatching(/^settlement 2\/1: nothing, by its intent PAID 400000 EUR/),
		]);
		await database
			.updateTable('postings')
			.set({ sequence: 9 })
			.where('journal', '=', 'settlement')
			.where('sequence', '=', 1n)
			.execute();
		expect(await auditLedger(database)).toContainEqual(
			expect.stringMatching(/^settlement 9\/1: DEPOSIT .*, without an intent$/),
		);
	});

	test('the address of another trader, or of the exchange, is nobody else’s', async () => {
		const { database, treasury, anna, ben, escrow } = stage;
		const set = (email: string) =>
			setEmail(database, { accountId: anna.id, email, settings: treasury.settings });
		await expect(set(ben.user.email.toUpperCase())).rejects.toThrow(/address of ben/);
		await expect(set(escrow.email)).rejects.toThrow(/exchange itself/);
		await expect(set('anna')).rejects.toThrow(/must be an e-mail/);
		const settings = treasury.settings;
		const form = await setEmail(database, {
			accountId: ben.id,
			email: 'Ben@bücher.test',
			settings,
		});
		expect(form).toBe('ben@xn--bcher-kva.test');
		await expect(set('ben@BÜCHER.test')).rejects.toThrow(/address of ben/);
	});
});
