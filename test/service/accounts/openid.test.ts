/**
 * Signing in by OpenID Connect over real HTTP, at a real provider: whom its word signs in and makes a user, and that a
 * changed, repeated, foreign or late answer signs in nobody.
 */
import { PassThrough } from 'node:stream';
import type { Role } from '../../../api/language/roles';
import { openService } from '../../../service/app';
import { readConfig, type Config } from '../../../service/config';
import { AheadClock } from '../../support/clocks/movable-clock';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { servicePlace } from '../../support/programs/service-place';
import { newKey, OpenIdProvider, type Claims } from '../../support/servers/openid-provider';

const clock = new AheadClock();
const config: { oidc?: Config['oidc'] } = {};
const mapping = 'office=SealerAdmin+KeeperAdmin,/people = UserAdmin';
/** Of the limits of requests. */
let pacedMs = 0;
let provider: OpenIdProvider;
let running: RunningService;

beforeAll(async () => {
	provider = await OpenIdProvider.open();
	running = await startService({ clock, nowMs: () => pacedMs, config });
	provider.serve(`${running.url}/session/oidc/callback`);
	await configure({ OIDC_ORGANISATION: running.organisation.id });
});
afterAll(async () => {
	await running.close();
	await provider.close();
});
beforeEach(() => {
	// None of the tests but one is about how often somebody may ask.
	pacedMs += 60_000;
	provider.restore();
});

/** Opens the service again with these settings of OIDC_. */
async function configure(settings: Readonly<Record<string, string>>): Promise<void> {
	config.oidc = readConfig({ ...provider.settings, ...settings }).oidc;
	await running.restart();
}

/** Keeps cookies, and follows redirects to the last before the service is called back. */
class Browser {
	readonly cookies = new Map<string, string>();

	async visit(url: string): Promise<Answer> {
		const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
		const answer = await send({ method: 'GET', url, headers: { cookie, accept: 'text/html' } });
		for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
			const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
			this.cookies.set(name, value);
			if (name === 'sealkeeper-oidc' && value !== '') this.begun = value;
		}
		return answer;
	}

	/** The secret of the last sign-in that began. */
	begun = '';

	/** Begins, signs in at the provider, and returns where it leads back to. */
	async signInThere(to = '/console'): Promise<string> {
		let url = `${running.url}/session/oidc?to=${encodeURIComponent(to)}`;
		while (!url.startsWith(`${running.url}/session/oidc/callback`)) {
			const { headers, status, text } = await this.visit(url);
			if (headers['location'] === undefined) throw new Error(`${url}: ${status} ${text}`);
			url = new URL(String(headers['location']), url).href;
		}
		return url;
	}
}

async function signIn(person: Claims, browser = new Browser()): Promise<Answer> {
	provider.person = person;
	return browser.visit(await browser.signInThere());
}

/** The user whom a session is of. */
async function whoIs({ headers }: Answer): Promise<{ email: string; roles: readonly Role[] }> {
	const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
	const answer = await send({
		method: 'GET',
		url: `${running.url}/users/self`,
		headers: { cookie },
	});
	return answer.json() as { email: string; roles: readonly Role[] };
}

function person(name: string, more: Claims = {}): Claims {
	return { sub: name, email: `${name}@first.test`, email_verified: true, ...more };
}

function expectTurnedAway({ status, headers, text }: Answer, code: number, sentence: string): void {
	expect([status, headers['content-type']]).toEqual([code, 'text/html; charset=utf-8']);
	expect(text).toContain(sentence);
	expect(text).toContain('href="/console/sign-in"');
	expect(String(headers['set-cookie'])).not.toContain('sealkeeper=');
}

function hasLogged(text: string): boolean {
	return running.log().includes(text);
}

const elsewhere = 'was not begun in this browser, was used already, or took too long';
const unconfirmed = 'could not be confirmed';

test('a user signs in by a verified address, keeps their roles, and returns to their page', async () => {
	const browser = new Browser();
	provider.person = person('ONLY-sealeruser');
	const back = await browser.signInThere('/console/contracts?state=OPEN');
	const signed = await browser.visit(back);
	expect([signed.status, signed.headers['location'], signed.headers['cache-control']]).toEqual([
		303,
		`${running.url}/console/contracts?state=OPEN`,
		'no-store',
	]);
	expect(String(signed.headers['set-cookie'])).toMatch(
		/^sealkeeper=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax,sealkeeper-oidc=; Path=\/; Max-Age=0;/,
	);
	expect(await whoIs(signed)).toMatchObject({
		email: 'only-sealeruser@first.test',
		roles: ['SealerUser'],
	});
	// The code, and the secrets of the attempt, are in no log.
	const { searchParams } = new URL(back);
	const secrets = [searchParams.get('code'), searchParams.get('state'), browser.begun];
	expect(secrets.map((secret) => hasLogged(String(secret)))).toEqual([false, false, false]);
});

test('the request to the provider has state, nonce and a challenge, and the cookie a secret alone', async () => {
	const browser = new Browser();
	const begun = await browser.visit(`${running.url}/session/oidc`);
	expect(begun.status).toBe(302);
	const { searchParams } = new URL(String(begun.headers['location']));
	expect(Object.fromEntries(searchParams)).toEqual({
		client_id: 'sealkeeper',
		response_type: 'code',
		redirect_uri: `${running.url}/session/oidc/callback`,
		scope: 'openid email profile',
		state: expect.stringMatching(/^[\w-]{43}$/) as string,
		nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
		code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
		code_challenge_method: 'S256',
	});
	expect(String(begun.headers['set-cookie'])).toMatch(
		/^sealkeeper-oidc=[\w-]{43}\.; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
	);
});

test.each([
	['https://evil.test/', '/console'],
	['//evil.test/', undefined],
	['/\t/evil.test', undefined],
	['/.//evil.test', undefined],
	['/\\evil.test', undefined],
	['javascript:alert(1)', '/console'],
	[`/${'x'.repeat(2000)}`, '/console'],
])('no way back leads to another site: %j', async (to, path) => {
	provider.person = person('admin');
	const browser = new Browser();
	const { status, headers } = await browser.visit(await browser.signInThere(to));
	expect(status).toBe(303);
	const { origin, pathname } = new URL(String(headers['location']), 'https://a.test');
	expect(origin).toBe(running.url);
	if (path !== undefined) expect(pathname).toBe(path);
});

test('an answer counts once, in the browser that began, with its state, within ten minutes', async () => {
	provider.person = person('admin');
	const browser = new Browser();
	const back = await browser.signInThere();
	expectTurnedAway(await new Browser().visit(back), 403, elsewhere);
	const foreign = new Browser();
	await foreign.signInThere();
	expectTurnedAway(await foreign.visit(back), 403, elsewhere);
	expectTurnedAway(await browser.visit(back.replace(/state=[^&]+/, 'state=x')), 403, elsewhere);
	const cookies = new Map(browser.cookies);
	expect((await browser.visit(back)).status).toBe(303);
	expectTurnedAway(await browser.visit(back), 403, elsewhere);
	for (const [name, value] of cookies) browser.cookies.set(name, value);
	expectTurnedAway(await browser.visit(back), 403, elsewhere);
	const late = await browser.signInThere();
	clock.pass(10 * 60_000);
	expectTurnedAway(await browser.visit(late), 403, elsewhere);
});

const seconds = () => Math.floor(Date.now() / 1000);

test.each<[string, Claims]>([
	['of another nonce', { nonce: 'x' }],
	['without a nonce', { nonce: undefined }],
	['of another issuer', { iss: 'https://evil.test' }],
	['for another audience', { aud: 'another' }],
	['for several audiences, handed to another', { aud: ['sealkeeper', 'b'], azp: 'b' }],
	['that has expired', { exp: seconds() - 90 }],
	['without an end', { exp: undefined }],
])('a token %s signs in nobody', async (_kind, changed) => {
	provider.change = (claims) => ({ ...claims, ...changed });
	expectTurnedAway(await signIn(person('admin')), 403, unconfirmed);
});

test('a token that another key has signed signs in nobody; a new key of the provider counts at once', async () => {
	expect((await signIn(person('admin'))).status).toBe(303);
	provider.renewKey();
	expect((await signIn(person('admin'))).status).toBe(303);
	provider.signer = newKey();
	expectTurnedAway(await signIn(person('admin')), 403, unconfirmed);
	expect(hasLogged('signature verification failed')).toBe(true);
});

test('clocks may differ by less than a minute', async () => {
	provider.change = (claims) => ({ ...claims, exp: seconds() - 30 });
	expect((await signIn(person('admin'))).status).toBe(303);
	provider.change = (claims) => ({ ...claims, iat: seconds() + 30, nbf: seconds() + 30 });
	expect((await signIn(person('admin'))).status).toBe(303);
	provider.change = (claims) => ({ ...claims, nbf: seconds() + 90 });
	expectTurnedAway(await signIn(person('admin')), 403, unconfirmed);
});

test.each<[string, Claims]>([
	['unverified', { email_verified: false }],
	['not said to be verified', { email_verified: undefined }],
	['verified by a text', { email_verified: 'true' }],
	['no address', { email: 'admin' }],
	['missing', { email: undefined }],
])('an address that is %s signs in nobody', async (_kind, claims) => {
	expectTurnedAway(await signIn(person('admin', claims)), 403, 'does not say that your e-mail');
});

test('what the token leaves out is asked for, and an address counts with its own verification alone', async () => {
	const without =
		(...names: readonly string[]) =>
		(claims: Claims) =>
			Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)));
	provider.change = without('email', 'email_verified', 'groups');
	expect((await signIn(person('admin'))).status).toBe(303);
	provider.change = without('email_verified');
	expectTurnedAway(await signIn(person('admin')), 403, 'does not say that your e-mail');
});

test('without groups nobody becomes a user, and who is disabled or declined is turned away', async () => {
	expectTurnedAway(await signIn(person('stranger')), 403, 'Nobody here has your e-mail address.');
	const other = person('admin', { email: running.other.admin.email });
	expectTurnedAway(await signIn(other), 403, 'Nobody here has your e-mail address.');
	await running.addUser('gone@first.test', ['SealerUser']);
	await disable('gone@first.test');
	expectTurnedAway(await signIn(person('gone')), 403, 'You are disabled here.');
	provider.person = undefined;
	const browser = new Browser();
	expectTurnedAway(await browser.visit(await browser.signInThere()), 403, 'did not let you in');
});

async function disable(email: string): Promise<void> {
	const headers = { 'x-api-key': running.organisation.admin.key };
	const list = await send({ method: 'GET', url: `${running.url}/users`, headers });
	const users = list.json() as readonly { readonly id: string; readonly email: string }[];
	const id = users.find((user) => user.email === email)?.id;
	const url = `${running.url}/users/${id}/disable`;
	expect((await send({ method: 'PUT', url, headers })).status).toBeLessThan(300);
}

test('the sign-in page is told the name, and who is signed in is not', async () => {
	const ask = (cookie = '') =>
		send({ method: 'GET', url: `${running.url}/session`, headers: { cookie } });
	expect((await ask()).json()).toEqual({ signIn: { oidc: "your organisation's sign-in" } });
	const browser = new Browser();
	await signIn(person('admin'), browser);
	expect((await ask(`sealkeeper=${browser.cookies.get('sealkeeper')}`)).json()).not.toHaveProperty(
		'signIn',
	);
});

test('an address of the network begins ten times a minute', async () => {
	const begin = () => new Browser().visit(`${running.url}/session/oidc`);
	const answers = await Promise.all(Array.from({ length: 11 }, begin));
	const over = answers.filter(({ status }) => status === 429);
	expect(over).toHaveLength(1);
	expect(over[0]?.headers['content-type']).toBe('text/html; charset=utf-8');
});

describe('where groups give roles', () => {
	beforeAll(() => configure({ OIDC_ORGANISATION: running.organisation.id, OIDC_ROLES: mapping }));

	test('who is in a group becomes a user, and has the roles of their groups at each sign-in', async () => {
		const first = await signIn(person('nora', { groups: ['office', 'another'] }));
		expect(await whoIs(first)).toMatchObject({
			email: 'nora@first.test',
			roles: ['KeeperAdmin', 'SealerAdmin'],
		});
		await signIn(person('nora', { groups: ['/people'] }));
		expect((await whoIs(first)).roles).toEqual(['UserAdmin']);
		const both = await signIn(person('nora', { groups: ['/people', 'office'] }));
		expect((await whoIs(both)).roles).toEqual(['UserAdmin', 'KeeperAdmin', 'SealerAdmin']);
		provider.change = ({ groups: _, ...claims }) => claims;
		const asked = await signIn(person('nora', { groups: 'office' }));
		expect((await whoIs(asked)).roles).toEqual(['KeeperAdmin', 'SealerAdmin']);
	});

	test('who is in none, or disabled, is turned away and becomes nobody', async () => {
		const none = 'None of your groups is admitted here.';
		expectTurnedAway(await signIn(person('olaf')), 403, none);
		expectTurnedAway(await signIn(person('olaf', { groups: [1, null, {}] })), 403, none);
		expectTurnedAway(await signIn(person('admin', { groups: ['another'] })), 403, none);
		await running.addUser('away@first.test', ['SealerUser']);
		await disable('away@first.test');
		const away = person('away', { groups: ['office'] });
		expectTurnedAway(await signIn(away), 403, 'You are disabled here.');
		const unverified = person('olaf', { groups: ['office'], email_verified: false });
		expectTurnedAway(await signIn(unverified), 403, 'does not say');
		const users = await running.service.accounts.users(running.organisation.id);
		expect(users.map(({ email }) => email)).not.toContain('olaf@first.test');
	});

	test('of first sign-ins at once, all are of one user', async () => {
		provider.person = person('pia', { groups: ['office'] });
		const browsers = Array.from({ length: 4 }, () => new Browser());
		const answers = await Promise.all(
			browsers.map(async (browser) => browser.visit(await browser.signInThere())),
		);
		expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
		const users = await running.service.accounts.users(running.organisation.id);
		expect(users.filter(({ email }) => email === 'pia@first.test')).toHaveLength(1);
	});
});

test('several organisations need one to be named, and one that there is', async () => {
	await configure({});
	expectTurnedAway(await signIn(person('admin')), 403, 'OIDC_ORGANISATION');
	const place = await servicePlace('SQLite');
	const settings = { ...provider.settings, OIDC_ORGANISATION: 'none' };
	const unknown = openService(
		{ ...readConfig(settings), ...place },
		{ clock, log: new PassThrough() },
	);
	await expect(unknown).rejects.toThrow('OIDC_ORGANISATION must be the id of an organisation here');
	place.remove();
});

test('a provider that is away, or whose secret is another, is told as such', async () => {
	const browser = new Browser();
	provider.person = person('admin');
	const back = await browser.signInThere();
	const port = Number(new URL(provider.issuer).port);
	await provider.close();
	const away = 'does not answer';
	expectTurnedAway(await new Browser().visit(`${running.url}/session/oidc`), 502, away);
	expectTurnedAway(await browser.visit(back), 502, away);
	await provider.listen(port);
	await configure({
		OIDC_ORGANISATION: running.organisation.id,
		OIDC_CLIENT_SECRET: 'not-the-secret',
	});
	expectTurnedAway(await signIn(person('admin')), 403, unconfirmed);
	expect(hasLogged('WWWAuthenticateChallengeError')).toBe(true);
	expect(hasLogged('not-the-secret')).toBe(false);
});
