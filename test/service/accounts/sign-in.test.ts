/**
 * Signing in over real HTTP: a link signs in once and from this site alone, a session does what its user may, ends
 * with them, and is no key; no other site can use it.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { issueSignInLink } from '../../../service/accounts/sign-in-links';
import { systemClock } from '../../../server/clock';
import { send, type Answer } from '../../support/clients/requests';
import { lastBackupName } from '../../../service/sign-in/told-files';
import type { SignInProgram } from '../../../service/accounts/sign-in-programs';
import { organisationOf } from '../../support/programs/console';
import { addOrganisation, startService, type RunningService } from '../../support/programs/service';

const hourMs = 3_600_000;

let running: RunningService;
let nowMs: number;
let progressFile: string;
const signInFor: SignInProgram[] = [];
const clock = { now: () => nowMs };

beforeAll(async () => {
	nowMs = systemClock.now();
	progressFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-start-')), 'it.json');
	const config = {
		startProgressFile: progressFile,
		signInFor,
	};
	running = await startService({ clock, nowMs: () => nowMs, config });
	shared = await people();
	const { organisationId } = shared;
	signInFor.push({ address: 'https://exchange.example/', organisationId });
	signInFor.push({ address: 'http://localhost:8090', organisationId: undefined });
});
afterAll(async () => {
	await running.close();
	fs.rmSync(path.dirname(progressFile), { recursive: true });
});

interface Asked {
	readonly cookie?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly json?: object;
}

/** As a page of the service sends it. */
function ask(method: string, location: string, { cookie, headers, json }: Asked = {}) {
	const sent = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...headers };
	return send({ method, url: running.url + location, headers: sent, json });
}

async function outcome(answer: Promise<Answer>): Promise<readonly [number, string?]> {
	const { status, text } = await answer;
	const body = (text === '' ? {} : JSON.parse(text)) as { readonly errorCode?: string };
	return body.errorCode === undefined ? [status] : [status, body.errorCode];
}

type People = Awaited<ReturnType<typeof people>>;

/** Of tests that end nobody. */
let shared: People;
let count = 0;

/** An organisation, its user administrator and who may use the tracker, with ids. */
async function people() {
	count += 1;
	const { byRole, admin } = await addOrganisation(running.service, `sign-in-${count}.test`);
	const headers = { 'x-api-key': byRole.UserAdmin.key };
	const users = (await send({ method: 'GET', url: `${running.url}/users`, headers })).json() as {
		readonly id: string;
		readonly email: string;
	}[];
	const of = (email: string) => {
		const user = users.find((one) => one.email === email.toLowerCase());
		if (user === undefined) throw new Error(`there is no ${email}`);
		return user;
	};
	const others = `${running.url}/users/${of(admin.email).id}/disable`;
	await send({ method: 'PUT', url: others, headers });
	return {
		headers,
		organisationId: await organisationOf(running, byRole.UserAdmin.email),
		admin: of(byRole.UserAdmin.email),
		user: of(byRole.TrackerUser.email),
		key: byRole.TrackerUser.key,
	};
}

async function token(userId: string): Promise<string> {
	const { database } = running.service;
	return (await database.transaction().execute((at) => issueSignInLink(at, clock, userId))).token;
}

/** The cookie of a new session. */
async function signIn(userId: string): Promise<string> {
	const { status, headers } = await ask('POST', '/session', {
		json: { token: await token(userId) },
	});
	expect(status).toBe(204);
	const [cookie = ''] = String(headers['set-cookie']).split(';');
	return cookie;
}

test('a link signs in once; the session acts as its user and shows no secret', async () => {
	const { user } = shared;
	const link = await token(user.id);
	expect((await ask('POST', '/session/offers', { json: { token: link } })).json()).toMatchObject({
		kind: 'SIGN_IN',
		email: user.email,
	});
	const signed = await ask('POST', '/session', { json: { token: link } });
	expect(signed.status).toBe(204);
	expect(String(signed.headers['set-cookie'])).toMatch(
		/^sealkeeper=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
	);
	expect(await outcome(ask('POST', '/session', { json: { token: link } }))).toEqual([
		410,
		'Auth_LinkEnded',
	]);
	const cookie = String(signed.headers['set-cookie']).split(';')[0] ?? '';
	expect((await ask('GET', '/users/self', { cookie })).json()).toMatchObject({ id: user.id });
	expect(await outcome(ask('GET', '/users', { cookie }))).toEqual([403, 'Auth_RoleMissing']);
	const who = await ask('GET', '/session', { cookie });
	expect(who.json()).toMatchObject({ user: { email: user.email } });
	expect(who.text).not.toContain(cookie.split('=')[1]);
	expect((await ask('GET', '/session')).json()).toEqual({});
});

test('over HTTPS a session is read from the cookie that no other host can set, and from no other', async () => {
	const secured = await startService({ config: { publicUrl: 'https://sealkeeper.example' } });
	const { id } = await secured.service.database
		.selectFrom('users')
		.select('id')
		.limit(1)
		.executeTakeFirstOrThrow();
	const { token: link } = await secured.service.database
		.transaction()
		.execute((at) => issueSignInLink(at, systemClock, id));
	const url = `${secured.url}/session`;
	const headers = { 'sec-fetch-site': 'same-origin' };
	const signed = await send({ method: 'POST', url, headers, json: { token: link } });
	const given = String(signed.headers['set-cookie']);
	expect(given).toMatch(/^__Host-sealkeeper=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/);
	const [cookie = ''] = given.split(';');
	const who = async (sent: string) =>
		(await send({ method: 'GET', url, headers: { cookie: sent } })).json();
	expect(await who(cookie)).toMatchObject({ user: { id } });
	expect(await who(cookie.replace('__Host-', ''))).toEqual({});
	await secured.close();
});

test('of ten requests with one link at once, one signs in', async () => {
	const { user } = shared;
	const json = { token: await token(user.id) };
	const answers = await Promise.all(
		Array.from({ length: 10 }, () => ask('POST', '/session', { json })),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(410)]);
});

test('a link ends after ten minutes, with a newer one, and with its user', async () => {
	const { user, admin, headers } = await people();
	const ended = [410, 'Auth_LinkEnded'];
	const use = (link: string) => outcome(ask('POST', '/session', { json: { token: link } }));
	const old = await token(user.id);
	nowMs += 10 * 60_000;
	expect(await use(old)).toEqual(ended);
	const earlier = await token(user.id);
	const later = await token(user.id);
	expect(await use(earlier)).toEqual(ended);
	await send({ method: 'PUT', url: `${running.url}/users/${user.id}/disable`, headers });
	expect(await use(later)).toEqual(ended);
	expect(await use('x'.repeat(43))).toEqual(ended);
	await signIn(admin.id);
});

test('a session is no key, and a key is no session', async () => {
	const { user, key } = shared;
	const cookie = await signIn(user.id);
	const secret = cookie.split('=')[1] ?? '';
	expect(await outcome(ask('GET', '/products', { headers: { 'x-api-key': secret } }))).toEqual([
		401,
		'Auth_KeyInvalid',
	]);
	expect(await outcome(ask('GET', '/products', { cookie: `sealkeeper=${key}` }))).toEqual([
		401,
		'Auth_SessionEnded',
	]);
	expect(await outcome(ask('GET', '/products'))).toEqual([401, 'Auth_KeyMissing']);
	// A program behind a browser's cookie is the program.
	const byBoth = await ask('GET', '/users/self', { cookie, headers: { 'x-api-key': key } });
	expect(byBoth.status).toBe(200);
});

test.each([
	['cross-site', undefined, 403],
	['same-site', undefined, 403],
	['none', undefined, 403],
	[undefined, 'https://evil.test', 403],
	[undefined, undefined, 403],
	[undefined, 'own', 204],
	['same-origin', 'https://evil.test', 204],
])('a change from the site %s, origin %s, is answered with %d', async (site, origin, status) => {
	const { user } = shared;
	const cookie = await signIn(user.id);
	const headers = {
		cookie,
		...(site !== undefined && { 'sec-fetch-site': site }),
		...(origin !== undefined && { origin: origin === 'own' ? running.url : origin }),
	};
	const answer = await send({ method: 'DELETE', url: `${running.url}/session`, headers });
	expect(answer.status).toBe(status);
	const asked = await send({
		method: 'POST',
		url: `${running.url}/subscriptions`,
		headers: { ...headers, cookie: await signIn(user.id) },
		json: {},
	});
	// The body is refused only once the site was let pass.
	expect(asked.status).toBe(status === 403 ? 403 : 400);
	// Reading is what another site cannot see anyway.
	expect((await send({ method: 'GET', url: `${running.url}/session`, headers })).status).toBe(200);
});

test('a session ends after 12 hours without use, and after 7 days of use', async () => {
	const { user } = shared;
	const unused = await signIn(user.id);
	const used = await signIn(user.id);
	const isIn = async (cookie: string) => (await ask('GET', '/products', { cookie })).status === 200;
	for (let hours = 0; hours < 11; hours += 1) {
		nowMs += hourMs;
		expect(await isIn(used)).toBe(true);
	}
	nowMs += hourMs;
	expect(await isIn(unused)).toBe(false);
	for (let halfDays = 0; halfDays < 13; halfDays += 1) {
		expect(await isIn(used)).toBe(true);
		nowMs += 11 * hourMs;
	}
	nowMs += 14 * hourMs;
	expect(await isIn(used)).toBe(false);
});

test('a person sees and ends their sessions, and no one else does', async () => {
	const { user, admin } = shared;
	const [first, second, others] = [
		await signIn(user.id),
		await signIn(user.id),
		await signIn(admin.id),
	];
	type Shown = { readonly id: string; readonly isThis: boolean };
	const list = async (cookie: string) =>
		(await ask('GET', '/sessions', { cookie })).json() as Shown[];
	const shown = await list(first);
	expect(shown.map(({ isThis }) => isThis).sort()).toEqual([false, true]);
	const other = shown.find(({ isThis }) => !isThis)?.id ?? '';
	await ask('DELETE', `/sessions/${other}`, { cookie: others });
	expect(await list(second)).toHaveLength(2);
	await ask('DELETE', `/sessions/${other}`, { cookie: first });
	expect(await outcome(ask('GET', '/sessions', { cookie: second }))).toEqual([
		401,
		'Auth_SessionEnded',
	]);
	const out = await ask('DELETE', '/session', { cookie: first });
	expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
	expect(await outcome(ask('GET', '/products', { cookie: first }))).toEqual([
		401,
		'Auth_SessionEnded',
	]);
});

test('who is disabled is signed out at once, and their keys are listed without sessions', async () => {
	const { user, headers } = await people();
	const cookie = await signIn(user.id);
	const keys = (await send({ method: 'GET', url: `${running.url}/apikeys`, headers })).json() as {
		readonly userId: string;
	}[];
	expect(keys.filter(({ userId }) => userId === user.id)).toHaveLength(1);
	await send({ method: 'PUT', url: `${running.url}/users/${user.id}/disable`, headers });
	expect(await outcome(ask('GET', '/products', { cookie }))).toEqual([401, 'Auth_SessionEnded']);
});

async function mailsTo(address: string) {
	await running.service.mailsDelivered();
	const folder = path.join(running.dataFolder, 'outbox');
	const mails = await Promise.all(
		fs
			.readdirSync(folder)
			.sort()
			.map((name) => PostalMime.parse(fs.readFileSync(path.join(folder, name)))),
	);
	return mails.filter(({ to }) => to?.[0]?.address === address);
}

const newestTo = async (address: string) => (await mailsTo(address)).at(-1);

test('a mail brings the link, whoever asks learns nothing, and nobody is flooded', async () => {
	const { user } = await people();
	const mail = (email: string) => ask('POST', '/session/links', { json: { email } });
	const known = await mail(user.email.toUpperCase());
	const unknown = await mail('nobody@sign-in.test');
	expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
	const [only, ...others] = await mailsTo(user.email);
	expect(others).toEqual([]);
	const link = /\/console\/sign-in#([\w-]{43})/.exec(only?.text ?? '')?.[1];
	expect((await ask('POST', '/session', { json: { token: link } })).status).toBe(204);
	for (let times = 0; times < 7; times += 1) expect((await mail(user.email)).status).toBe(202);
	expect(await mailsTo(user.email)).toHaveLength(5);
	expect(await outcome(mail('no address'))).toEqual([400, 'Request_Invalid']);
	expect(await outcome(mail(user.email))).toEqual([429, 'Request_TooMany']);
});

test('of ten wishes for a link at once five mails leave, and old links are removed', async () => {
	const { user } = await people();
	const { database } = running.service;
	nowMs += hourMs;
	const wish = () => ask('POST', '/session/links', { json: { email: user.email } });
	await Promise.all(Array.from({ length: 10 }, wish));
	expect(await mailsTo(user.email)).toHaveLength(5);
	nowMs += hourMs;
	await token(user.id);
	const rows = database.selectFrom('sign_in_links').select('token_hash');
	expect(await rows.where('user_id', '=', user.id).execute()).toHaveLength(1);
});

test('who accepts an invitation is signed in and never sees a key', async () => {
	const { headers } = shared;
	const email = 'cem@sign-in.test';
	const json = { email, roles: ['StorageRead'] };
	await send({ method: 'POST', url: `${running.url}/invitations`, headers, json });
	const link = /\/keys\/[\w-]{43}/.exec((await newestTo(email))?.text ?? '')?.[0] ?? '';
	const form = [{ name: 'x', value: '' }];
	const page = await ask('GET', link);
	expect(page.text).toContain('Accept and sign in');
	const accept = () => send({ method: 'POST', url: `${running.url + link}/session`, form });
	const accepted = await accept();
	expect([accepted.status, accepted.headers['location']]).toEqual([303, '/console']);
	const cookie = String(accepted.headers['set-cookie']).split(';')[0] ?? '';
	expect((await ask('GET', '/users/self', { cookie })).json()).toMatchObject({
		email,
		roles: ['StorageRead'],
	});
	expect((await accept()).status).toBe(410);
	const keys = await send({ method: 'GET', url: `${running.url}/apikeys`, headers });
	expect(keys.text).not.toContain(email);
});

test('an organisation may lose its last key where its administrator has signed in', async () => {
	const { admin, headers } = await people();
	const end = () => send({ method: 'DELETE', url: `${running.url}/apikeys/${admin.id}`, headers });
	expect((await end()).status).toBe(409);
	await signIn(admin.id);
	expect((await end()).status).toBe(204);
});

test('who is signed in learns what the launcher still does', async () => {
	const cookie = await signIn(shared.user.id);
	const said = async () => (await ask('GET', '/session/start', { cookie })).json();
	expect(await said()).toEqual({});
	fs.writeFileSync(progressFile, JSON.stringify({ step: 'Installing n8n' }));
	expect(await said()).toEqual({ step: 'Installing n8n' });
	expect(await outcome(ask('GET', '/session/start'))).toEqual([401, 'Auth_SessionEnded']);
});

test('the console is told when the last copy was made, and nobody who is not signed in', async () => {
	const cookie = await signIn(shared.user.id);
	const said = async () => (await ask('GET', '/session/last-backup', { cookie })).json();
	expect(await said()).toEqual({});
	const takenAt = '2026-05-04T09:30:00.000Z';
	fs.writeFileSync(path.join(running.dataFolder, lastBackupName), JSON.stringify({ takenAt }));
	expect(await said()).toEqual({ takenAt });
	expect(await outcome(ask('GET', '/session/last-backup'))).toEqual([401, 'Auth_SessionEnded']);
});

describe('a code tells another program who is signed in', () => {
	const redirectUri = 'https://exchange.example/venue/markets/A-B?x=1';
	const codeVerifier = 'a verifier of the page, as long as it must be';
	const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');

	const make = async (cookie: string, more: object = {}) =>
		ask('POST', '/session/codes', { cookie, json: { redirectUri, codeChallenge, ...more } });
	const codeOf = async (cookie: string) =>
		((await make(cookie)).json() as { readonly code: string }).code;
	/** As a program sends it: without a cookie and without a site. */
	const change = (code: string, more: object = {}) =>
		send({
			method: 'POST',
			url: `${running.url}/session/codes/exchange`,
			json: { code, codeVerifier, redirectUri, ...more },
		});
	const refused = [401, 'Auth_SessionEnded'];

	test('once', async () => {
		const code = await codeOf(await signIn(shared.user.id));
		const answer = await change(code);
		expect([answer.status, answer.json()]).toEqual([200, { email: shared.user.email }]);
		expect(answer.headers['cache-control']).toBe('no-store');
		expect(await outcome(change(code))).toEqual(refused);
	});

	test.each([
		['another verifier', { codeVerifier: 'of somebody else' }],
		['another page', { redirectUri: 'https://exchange.example/admin/console' }],
		['another code', { code: 'nobody.nothing' }],
	])('not for %s', async (_what, more) => {
		const code = await codeOf(await signIn(shared.user.id));
		expect(await outcome(change(code, more))).toEqual(refused);
		// A wrong try uses nothing up.
		expect((await change(code)).status).toBe(200);
	});

	test('not after a minute, and not after its user was disabled', async () => {
		const late = await codeOf(await signIn(shared.user.id));
		nowMs += 61_000;
		expect(await outcome(change(late))).toEqual(refused);
		const { user, headers, organisationId } = await people();
		const other = 'https://other.example/venue';
		signInFor.push({ address: other, organisationId });
		const made = await make(await signIn(user.id), { redirectUri: other });
		const { code } = made.json() as { readonly code: string };
		const url = `${running.url}/users/${user.id}/disable`;
		await send({ method: 'PUT', url, headers });
		expect(await outcome(change(code, { redirectUri: other }))).toEqual(refused);
	});

	test('of one organisation alone, since another may invite anybody’s address', async () => {
		const { user } = await people();
		const cookie = await signIn(user.id);
		const why = async (more: object) => {
			const { status, text } = await make(cookie, more);
			return [status, text];
		};
		expect(await why({})).toEqual([400, expect.stringContaining('of another organisation')]);
		const unnamed = { redirectUri: 'http://localhost:8090/venue' };
		expect(await why(unnamed)).toEqual([400, expect.stringContaining('there are several')]);
	});

	test('for a page of a program that the operator named, and for who is signed in alone', async () => {
		const cookie = await signIn(shared.user.id);
		for (const page of [
			'https://exchange.example.evil.test/venue',
			'https://evil.test/?https://exchange.example/',
			'http://exchange.example/venue',
			'javascript:alert(1)',
			'/venue',
		]) {
			const { status, text } = await make(cookie, { redirectUri: page });
			expect([status, text]).toEqual([400, expect.stringContaining('redirectUri')]);
		}
		expect(await outcome(make('sealkeeper=nothing'))).toEqual(refused);
		const site = { 'sec-fetch-site': 'cross-site' };
		const json = { redirectUri, codeChallenge };
		expect(await outcome(ask('POST', '/session/codes', { cookie, headers: site, json }))).toEqual([
			403,
			'Auth_OtherSite',
		]);
	});
});
