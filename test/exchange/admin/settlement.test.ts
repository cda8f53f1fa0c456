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
	const { status, answer, fault } = await admin(...args);
	expect([status, fault]).toEqual([0, '']);
	return JSON.parse(answer) as unknown;
}

test('reconcile prints a table or JSON, and its exit code tells', async () => {
	const agrees = await admin('settlement', 'reconcile');
	expect(agrees).toMatchObject({ status: 0, answer: expect.stringMatching(/EUR +100 .* AGREES/) });
	const { anna, escrow, tracker, trackerAssets } = stage;
	const movement = { assetId: trackerAssets.EUR, recipientEmail: anna.user.email, amount: 1 };
	await tracker.transfer(escrow, movement);
	const differs = await admin('settlement', 'reconcile', '--format', 'json');
	expect(differs).toMatchObject({
		status: 3,
		fault: expect.stringMatching(/EUR: own accounts hold 1 less/),
	});
	expect(JSON.parse(differs.answer)).toMatchObject({
		verdict: 'DIFFERS',
		assets: [{ asset: 'EUR', difference: '-1' }, { asset: 'GOLD' }],
	});
	const alarms = (await json('settlement', 'alarms')) as { readonly id: string; kind: string }[];
	expect(alarms.map(({ kind }) => kind).sort()).toEqual(['BALANCE', 'SHORT']);
	const difference = alarms.find(({ kind }) => kind === 'BALANCE');
	expect(
		await json('settlement', 'clear-alarm', '--id', difference?.id ?? '', ...why),
	).toMatchObject({ cleared: true });
	expect(await json('settlement', 'alarms')).toMatchObject([{ kind: 'SHORT' }]);
	await tracker.transfer(anna.user, { ...movement, recipientEmail: escrow.email });
	expect(await json('settlement', 'resume-payouts', '--asset', 'EUR', ...why)).toEqual({
		payoutsStopped: null,
		resumedAssets: ['EUR'],
	});
	expect(await json('settlement', 'alarms')).toEqual([]);
	const file = stage.config.settlementFile;
	const good = fs.readFileSync(file, 'utf8');
	fs.writeFileSync(file, good.replace(escrow.key, 'wrong'));
	const unread = await admin('settlement', 'reconcile');
	fs.writeFileSync(file, good);
	expect(unread).toMatchObject({ status: 4, answer: expect.stringMatching(/UNREAD escrow/) });
	expect((await admin('settlement', 'reconcile')).status).toBe(0);
});

test('a statement comes in every form, for any period', async () => {
	const statement = ['settlement', 'statement', '--account', 'anna'];
	const csv = await admin(...statement);
	expect(csv).toMatchObject({ status: 0, answer: expect.stringMatching(/^time,kind,.*\r\n/) });
	expect(csv.answer).toMatch(/,DEPOSIT,settlement,,,\w{24},request 1,EUR,100,0,100,0\r\n/);
	expect(await json(...statement, '--format', 'json', '--to', '2026-01-01')).toMatchObject({
		to: '2026-01-02T00:00:00.000Z',
		lines: [],
	});
	expect((await admin(...statement, '--format', 'text')).answer).toMatch(/^anna \(/);
	expect(await json('settlement', 'intents', '--account', 'anna')).toMatchObject([
		{ kind: 'DEPOSIT', amount: '100', state: 'SETTLED' },
	]);
});

test('a proof of reserves is published, given and checked without a database', async () => {
	expect(await json('reserves', 'publish')).toMatchObject({ treeSize: 1 });
	const { answer } = await admin('reserves', 'proof', '--account', 'anna');
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
	const add = ['key', 'add-own', '--account', 'anna', '--label', 'own'];
	const { key } = stage.anna.user;
	const added = await adminIn(stage.config, add, `${key}\n`);
	expect(added).toMatchObject({ status: 0, answer: expect.not.stringContaining(key) });
	expect(await new Accounts(stage.database, systemClock).authenticate(key)).toEqual({
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
		['', /32 to 500 characters/],
		['two keys\nin here and long enough for one', /32 to 500 characters/],
		[stage.escrow.key, /exchange itself/],
	] as const) {
		expect(await adminIn(stage.config, add, input)).toMatchObject({
			status: 2,
			fault: expect.stringMatching(fault),
		});
	}
});

test('accounts and assets are connected to the tracker', async () => {
	expect(await json('asset', 'add', '--code', 'OIL', '--decimals', '2')).toBeDefined();
	const link = ['asset', 'link', '--code', 'OIL', '--tracker-asset', 'x1', '--unit'];
	expect(await json(...link, '0.5')).toEqual({ asset: 'OIL', trackerAssetId: 'x1', unit: '0.5' });
	expect(await json('asset', 'add', '--code', 'GAS', '--decimals', '2')).toBeDefined();
	expect(await admin(...link.with(3, 'GAS'), '0.5')).toMatchObject({
		status: 2,
		fault: '--tracker-asset: x1 stands for OIL already',
	});
	const mode = ['account', 'set-payouts', '--account', 'anna', '--mode'];
	expect(await json(...mode, 'ON_DEMAND', ...why)).toMatchObject({ payouts: 'ON_DEMAND' });
	const email = ['account', 'set-email', '--account', 'anna', '--email', 'anna@second.test'];
	expect(await json(...email, ...why)).toMatchObject({ email: 'anna@second.test' });
	expect(await json('settlement', 'resume-payouts', ...why)).toEqual({
		payoutsStopped: null,
		resumedAssets: [],
	});
});

test.each([
	['account fund --account anna --asset EUR --amount 1 --reason asked', /deposit it/],
	['asset link --code EUR --tracker-asset other --unit 1', /linked to another/],
	['asset link --code NONE --tracker-asset x --unit 1', /no asset NONE/],
	['asset link --code GOLD --tracker-asset x --unit 0.0001', /--unit must be/],
	['account set-email --account anna --email anna --reason asked', /e-mail address/],
	[
		'account set-email --account anna --email jürgen@second.test --reason asked',
		/--email .* ASCII characters/,
	],
	['account set-payouts --account anna --mode NEVER', /--mode must be one of/],
	['settlement statement --account nobody', /no account nobody/],
	['settlement statement --account anna --from tomorrow', /--from must be a date/],
	['settlement statement --account anna --from 2026-02-02 --to 2026-01-01', /before --to/],
	['settlement statement --account anna --format xml', /--format must be one of/],
	['settlement intents --state OPEN', /--state must be one of/],
	['settlement intents --limit 0', /--limit must be/],
	['settlement intent --id none', /no intent none/],
	['settlement review --id none --decision SETTLED --reason asked', /no intent none/],
	['settlement review --id none --decision MAYBE', /--decision must be one of/],
	['settlement review --decision SETTLED --reason asked', /either --id or --held-for/],
	['settlement review --held-for odd --decision SETTLED --reason asked', /no transfer is held/],
	['settlement clear-alarm --id none --reason asked', /no open alarm none/],
	['reserves proof --account ben', /in no publication/],
	['reserves verify --file none.json', /none\.json cannot be read: ENOENT/],
	['settlement review --id x --decision SETTLED --decision REFUSED', /--decision is given twice/],
	['settlement reconcile --from nonsense', /unknown option '--from'/],
])('%s is refused with one sentence', async (line, sentence) => {
	const { status, answer, fault } = await admin(...line.split(' '));
	expect([status, answer]).toEqual([2, '']);
	expect(fault).toMatch(sentence);
	expect(fault.trimEnd()).not.toContain('\n');
});

test('accounts are listed with where their payouts go', async () => {
	const accounts = await json('account', 'list');
	expect(accounts).toContainEqual({
		...{ id: stage.ben.id, name: 'ben' },
		...{ email: stage.ben.user.email, payouts: 'AUTOMATIC', isEnabled: true, isFrozen: false },
	});
});

test('without settings there is no tracker to ask', async () => {
	const place = await databases.place();
	const { status, fault } = await adminIn(place, ['settlement', 'reconcile']);
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
	const { reason } = (await json('settlement', 'intent', '--id', first)) as { reason: string };
	const before = await tracker.amount(anna.user, trackerAssets.EUR);
	const held = ['settlement', 'review', '--held-for', reason, '--decision', 'REFUSED', ...why];
	expect(await json(...held)).toMatchObject([
		{ intent: { id: second, state: 'REFUSED' }, moved: expect.stringMatching(/^10 EUR went back/) },
		{ intent: { id: first, state: 'REFUSED' } },
	]);
	expect((await findIntent(database, other))?.state).toBe('HELD_FOR_REVIEW');
	expect(await json('settlement', 'alarms')).toMatchObject([{ intentId: other }]);
	expect(await tracker.amount(anna.user, trackerAssets.EUR)).toBe(before);
});
