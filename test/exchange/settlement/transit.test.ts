/** Transit accounts whose users, reviewers and collectors meet at the worst moments. */
import { collectTransit } from '../../../exchange/settlement/carrying/collecting';
import { requestDeposit } from '../../../exchange/settlement/store/requests';
import { reviewIntent } from '../../../exchange/settlement/store/review';
import { TestDatabases } from '../../support/servers/databases';
import { openScriptedStage, type ScriptedStage } from './scripted-stage';

const databases = new TestDatabases();
let stage: ScriptedStage;
afterEach(() => stage.close());
afterAll(() => databases.close());

async function open(transit: string[]) {
	stage = await openScriptedStage(await databases.place(), transit);
	const parts = stage.parts(['transit']);
	await stage.deposit(parts, 'anna', 100);
	for (let time = 0; time < 3; time += 1) {
		await stage.carry(parts);
		stage.clock.time += 1_000;
		await collectTransit(parts);
	}
	await stage.deposit(parts, 'ben', 100);
	for (let time = 0; time < 3; time += 1) {
		await stage.carry(parts);
		stage.clock.time += 1_000;
		await collectTransit(parts);
	}
	expect(await accounts()).toEqual(transit.map((name) => `${name} FREE`));
	expect(await stage.balance(stage.ben.id)).toBe(100n);
	return parts;
}

async function accounts() {
	const rows = await stage.database
		.selectFrom('transit_accounts')
		.selectAll()
		.orderBy('email')
		.execute();
	return rows.map((row) => `${row.email.split('@')[0]} ${row.state}`);
}

const got = (who: 'anna' | 'ben') => (stage.tracker.held.get(stage[who].email) ?? 0) - 900;

/** A payout of Anna's is held with t1 in its row; t1 has come home and is free again. */
async function heldPayout(parts: ReturnType<ScriptedStage['parts']>) {
	const id = await stage.payout(parts, 'anna', 30);
	stage.tracker.users.delete('anna-key'); // unknown to the tracker for now
	await stage.carry(parts);
	stage.tracker.users.set('anna-key', stage.anna.email);
	expect(await stage.state(id)).toBe('HELD_FOR_REVIEW');
	stage.clock.time += 500_000;
	await collectTransit(parts);
	await collectTransit(parts);
	expect((await accounts())[0]).toBe('t1 FREE');
	return id;
}

test.each(['SETTLED', 'REFUSED', 'SEND_AGAIN'] as const)(
	'a review decided %s leaves the account alone that another intent uses by now',
	async (decision) => {
		const parts = await open(['t1', 't2']);
		const held = await heldPayout(parts);
		// Ben's payout takes t1, funds it, and waits with its payment in doubt.
		const ben = await stage.payout(parts, 'ben', 40);
		stage.tracker.fates = ['DONE', 'CALL_LOST'];
		await stage.carry(parts);
		expect(stage.tracker.held.get('t1@house.test')).toBe(40);
		expect((await accounts())[0]).toBe('t1 IN_USE');
		await reviewIntent(parts, held, decision);
		const after = (await accounts())[0];
		await collectTransit(parts);
		stage.clock.time += 60_000;
		await stage.run(parts, 5_000);
		expect({ after, ben: await stage.state(ben), paid: got('ben') }).toEqual({
			after: 't1 IN_USE',
			ben: 'SETTLED',
			paid: 40,
		});
	},
);

test.each([
	[['DONE', 'DONE'] as const],
	[['DONE', 'ANSWER_LOST'] as const],
	[['DONE', 'CALL_LOST'] as const],
])('a payout sent again is funded anew where the tracker heeds keys: %j', async (fates) => {
	const parts = await open(['t1']);
	stage.tracker.honoursKeys = true;
	const held = await heldPayout(parts);
	await reviewIntent(parts, held, 'SEND_AGAIN');
	stage.tracker.fates = [...fates];
	await stage.run(parts, 200_000);
	expect([await stage.state(held), got('anna')]).toEqual(['SETTLED', 30]);
});

/** Somebody begins to collect t1 and falls asleep between reading it and what follows. */
async function collectAndSleep(parts: ReturnType<ScriptedStage['parts']>) {
	const asleep = Promise.withResolvers<void>();
	const hasRead = Promise.withResolvers<void>();
	let isFirst = true;
	stage.tracker.afterBalances = async (key) => {
		if (key !== 't1-key' || !isFirst) return;
		isFirst = false;
		hasRead.resolve();
		await asleep.promise;
	};
	const collecting = collectTransit(parts);
	await hasRead.promise;
	return {
		async wake() {
			asleep.resolve();
			await collecting;
		},
	};
}

test('one who collects and slept does not empty an account that is in use again', async () => {
	const parts = await open(['t1']);
	// A deposit through t1 leaves 50 there.
	await stage.deposit(parts, 'anna', 50);
	await stage.carry(parts);
	expect(await accounts()).toEqual(['t1 COLLECTING']);
	const sleeper = await collectAndSleep(parts);
	await collectTransit(parts);
	await collectTransit(parts);
	expect(await accounts()).toEqual(['t1 FREE']);
	const ben = await stage.payout(parts, 'ben', 50);
	stage.tracker.fates = ['DONE', 'CALL_LOST'];
	await stage.carry(parts);
	expect(stage.tracker.held.get('t1@house.test')).toBe(50);
	await sleeper.wake();
	stage.clock.time += 60_000;
	await stage.run(parts, 5_000);
	expect([await stage.state(ben), got('ben')]).toEqual(['SETTLED', 50]);
});

test('one who collects and slept does not free an account that holds a new deposit', async () => {
	const parts = await open(['t1']);
	await stage.deposit(parts, 'anna', 50);
	await stage.carry(parts);
	await collectTransit(parts);
	expect(await accounts()).toEqual(['t1 COLLECTING']); // empty, about to be freed
	const sleeper = await collectAndSleep(parts);
	await collectTransit(parts);
	expect(await accounts()).toEqual(['t1 FREE']);
	await stage.deposit(parts, 'anna', 60);
	await stage.carry(parts);
	await sleeper.wake();
	expect(await accounts()).toEqual(['t1 COLLECTING']);
	// Otherwise a deposit that never lands is credited by what Anna's left there.
	stage.tracker.fates = ['CALL_LOST'];
	const stolen = await stage.deposit(parts, 'ben', 60);
	await stage.run(parts, 100_000);
	expect([await stage.state(stolen), await stage.balance(stage.ben.id)]).not.toEqual([
		'SETTLED',
		160n,
	]);
});

test('of two who collect at once, the one that is answered does not end the other’s rest', async () => {
	const parts = await open(['t1']);
	await stage.deposit(parts, 'anna', 50);
	await stage.carry(parts);
	let readers = 0;
	const met = Promise.withResolvers<void>();
	stage.tracker.afterBalances = async (key) => {
		if (key !== 't1-key') return;
		readers += 1;
		if (readers === 2) met.resolve();
		await met.promise;
	};
	// Both read t1 before either calls; the first call gets no answer and may land late.
	stage.tracker.fates = ['CALL_LOST', 'DONE'];
	await Promise.all([collectTransit(parts), collectTransit(parts)]);
	stage.tracker.afterBalances = undefined;
	await collectTransit(parts);
	expect(stage.tracker.calls.filter(({ key }) => key === 't1-key')).not.toEqual([]);
	expect(await accounts()).toEqual(['t1 COLLECTING']);
});

test('deposits by keys that are none leave their transit accounts to others at once', async () => {
	const parts = await open(['t1']);
	for (let number = 1; number <= 15; number += 1) {
		const request = { accountId: stage.anna.id, asset: 'EUR', amount: 1n, traderKey: 'none' };
		await requestDeposit(parts, { ...request, reference: `none ${number}` });
	}
	const payout = await stage.payout(parts, 'ben', 50);
	// Nothing is collected meanwhile.
	await stage.run(parts, 30_000);
	expect(await stage.state(payout)).toBe('SETTLED');
});
