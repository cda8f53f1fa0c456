/** The commands about settlement as a person gives them, against the service as the tracker. */
import fs from 'node:fs';
import path from 'node:path';
import { Accounts } from '../../../exchange/accounts/accounts';
import { admin as program } from '../../../exchange/admin/admin';
import { setEmail } from '../../../exchange/settlement/setup/trader-email';
import { systemClock } from '../../../server/clock';
import { findIntent } from '../../../exchange/settlement/store/intents';
import { startService, type RunningService } from '../../support/programs/service';
import { TestDatabases, type TestPlace } from '../../support/servers/databases';
import { runCommand } from '../../support/programs/run-command';
import { openStage, type Stage } from '../settlement/stage';

const databases = new TestDatabases();
let running: RunningService;
let stage: Stage;

beforeAll(async () => {
	running = await startService();
	stage = await openStage(running, await databases.place());
	await stage.deposit(stage.anna, 'EUR', 1_000_000n);
	await stage.carry();
});

afterAll(async () => {
	await stage.close();
	await running.close();
	await databases.close();
});

interface Done {
	readonly status: number | null;
	readonly answer: string;
	readonly fault: string;
}

async function adminIn(place: TestPlace, args: readonly string[], input = ''): Promise<Done> {
	const environment = { EXCHANGE_DATA: place.dataFolder, DATABASE_URL: place.databaseUrl ?? '' };
	const { code, output, complaint } = await runCommand(program, args, environment, input);
	return { status: code, answer: output, fault: complaint };
}

const why = ['--reason', 'looked into'];

const admin = (...args: readonly string[]) => adminIn(stage.config, args);

async function json(...args: readonly string[]): Promise<unknown> {
	const { status, answer, fault } = await admin(...args, '--json');
	expect([status, fault]).toEqual([0, '']);
	return JSON.parse(answer) as unknown;
}

test('reconcile prints a table or JSON, and its exit code tells', async () => {
	const agrees = await admin('reconcile');
	expect(agrees).toMatchObject({
		status: 0,
		answer: expect.stringMatching(/verdict: AGREES\n[^]*\n {2}EUR +AGREES +100 /),
	});
	const { anna, escrow, tracker, trackerAssets } = stage;
	const movement = { assetId: trackerAssets.EUR, recipientEmail: anna.user.email, amount: 1 };
	await tracker.transfer(escrow, movement);
	const differs = await admin('reconcile', '--json');
	expect(differs).toMatchObject({
		status: 3,
		fault: expect.stringMatching(/EUR: own accounts hold 1 less/),
	});
	expect(JSON.parse(differs.answer)).toMatchObject({
		verdict: 'DIFFERS',
		assets: [{ asset: 'EUR', difference: '-1' }, { asset: 'GOLD' }],
	});
	expect(await json('list-reconciliations', '--limit', '1')).toMatchObject([
		{ verdict: 'DIFFERS', runs: 1 },
	]);
	const alarms = (await json('list-alarms')) as { readonly alarmId: string; kind: string }[];
	expect(alarms.map(({ kind }) => kind).sort()).toEqual(['BALANCE', 'SHORT']);
	const difference = alarms.find(({ kind }) => kind === 'BALANCE');
	expect(await json('clear-alarm', '--alarm-id', difference?.alarmId ?? '', ...why)).toMatchObject({
		kind: 'BALANCE',
		clearedAt: expect.any(Number),
	});
	expect(await json('list-alarms')).toMatchObject([{ kind: 'SHORT' }]);
	await tracker.transfer(anna.user, { ...movement, recipientEmail: escrow.email });
	expect(await json('payout-stops')).toMatchObject({ assets: [{ asset: 'EUR', short: '1' }] });
	const resumed = await json('resume-payouts', '--asset', 'EUR', ...why);
	expect(resumed).toMatchObject({ assets: [{ asset: 'EUR', resumedAt: expect.any(Number) }] });
	expect(resumed).not.toHaveProperty('reason');
	expect(await json('list-alarms')).toEqual([]);
	const file = stage.config.settlementFile;
	const good = fs.readFileSync(file, 'utf8');
	fs.writeFileSync(file, good.replace(escrow.key, 'wrong'));
	const unread = await admin('reconcile');
	fs.writeFileSync(file, good);
	expect(unread).toMatchObject({ status: 4, answer: expect.stringMatching(/UNREAD +escrow/) });
	expect((await admin('reconcile')).status).toBe(0);
});

test('a statement comes in every form, for any period', async () => {
	const statement = ['statement', '--account-id', 'anna'];
	const csv = await admin(...statement);
	expect(csv).toMatchObject({ status: 0, answer: expect.stringMatching(/^time,kind,.*\r\n/) });
	expect(csv.answer).toMatch(/,DEPOSIT,settlement,,,\w{24},request 1,EUR,100,0,100,0\r\n/);
	const early = await admin(...statement, '--format', 'json', '--to', '2026-01-01');
	expect(JSON.parse(early.answer)).toMatchObject({
		to: '2026-01-02T00:00:00.000Z',
		lines: [],
	});
	expect((await admin(...statement, '--format', 'text')).answer).toMatch(/^anna \(/);
	expect(await json('list-transfers', '--account-id', 'anna')).toMatchObject([
		{ kind: 'DEPOSIT', amount: '100', status: 'SETTLED' },
	]);
});

test('a proof of reserves is published, given and checked without a database', async () => {
	expect(JSON.parse((await admin('reserves', 'publish')).answer)).toMatchObject({ treeSize: 1 });
	const { answer } = await admin('reserves', 'proof', '--account-id', 'anna');
	const away = (await databases.place('SQLite')).dataFolder;
	const file = path.join(away, 'proof.json');
	fs.writeFileSync(file, answer);
	const verify = ['reserves', 'verify', '--file', file];
	const valid = await adminIn({ dataFolder: away, databaseUrl: undefined }, verify);
	expect(JSON.parse(valid.answer)).toMatchObject({
		valid: true,
		compareWith: expect.stringMatching(/GET \/reserves/),
		assets: [
			{ asset: 'EUR', owedToAccount: '100', owedToAll: '100', reserves: '100', isCovered: true },
			{ asset: 'GOLD', owedToAccount: '0', owedToAll: '0', reserves: '0', isCovered: true },
		],
	});
	fs.writeFileSync(file, answer.replaceAll('"1000000"', '"1000001"'));
	const changed = await adminIn({ dataFolder: away, databaseUrl: undefined }, verify);
	expect(changed).toMatchObject({ status: 1, fault: expect.stringMatching(/does not hold/) });
	expect(fs.readdirSync(away)).toEqual(['proof.json']);
});

test("a trader's own key is read from standard input and only its hash is kept", async () => {
	const add = ['add-tracker-key', '--account-id', 'anna', '--label', 'own', '--scope', 'FULL'];
	const { key } = stage.anna.user;
	const added = await adminIn(stage.config, add, `${key}\n`);
	expect(added).toMatchObject({ status: 0, answer: expect.not.stringContaining(key) });
	expect(await new Accounts(stage.database, systemClock).authenticate(key, '127.0.0.1')).toEqual({
		kind: 'TRADER',
		scope: 'FULL',
		accountId: stage.anna.id,
		keyId: expect.any(String),
	});
	expect(await adminIn(stage.config, add, key)).toMatchObject({
		status: 2,
		fault: expect.stringMatching(/known already/),
	});
	for (const [input, fault] of [
		['', /^x-tracker-key must be the key as it was shown/],
		['two keys\nin here and long enough for one', /^x-tracker-key must be the key/],
		['short', /^x-tracker-key .*32 to 500 characters/],
		[stage.escrow.key, /exchange itself/],
	] as const) {
		expect(await adminIn(stage.config, add, input)).toMatchObject({
			status: 2,
			fault: expect.stringMatching(fault),
		});
	}
});

test('accounts and assets are connected to the tracker', async () => {
	expect(await json('add-asset', '--asset', 'OIL', '--decimals', '2')).toBeDefined();
	const link = ['link-asset', '--asset', 'OIL', '--tracker-asset-id', 'x1', '--unit', '0.5'];
	const linked = { asset: 'OIL', decimals: 2, trackerAssetId: 'x1', unit: '0.5' };
	expect(await json(...link)).toEqual(linked);
	expect(await json('list-assets', '--from-id', 'OIL')).toEqual([linked]);
	expect(await json('add-asset', '--asset', 'GAS', '--decimals', '2')).toBeDefined();
	expect(await admin(...link.with(2, 'GAS'))).toMatchObject({
		status: 2,
		fault: '--tracker-asset-id x1 stands for OIL already',
	});
	const mode = ['set-account-payouts', '--account-id', 'anna', '--payouts'];
	expect(await json(...mode, 'ON_DEMAND', ...why)).toMatchObject({ payouts: 'ON_DEMAND' });
	const email = ['set-account-email', '--account-id', 'anna', '--email', 'anna@second.test'];
	expect(await json(...email, ...why)).toMatchObject({ email: 'anna@second.test' });
	expect(await admin(...email.with(4, stage.escrow.email), ...why)).toMatchObject({
		status: 2,
		fault: expect.stringMatching(/exchange/),
	});
	expect(await json('resume-payouts', ...why)).not.toHaveProperty('reason');
});

test.each([
	['credit-account --account-id anna --asset EUR --amount 1 --reason asked', /deposit it/],
	['link-asset --asset EUR --tracker-asset-id other --unit 1', /linked to another/],
	['link-asset --asset NONE --tracker-asset-id x --unit 1', /no asset .*NONE/],
	['link-asset --asset GOLD --tracker-asset-id x --unit 0.0001', /--unit must be/],
	['set-account-email --account-id anna --email anna --reason asked', /e-mail address/],
	[
		'set-account-email --account-id anna --email jürgen@second.test --reason asked',
		/--email .* ASCII characters/,
	],
	['set-account-payouts --account-id anna --payouts NEVER', /--payouts must be one of/],
	['statement --account-id nobody', /no account nobody/],
	['statement --account-id anna --from tomorrow', /--from must be a date/],
	['statement --account-id anna --from 2026-02-02 --to 2026-01-01', /before --to/],
	['statement --account-id anna --format xml', /--format must be one of/],
	['list-transfers --status OPEN', /--status must be one of/],
	['list-transfers --limit 0', /--limit must be/],
	['get-transfer --transfer-id none', /no transfer .*none/],
	['review-transfer --transfer-id none --decision SETTLED --reason asked', /no transfer .*none/],
	['review-transfer --transfer-id none --decision MAYBE', /--decision must be one of/],
	['review-transfer --decision SETTLED --reason asked', /--transfer-id is missing/],
	['review-transfers --held-for odd --decision SETTLED --reason asked', /no transfer is held/],
	['clear-alarm --alarm-id none --reason asked', /no alarm 'none' that is open/],
	['reserves proof --account-id ben', /in no publication/],
	['reserves verify --file none.json', /none\.json cannot be read: ENOENT/],
	[
		'review-transfer --transfer-id x --decision SETTLED --decision REFUSED',
		/--decision is given twice/,
	],
	['reconcile --from nonsense', /unknown option '--from'/],
])('%s is refused with one sentence', async (line, sentence) => {
	const { status, answer, fault } = await admin(...line.split(' '));
	expect([status, answer]).toEqual([2, '']);
	expect(fault).toMatch(sentence);
	expect(fault.trimEnd()).not.toContain('\n');
});

test('accounts are listed with where their payouts go', async () => {
	const accounts = await json('list-accounts');
	expect(accounts).toContainEqual({
		...{ accountId: stage.ben.id, name: 'ben', createdAt: expect.any(Number) },
		...{ email: stage.ben.user.email, payouts: 'AUTOMATIC', status: 'ACTIVE' },
	});
});

test('without settings there is no tracker to ask', async () => {
	const place = await databases.place();
	const { status, fault } = await adminIn(place, ['reconcile']);
	expect([status, fault]).toEqual([2, expect.stringMatching(/not connected to a tracker/)]);
});

test('all transfers that are held for one reason are decided on at once, and no others', async () => {
	const { anna, database, tracker, trackerAssets } = stage;
	const nobody = { accountId: anna.id, email: 'nobody@first.test' };
	await setEmail(database, { ...nobody, settings: stage.treasury.settings });
	const payouts: string[] = [];
	for (let count = 0; count < 3; count += 1) {
		payouts.push((await stage.payout(anna, 'EUR', 100_000n)).id);
	}
	await stage.carry();
	const [first = '', second = '', other = ''] = payouts;
	await database.updateTable('intents').set({ reason: 'odd' }).where('id', '=', other).execute();
	const { reason } = (await json('get-transfer', '--transfer-id', first)) as { reason: string };
	const before = await tracker.amount(anna.user, trackerAssets.EUR);
	const held = await admin(
		...['review-transfers', '--held-for', reason, '--decision', 'REFUSED', ...why],
	);
	expect(JSON.parse(held.answer)).toMatchObject([
		{ transferId: second, status: 'REFUSED' },
		{ transferId: first, status: 'REFUSED' },
	]);
	expect((await findIntent(database, other))?.state).toBe('HELD_FOR_REVIEW');
	expect(await json('list-alarms')).toMatchObject([{ transferId: other }]);
	expect(await tracker.amount(anna.user, trackerAssets.EUR)).toBe(before);
});
