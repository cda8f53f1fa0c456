/**
 * The commands that end what speaks for a trader, and those that show it: each is run as a person
 * runs it, and what a key is good for afterwards is asked as the exchange asks it.
 */
import { Accounts } from '../../../exchange/accounts/accounts';
import { admin } from '../../../exchange/admin/admin';
import { openDatabase } from '../../../exchange/database/database';
import { noteShortages, stoppedAssets } from '../../../exchange/settlement/store/payout-stops';
import { newId, systemClock } from '../../../server/clock';
import { runCommandLine } from '../../../server/commands/shell';
import { databaseKinds, TestDatabases, type TestPlace } from '../../support/servers/databases';
import { TextTerminal } from '../../support/programs/text-terminal';

const databases = new TestDatabases();
afterAll(() => databases.close());

let place: TestPlace;

async function run(...args: readonly string[]) {
	const terminal = new TextTerminal();
	const { dataFolder, databaseUrl = '' } = place;
	const environment = { EXCHANGE_DATA: dataFolder, DATABASE_URL: databaseUrl };
	const code = await runCommandLine(admin, args, { environment, terminal });
	return { code, output: terminal.output, complaint: terminal.complaint };
}

/** Runs a command that must succeed; its answer. */
async function answer<Value>(...args: readonly string[]): Promise<Value> {
	const { code, output, complaint } = await run(...args);
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

const callerOf = (key: string) =>
	onDatabase((database) => new Accounts(database, systemClock).authenticate(key));

interface Made {
	readonly id: string;
	readonly key: string;
	readonly expiresAt?: string;
}

describe.each(databaseKinds)('on %s', (kind) => {
	beforeEach(async () => {
		place = await databases.place(kind);
	});

	test('an account is disabled with every key and no other one, and enabled without one', async () => {
		const anna = await answer<{ id: string }>('account', 'add', '--name', 'Anna');
		await answer('account', 'add', '--name', 'Ben');
		const first = await answer<Made>('key', 'add', '--account', 'Anna');
		const second = await answer<Made>('key', 'add', '--account', 'Anna');
		const other = await answer<Made>('key', 'add', '--account', 'Ben');
		expect(await answer('account', 'disable', '--account', 'Anna', ...why)).toEqual({
			accountId: anna.id,
			isEnabled: false,
		});
		for (const { key } of [first, second]) expect(await callerOf(key)).toBeUndefined();
		expect(await callerOf(other.key)).toMatchObject({ kind: 'TRADER' });
		expect(await answer('account', 'list')).toMatchObject([
			{ name: 'Anna', isEnabled: false },
			{ name: 'Ben', isEnabled: true },
		]);
		expect(await run('key', 'add', '--account', 'Anna')).toMatchObject({
			code: 2,
			complaint: expect.stringContaining('Anna is disabled') as unknown,
		});
		await answer('account', 'enable', '--account', 'Anna', ...why);
		expect(await callerOf(first.key)).toBeUndefined();
		const { key } = await answer<Made>('key', 'add', '--account', 'Anna');
		expect(await callerOf(key)).toMatchObject({ accountId: anna.id });
		expect((await run('account', 'disable', '--account', 'Nobody', ...why)).code).toBe(2);
	});

	test('keys are listed with when they end and ended, and no key is shown', async () => {
		await answer('account', 'add', '--name', 'Anna');
		await answer('account', 'add', '--name', 'Ben');
		const forever = await answer<Made>('key', 'add', '--account', 'Anna', '--label', 'forever');
		const days = ['--lifetime-days', '3'];
		const short = await answer<Made>('key', 'add', '--account', 'Anna', ...days);
		const board = await answer<Made>('key', 'add-administrator', '--label', 'board');
		await answer('key', 'add', '--account', 'Ben');
		await answer('key', 'revoke', '--id', forever.id, ...why);
		const { output } = await run('key', 'list');
		for (const { key } of [forever, short, board]) expect(output).not.toContain(key);
		const all = JSON.parse(output) as readonly object[];
		expect(all).toHaveLength(4);
		expect(all).toContainEqual(
			expect.objectContaining({ id: board.id, account: null, label: 'board', expiresAt: null }),
		);
		const ofAnna = await answer<readonly Made[]>('key', 'list', '--account', 'Anna');
		expect(new Map(ofAnna.map((key) => [key.id, key]))).toEqual(
			new Map<string, unknown>([
				[
					forever.id,
					expect.objectContaining({ expiresAt: null, revokedAt: expect.any(String) as unknown }),
				],
				[short.id, expect.objectContaining({ expiresAt: short.expiresAt, revokedAt: null })],
			]),
		);
	});

	test('new keys of the demo end those the demo made before, and no others', async () => {
		interface Demo {
			readonly traders: readonly { readonly name: string; readonly key?: string }[];
		}
		const first = await answer<Demo>('demo', '--new-keys');
		const [trader] = first.traders;
		const own = await answer<Made>('key', 'add', '--account', trader?.name ?? '');
		expect((await answer<Demo>('demo')).traders.map(({ key }) => key)).toEqual([
			undefined,
			undefined,
		]);
		for (const { key = '' } of first.traders) expect(await callerOf(key)).toBeDefined();
		const second = await answer<Demo>('demo', '--new-keys');
		for (const { key = '' } of first.traders) expect(await callerOf(key)).toBeUndefined();
		for (const { key = '' } of second.traders) expect(await callerOf(key)).toBeDefined();
		expect(await callerOf(own.key)).toBeDefined();
	});

	test('payouts of one asset are resumed, and those of another stay stopped', async () => {
		const stopped = () => onDatabase(stoppedAssets);
		for (const code of ['EUR', 'GOLD']) {
			await answer('asset', 'add', '--code', code, '--decimals', '2');
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
				.execute((transaction) => noteShortages(parts, transaction, shortages));
		});
		const resume = ['settlement', 'resume-payouts', ...why, '--asset'];
		expect(await answer(...resume, 'EUR')).toEqual({
			payoutsStopped: null,
			resumedAssets: ['EUR'],
		});
		expect(await stopped()).toEqual(['GOLD']);
		expect(await run(...resume, 'EUR')).toMatchObject({
			code: 2,
			complaint: 'payouts of EUR are not stopped\n',
		});
		const alarms = await answer<readonly object[]>('settlement', 'alarms');
		expect(alarms).toMatchObject([{ kind: 'SHORT', message: expect.stringMatching('GOLD') }]);
		expect(await answer('settlement', 'resume-payouts', ...why)).toMatchObject({
			resumedAssets: ['GOLD'],
		});
		expect(await stopped()).toEqual([]);
	});
});
