/** Transfers that settled without a name get the tracker's, wherever its list can tell which. */
import { nameTransfers } from '../../../exchange/settlement/carrying/naming';
import type { TreasuryParts } from '../../../exchange/settlement/setup/parts';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { openScriptedStage, type ScriptedStage } from './scripted-stage';

const databases = new TestDatabases();
afterAll(() => databases.close());

async function nameOf({ database }: ScriptedStage, id: string): Promise<string | null> {
	const row = await database
		.selectFrom('intents')
		.select(['state', 'transaction_id'])
		.where('id', '=', id)
		.executeTakeFirstOrThrow();
	expect(row.state).toBe('SETTLED');
	return row.transaction_id;
}

/** How many are still to be looked up. */
async function waiting({ database }: ScriptedStage): Promise<number> {
	return (await database.selectFrom('unnamed_transfers').selectAll().execute()).length;
}

/** Two days, with a look every ten minutes. */
async function lookLong(stage: ScriptedStage, parts: TreasuryParts): Promise<void> {
	for (let minutes = 0; minutes < 2_880; minutes += 10) {
		stage.clock.time += 600_000;
		await nameTransfers(parts);
	}
}

describe.each(databaseKinds)('on %s', (kind) => {
	let stage: ScriptedStage;
	beforeEach(async () => {
		stage = await openScriptedStage(await databases.place(kind));
		stage.tracker.hasList = true;
	});
	afterEach(() => stage.close());

	test('what the balance or a transit account told of', async () => {
		const byBalance = stage.parts(['balance']);
		stage.tracker.fates = ['ANSWER_LOST'];
		const first = await stage.deposit(byBalance, 'anna', 50);
		await stage.run(byBalance, 10_000);
		stage.tracker.fates = ['ANSWER_LOST'];
		const second = await stage.payout(byBalance, 'anna', 20);
		await stage.run(byBalance, 10_000);
		await nameTransfers(byBalance);
		// Not before the list is complete.
		expect([await nameOf(stage, first), await nameOf(stage, second)]).toEqual([null, null]);
		stage.clock.time += 60_000;
		await nameTransfers(byBalance);
		expect([await nameOf(stage, first), await nameOf(stage, second)]).toEqual(['t1', 't2']);
		const byTransit = stage.parts(['transit']);
		stage.tracker.fates = ['ANSWER_LOST'];
		const third = await stage.deposit(byTransit, 'ben', 30);
		await stage.run(byTransit, 70_000);
		stage.clock.time += 60_000;
		await nameTransfers(byTransit);
		expect(await nameOf(stage, third)).toBe('t3');
		expect(await waiting(stage)).toBe(0);
	});

	test('never one of two that fit, nor one of somebody else, nor one that counts for another', async () => {
		const parts = stage.parts(['idempotency-key'], { onEmptyAnswer: 'BELIEVE' });
		const believed = { kind: 'DONE', transactionId: null } as const;
		stage.tracker.fates = [believed, believed, believed];
		const twice = [await stage.deposit(parts, 'anna', 50), await stage.deposit(parts, 'anna', 50)];
		const other = await stage.deposit(parts, 'anna', 70);
		await stage.run(parts, 1_000);
		const [sender, recipient, time] = [stage.anna.email, 'escrow@house.test', stage.clock.time];
		for (const id of ['a1', 'a2']) {
			stage.tracker.moved.push({ id, units: 50n, sender, recipient, time });
		}
		const named = await stage.deposit(parts, 'ben', 70);
		await stage.run(parts, 1_000);
		await lookLong(stage, parts);
		expect(await Promise.all(twice.map((id) => nameOf(stage, id)))).toEqual([null, null]);
		expect(await nameOf(stage, other)).toBeNull();
		expect(await nameOf(stage, named)).toBe('t3');
		expect(await waiting(stage)).toBe(0);
	});

	test('a tracker without a list is asked once', async () => {
		stage.tracker.hasList = false;
		const parts = stage.parts(['balance']);
		stage.tracker.fates = ['ANSWER_LOST'];
		const id = await stage.deposit(parts, 'anna', 50);
		await stage.run(parts, 80_000);
		await nameTransfers(parts);
		expect(await nameOf(stage, id)).toBeNull();
		expect(await waiting(stage)).toBe(0);
	});
});
