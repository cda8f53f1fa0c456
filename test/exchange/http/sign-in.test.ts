/**
 * Signing in to the exchange through the console of a real service: a trader by the address of their account, an
 * administrator by the setting, for half a day; and everybody who is neither.
 */
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../exchange/accounts/accounts';
import { setEmail } from '../../../exchange/settlement/setup/trader-email';
import { startService, type RunningService } from '../../support/programs/service';
import { TestDatabases } from '../../support/servers/databases';
import type { SignInProgram } from '../../../service/accounts/sign-in-programs';
import { organisationOf } from '../../support/programs/console';
import { consoleCode } from '../support/console-codes';
import { startBareExchange, type BareExchange } from '../support/exchange';

const databases = new TestDatabases();
let service: RunningService;
let exchange: BareExchange;
let nowMs = systemClock.now();
const clock = { now: () => nowMs };
let accountId: string;

beforeAll(async () => {
	const signInFor: SignInProgram[] = [];
	service = await startService({ config: { signInFor } });
	const signIn = { signInUrl: service.url, administrators: ['Admin@first.test'] };
	exchange = await startBareExchange(await databases.place('SQLite'), { ...signIn, clock });
	signInFor.push({ address: exchange.url, organisationId: await organisationOf(service) });
	const { database } = exchange.exchange;
	accountId = (await new Accounts(database, clock).add('Trader')).id;
	const { email } = service.organisation.byRole.TrackerUser;
	await setEmail(database, { accountId, email, settings: undefined });
});
afterAll(async () => {
	await exchange.close();
	await service.close();
	await databases.close();
});

async function signIn(email: string, as = 'TRADER', more: object = {}) {
	const code = await consoleCode(service, email, { redirectUri: `${exchange.url}/venue` });
	return exchange.call('POST', '/session', { body: { as, ...code, ...more } });
}

const trader = () => service.organisation.byRole.TrackerUser.email;

test('a page learns where people sign in', async () => {
	const { body, headers } = await exchange.call('GET', '/session');
	expect(body).toEqual({ signIn: { console: service.url } });
	expect(headers.get('cache-control')).toBe('no-store');
});

test('a trader gets a key of their account, until they sign out', async () => {
	const { status, body, headers } = await signIn(trader());
	expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
	const { key, email } = body as { readonly key: string; readonly email: string };
	expect(email).toBe(trader().toLowerCase());
	expect((await exchange.call('GET', '/account', { key })).body).toMatchObject({ accountId });
	expect((await exchange.call('DELETE', '/session', { key })).status).toBe(204);
	expect((await exchange.call('GET', '/account', { key })).status).toBe(401);
	expect((await exchange.call('DELETE', '/session', { key })).status).toBe(401);
	expect(exchange.log()).not.toContain(key);
});

test('the key ends after half a day', async () => {
	const { key } = (await signIn(trader())).body as { readonly key: string };
	nowMs += 12 * 3_600_000 + 1;
	expect((await exchange.call('GET', '/account', { key })).body).toMatchObject({
		errorCode: 'Auth_KeyExpired',
	});
});

test('an administrator is who the setting names, and no trader by that', async () => {
	const { key } = (await signIn('admin@first.test', 'ADMINISTRATOR')).body as {
		readonly key: string;
	};
	expect((await exchange.call('GET', '/admin/actions', { key })).status).toBe(200);
	expect((await exchange.call('GET', '/account', { key })).status).toBe(401);
});

test.each([
	['an administrator who is none', trader, 'ADMINISTRATOR', 'is an administrator here'],
	['who has no account', () => 'admin@first.test', 'TRADER', 'is a trader here'],
])('%s is turned away', async (_who, email, as, why) => {
	const { status, body } = await signIn(email(), as);
	expect([status, body]).toEqual([403, expect.objectContaining({ errorCode: 'Auth_NotAdmitted' })]);
	expect((body as { readonly message: string }).message).toContain(why);
});

test('a code signs in once, with its verifier and for its page', async () => {
	for (const wrong of [{ codeVerifier: 'other' }, { redirectUri: `${exchange.url}/admin` }]) {
		expect((await signIn(trader(), 'TRADER', wrong)).status).toBe(409);
	}
	const code = await consoleCode(service, trader(), { redirectUri: `${exchange.url}/venue` });
	const again = () => exchange.call('POST', '/session', { body: { as: 'TRADER', ...code } });
	expect([(await again()).status, (await again()).status]).toEqual([200, 409]);
});

test.each([
	['as', { as: 'OWNER' }],
	['code', { code: '' }],
	['codeVerifier', { codeVerifier: 7 }],
	['redirectUri', { redirectUri: 'x'.repeat(2001) }],
])('a wrong %s is named', async (field, more) => {
	const sent = { as: 'TRADER', code: 'c', codeVerifier: 'v', redirectUri: 'r', ...more };
	const { status, body } = await exchange.call('POST', '/session', { body: sent });
	expect([status, body]).toMatchObject([400, { arguments: [field, expect.any(String)] }]);
});

test('a service that does not answer is named', async () => {
	const place = await databases.place('SQLite');
	const lost = await startBareExchange(place, { signInUrl: 'http://127.0.0.1:9' });
	const sent = { as: 'TRADER', code: 'c', codeVerifier: 'v', redirectUri: 'r' };
	const why = 'the service that signs people in does not answer';
	const { body } = await lost.call('POST', '/session', { body: sent });
	expect((body as { readonly message: string }).message).toContain(why);
	expect(lost.log()).toContain(why);
	await lost.close();
});

test('without the setting nobody signs in', async () => {
	const alone = await startBareExchange(await databases.place('SQLite'));
	expect((await alone.call('GET', '/session')).body).toEqual({});
	expect((await alone.call('POST', '/session', { body: {} })).status).toBe(405);
	await alone.close();
});
