/**
 * One transfer at the tracker settles one intent, whatever tells of it: the answer to a call, one
 * that was kept under its key, the list, or what a version left behind whose keys could be guessed.
 */
import { openAlarms } from '../../../exchange/guard/alarms';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { bothDatabaseKinds, TestDatabases } from '../../support/servers/databases';
import { openScriptedStage, type ScriptedStage } from './scripted-stage';

const databases = new TestDatabases();
let stage: ScriptedStage;
afterEach(() => stage.close());
afterAll(() => databases.close());

/** The latest call at the tracker. */
function lastCall() {
	const call = stage.tracker.calls.at(-1);
	if (call === undefined) throw new Error('there was no call');
	return call;
}

async function owed(): Promise<bigint> {
	return (await stage.balance(stage.anna.id)) + (await stage.balance(stage.ben.id));
}

async function heldReason(id: string): Promise<string | undefined> {
	const alarms = await openAlarms(stage.database);
	return alarms.find(({ intentId }) => intentId === id)?.message;
}

describe.each(bothDatabaseKinds)('on %s', (kind) => {
	beforeEach(async () => {
		stage = await openScriptedStage(await databases.place(kind));
	});

	test('a transfer that another intent was settled by is held, and credited to nobody', async () => {
		const parts = stage.parts(['idempotency-key']);
		stage.tracker.honoursKeys = true;
		await stage.deposit(parts, 'anna', 50);
		await stage.run(parts, 1_000);
		const second = await stage.deposit(parts, 'anna', 50);
		const [first] = stage.tracker.moved;
		stage.tracker.fates = Array.from({ length: 9 }, () => ({
			kind: 'DONE' as const,
			transactionId: first?.id ?? '',
		}));
		await stage.run(parts, 100_000);
		expect(await stage.state(second)).toBe('HELD_FOR_REVIEW');
		expect(await heldReason(second)).toContain('the tracker names transfer t1, which is another');
		expect(await owed()).toBe(50n);
		expect(await auditLedger(stage.database)).toEqual([]);
	});

	test('what the tracker keeps under a key is never waited for to change', async () => {
		const parts = stage.parts(['idempotency-key']);
		stage.tracker.honoursKeys = true;
		const notYet = { status: 409, code: 'Factory_FactoryNotConfirmed', message: 'no' } as const;
		const id = await stage.deposit(parts, 'anna', 50);
		stage.tracker.fates = [{ kind: 'REFUSED', ...notYet }];
		await stage.carry(parts);
		const refused = lastCall().idempotencyKey;
		await stage.run(parts, 40_000);
		expect(await stage.state(id)).toBe('SETTLED');
		expect(lastCall().idempotencyKey).not.toBe(refused);
	});
});

test('the key of a call stands nowhere but in the call', async () => {
	stage = await openScriptedStage(await databases.place());
	const parts = stage.parts(['idempotency-key']);
	await stage.deposit(parts, 'anna', 50);
	stage.tracker.fates = ['ANSWER_LOST'];
	await stage.run(parts, 5_000);
	await stage.payout(parts, 'anna', 20);
	await stage.run(parts, 5_000);
	const keys = stage.tracker.calls.map(({ idempotencyKey }) => idempotencyKey);
	expect(new Set(keys).size).toBe(2);
	for (const table of ['intents', 'intent_steps', 'alarms', 'transfer_claims'] as const) {
		const rows: readonly object[] = await stage.database.selectFrom(table).selectAll().execute();
		const text = rows.map((row) => Object.values(row).join(' ')).join();
		for (const key of keys) expect(text).not.toContain(key);
	}
});
