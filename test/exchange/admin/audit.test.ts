/**
 * The audit log as those meet it who must answer for the exchange: whatever an administrator does by
 * command stands in it with who and why, an act that fails leaves no entry, and one that cannot be
 * written down is not done.
 */
import os from 'node:os';
import { Accounts } from '../../../exchange/accounts/accounts';
import { admin } from '../../../exchange/admin/admin';
import { listActs } from '../../../exchange/operator/audit';
import { openDatabase, type Database } from '../../../exchange/database/database';
import { disableAccount, enableAccount } from '../../../exchange/operator/actions/account-actions';
import { runCommandLine } from '../../../server/commands/shell';
import { databaseKinds, TestDatabases, type TestPlace } from '../../support/servers/databases';
import { TextTerminal } from '../../support/programs/text-terminal';

const databases = new TestDatabases();
afterAll(() => databases.close());

const why = ['--reason', 'asked for'];

interface Entry {
	readonly time: string;
	readonly actor: object;
	readonly action: string;
	readonly subject: string;
	readonly details: Readonly<Record<string, unknown>>;
	readonly reason: string | null;
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
		const { code, output, complaint } = await run(...args);
		expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
		return JSON.parse(output) as Value;
	}

	const entries = (...args: readonly string[]) =>
		answer<readonly Entry[]>('audit', 'list', ...args);

	test('tells of every act by command what was done, by which user and why', async () => {
		await answer('asset', 'add', '--code', 'GOLD', '--decimals', '3');
		await answer('asset', 'add', '--code', 'EUR', '--decimals', '2', '--reason', 'the launch');
		const rules = ['--base', 'GOLD', '--quote', 'EUR', '--tick', '0.1', '--step', '0.1'];
		const limits = ['--max-price', '1000', '--min-qty', '0.1', '--max-qty', '1000'];
		await answer('market', 'add', '--symbol', 'GOLD-EUR', ...rules, ...limits);
		const { id } = await answer<{ id: string }>('account', 'add', '--name', 'Anna');
		const credit = ['--asset', 'EUR', '--amount', '12.5', '--reference', 'first'];
		await answer('account', 'fund', '--account', 'Anna', ...credit, ...why);
		await answer('account', 'fund', '--account', 'Anna', ...credit, ...why);
		const key = await answer<{ id: string; key: string }>('key', 'add', '--account', 'Anna');
		await answer('key', 'revoke', '--id', key.id, '--reason', 'lost');
		await answer('market', 'status', '--symbol', 'GOLD-EUR', '--status', 'HALT', ...why);
		expect((await run('key', 'revoke', '--id', key.id, ...why)).code).toBe(2);

		const all = await entries();
		expect(all.map(({ action, subject, reason }) => [action, subject, reason])).toEqual([
			['MARKET_SET_STATUS', 'GOLD-EUR', 'asked for'],
			['KEY_REVOKE', id, 'lost'],
			['KEY_ADD', id, null],
			['ACCOUNT_FUND', id, 'asked for'],
			['ACCOUNT_ADD', id, null],
			['MARKET_ADD', 'GOLD-EUR', null],
			['ASSET_ADD', 'EUR', 'the launch'],
			['ASSET_ADD', 'GOLD', null],
		]);
		const user = { kind: 'COMMAND', name: os.userInfo().username };
		for (const { actor } of all) expect(actor).toEqual(user);
		expect(all[0]?.details).toEqual({ status: 'HALT', sequence: 1 });
		expect(all[3]?.details).toEqual({ asset: 'EUR', amount: '12.5', reference: 'first' });
		expect(JSON.stringify(all)).not.toContain(key.key);
		expect((await entries('--account', 'Anna')).every(({ subject }) => subject === id)).toBe(true);
		expect(await entries('--subject', 'GOLD-EUR', '--limit', '1')).toEqual(all.slice(0, 1));
		const { time = '' } = all[2] ?? {};
		const until = await entries('--to', time);
		expect(until.length).toBeLessThanOrEqual(5);
		const from = await entries('--from', time);
		expect([...from, ...until]).toEqual(all);
	});

	test('and what was done are there together, or neither is', async () => {
		const clock = { now: () => 1_795_132_800_000 };
		const accounts = new Accounts(database, clock);
		const { id } = await accounts.add('Ben');
		const actor = { kind: 'KEY', id: 'k1', name: 'night shift' } as const;
		const acting = { database, clock, actor, reason: 'x'.repeat(501) };
		await expect(disableAccount(acting, id)).rejects.toThrow('a reason has 1 to 500 characters');
		const isEnabled = async () =>
			(await accounts.list()).find((account) => account.id === id)?.isEnabled;
		expect(await isEnabled()).toBe(true);
		await disableAccount({ ...acting, reason: 'x' }, id);
		expect(await isEnabled()).toBe(false);
		await enableAccount({ ...acting, reason: 'y' }, id);
		const done = await listActs(database, { subject: id, limit: 10, offset: 0 });
		// Of the same moment, the later one is the newer one.
		expect(done.map(({ action, actor: by, reason }) => [action, by, reason])).toEqual([
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
