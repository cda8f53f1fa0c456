/**
 * The audit log as those meet it who must answer for the exchange: whatever an administrator does by
 * command stands in it with who and why, an act that fails leaves no entry, and one that cannot be
 * written down is not done.
 */
import os from 'node:os';
import { Accounts } from '../../../exchange/accounts/accounts';
import { admin } from '../../../exchange/admin/admin';
import { findAccount } from '../../../exchange/reading/managed-accounts';
import { listActs } from '../../../exchange/guard/audit';
import { openDatabase, type Database } from '../../../exchange/database/database';
import { runCommandLine } from '../../../server/commands/shell';
import { databaseKinds, TestDatabases, type TestPlace } from '../../support/servers/databases';
import { operatorOn } from '../support/operator';
import { TextTerminal } from '../../support/programs/text-terminal';

const databases = new TestDatabases();
afterAll(() => databases.close());

const why = ['--reason', 'asked for'];

interface Entry {
	readonly time: number;
	readonly actor: object;
	readonly action: string;
	readonly subject: string;
	readonly details: readonly { readonly name: string; readonly value: string }[];
	readonly reason?: string;
}

describe.each(databaseKinds)('the audit log, on %s', (kind) => {
	let place: TestPlace;
	let database: Database;
	beforeAll(async () => {
		place = await databases.place(kind);
		database = await openDatabase(place);
	});
	afterAll(() => database.destroy());

	async function run(...args: readonly string[]) {
		const terminal = new TextTerminal();
		const { dataFolder, databaseUrl = '' } = place;
		const environment = { EXCHANGE_DATA: dataFolder, DATABASE_URL: databaseUrl };
		const code = await runCommandLine(admin, args, { environment, terminal });
		return { code, output: terminal.output, complaint: terminal.complaint };
	}

	async function answer<Value>(...args: readonly string[]): Promise<Value> {
		const { code, output, complaint } = await run(...args, '--json');
		expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
		return JSON.parse(output) as Value;
	}

	const entries = (...args: readonly string[]) =>
		answer<readonly Entry[]>('list-admin-actions', ...args);

	test('tells of every act by command what was done, by which user and why', async () => {
		await answer('add-asset', '--asset', 'GOLD', '--decimals', '3');
		await answer('add-asset', '--asset', 'EUR', '--decimals', '2', '--reason', 'the launch');
		const assets = ['--base-asset', 'GOLD', '--quote-asset', 'EUR'];
		const rules = ['--tick-size', '0.1', '--step-size', '0.1'];
		const limits = ['--max-price', '1000', '--min-qty', '0.1', '--max-qty', '1000'];
		await answer('add-market', '--symbol', 'GOLD-EUR', ...assets, ...rules, ...limits);
		const { accountId: id } = await answer<{ accountId: string }>('add-account', '--name', 'Anna');
		const credit = ['--asset', 'EUR', '--amount', '12.5', '--reference', 'first'];
		await answer('credit-account', '--account-id', 'Anna', ...credit, ...why);
		await answer('credit-account', '--account-id', 'Anna', ...credit, ...why);
		const terms = ['--account-id', 'Anna', '--label', 'bot', '--scope', 'FULL'];
		const key = await answer<{ keyId: string; key: string }>('add-key', ...terms);
		await answer('revoke-key', '--key-id', key.keyId, '--reason', 'lost');
		await answer('set-market-status', '--symbol', 'GOLD-EUR', '--status', 'HALT', ...why);
		expect((await run('revoke-key', '--key-id', key.keyId, ...why)).code).toBe(2);

		const all = await entries();
		expect(all.map(({ action, subject, reason }) => [action, subject, reason])).toEqual([
			['MARKET_SET_STATUS', 'GOLD-EUR', 'asked for'],
			['KEY_REVOKE', id, 'lost'],
			['KEY_ADD', id, undefined],
			['ACCOUNT_FUND', id, 'asked for'],
			['ACCOUNT_ADD', id, undefined],
			['MARKET_ADD', 'GOLD-EUR', undefined],
			['ASSET_ADD', 'EUR', 'the launch'],
			['ASSET_ADD', 'GOLD', undefined],
		]);
		const user = { kind: 'COMMAND', name: os.userInfo().username };
		for (const { actor } of all) expect(actor).toEqual(user);
		expect(all[0]?.details).toEqual([
			{ name: 'status', value: 'HALT' },
			{ name: 'sequence', value: '1' },
		]);
		expect(all[3]?.details).toEqual([
			{ name: 'asset', value: 'EUR' },
			{ name: 'amount', value: '12.5' },
			{ name: 'reference', value: 'first' },
		]);
		expect(JSON.stringify(all)).not.toContain(key.key);
		expect((await entries('--subject', 'Anna')).every(({ subject }) => subject === id)).toBe(true);
		expect(await entries('--subject', 'GOLD-EUR', '--limit', '1')).toEqual(all.slice(0, 1));
		const { time = 0 } = all[2] ?? {};
		// Both ends are included.
		const until = await entries('--end-time', new Date(time - 1).toISOString());
		expect(until.length).toBeLessThanOrEqual(5);
		const from = await entries('--start-time', new Date(time).toISOString());
		expect([...from, ...until]).toEqual(all);
		const day = new Date(all.at(-1)?.time ?? 0).toISOString().slice(0, 10);
		expect(await entries('--end-time', day)).toContainEqual(all.at(-1));
	});

	test('and what was done are there together, or neither is', async () => {
		const clock = { now: () => 1_795_132_800_000 };
		const accounts = new Accounts(database, clock);
		const { id } = await accounts.add('Ben');
		const by = { kind: 'ADMINISTRATOR', keyId: 'k1', label: 'night shift' } as const;
		const operator = operatorOn({ database, clock });
		const disabling = { accountId: id, reason: 'x'.repeat(501) };
		await expect(operator.disableAccount(by, disabling)).rejects.toThrow(
			'reason must have 1 to 500 characters',
		);
		const isEnabled = async () => (await findAccount(database, id))?.status === 'ACTIVE';
		expect(await isEnabled()).toBe(true);
		await operator.disableAccount(by, { accountId: id, reason: 'x' });
		expect(await isEnabled()).toBe(false);
		await operator.enableAccount(by, { accountId: id, reason: 'y' });
		const done = await listActs(database, { subject: id, limit: 10, offset: 0 });
		// Of the same moment, the later one is the newer one.
		const actor = { kind: 'KEY', id: 'k1', name: 'night shift' };
		expect(done.map((act) => [act.action, act.actor, act.reason])).toEqual([
			['ACCOUNT_ENABLE', actor, 'y'],
			['ACCOUNT_DISABLE', actor, 'x'],
		]);
		const [enabled, disabled] = done.map(({ actionId }) => actionId);
		const page = await listActs(database, { fromId: disabled, limit: 1, offset: 0 });
		expect(page.map(({ actionId }) => actionId)).toEqual([disabled]);
		expect(await listActs(database, { fromId: 0, limit: 1, offset: 0 })).toEqual([]);
		expect(enabled).toBeGreaterThan(disabled ?? Infinity);
	});
});
