/**
 * The commands that end what speaks for a trader, and those that show it: each is run as a person
 * runs it, and what a key is good for afterwards is asked as the exchange asks it.
 */
import { Accounts } from '../../../exchange/accounts/accounts';
import { admin } from '../../../exchange/admin/admin';
import { openDatabase } from '../../../exchange/database/database';
import { recordShortages, stoppedAssets } from '../../../exchange/settlement/store/payout-stops';
import { newId, systemClock } from '../../../server/clock';
import { runCommandLine } from '../../../server/commands/shell';
import { databaseKinds, TestDatabases, type TestPlace } from '../../support/servers/databases';
import { SigningTrader } from '../support/signing';
import { TextTerminal } from '../../support/programs/text-terminal';

const databases = new TestDatabases();
afterAll(() => databases.close());

let place: TestPlace;

async function run(...args: readonly string[]) {
	const terminal = new TextTerminal();
	const { dataFolder, databaseUrl = '' } = place;
	const environment = {
		...{ EXCHANGE_DATA: dataFolder, DATABASE_URL: databaseUrl },
		EXCHANGE_KEY_LIFETIME_DAYS: '30',
	};
	const code = await runCommandLine(admin, args, { environment, terminal });
	return { code, output: terminal.output, complaint: terminal.complaint };
}

/** Runs a command that must succeed; its answer. */
async function answer<Value>(...args: readonly string[]): Promise<Value> {
	const { code, output, complaint } = await run(...args, '--json');
	expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
	return JSON.parse(output) as Value;
}

async function onDatabase<Result>(
	use: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
): Promise<Result> {
	const database = await openDatabase(place);
	try {
		return await use(database);
	} finally {
		await database.destroy();
	}
}

const why = ['--reason', 'asked for'];

const addKey = (account: string, label = 'bot') => [
	...['add-key', '--account-id', account, '--label', label, '--scope', 'FULL'],
];

const callerOf = (key: string) =>
	onDatabase((database) => new Accounts(database, systemClock).authenticate(key, '127.0.0.1'));

interface Made {
	readonly keyId: string;
	readonly key: string;
	readonly expiresAt?: number;
}

describe.each(databaseKinds)('on %s', (kind) => {
	beforeEach(async () => {
		place = await databases.place(kind);
	});

	test('a key that signs is made for an account, with nothing to show but its id', async () => {
		const anna = await answer<{ accountId: string }>('add-account', '--name', 'Anna');
		const { pem, publicKey } = new SigningTrader();
		const made = await answer(...addKey(anna.accountId), '--public-key', pem);
		expect(made).toMatchObject({ publicKey, plainReading: false });
		expect(made).not.toHaveProperty('key');
		const reading = [...addKey(anna.accountId), '--public-key', publicKey, '--plain-reading'];
		const { key } = await answer<Made>(...reading);
		expect(await callerOf(key)).toMatchObject({ scope: 'READ' });
		const { code, complaint } = await run(...addKey(anna.accountId), '--public-key', 'none');
		expect({ code, complaint }).toEqual({
			code: 2,
			complaint: expect.stringContaining('must be an Ed25519 public key'),
		});
	});

	test('an account is disabled with every key and no other one, and enabled without one', async () => {
		const anna = await answer<{ accountId: string }>('add-account', '--name', 'Anna');
		await answer('add-account', '--name', 'Ben');
		const first = await answer<Made>(...addKey('Anna'));
		const second = await answer<Made>(...addKey('Anna'));
		const other = await answer<Made>(...addKey('Ben'));
		expect(await answer('disable-account', '--account-id', 'Anna', ...why)).toMatchObject({
			accountId: anna.accountId,
			status: 'DISABLED',
		});
		for (const { key } of [first, second]) expect(await callerOf(key)).toBeUndefined();
		expect(await callerOf(other.key)).toMatchObject({ kind: 'TRADER' });
		expect(await answer('list-accounts')).toMatchObject([
			{ name: 'Ben', status: 'ACTIVE' },
			{ name: 'Anna', status: 'DISABLED' },
		]);
		expect(await run(...addKey('Anna'))).toMatchObject({
			code: 2,
			complaint: expect.stringContaining('Anna is disabled') as unknown,
		});
		await answer('enable-account', '--account-id', 'Anna', ...why);
		expect(await callerOf(first.key)).toBeUndefined();
		const { key } = await answer<Made>(...addKey('Anna'));
		expect(await callerOf(key)).toMatchObject({ accountId: anna.accountId });
		expect((await run('disable-account', '--account-id', 'Nobody', ...why)).code).toBe(2);
	});

	test('a key is bound to the networks that a list names', async () => {
		await answer('add-account', '--name', 'Anna');
		const networks = ['127.0.0.1', '203.0.113.0/24'];
		const bound = await answer<Made>(...addKey('Anna'), '--networks', networks.join(', '));
		expect(bound).toMatchObject({ networks });
		expect(await callerOf(bound.key)).toMatchObject({ kind: 'TRADER' });
		const far = await answer<Made>(...addKey('Anna'), '--networks', '203.0.113.0/24');
		await expect(callerOf(far.key)).rejects.toMatchObject({ code: 'Auth_AddressNotAllowed' });
		expect(await run(...addKey('Anna'), '--networks', 'here')).toMatchObject({ code: 2 });
	});

	test('keys are listed with when they end and ended, and no key is shown', async () => {
		await answer('add-account', '--name', 'Anna');
		await answer('add-account', '--name', 'Ben');
		const forever = await answer<Made>(...addKey('Anna', 'forever'), '--lifetime-days', '0');
		const days = ['--lifetime-days', '3'];
		const short = await answer<Made>(...addKey('Anna'), ...days);
		const board = await answer<Made>('add-administrator-key', '--label', 'board');
		await answer(...addKey('Ben'));
		await answer('revoke-key', '--key-id', forever.keyId, ...why);
		const { output } = await run('list-keys', '--json');
		for (const { key } of [forever, short, board]) expect(output).not.toContain(key);
		const all = JSON.parse(output) as readonly object[];
		expect(all).toHaveLength(4);
		expect(all).toContainEqual(
			expect.objectContaining({ keyId: board.keyId, label: 'board', isAtTracker: false }),
		);
		expect(all.filter((key) => !('expiresAt' in key))).toMatchObject([{ label: 'forever' }]);
		const ofAnna = await answer<readonly Made[]>('list-keys', '--account-id', 'Anna');
		expect(new Map(ofAnna.map((key) => [key.keyId, key]))).toEqual(
			new Map<string, unknown>([
				[
					forever.keyId,
					expect.objectContaining({ label: 'forever', revokedAt: expect.any(Number) as unknown }),
				],
				[short.keyId, expect.objectContaining({ expiresAt: short.expiresAt })],
			]),
		);
	});

	test('new keys of the demo end those the demo made before, and no others', async () => {
		interface Demo {
			readonly traders: readonly { readonly name: string; readonly key?: string }[];
		}
		const demo = async (...args: readonly string[]) =>
			JSON.parse((await run('demo', ...args)).output) as Demo;
		const first = await demo('--new-keys');
		const [trader] = first.traders;
		const own = await answer<Made>(...addKey(trader?.name ?? ''));
		expect((await demo()).traders.map(({ key }) => key)).toEqual([undefined, undefined]);
		for (const { key = '' } of first.traders) expect(await callerOf(key)).toBeDefined();
		const second = await demo('--new-keys');
		for (const { key = '' } of first.traders) expect(await callerOf(key)).toBeUndefined();
		for (const { key = '' } of second.traders) expect(await callerOf(key)).toBeDefined();
		expect(await callerOf(own.key)).toBeDefined();
	});

	test('payouts of one asset are resumed, and those of another stay stopped', async () => {
		const stopped = () => onDatabase(stoppedAssets);
		for (const code of ['EUR', 'GOLD']) {
			await answer('add-asset', '--asset', code, '--decimals', '2');
			const link = ['--asset', code, '--tracker-asset-id', `of-${code}`, '--unit', '0.01'];
			await answer('link-asset', ...link);
		}
		await onDatabase(async (database) => {
			const shortages = ['EUR', 'GOLD'].map((asset) => ({ asset, short: 1n }));
			const parts = {
				clock: systemClock,
				newId: () => newId(systemClock),
				onAlarm: () => undefined,
			};
			await database
				.transaction()
				.execute((transaction) => recordShortages(parts, transaction, shortages));
		});
		const resume = ['resume-payouts', ...why, '--asset'];
		expect(await answer(...resume, 'EUR')).toMatchObject({
			assets: [{ asset: 'EUR', resumedAt: expect.any(Number) as unknown }, { asset: 'GOLD' }],
		});
		expect(await stopped()).toEqual(['GOLD']);
		expect(await run(...resume, 'EUR')).toMatchObject({
			code: 2,
			complaint: 'payouts of EUR are not stopped\n',
		});
		const alarms = await answer<readonly object[]>('list-alarms');
		expect(alarms).toMatchObject([{ kind: 'SHORT', message: expect.stringMatching('GOLD') }]);
		expect(await answer('resume-payouts', ...why)).toMatchObject({
			assets: [{ asset: 'EUR' }, { asset: 'GOLD', resumedAt: expect.any(Number) as unknown }],
		});
		expect(await stopped()).toEqual([]);
	});
});
