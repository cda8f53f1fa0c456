import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { admin as program } from '../../../exchange/admin/admin';
import { TestDatabases } from '../../support/servers/databases';
import { runCommand } from '../../support/programs/run-command';

const databases = new TestDatabases();
afterAll(() => databases.close());

const runner = path.join(__dirname, '..', '..', 'support', 'run', 'run-typescript.js');
let dataFolder: string;

beforeAll(async () => {
	({ dataFolder } = await databases.place('SQLite'));
});

async function admin(...args: readonly string[]) {
	const environment = { EXCHANGE_DATA: dataFolder, DATABASE_URL: '' };
	const { code, output, complaint } = await runCommand(program, args, environment);
	return { status: code, answer: output, fault: complaint };
}

test('help names every command, and help of a command its options', async () => {
	const { status, answer } = await admin();
	expect([status, (await admin('--help')).answer]).toEqual([0, answer]);
	for (const { words } of program.commands) expect(answer).toMatch(new RegExp(`^ +${words} `, 'm'));
	expect((await admin('market', 'add', '--help')).answer).toMatch(
		/--max-price <DECIMAL> +the highest price/,
	);
	expect((await admin('settlement', '--help')).answer).toMatch(/settlement review +decides on/);
});

const json = async (...args: readonly string[]) =>
	JSON.parse((await admin(...args)).answer) as unknown;

test('an administrator sets a market up, funds a trader and gives them a key', async () => {
	expect(await json('asset', 'add', '--code', 'GOLD', '--decimals', '3')).toEqual({
		code: 'GOLD',
		decimals: 3,
	});
	expect(await json('asset', 'add', '--code', 'EUR', '--decimals', '4')).toEqual({
		code: 'EUR',
		decimals: 4,
	});
	const market = ['--symbol', 'GOLD-EUR', '--base', 'GOLD', '--quote', 'EUR', '--tick', '0.1'];
	const limits = [
		'--step',
		'0.001',
		'--max-price',
		'100000',
		'--min-qty',
		'0.001',
		'--max-qty',
		'1000',
	];
	expect(await json('market', 'add', ...market, ...limits)).toMatchObject({ symbol: 'GOLD-EUR' });
	expect(await admin('market', 'add', ...market, ...limits)).toMatchObject({ status: 2 });
	expect(await json('account', 'add', '--name', 'Anna')).toMatchObject({ name: 'Anna' });
	const fund = ['account', 'fund', '--account', 'Anna', '--asset', 'EUR', '--amount', '12.5'];
	const first = ['--reference', 'first', '--reason', 'paid in cash'];
	expect(await json(...fund, ...first)).toMatchObject({ funded: true });
	expect(await json(...fund, ...first)).toMatchObject({ funded: false });
	expect(await json('key', 'add', '--account', 'Anna')).toMatchObject({ key: expect.any(String) });
	expect(await json('market', 'list')).toMatchObject([
		{ selfTradePrevention: 'EXPIRE_MAKER', dynamicBandPercent: '10', maxNumOrders: 200 },
	]);
	const prevent = ['market', 'prevent-self-trades', '--symbol', 'GOLD-EUR', '--mode', 'DECREMENT'];
	expect(await json(...prevent, '--reason', 'asked for')).toMatchObject({
		selfTradePrevention: 'DECREMENT',
	});
	expect(await json('market', 'list')).toMatchObject([{ selfTradePrevention: 'DECREMENT' }]);
	expect(await json('ledger', 'audit')).toEqual({ agrees: true });
	const rules = ['market', 'set-rules', '--symbol', 'GOLD-EUR', '--reason', 'calm it'];
	expect(await json(...rules, '--static-band-percent', '20.5', '--max-num-orders', '50')).toEqual({
		...{ symbol: 'GOLD-EUR', staticBandPercent: '20.5', maxNumOrders: 50, sequence: 1 },
	});
	expect((await admin(...rules)).fault).toContain('name at least one rule');
	expect((await admin(...rules, '--dynamic-band-percent', 'x')).fault).toContain(
		'dynamicBandPercent',
	);
	expect((await admin(...rules, '--static-band-percent', '0')).fault).toMatch(
		/staticBandPercent must be above 0 where pauseMs is, .*: set pauseMs to 0, too/,
	);
	const halt = ['market', 'status', '--symbol', 'GOLD-EUR', '--status', 'HALT'];
	expect(await json(...halt, '--reason', 'a fault')).toMatchObject({ sequence: 2 });
});

/** With a shell's words for where the answer goes. */
function adminTo(where: string, ...args: readonly string[]) {
	const command = `"$0" "$@" ${where}`;
	const words = ['-c', command, process.execPath, runner, 'exchange/admin/admin.ts', ...args];
	const done = spawnSync('/bin/bash', ['-o', 'pipefail', ...words], {
		cwd: path.resolve(__dirname, '..', '..', '..'),
		env: { ...process.env, EXCHANGE_DATA: dataFolder, DATABASE_URL: '' },
		encoding: 'utf8',
	});
	return [done.status, done.stderr];
}

test('an answer nobody reads on is no fault, one that has no room is', () => {
	const full = [1, 'the answer could not be written: ENOSPC: no space left on device, write\n'];
	expect(adminTo('> /dev/full', '--help')).toEqual(full);
	expect(adminTo('> /dev/full', 'market', 'list')).toEqual(full);
	expect(adminTo('| true', 'market', 'list')).toEqual([0, '']);
});

const why = ['--reason', 'asked for'];

test.each([
	[['no', 'such'], /unknown command/],
	[['__proto__'], /unknown command/],
	[['asset', 'add', '--code', 'gold', '--decimals', '3'], /capital letters/],
	[['asset', 'add', '--code', 'GOLD', '--decimals', '19'], /0 to 18/],
	[
		['account', 'fund', '--account', 'Nobody', '--asset', 'EUR', '--amount', '1', ...why],
		/no account Nobody/,
	],
	[
		['account', 'fund', '--account', 'Anna', '--asset', 'EUR', '--amount', '-1', ...why],
		/--amount/,
	],
	[['account', 'fund', '--account', 'Anna', '--asset', 'EUR', '--amount', '0', ...why], /above 0/],
	[
		[
			...['account', 'fund', '--account', 'Anna', '--asset', 'EUR'],
			'--amount',
			'4000000000000000',
			...why,
		],
		/more than can be held/,
	],
	[['key', 'revoke', '--id', 'x', ...why], /no key x/],
	[['key', 'revoke', '--id', 'x'], /--reason is missing/],
	[['key', 'revoke', '--id', 'x', '--reason', 'x'.repeat(501)], /--reason has at most 500/],
	[['account', 'add', '--nome', 'x'], /nome/],
])('%j is refused with one sentence', async (args, sentence) => {
	const { status, answer, fault } = await admin(...args);
	expect([status, answer]).toEqual([2, '']);
	expect(fault).toMatch(sentence);
});
