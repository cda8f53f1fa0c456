import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { answerText } from '../../../exchange/admin/answer-text';
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
	expect((await admin('add-market', '--help')).answer).toMatch(
		/--max-price <VALUE> +Highest price \(needed\)/,
	);
	expect((await admin('archive', '--help')).answer).toMatch(/archive run +moves ended history/);
});

const json = async (...args: readonly string[]) =>
	JSON.parse((await admin(...args, '--json')).answer) as unknown;

const addMarket = [
	...['add-market', '--symbol', 'GOLD-EUR', '--base-asset', 'GOLD', '--quote-asset', 'EUR'],
	...['--tick-size', '0.1', '--step-size', '0.001', '--max-price', '100000'],
	...['--min-qty', '0.001', '--max-qty', '1000'],
];

test('an administrator sets a market up, funds a trader and gives them a key', async () => {
	const gold = { asset: 'GOLD', decimals: 3 };
	expect(await json('add-asset', '--asset', 'GOLD', '--decimals', '3')).toEqual(gold);
	const eur = { asset: 'EUR', decimals: 4 };
	expect(await json('add-asset', '--asset', 'EUR', '--decimals', '4')).toEqual(eur);
	expect(await json(...addMarket)).toMatchObject({ symbol: 'GOLD-EUR' });
	expect(await admin(...addMarket)).toMatchObject({ status: 2 });
	expect(await json('add-account', '--name', 'Anna')).toMatchObject({ name: 'Anna' });
	const credit = ['credit-account', '--account-id', 'Anna', '--asset', 'EUR', '--amount', '12.5'];
	const first = ['--reference', 'first', '--reason', 'paid in cash'];
	expect(await json(...credit, ...first)).toMatchObject({ amount: '12.5', reference: 'first' });
	expect(await json(...credit, ...first)).toMatchObject({ amount: '12.5', reference: 'first' });
	const { accountId } = (await json('get-account', '--account-id', 'Anna')) as {
		readonly accountId: string;
	};
	expect(await json('get-account', '--account-id', accountId)).toMatchObject({
		name: 'Anna',
		balances: [{ asset: 'EUR', available: '12.5' }],
	});
	// Without a reference, each is a credit of its own.
	expect(await json(...credit, '--reason', 'more')).toMatchObject({
		reference: expect.any(String),
	});
	expect((await admin('get-account', '--account-id', 'Anna')).answer).toMatch(
		/balances:\n {2}asset +available +held\n {2}EUR +25 +0\n/,
	);
	const key = ['add-key', '--account-id', 'Anna', '--label', 'bot', '--scope', 'FULL'];
	expect(await json(...key)).toMatchObject({ key: expect.any(String) });
	expect(await json('list-markets')).toMatchObject([
		{
			...{ defaultSelfTradePreventionMode: 'EXPIRE_MAKER', dynamicBandPercent: '10' },
			maxNumOrders: 200,
		},
	]);
	const prevent = ['set-self-trade-prevention', '--symbol', 'GOLD-EUR', '--mode', 'DECREMENT'];
	const prevented = { defaultSelfTradePreventionMode: 'DECREMENT' };
	expect(await json(...prevent, '--reason', 'asked for')).toMatchObject(prevented);
	expect(await json('list-markets')).toMatchObject([prevented]);
	expect(JSON.parse((await admin('ledger', 'audit')).answer)).toEqual({ agrees: true });
	const rules = ['set-market-rules', '--symbol', 'GOLD-EUR', '--reason', 'calm it'];
	expect(
		await json(...rules, '--static-band-percent', '20.5', '--max-num-orders', '50'),
	).toMatchObject({ symbol: 'GOLD-EUR', staticBandPercent: '20.5', maxNumOrders: 50, sequence: 1 });
	expect((await admin(...rules)).fault).toContain('another rule to change is needed');
	expect((await admin(...rules, '--dynamic-band-percent', 'x')).fault).toContain(
		'--dynamic-band-percent must be a decimal string',
	);
	expect((await admin(...rules, '--static-band-percent', '0')).fault).toMatch(
		/--static-band-percent must be above 0 where pauseMs is, .*: set pauseMs to 0, too/,
	);
	const halt = ['set-market-status', '--symbol', 'GOLD-EUR', '--status', 'HALT'];
	expect(await json(...halt, '--reason', 'a fault')).toMatchObject({ sequence: 2 });
});

test('a list is a table, one record is lines, and no text of others steers the terminal', async () => {
	expect((await admin('list-assets')).answer).toBe(
		'asset  decimals\nEUR           4\nGOLD          3\n',
	);
	expect((await admin('list-alarms')).answer).toBe('none\n');
	expect((await admin('exchange-status')).answer).toBe('status: NORMAL\n');
	const maintenance = ['begin-maintenance', '--ends-at', '2030-01-01', '--reason', 'moving'];
	expect((await admin(...maintenance)).answer).toMatch(
		/^status: MAINTENANCE\nsince: .*Z\nendsAt: 2030-01-01T23:59:59.999Z\nreason: moving\n$/,
	);
	expect((await admin('end-maintenance', '--reason', 'moved')).answer).toBe('status: NORMAL\n');
	const reply = { status: 200, kind: 'record', model: 'Alarm' } as const;
	expect(answerText(reply, { message: 'a\u001b[2Jb\u202ec\n' })).toBe(
		'message: a\\u{1b}[2Jb\\u{202e}c\\u{a}\n',
	);
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
	expect(adminTo('> /dev/full', 'list-markets')).toEqual(full);
	expect(adminTo('| true', 'list-markets')).toEqual([0, '']);
});

const why = ['--reason', 'asked for'];

const credit = ['credit-account', '--asset', 'EUR', ...why];

test.each([
	[['no', 'such'], /unknown command/],
	[['__proto__'], /unknown command/],
	[['add-asset', '--asset', 'gold', '--decimals', '3'], /--asset .*capital letters/],
	[['add-asset', '--asset', 'GOLD', '--decimals', '19'], /--decimals must be at most 18/],
	[['add-asset', '--asset', 'GOLD', '--decimals', 'x'], /--decimals must be a whole number/],
	[[...credit, '--account-id', 'Nobody', '--amount', '1'], /no account 'Nobody'/],
	[[...credit, '--account-id', 'Anna', '--amount', '-1'], /--amount must be a decimal/],
	[[...credit, '--account-id', 'Anna', '--amount', '0'], /--amount must be above 0/],
	[[...credit, '--account-id', 'Anna', '--amount', '4000000000000000'], /more than can be held/],
	[['revoke-key', '--key-id', 'x', ...why], /no key .*x/],
	[['revoke-key', '--key-id', 'x'], /--reason is missing/],
	[['revoke-key', '--key-id', 'x', '--reason', 'x'.repeat(501)], /--reason must be at most 500/],
	[['begin-maintenance', '--ends-at', 'soon', ...why], /--ends-at must be a date/],
	[['set-market-status', '--symbol', 'A-B', '--status', 'HALT', ...why], /no market/],
	[['add-account', '--nome', 'x'], /nome/],
])('%j is refused with one sentence', async (args, sentence) => {
	const { status, answer, fault } = await admin(...args);
	expect([status, answer]).toEqual([2, '']);
	expect(fault).toMatch(sentence);
});
