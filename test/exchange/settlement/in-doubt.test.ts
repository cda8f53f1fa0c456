/** Calls whose outcome is not known, in the orders of events that tempt to a wrong conclusion. */
import { Carrier } from '../../../exchange/settlement/carrying/carrier';
import { collectTransit } from '../../../exchange/settlement/carrying/collecting';
import { fitSlots } from '../../../exchange/settlement/store/slots';
import { checkOwnAccounts } from '../../../exchange/settlement/setup/own-accounts';
import type { TreasuryParts } from '../../../exchange/settlement/setup/parts';
import { requestDeposit } from '../../../exchange/settlement/store/requests';
import { TestDatabases } from '../../support/servers/databases';
import { openScriptedStage, type ScriptedStage } from './scripted-stage';

const databases = new TestDatabases();
let stage: ScriptedStage;
beforeEach(async () => {
	stage = await openScriptedStage(await databases.place(), ['t1']);
});
afterEach(() => stage.close());
afterAll(() => databases.close());

test('a deposit that arrived is not refused because its key was revoked before it was asked again', async () => {
	const parts = stage.parts(['idempotency-key']);
	stage.tracker.honoursKeys = true;
	const id = await stage.deposit(parts, 'anna', 50);
	stage.tracker.fates = ['ANSWER_LOST'];
	await stage.carry(parts);
	stage.tracker.users.delete('anna-key');
	await stage.run(parts, 200_000);
	const arrived = stage.tracker.held.get('escrow@house.test');
	expect({ arrived, state: await stage.state(id) }).not.toEqual({ arrived: 50, state: 'REFUSED' });
});

test('nor because escrow has another address by then', async () => {
	const parts = stage.parts(['idempotency-key']);
	stage.tracker.honoursKeys = true;
	const id = await stage.deposit(parts, 'anna', 50);
	stage.tracker.fates = ['ANSWER_LOST'];
	await stage.carry(parts);
	stage.tracker.users.set('new-key', 'escrow-2@house.test');
	const moved = stage.parts(['idempotency-key'], {
		escrow: { email: 'escrow-2@house.test', key: 'new-key' },
	});
	await stage.run(moved, 200_000);
	const arrived = stage.tracker.held.get('escrow@house.test');
	expect({ arrived, state: await stage.state(id) }).not.toEqual({ arrived: 50, state: 'REFUSED' });
});

describe('a tracker with a list that answers transfers with nothing', () => {
	beforeEach(() => {
		stage.tracker.hasList = true;
		stage.tracker.answersIds = false;
	});

	test('the second of two equal payouts is not settled by the first one’s transfer', async () => {
		const parts = stage.parts(['transaction-list']);
		await stage.deposit(parts, 'anna', 100);
		await stage.run(parts, 2_000);
		await stage.payout(parts, 'anna', 20);
		await stage.run(parts, 2_000);
		const second = await stage.payout(parts, 'anna', 20);
		stage.tracker.fates = ['CALL_LOST'];
		await stage.run(parts, 300_000);
		const paid = (stage.tracker.held.get(stage.anna.email) ?? 0) - 900;
		expect([await stage.state(second), paid]).not.toEqual(['SETTLED', 20]);
	});

	test('a deposit that never lands is not credited by another trader’s', async () => {
		const parts = stage.parts(['transaction-list']);
		// An account without an address at the tracker.
		await stage.database
			.updateTable('accounts')
			.set({ email: null })
			.where('id', '=', stage.ben.id)
			.execute();
		await stage.deposit(parts, 'anna', 100);
		await stage.run(parts, 2_000);
		await stage.deposit(parts, 'ben', 100);
		stage.tracker.fates = [{ kind: 'UNKNOWN', cause: 'status 429' }];
		await stage.run(parts, 300_000);
		const owed = (await stage.balance(stage.anna.id)) + (await stage.balance(stage.ben.id));
		expect(owed).toBe(BigInt(stage.tracker.held.get('escrow@house.test') ?? 0));
	});
});

describe('one trader’s limit at the tracker', () => {
	const limited = { kind: 'UNKNOWN', cause: 'status 429', retryAfterMs: 3_600_000 } as const;

	test('makes nobody else wait', async () => {
		const parts = stage.parts(['idempotency-key']);
		await stage.deposit(parts, 'anna', 50);
		stage.tracker.fates = [limited];
		// The worker has BullMQ stop the whole settlement queue for so long.
		const { pauseMs } = await new Carrier(parts, () => undefined).carry('EUR/1');
		expect(pauseMs).toBe(0);
	});

	test('does not close an exclusive slot for longer than the quiet time', async () => {
		const parts = stage.parts(['transaction-list']);
		stage.tracker.hasList = true;
		const first = await stage.deposit(parts, 'anna', 50);
		const second = await stage.deposit(parts, 'ben', 50);
		stage.tracker.fates = [limited];
		await stage.run(parts, 120_000);
		expect([await stage.state(first), await stage.state(second)]).toEqual(['SETTLED', 'SETTLED']);
	});
});

describe.each([
	{ resolvers: ['transaction-list'] },
	{ resolvers: ['balance'] },
	{ resolvers: ['idempotency-key', 'transaction-list'] },
	{ resolvers: ['idempotency-key', 'balance'] },
])('a trader whose key is limited for ever, with $resolvers', ({ resolvers }) => {
	/** How long one deposit may close the slot at the longest. */
	const turnMs = 300_000 + 70_000;

	beforeEach(() => {
		stage.tracker.hasList = true;
		stage.tracker.honoursKeys = true;
		stage.tracker.limited.add(stage.anna.key);
	});

	test('keeps nobody waiting longer than one deposit may', async () => {
		const parts = stage.parts(resolvers);
		const limited: string[] = [];
		for (let count = 0; count < 5; count += 1) {
			limited.push(await stage.deposit(parts, 'anna', 50));
		}
		await stage.carry(parts);
		const behind = await stage.deposit(parts, 'ben', 50);
		await stage.run(parts, 2 * turnMs);
		expect(await stage.state(behind)).toBe('SETTLED');
		expect(await stage.state(limited[0] ?? '')).toBe('REFUSED');
		expect(stage.tracker.held.get('escrow@house.test')).toBe(50);
	});
});

test('a deposit nobody can tell of is held, and others go on', async () => {
	const parts = stage.parts(['transaction-list']);
	Object.assign(stage.tracker, { hasList: true, isListDown: true });
	stage.tracker.fates = ['ANSWER_LOST'];
	const lost = await stage.deposit(parts, 'anna', 50);
	await stage.carry(parts);
	const behind = await stage.deposit(parts, 'ben', 50);
	await stage.run(parts, 310_000);
	expect([await stage.state(lost), await stage.state(behind)]).toEqual([
		...['HELD_FOR_REVIEW', 'SETTLED'],
	]);
	expect(await stage.balance(stage.anna.id)).toBe(0n);
});

test('deposits nobody can make take no room from others', async () => {
	const parts = stage.parts(['idempotency-key']);
	const request = { accountId: stage.anna.id, asset: 'EUR', traderKey: 'none' };
	const ask = (amount: bigint, reference: string) =>
		requestDeposit(parts, { ...request, amount, reference });
	// A hundredth of all that can be held, in as many deposits as one transfer each needs.
	const most = 2n ** 53n - 1n;
	for (let number = 1; number <= 4; number += 1) await ask(most, `${number}`);
	await expect(ask(most, '5')).rejects.toThrow(/open deposits more than anybody may have/);
	for (let number = 5; number <= 20; number += 1) await ask(1n, `${number}`);
	await expect(ask(1n, '21')).rejects.toThrow(/20 deposits of EUR under way already/);
	await expect(ask(1n, '20')).resolves.toMatchObject({ repeated: true });
	await expect(stage.deposit(parts, 'ben', 1)).resolves.toBeDefined();
});

describe('under settings that have changed', () => {
	function paid(who: 'anna' | 'ben'): number {
		return (stage.tracker.held.get(stage[who].email) ?? 0) - 900;
	}

	beforeEach(async () => {
		const parts = stage.parts(['idempotency-key']);
		await stage.deposit(parts, 'anna', 100);
		await stage.deposit(parts, 'ben', 100);
		await stage.run(parts, 5_000);
	});

	/** Planned only; one of their calls will land, and no answer will come. */
	async function twoEqualPayouts(parts: TreasuryParts): Promise<readonly string[]> {
		stage.tracker.hasList = true;
		stage.tracker.fates = ['ANSWER_LOST', 'CALL_LOST'];
		return [await stage.payout(parts, 'anna', 20), await stage.payout(parts, 'anna', 20)];
	}

	test('a call that cannot be explained keeps others away until it must have landed', async () => {
		stage.tracker.fates = ['CALL_LOST'];
		await stage.payout(stage.parts(['transaction-list']), 'anna', 50);
		await stage.carry(stage.parts(['transaction-list']));
		const late = stage.tracker.calls.at(-1);
		if (late === undefined) throw new Error('there was no call');
		const after = stage.parts(['balance']);
		await stage.run(after, 5_000);
		const second = await stage.payout(after, 'ben', 50);
		stage.tracker.fates = ['CALL_LOST'];
		await stage.carry(after);
		stage.tracker.land(late);
		await stage.run(after, 300_000);
		expect([await stage.state(second), paid('ben')]).toEqual(['SETTLED', 50]);
	});

	test('two equal payouts that were in doubt side by side are not settled by one transfer', async () => {
		const before = stage.parts(['idempotency-key']);
		const ids = await twoEqualPayouts(before);
		await stage.carry(before);
		const after = stage.parts(['transaction-list']);
		await fitSlots(after.settings, stage.database);
		await stage.run(after, 300_000);
		const states = await Promise.all(ids.map((id) => stage.state(id)));
		const settled = states.filter((state) => state === 'SETTLED').length;
		expect(paid('anna')).toBeGreaterThanOrEqual(20 * settled);
	});

	test('payouts planned side by side are made one after the other by the list', async () => {
		const ids = await twoEqualPayouts(stage.parts(['idempotency-key']));
		const after = stage.parts(['transaction-list']);
		await fitSlots(after.settings, stage.database);
		await stage.run(after, 300_000);
		expect(await Promise.all(ids.map((id) => stage.state(id)))).toEqual(['SETTLED', 'SETTLED']);
		expect(paid('anna')).toBe(40);
	});

	test('balance is no resolver while a transit account still brings money home', async () => {
		const transit = stage.parts(['transit']);
		await stage.deposit(transit, 'ben', 50);
		await stage.carry(transit);
		const { settings } = stage.parts(['balance']);
		await expect(checkOwnAccounts(settings, stage.database)).rejects.toThrow(
			/resolvers may name balance only when nothing is on t1@house.test any more/,
		);
		await collectTransit(transit);
		await collectTransit(transit);
		await expect(checkOwnAccounts(settings, stage.database)).resolves.toBeUndefined();
	});
});
