/**
 * Keys that may do less than their users, over real HTTP: by some roles alone, from some networks alone, made at a
 * link or by who is signed in, and ended one by one. The proxy before the service is trusted: it names the caller.
 */
import fs from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { systemClock } from '../../../server/clock';
import type { KeyTerms } from '../../../service/accounts/accounts';
import { issueSignInLink } from '../../../service/accounts/sign-in-links';
import { send, type Answer } from '../../support/clients/requests';
import {
	addOrganisation,
	startService,
	type RunningService,
	type TestUser,
} from '../../support/programs/service';
import { WebhookTarget } from '../../support/servers/webhook-target';
import { EventReader } from '../../exchange/support/exchange';
import { Tracker } from '../assets/tracker';
import { EventClient } from '../events/event-client';

let running: RunningService;

beforeAll(async () => {
	running = await startService({ config: { trustedProxies: ['127.0.0.0/8'] } });
});
afterAll(() => running.close());

interface Sent {
	readonly key?: string;
	readonly cookie?: string;
	/** Who the proxy says it is. */
	readonly from?: string;
	readonly json?: object;
}

function ask(method: string, location: string, { key, cookie, from, json }: Sent) {
	const headers = {
		...(key !== undefined && { 'x-api-key': key }),
		...(cookie !== undefined && { cookie, 'sec-fetch-site': 'same-origin' }),
		...(from !== undefined && { 'x-forwarded-for': from }),
	};
	return send({ method, url: running.url + location, headers, json });
}

async function refusal(answer: Promise<Answer>) {
	const { status, text } = await answer;
	const { errorCode, arguments: args } = JSON.parse(text) as {
		readonly errorCode: string;
		readonly arguments: readonly string[];
	};
	return { status, errorCode, args };
}

const withoutRole = { status: 403, errorCode: 'Auth_RoleMissing' };

async function userOf({ key }: TestUser): Promise<string> {
	return ((await ask('GET', '/users/self', { key })).json() as { readonly id: string }).id;
}

/** A further key of a user. */
async function limited(user: TestUser, terms: KeyTerms, label = 'limited') {
	return running.service.accounts.addKey(await userOf(user), label, terms);
}

describe('a key that is limited to roles', () => {
	test('does what both it and its user may at that moment', async () => {
		const user = await running.addUser('ben@first.test', ['TrackerAdmin', 'UserAdmin']);
		const id = await userOf(user);
		const { key } = await limited(user, { roles: ['TrackerAdmin', 'KeeperAdmin'] });
		const { Tracker: tracker, Keeper: keeper } = running.organisation.products;
		const statuses = async () => {
			const places = [`/tracker/${tracker}/assets`, `/keeper/${keeper}/folders`, '/users'];
			const answers = await Promise.all(places.map((place) => ask('GET', place, { key })));
			return answers.map(({ status }) => status);
		};
		expect(await statuses()).toEqual([200, 403, 403]);
		expect((await ask('GET', '/users', { key: user.key })).status).toBe(200);
		await running.service.accounts.setRoles(id, ['KeeperAdmin', 'UserAdmin']);
		expect(await statuses()).toEqual([403, 200, 403]);
		expect(await refusal(ask('GET', '/users', { key }))).toMatchObject(withoutRole);
	});

	test('signs and declines nothing without a role that signs', async () => {
		const { admin, products } = running.organisation;
		const contract = `/sealer/${products.Sealer}/contracts/${'0'.repeat(24)}/decline`;
		const decline = async (user: { readonly key: string }) =>
			refusal(ask('POST', contract, { key: user.key, json: { reason: 'No' } }));
		expect(await decline(await limited(admin, { roles: ['StorageRead'] }))).toMatchObject(
			withoutRole,
		);
		const unknown = { errorCode: 'Sealer_ContractNotFound' };
		expect(await decline(await limited(admin, { roles: ['SealerUser'] }))).toMatchObject(unknown);
		expect(await decline(running.organisation.byRole.StorageRead)).toMatchObject(unknown);
	});

	test('hears by streams, lists and webhooks of what it may read alone', async () => {
		const { admin, products } = running.organisation;
		const { key } = await limited(admin, { roles: ['StorageRead', 'StorageWrite'] });
		const whole = new EventClient(running, admin);
		const own = new EventClient(running, { ...admin, key });
		const target = await WebhookTarget.open();
		const made = async (client: EventClient, more: object = {}) => {
			const wanted = { url: target.url, ...more };
			return (await client.call('POST', '/subscriptions', wanted)).json() as {
				readonly id: string;
			};
		};
		const after = await whole.cursor();
		const { id } = await made(own);
		expect(await made(own, { types: ['asset.created'] })).toMatchObject({
			errorCode: 'Event_NotHeard',
		});
		const headers = { accept: 'text/event-stream', 'x-api-key': key };
		const reader = await EventReader.open(`${running.url}/events?after=${after}`, headers);
		await new Tracker(running, products.Tracker).asset(admin, 'Not for it');
		const stored = await send({
			...{ method: 'POST', url: `${running.storageUrl}/files` },
			headers: { 'x-api-key': admin.key },
			form: [{ name: 'file', fileName: 'a.txt', content: 'All is well.' }],
		});
		expect(stored.status).toBe(201);
		await whole.events(after, 2);
		expect((await target.asked(1)).map(({ type }) => type)).toEqual(['storage.stored']);
		for (let event = await reader.next(); ; event = await reader.next()) {
			if (event?.event !== 'message') continue;
			expect(event.data).toMatchObject({ type: 'storage.stored' });
			break;
		}
		reader.close();
		expect((await own.page(`after=${after}`)).events.map(({ type }) => type)).toEqual([
			'storage.stored',
		]);
		// It handles those of its own limit, and its user all of them.
		const { id: ofUser } = await made(whole);
		const status = async (client: EventClient, one: string) =>
			(await client.call('GET', `/subscriptions/${one}`)).status;
		expect([await status(own, id), await status(own, ofUser)]).toEqual([200, 404]);
		expect((await own.call('POST', `/subscriptions/${ofUser}/secret`, {})).status).toBe(404);
		expect((await own.call('GET', '/subscriptions')).json()).toHaveLength(1);
		expect([await status(whole, id), await status(whole, ofUser)]).toEqual([200, 200]);
		for (const one of [id, ofUser]) await whole.call('DELETE', `/subscriptions/${one}`);
		await target.close();
	});

	test('ends its stream when its user loses one of its roles, and not another', async () => {
		const user = await running.addUser('ella@first.test', ['StorageRead', 'TrackerUser']);
		const { key } = await limited(user, { roles: ['StorageRead'] });
		const headers = { accept: 'text/event-stream', 'x-api-key': key };
		const reader = await EventReader.open(`${running.url}/events?latest=true`, headers);
		const id = await userOf(user);
		const { accounts } = running.service;
		const before = (await accounts.callerByKey(key, '127.0.0.1'))?.grant ?? '';
		await accounts.setRoles(id, ['StorageRead']);
		expect((await accounts.grantsInUse([before])).has(before)).toBe(true);
		await accounts.setRoles(id, ['TrackerUser']);
		for (let event = await reader.next(); ; event = await reader.next()) {
			if (event?.event !== 'ended') continue;
			expect(event.data).toEqual({ reason: 'KeyEnded' });
			break;
		}
		reader.close();
	});
});

describe('a key that is limited to networks', () => {
	test.each([
		['203.0.113.0/24', '203.0.113.9', true],
		['203.0.113.0/24', '203.0.114.9', false],
		['203.0.113.0/24', '::ffff:203.0.113.9', true],
		['::ffff:203.0.113.0/120', '203.0.113.9', true],
		['2001:db8::/32', '2001:db8:1::9', true],
		['2001:db8::/32', '2001:db9::9', false],
		['2001:DB8:0::7', '2001:db8::7', true],
		['::/0', '203.0.113.9', false],
	])('to %s is used from %s: %s', async (network, from, isTaken) => {
		const { key } = await limited(running.organisation.admin, { networks: [network] });
		const answer = ask('GET', '/products', { key, from });
		if (isTaken) return expect((await answer).status).toBe(200);
		return expect(await refusal(answer)).toEqual({
			status: 403,
			errorCode: 'Auth_AddressNotAllowed',
			args: [from],
		});
	});

	test('is refused before a body is read, for a file and for a stream alike', async () => {
		const { admin, products } = running.organisation;
		const { key } = await limited(admin, { networks: ['203.0.113.0/24'] });
		const refused = { status: 403, errorCode: 'Auth_AddressNotAllowed' };
		expect(await refusal(ask('GET', '/events', { key }))).toMatchObject(refused);
		const json = { name: 'An asset' };
		const asset = ask('POST', `/tracker/${products.Tracker}/assets`, { key, json });
		expect(await refusal(asset)).toMatchObject(refused);
		expect(await refusal(ask('GET', '/products', { key: 'unknown' }))).toMatchObject({
			status: 401,
		});
	});

	test('believes nobody about an address but a proxy that is trusted', async () => {
		const direct = await startService();
		const { accounts } = direct.service;
		const caller = await accounts.callerByKey(direct.organisation.admin.key, '127.0.0.1');
		const { key } = await accounts.addKey(caller?.userId ?? '', 'far', {
			networks: ['203.0.113.0/24'],
		});
		const headers = { 'x-api-key': key, 'x-forwarded-for': '203.0.113.9' };
		const answer = send({ method: 'GET', url: `${direct.url}/products`, headers });
		expect(await refusal(answer)).toMatchObject({ status: 403, args: ['127.0.0.1'] });
		await direct.close();
	});
});

/** The key of the newest mail to an address, made at its link. */
async function keyByMail(
	address: string,
): Promise<{ readonly key: string; readonly page: string }> {
	await running.service.mailsDelivered();
	const folder = path.join(running.dataFolder, 'outbox');
	const [name = ''] = fs.readdirSync(folder).sort().reverse();
	const mail = await PostalMime.parse(fs.readFileSync(path.join(folder, name)));
	expect(mail.to?.[0]?.address).toBe(address);
	const url = /https?:\S+\/keys\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
	const { text } = await send({ method: 'POST', url, form: [{ name: 'x', value: '' }] });
	return { key: /<code id="key">([\w-]{43})<\/code>/.exec(text)?.[1] ?? '', page: text };
}

interface ListedKey {
	readonly id: string;
	readonly userId: string;
	readonly label: string;
	readonly roles?: readonly string[];
	readonly networks?: readonly string[];
	readonly expires?: string;
}

async function listed(key: string): Promise<readonly ListedKey[]> {
	return (await ask('GET', '/apikeys', { key })).json() as readonly ListedKey[];
}

describe('the link to a key', () => {
	test('carries its name and its limits, each written in one way', async () => {
		const { byRole, admin } = running.organisation;
		const { key: asAdmin } = byRole.UserAdmin;
		const json = {
			userId: await userOf(admin),
			label: 'n8n in the cellar',
			roles: ['StorageRead', 'TrackerUser', 'StorageRead'],
			networks: ['203.0.113.77/24', '127.0.0.1/32', '2001:DB8::/32', '::ffff:10.0.0.0/104'],
		};
		expect((await ask('POST', '/apikeys', { key: asAdmin, json })).status).toBe(204);
		const { key, page } = await keyByMail(admin.email);
		expect(page).toContain('It may do no more than TrackerUser, StorageRead.');
		const made = (await listed(asAdmin)).find(({ label }) => label === json.label);
		expect(made).toMatchObject({
			roles: ['TrackerUser', 'StorageRead'],
			networks: ['203.0.113.0/24', '127.0.0.1', '2001:db8::/32', '10.0.0.0/8'],
		});
		expect((await ask('GET', '/users', { key })).status).toBe(403);
		expect((await ask('GET', '/products', { key })).status).toBe(200);
		expect((await ask('GET', '/products', { key, from: '198.51.100.1' })).status).toBe(403);
	});

	test('that a limited key asks for leads to none that may do more', async () => {
		const { admin } = running.organisation;
		const mine = { roles: ['UserAdmin', 'TrackerUser'], networks: ['127.0.0.0/8'] } as const;
		const { key } = await limited(admin, mine);
		const userId = await userOf(admin);
		const send = (json: object) => ask('POST', '/apikeys', { key, json: { userId, ...json } });
		for (const [field, json] of [
			['roles', { roles: ['UserAdmin', 'Admin'] }],
			['networks', { networks: ['127.0.0.1', '0.0.0.0/0'] }],
		] as const) {
			expect(await refusal(send(json))).toMatchObject({
				...{ status: 400, errorCode: 'Request_Invalid' },
				args: [field, expect.any(String)],
			});
		}
		expect((await send({ label: 'as wide' })).status).toBe(204);
		const { key: asWide } = await keyByMail(admin.email);
		const keys = await listed(asWide);
		expect(keys.find(({ label }) => label === 'as wide')).toMatchObject(mine);
		expect((await send({ label: 'narrower', roles: ['TrackerUser'] })).status).toBe(204);
		await keyByMail(admin.email);
		expect((await listed(asWide)).find(({ label }) => label === 'narrower')).toMatchObject({
			...mine,
			roles: ['TrackerUser'],
		});
	});

	test.each([
		['roles', { roles: [] }],
		['roles', { roles: ['Owner'] }],
		['networks', { networks: [] }],
		['networks', { networks: ['example.org'] }],
		['networks', { networks: ['10.0.0.0/33'] }],
		['networks', { networks: ['010.0.0.0/8'] }],
		['networks', { networks: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`) }],
		['label', { label: '' }],
	])('is refused by the name of a field that is wrong: %s %j', async (field, json) => {
		const { admin } = running.organisation;
		const sent = { key: admin.key, json: { userId: await userOf(admin), ...json } };
		expect(await refusal(ask('POST', '/apikeys', sent))).toMatchObject({
			...{ status: 400, errorCode: 'Request_Invalid' },
			args: [field, expect.any(String)],
		});
	});
});

describe('one key', () => {
	test('is revoked, and the other one of its user goes on', async () => {
		const { byRole, admin } = running.organisation;
		const { key: asAdmin } = byRole.UserAdmin;
		const [first, second] = [await limited(admin, {}, 'one'), await limited(admin, {}, 'two')];
		const [userId, other] = [await userOf(admin), await userOf(byRole.Admin)];
		const revoke = (user: string, key = asAdmin) =>
			ask('DELETE', `/users/${user}/apikeys/${first.id}`, { key });
		const missing = { status: 404, errorCode: 'Platform_KeyNotFound' };
		expect(await refusal(revoke(other))).toMatchObject(missing);
		const stranger = running.other.byRole.UserAdmin.key;
		expect(await refusal(revoke(userId, stranger))).toMatchObject({
			...{ status: 404, errorCode: 'Platform_UserNotFound' },
		});
		expect((await revoke(userId)).status).toBe(204);
		expect((await ask('GET', '/products', { key: first.key })).status).toBe(401);
		expect((await ask('GET', '/products', { key: second.key })).status).toBe(200);
		expect(await refusal(revoke(userId))).toMatchObject(missing);
	});

	test('of the last user administrator stays, and one without that role makes nobody an administrator', async () => {
		const { byRole, admin } = await addOrganisation(running.service, 'last.test');
		const { key } = byRole.UserAdmin;
		const [userId, others] = [await userOf(byRole.UserAdmin), await userOf(admin)];
		expect((await ask('DELETE', `/apikeys/${others}`, { key })).status).toBe(204);
		const [{ id = '' } = {}] = (await listed(key)).filter((one) => one.userId === userId);
		await running.service.accounts.addKey(userId, 'no admin', { roles: ['Admin'] });
		const last = { status: 409, errorCode: 'Platform_LastUserAdmin' };
		expect(await refusal(ask('DELETE', `/users/${userId}/apikeys/${id}`, { key }))).toMatchObject(
			last,
		);
		await running.service.accounts.addKey(userId, 'admin', { roles: ['UserAdmin'] });
		expect((await ask('DELETE', `/users/${userId}/apikeys/${id}`, { key })).status).toBe(204);
	});
});

describe('who is signed in', () => {
	/** The cookie of a new session. */
	async function signIn(user: TestUser): Promise<string> {
		const userId = await userOf(user);
		const { token } = await running.service.database
			.transaction()
			.execute((at) => issueSignInLink(at, systemClock, userId));
		const headers = { 'sec-fetch-site': 'same-origin' };
		const signed = { method: 'POST', url: `${running.url}/session`, headers, json: { token } };
		return String((await send(signed)).headers['set-cookie']).split(';')[0] ?? '';
	}

	const made = async (cookie: string, json: object) =>
		ask('POST', '/session/keys', { cookie, json });

	test('makes a key of their own, sees it once, and ends it', async () => {
		const user = await running.addUser('gus@first.test', ['TrackerUser', 'StorageRead']);
		const cookie = await signIn(user);
		const json = { label: 'n8n', roles: ['StorageRead'], networks: ['127.0.0.1'], lifetimeDays: 3 };
		const answer = await made(cookie, json);
		expect(answer.status).toBe(201);
		const { key, id } = answer.json() as { readonly key: string; readonly id: string };
		expect((await ask('GET', '/products', { key })).status).toBe(200);
		expect((await ask('GET', '/products', { key, from: '203.0.113.9' })).status).toBe(403);
		const own = await ask('GET', '/session/keys', { cookie });
		expect(own.text).not.toContain(key);
		const keys = own.json() as readonly ListedKey[];
		expect(keys.map(({ label }) => label)).toEqual(['test', 'n8n']);
		expect(keys[1]).toMatchObject({
			...{ id, roles: ['StorageRead'], networks: ['127.0.0.1'] },
			expires: expect.any(String),
		});
		const stranger = await signIn(running.organisation.byRole.Admin);
		const revoked = (at: string) => ask('DELETE', `/session/keys/${id}`, { cookie: at });
		expect(await refusal(revoked(stranger))).toMatchObject({ status: 404 });
		expect((await revoked(cookie)).status).toBe(204);
		expect((await ask('GET', '/products', { key })).status).toBe(401);
	});

	test('gives it no role that is not theirs, and no key can do the same', async () => {
		const user = await running.addUser('hal@first.test', ['TrackerUser']);
		const cookie = await signIn(user);
		for (const [field, json] of [
			['roles', { label: 'n8n', roles: ['TrackerUser', 'UserAdmin'] }],
			['networks', { label: 'n8n', networks: ['here'] }],
			['label', {}],
			['label', { label: 7 }],
			['scope', { label: 'n8n', scope: 'FULL' }],
		] as const) {
			expect(await refusal(made(cookie, json))).toMatchObject({
				...{ status: 400, errorCode: 'Request_Invalid' },
				args: [field, expect.any(String)],
			});
		}
		const byKey = { key: running.organisation.admin.key, json: { label: 'n8n' } };
		const headers = { 'x-api-key': byKey.key, 'sec-fetch-site': 'same-origin' };
		const answer = send({
			...{ method: 'POST', url: `${running.url}/session/keys` },
			headers,
			json: byKey.json,
		});
		expect(await refusal(answer)).toMatchObject({ status: 401, errorCode: 'Auth_SessionEnded' });
		const elsewhere = send({
			...{ method: 'POST', url: `${running.url}/session/keys` },
			headers: { cookie, 'sec-fetch-site': 'cross-site' },
			json: { label: 'n8n' },
		});
		expect(await refusal(elsewhere)).toMatchObject({ status: 403, errorCode: 'Auth_OtherSite' });
	});

	test('has a hundred keys at most', async () => {
		const user = await running.addUser('ivy@first.test', ['TrackerUser']);
		const [cookie, userId] = [await signIn(user), await userOf(user)];
		const { accounts } = running.service;
		for (let at = 0; at < 98; at += 1) await accounts.addKey(userId, `${at}`);
		const answers = await Promise.all([1, 2].map(() => made(cookie, { label: 'at once' })));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
	});
});
