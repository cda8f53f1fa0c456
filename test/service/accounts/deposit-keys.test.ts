/**
 * A person allows a program to deposit for them, over real HTTP: one key of one role, fetched once by a program of the
 * same organisation, named among the person's keys and ended there; and every other way to it, which there is not.
 */
import { createHash } from 'node:crypto';
import type { Role } from '../../../api/language/roles';
import { systemClock } from '../../../server/clock';
import { consoleCaller } from '../../exchange/support/console-codes';
import { send } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';

const redirectUri = 'https://exchange.example/venue/transfers';
const codeVerifier = 'a verifier of the page, as long as it must be';
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');

let running: RunningService;
let tracker: string;
/** The program's own user. */
let escrowKey: string;
let nowMs = systemClock.now();

beforeAll(async () => {
	const clock = { now: () => nowMs };
	running = await startService({ clock, nowMs: () => nowMs });
	running.signInFor.push({
		address: 'https://exchange.example',
		organisationId: running.organisation.id,
	});
	tracker = running.organisation.products.Tracker;
	escrowKey = (await running.addUser('escrow@first.test', ['TrackerUser'])).key;
});
afterAll(() => running.close());

let count = 0;

/** Somebody new, who is signed in to the console. */
async function person(...roles: readonly Role[]) {
	count += 1;
	const { email } = await running.addUser(`person-${count}@first.test`, roles);
	return { email, ask: await consoleCaller(running, email) };
}

type Person = Awaited<ReturnType<typeof person>>;

const offered = async ({ ask }: Person) =>
	(await ask('POST', '/codes/consent', { redirectUri, tracker })).json();

async function codeOf({ ask }: Person, more: object = { tracker }): Promise<string> {
	const answer = await ask('POST', '/codes', { redirectUri, codeChallenge, ...more });
	return (answer.json() as { readonly code: string }).code;
}

const byProgram = (path: string, code: string, more: object, headers: Record<string, string>) =>
	send({
		method: 'POST',
		url: `${running.url}/session/codes/${path}`,
		headers,
		json: { code, codeVerifier, redirectUri, tracker, ...more },
	});

/** As the program asks for the key. */
async function fetchKey(code: string, more: object = {}, key: string | undefined = escrowKey) {
	const headers: Record<string, string> = key === '' ? {} : { 'x-api-key': key };
	const answer = await byProgram('key', code, more, headers);
	const body = answer.json() as { key?: string; email?: string; errorCode?: string };
	return { status: answer.status, headers: answer.headers, body };
}

async function allowedKey(who: Person): Promise<string> {
	const { key } = (await fetchKey(await codeOf(who))).body;
	if (key === undefined) throw new Error('there is no key');
	return key;
}

async function keysOf({ ask }: Person) {
	const keys = (await ask('GET', '/keys')).json() as { id: string; label: string; roles: Role[] }[];
	return keys.filter(({ label }) => label !== 'test');
}

const balances = (key: string) =>
	send({
		method: 'GET',
		url: `${running.url}/tracker/${tracker}/balances`,
		headers: { 'x-api-key': key },
	});

const refused = { status: 401, body: { errorCode: 'Auth_SessionEnded' } };

test('the program gets a key of one role, once; it stands among the keys and is revoked there', async () => {
	const who = await person('TrackerUser', 'TrackerAdmin', 'SealerAdmin');
	expect(await offered(who)).toEqual({
		deposits: { program: 'exchange.example', role: 'TrackerUser', isAllowed: false },
	});
	const code = await codeOf(who);
	const { status, body, headers } = await fetchKey(code);
	expect([status, body.email, headers['cache-control']]).toEqual([200, who.email, 'no-store']);
	expect(await fetchKey(code)).toMatchObject(refused);
	const key = body.key ?? '';
	expect((await balances(key)).status).toBe(200);
	const [shown, ...others] = await keysOf(who);
	expect([shown, others]).toMatchObject([
		{ label: 'Deposits at exchange.example', roles: ['TrackerUser'] },
		[],
	]);
	expect(await offered(who)).toMatchObject({ deposits: { isAllowed: true } });
	await who.ask('DELETE', `/keys/${shown?.id ?? ''}`);
	expect((await balances(key)).status).toBe(401);
	expect(await offered(who)).toMatchObject({ deposits: { isAllowed: false } });
	expect(running.log()).not.toContain(key);
});

test('the same code signs in as well, whichever comes first', async () => {
	const who = await person('TrackerUser');
	const code = await codeOf(who);
	const signedIn = () => byProgram('exchange', code, {}, {});
	expect((await signedIn()).json()).toEqual({ email: who.email });
	expect((await fetchKey(code)).status).toBe(200);
	expect((await signedIn()).status).toBe(401);
});

test('a key that is allowed anew ends the one before', async () => {
	const who = await person('TrackerUser');
	const [first, second] = [await allowedKey(who), await allowedKey(who)];
	expect([(await balances(first)).status, (await balances(second)).status]).toEqual([401, 200]);
	expect(await keysOf(who)).toHaveLength(1);
});

test('the networks of the program’s key hold for the new one', async () => {
	const { userId } = await running.service.database
		.selectFrom('api_keys')
		.innerJoin('users', 'users.id', 'api_keys.user_id')
		.select('users.id as userId')
		.where('users.email', '=', 'escrow@first.test')
		.executeTakeFirstOrThrow();
	const networks = ['127.0.0.0/8', '::1/128'];
	const { key } = await running.service.accounts.addKey(userId, 'bound', { networks });
	const who = await person('TrackerUser');
	expect((await fetchKey(await codeOf(who), {}, key)).status).toBe(200);
	expect(await keysOf(who)).toMatchObject([{ networks }]);
});

test.each([
	['who may hold no assets', ['SealerAdmin'], {}],
	['who is an administrator of the tracker alone', ['TrackerAdmin'], { role: 'TrackerAdmin' }],
] as const)('%s', async (_who, roles, deposits) => {
	const who = await person(...roles);
	expect(await offered(who)).toMatchObject('role' in deposits ? { deposits } : {});
	const made = await who.ask('POST', '/codes', { redirectUri, codeChallenge, tracker });
	expect(made.status).toBe('role' in deposits ? 200 : 400);
});

describe('there is no key', () => {
	test.each([
		['another verifier', { codeVerifier: 'of somebody else' }],
		['another page', { redirectUri: 'https://exchange.example/admin' }],
		['another code', { code: 'nobody.nothing' }],
	])('for %s', async (_what, more) => {
		const code = await codeOf(await person('TrackerUser'));
		expect(await fetchKey(code, more)).toMatchObject(refused);
		expect((await fetchKey(code)).status).toBe(200);
	});

	test('without consent', async () => {
		const code = await codeOf(await person('TrackerUser'), {});
		expect(await fetchKey(code)).toMatchObject(refused);
	});

	test('for a browser, a stranger, a key without the role, and another organisation', async () => {
		const code = await codeOf(await person('TrackerUser'));
		const { organisation, other } = running;
		const theirs = { tracker: other.products.Tracker };
		for (const [key, more, status, errorCode] of [
			['', {}, 401, 'Auth_KeyMissing'],
			['x'.repeat(43), {}, 401, 'Auth_KeyInvalid'],
			[organisation.byRole.UserAdmin.key, {}, 403, 'Auth_RoleMissing'],
			[other.byRole.TrackerUser.key, {}, 403, 'Auth_RoleMissing'],
			[other.byRole.TrackerUser.key, theirs, 401, 'Auth_SessionEnded'],
		] as const) {
			expect(await fetchKey(code, more, key)).toMatchObject({ status, body: { errorCode } });
		}
		// None of them used it up.
		expect((await fetchKey(code)).status).toBe(200);
	});

	test('for a tracker of another organisation, which is not offered either', async () => {
		const who = await person('TrackerUser');
		const theirs = { tracker: running.other.products.Tracker };
		const sent = { redirectUri, codeChallenge, ...theirs };
		expect((await who.ask('POST', '/codes/consent', sent)).json()).toEqual({});
		const made = await who.ask('POST', '/codes', sent);
		expect(made.json()).toMatchObject({
			errorCode: 'Request_Invalid',
			arguments: ['tracker', expect.anything()],
		});
	});

	test('for a page of a program that is not named, and from another site', async () => {
		const who = await person('TrackerUser');
		const evil = { redirectUri: 'https://evil.test/venue', codeChallenge, tracker };
		for (const path of ['/codes', '/codes/consent'])
			expect((await who.ask('POST', path, evil)).status).toBe(400);
		const url = `${running.url}/session/codes/consent`;
		expect((await send({ method: 'POST', url, json: { redirectUri, tracker } })).status).toBe(403);
	});

	test('after a minute, and of who was disabled or lost the role meanwhile', async () => {
		const late = await codeOf(await person('TrackerUser'));
		nowMs += 61_000;
		expect(await fetchKey(late)).toMatchObject(refused);
		const { database } = running.service;
		const who = await person('TrackerUser');
		const code = await codeOf(who);
		const set = (columns: { roles?: string; disabled_at?: string }) =>
			database.updateTable('users').set(columns).where('email', '=', who.email).execute();
		await set({ roles: '["SealerUser"]' });
		expect(await fetchKey(code)).toMatchObject({ status: 403 });
		await set({ roles: '["TrackerUser"]', disabled_at: new Date(nowMs).toISOString() });
		expect(await fetchKey(code)).toMatchObject(refused);
	});
});
