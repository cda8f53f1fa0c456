/** The administrator's command makes what the service then knows, and explains every mistake. */
import fs from 'node:fs';
import { roles } from '../../../api/language/roles';
import { Accounts } from '../../../service/accounts/accounts';
import { runCommandLine } from '../../../server/commands/shell';
import { admin } from '../../../service/commands/admin';
import { systemClock } from '../../../server/clock';
import { openDatabase } from '../../../service/database/database';
import { servicePlace, type ServicePlace } from '../../support/programs/service-place';
import { databaseKindOfRun } from '../../support/servers/databases';
import { TextTerminal } from '../../support/programs/text-terminal';

/** A server that is not there, for the run on PostgreSQL. */
const nowhere: Readonly<Record<string, string>> =
	databaseKindOfRun === 'PostgreSQL' ? { DATABASE_URL: 'postgres://127.0.0.1:1/none' } : {};

let place: ServicePlace;

beforeEach(async () => {
	place = await servicePlace();
});

afterEach(() => {
	place.remove();
});

async function run(...args: readonly string[]) {
	const terminal = new TextTerminal();
	const code = await runCommandLine(admin, args, {
		environment: place.environment,
		terminal,
	});
	return { code, output: terminal.output, complaint: terminal.complaint };
}

/** Runs a command that must succeed; its answer. */
async function answer<Value>(...args: readonly string[]): Promise<Value> {
	const { code, output, complaint } = await run(...args);
	expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
	return JSON.parse(output) as Value;
}

interface WithId {
	readonly id: string;
}

async function organisation(): Promise<string> {
	return (await answer<WithId>('organisation', 'add', '--name', 'Harbour')).id;
}

test('an organisation, a user, a product and a key are made and listed', async () => {
	const id = await organisation();
	const user = ['--organisation', id, '--email', 'Ann@Harbour.test'];
	await answer('user', 'add', ...user, '--roles', 'TrackerAdmin, StorageRead');
	const product = ['--organisation', id, '--kind', 'Tracker', '--name', 'Assets'];
	const { id: productId } = await answer<WithId>('product', 'add', ...product);
	const key = await answer<WithId & { key: string }>('key', 'add', ...user, '--label', 'first');

	expect(await answer('organisation', 'list')).toEqual([{ id, name: 'Harbour' }]);
	expect(await answer('user', 'list', '--organisation', id)).toEqual([
		expect.objectContaining({ email: 'ann@harbour.test', roles: ['TrackerAdmin', 'StorageRead'] }),
	]);
	expect(await answer('product', 'list', '--organisation', id)).toEqual([
		{ id: productId, kind: 'Tracker', name: 'Assets' },
	]);
	expect(await answer('key', 'list', '--organisation', id)).toEqual([
		expect.objectContaining({ id: key.id, email: 'ann@harbour.test', label: 'first' }),
	]);
});

test('a Sealer is set to name the links that sign, and no other product is', async () => {
	const id = await organisation();
	const product = (kind: string) =>
		answer<WithId>('product', 'add', '--organisation', id, '--kind', kind, '--name', 'Product');
	const [sealer, tracker] = [(await product('Sealer')).id, (await product('Tracker')).id];
	const named = ['--named', 'yes'];
	expect(await answer('product', 'links', '--product', sealer, ...named)).toEqual({
		...{ product: sealer, namesLinks: true },
	});
	const { code, complaint } = await run('product', 'links', '--product', tracker, ...named);
	expect([code, complaint]).toEqual([2, expect.stringContaining(`there is no Sealer ${tracker}`)]);
});

test('a key is printed when it is made and by no list', async () => {
	const id = await organisation();
	const user = ['--organisation', id, '--email', 'ann@harbour.test'];
	await answer('user', 'add', ...user, '--roles', 'Admin');
	const { key } = await answer<{ key: string }>('key', 'add', ...user);
	const { output } = await run('key', 'list', '--organisation', id);
	expect(key).toMatch(/^[\w-]{43}$/);
	expect(output).not.toContain(key);
});

test('a key is limited to the roles and networks that a list names', async () => {
	const id = await organisation();
	const user = ['--organisation', id, '--email', 'ann@harbour.test'];
	await answer('user', 'add', ...user, '--roles', 'Admin,StorageRead');
	const limits = ['--roles', 'StorageRead', '--networks', '127.0.0.9, 203.0.113.7/24'];
	await answer('key', 'add', ...user, '--label', 'n8n', ...limits);
	expect(await answer('key', 'list', '--organisation', id)).toMatchObject([
		{ label: 'n8n', roles: ['StorageRead'], networks: ['127.0.0.9', '203.0.113.0/24'] },
	]);
	expect(await run('key', 'add', ...user, '--networks', 'here')).toMatchObject({
		code: 2,
		complaint: expect.stringContaining("'here' is none") as unknown,
	});
	expect((await run('key', 'add', ...user, '--roles', 'Owner')).code).toBe(2);
});

test('a key works until it is revoked, and is revoked once', async () => {
	const id = await organisation();
	const user = ['--organisation', id, '--email', 'ann@harbour.test'];
	await answer('user', 'add', ...user, '--roles', 'Admin');
	const made = await answer<WithId & { key: string }>('key', 'add', ...user);
	const database = await openDatabase(place);
	const accounts = new Accounts(database, systemClock);
	const before = await accounts.callerByKey(made.key, '127.0.0.1');
	await answer('key', 'revoke', '--id', made.id);
	const after = await accounts.callerByKey(made.key, '127.0.0.1');
	await database.destroy();
	expect(before).toMatchObject({ email: 'ann@harbour.test', roles: ['Admin'] });
	expect(after).toBeUndefined();
	expect((await run('key', 'revoke', '--id', made.id)).code).toBe(2);
});

test('the demo is made once, and keys again only when asked for', async () => {
	interface Demo {
		readonly organisationId: string;
		readonly users: readonly { readonly key?: string }[];
	}
	const first = await answer<Demo>('demo');
	const second = await answer<Demo>('demo');
	const third = await answer<Demo>('demo', '--new-keys');
	expect(new Set([first, second, third].map((demo) => demo.organisationId)).size).toBe(1);
	expect(first.users.every(({ key }) => key !== undefined)).toBe(true);
	expect(second.users.every(({ key }) => key === undefined)).toBe(true);
	expect(third.users.every(({ key }) => key !== undefined)).toBe(true);
	expect(await answer('organisation', 'list')).toHaveLength(1);
});

test('help names every command, with nothing to do as well', async () => {
	for (const args of [[], ['--help']]) {
		const { code, output } = await run(...args);
		expect(code).toBe(0);
		for (const { words, does } of admin.commands) {
			expect(output).toMatch(new RegExp(`^ +${words} +${does.slice(0, 20)}`, 'm'));
		}
		for (const role of roles) expect(output).toContain(role);
	}
	expect((await run('key', '--help')).output).toMatch(/key add .*\n.*key list .*\n.*key revoke /);
});

test.each(admin.commands)('help of $words names its options', async ({ words, options }) => {
	const { code, output } = await run(...words.split(' '), '--help');
	expect(code).toBe(0);
	expect(output).toContain(`admin -- ${words}`);
	for (const { meaning } of Object.values(options)) expect(output).toContain(meaning);
});

describe('a mistake ends with exit code 2 and names what to change', () => {
	const mistakes: readonly (readonly [command: string, sentence: string])[] = [
		['organisation', "unknown command 'organisation'"],
		['organisation remove', "unknown command 'organisation remove'"],
		['constructor', "unknown command 'constructor'"],
		['organisation add', '--name is missing'],
		['organisation add --name', 'argument missing'],
		['organisation add --title Harbour', "unknown option '--title'"],
		['organisation add --name=', '--name is missing'],
		['key add --organisation --email a@b.test', '--organisation has no value before --email'],
		['organisation add Harbour', 'too many arguments'],
		['organisation add --name a --name b', '--name is given twice'],
		['user list', '--organisation is missing'],
		['user list --organisation nobody', 'there is no organisation nobody'],
		['user add --organisation ORG --roles Admin', '--email is missing'],
		['user add --organisation ORG --email ann --roles Admin', "not 'ann'"],
		['user add --organisation ORG --email jürgen@b.test --roles Admin', 'only ASCII characters'],
		['invitation add --organisation ORG --email a@b --roles Admin', 'the name of a domain'],
		['user add --organisation ORG --email a@b.test', '--roles is missing'],
		['user add --organisation ORG --email a@b.test --roles Admin,King', "'King' is none of Admin"],
		['product add --organisation ORG --name x --kind Storage', "not 'Storage'"],
		['key add --organisation ORG --email a@b.test', 'there is no user a@b.test'],
		['key revoke --id none', 'there is no key none to revoke'],
	];

	test.each(mistakes)('%s', async (command, sentence) => {
		const id = await organisation();
		const { code, output, complaint } = await run(
			...command.split(' ').map((word) => (word === 'ORG' ? id : word)),
		);
		expect({ code, output }).toEqual({ code: 2, output: '' });
		expect(complaint).toContain(sentence);
	});

	test('a user is added twice', async () => {
		const user = [
			'--organisation',
			await organisation(),
			'--email',
			'a@b.test',
			'--roles',
			'Admin',
		];
		await answer('user', 'add', ...user);
		const { code, complaint } = await run('user', 'add', ...user);
		expect(code).toBe(2);
		expect(complaint).toBe('--email: there is a user a@b.test already\n');
	});
});

test('a variable that begins like ours and is none is reported beside the answer', async () => {
	const terminal = new TextTerminal();
	const environment = { ...place.environment, SEALKEEPER_DTA: 'elsewhere' };
	expect(await runCommandLine(admin, ['organisation', 'list'], { environment, terminal })).toBe(0);
	expect([terminal.output, terminal.complaint]).toEqual([
		'[]\n',
		'SEALKEEPER_DTA is no setting and does nothing; did you mean SEALKEEPER_DATA?\n',
	]);
});

test('a database that cannot be used ends with exit code 1', async () => {
	place.remove();
	fs.writeFileSync(place.dataFolder, 'a file in the place of the folder');
	place = { ...place, environment: { ...place.environment, ...nowhere } };
	const { code, complaint } = await run('organisation', 'list');
	expect(code).toBe(1);
	expect(complaint).not.toBe('');
});

describe('what can be ended', () => {
	interface Made extends WithId {
		readonly key: string;
		readonly expiresAt?: string;
	}

	async function user(email: string) {
		const id = await organisation();
		const words = ['--organisation', id, '--email', email];
		await answer('user', 'add', ...words, '--roles', 'UserAdmin');
		return { id, words };
	}

	async function callerOf(key: string): Promise<unknown> {
		const database = await openDatabase(place);
		try {
			return await new Accounts(database, systemClock).callerByKey(key, '127.0.0.1');
		} finally {
			await database.destroy();
		}
	}

	test('a user is disabled with every key, enabled without one, and deleted', async () => {
		const { id, words } = await user('ann@harbour.test');
		const { key } = await answer<Made>('key', 'add', ...words);
		await answer('user', 'set-roles', ...words, '--roles', 'Admin,Billing');
		expect(await callerOf(key)).toMatchObject({ roles: ['Admin', 'Billing'] });
		await answer('user', 'disable', ...words);
		expect(await callerOf(key)).toBeUndefined();
		expect(await answer('user', 'list', '--organisation', id)).toMatchObject([
			{ isEnabled: false },
		]);
		expect((await run('key', 'add', ...words)).complaint).toContain('is disabled');
		await answer('user', 'enable', ...words);
		expect(await callerOf(key)).toBeUndefined();
		const { key: next } = await answer<Made>('key', 'add', ...words);
		await answer('key', 'revoke-all', ...words);
		expect(await callerOf(next)).toBeUndefined();
		await answer('user', 'delete', ...words);
		expect(await answer('user', 'list', '--organisation', id)).toEqual([]);
	});

	test('a key ends when it is said, or as the settings say, and lists show when', async () => {
		const { id, words } = await user('ann@harbour.test');
		const days = ({ expiresAt = '' }: Made) =>
			Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000);
		const own = await answer<Made>('key', 'add', ...words, '--lifetime-days', '3');
		expect(days(own)).toBe(3);
		place = { ...place, environment: { ...place.environment, KEY_LIFETIME_DAYS: '20' } };
		expect(days(await answer<Made>('key', 'add', ...words))).toBe(20);
		const never = await answer<Made>('key', 'add', ...words, '--lifetime-days', 'never');
		expect(never.expiresAt).toBeUndefined();
		const listed = await answer<readonly Made[]>('key', 'list', '--organisation', id);
		expect(listed.map(({ expiresAt }) => expiresAt)).toEqual(
			expect.arrayContaining([own.expiresAt, null]),
		);
		for (const wrong of ['0', '36501', '1.5', 'soon', '-1']) {
			const { code } = await run('key', 'add', ...words, `--lifetime-days=${wrong}`);
			expect([wrong, code]).toEqual([wrong, 2]);
		}
	});

	test('an invitation is made with a link that is shown once, and taken back', async () => {
		const { id } = await user('ann@harbour.test');
		const words = ['--organisation', id, '--email', 'ben@harbour.test', '--roles', 'Admin'];
		const made = await answer<WithId & { link: string }>('invitation', 'add', ...words);
		expect(made.link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/keys\/[\w-]{43}$/);
		const { output } = await run('invitation', 'list', '--organisation', id);
		expect(output).toContain('"status": "Pending"');
		expect(output).not.toContain(made.link.split('/').at(-1));
		await answer('invitation', 'delete', '--organisation', id, '--id', made.id);
		expect((await run('invitation', 'list', '--organisation', id)).output).toContain('Deleted');
		const again = ['--organisation', id, '--email', 'ann@harbour.test', '--roles', 'Admin'];
		expect(await run('invitation', 'add', ...again)).toMatchObject({
			code: 2,
			complaint: expect.stringContaining('is a user of this organisation already') as unknown,
		});
	});

	test('new keys of the demo end those the demo made before, and no others', async () => {
		interface Demo {
			readonly organisationId: string;
			readonly users: readonly { readonly email: string; readonly key?: string }[];
		}
		const first = await answer<Demo>('demo');
		const [owner] = first.users;
		if (owner === undefined) throw new Error('the demo has no user');
		const words = ['--organisation', first.organisationId, '--email', owner.email];
		const own = await answer<Made>('key', 'add', ...words, '--label', 'my own');
		const second = await answer<Demo>('demo', '--new-keys');
		for (const { key = '' } of first.users) expect(await callerOf(key)).toBeUndefined();
		for (const { key = '' } of second.users) expect(await callerOf(key)).toBeDefined();
		expect(await callerOf(own.key)).toBeDefined();
	});
});
