/**
 * Users, invitations and keys over real HTTP, by a user administrator: what is ended works no more
 * from the next request on, a key reaches its owner alone, and an organisation keeps somebody who can
 * administer it.
 */
import fs from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import type { Role } from '../../../api/language/roles';
import { systemClock } from '../../../server/clock';
import { send, type Answer } from '../../support/clients/requests';
import { addOrganisation, startService, type RunningService } from '../../support/programs/service';

const dayMs = 86_400_000;

let running: RunningService;
let nowMs: number;

beforeAll(async () => {
	nowMs = systemClock.now();
	running = await startService({ clock: { now: () => nowMs } });
});
afterAll(() => running.close());

interface User {
	readonly id: string;
	readonly email: string;
	readonly isEnabled: boolean;
	readonly roles: readonly Role[];
}

let organisationCount = 0;

/** An organisation with one user administrator who has a key, and one user to change. */
async function organisation() {
	organisationCount += 1;
	const domain = `keys-${organisationCount}.test`;
	const { id: organisationId, byRole, admin } = await addOrganisation(running.service, domain);
	const call = (key: string) => (method: string, location: string, json?: object) =>
		send({ method, url: running.url + location, headers: { 'x-api-key': key }, json });
	const asAdmin = call(byRole.UserAdmin.key);
	const users = (await asAdmin('GET', '/users')).json() as readonly User[];
	const idOf = (email: string) =>
		users.find((user) => user.email === email.toLowerCase())?.id ?? '';
	await asAdmin('PUT', `/users/${idOf(admin.email)}/disable`);
	const tracker = byRole.TrackerUser;
	return {
		...{ domain, organisationId, call, asAdmin },
		adminId: idOf(byRole.UserAdmin.email),
		user: { key: tracker.key, email: tracker.email.toLowerCase(), id: idOf(tracker.email) },
	};
}

async function errorOf(answer: Promise<Answer>): Promise<readonly [number, string]> {
	const { status, json } = await answer;
	return [status, (json() as { readonly errorCode: string }).errorCode];
}

/** The link of the newest mail to an address. */
async function mailedLink(address: string): Promise<string> {
	await running.service.mailsDelivered();
	const folder = path.join(running.dataFolder, 'outbox');
	for (const name of fs.readdirSync(folder).sort().reverse()) {
		const mail = await PostalMime.parse(fs.readFileSync(path.join(folder, name)));
		const link = /https?:\S+\/keys\/\S+/.exec(mail.text ?? '')?.[0];
		if (mail.to?.[0]?.address === address && link !== undefined) return link;
	}
	throw new Error(`there is no mail to ${address}`);
}

const look = (url: string) => send({ method: 'GET', url });
/** As a browser sends the form of the page. */
const press = (url: string) => send({ method: 'POST', url, form: [{ name: 'x', value: '' }] });

/** The key a page shows. */
function shownKey({ status, text }: Answer): string {
	expect(status).toBe(200);
	const key = /<code id="key">([\w-]{43})<\/code>/.exec(text)?.[1];
	if (key === undefined) throw new Error('the page shows no key');
	return key;
}

describe('a user', () => {
	test('who is disabled has no key from then on, and none of before once enabled', async () => {
		const { asAdmin, call, user } = await organisation();
		const asUser = call(user.key);
		expect((await asUser('GET', '/users/self')).status).toBe(200);
		expect((await asAdmin('PUT', `/users/${user.id}/disable`)).status).toBe(204);
		expect(await errorOf(asUser('GET', '/users/self'))).toEqual([401, 'Auth_KeyInvalid']);
		const disabled = (await asAdmin('GET', '/users?isEnabled=false')).json() as readonly User[];
		expect(disabled.map(({ id }) => id)).toContain(user.id);
		expect(await errorOf(asAdmin('POST', '/apikeys', { userId: user.id }))).toEqual([
			409,
			'Platform_UserDisabled',
		]);
		expect((await asAdmin('PUT', `/users/${user.id}/enable`)).status).toBe(204);
		expect(await errorOf(asUser('GET', '/users/self'))).toEqual([401, 'Auth_KeyInvalid']);
	});

	test('has other roles from the next request on', async () => {
		const { asAdmin, call, user } = await organisation();
		const asUser = call(user.key);
		expect((await asUser('GET', '/users')).status).toBe(403);
		await asAdmin('PUT', `/users/${user.id}`, { roles: ['UserAdmin'], firstName: 'Ben' });
		expect((await asUser('GET', '/users')).status).toBe(200);
		await asAdmin('PUT', `/users/${user.id}`, { roles: [] });
		expect((await asUser('GET', '/users')).status).toBe(403);
		expect((await asUser('GET', '/users/self')).json()).toMatchObject({
			firstName: 'Ben',
			roles: [],
		});
	});

	test('who is deleted is nobody, and comes back as the same one when invited again', async () => {
		const { asAdmin, call, user } = await organisation();
		expect((await asAdmin('DELETE', `/users/${user.id}`)).status).toBe(204);
		expect(await errorOf(call(user.key)('GET', '/products'))).toEqual([401, 'Auth_KeyInvalid']);
		expect(await errorOf(asAdmin('GET', `/users/${user.id}`))).toEqual([
			404,
			'Platform_UserNotFound',
		]);
		await asAdmin('POST', '/invitations', { email: user.email, roles: ['KeeperAdmin'] });
		const key = shownKey(await press(await mailedLink(user.email)));
		expect((await call(key)('GET', '/users/self')).json()).toMatchObject({
			id: user.id,
			roles: ['KeeperAdmin'],
		});
	});

	test('of another organisation is not there, and stays as they are', async () => {
		const { asAdmin } = await organisation();
		const { user, call } = await organisation();
		for (const [method, location] of [
			['GET', `/users/${user.id}`],
			['PUT', `/users/${user.id}/disable`],
			['PUT', `/users/${user.id}`],
			['DELETE', `/users/${user.id}`],
			['DELETE', `/apikeys/${user.id}`],
		] as const) {
			const json = method === 'PUT' && location.endsWith(user.id) ? { roles: [] } : undefined;
			expect(await errorOf(asAdmin(method, location, json))).toEqual([
				404,
				'Platform_UserNotFound',
			]);
		}
		expect((await call(user.key)('GET', '/users/self')).json()).toMatchObject({
			isEnabled: true,
			roles: ['TrackerUser'],
		});
	});
});

describe('the last user administrator', () => {
	test.each([
		['be disabled', 'PUT', (id: string) => `/users/${id}/disable`, undefined],
		['be deleted', 'DELETE', (id: string) => `/users/${id}`, undefined],
		['lose the role', 'PUT', (id: string) => `/users/${id}`, { roles: ['Admin'] }],
		['lose the last key', 'DELETE', (id: string) => `/apikeys/${id}`, undefined],
	] as const)('cannot %s', async (_what, method, location, json) => {
		const { asAdmin, adminId } = await organisation();
		expect(await errorOf(asAdmin(method, location(adminId), json))).toEqual([
			409,
			'Platform_LastUserAdmin',
		]);
		expect((await asAdmin('GET', '/users/self')).json()).toMatchObject({ isEnabled: true });
	});

	test('is one of two who end each other at once, and stays', async () => {
		const { asAdmin, call, adminId, user } = await organisation();
		await asAdmin('PUT', `/users/${user.id}`, { roles: ['UserAdmin'] });
		const statuses = await Promise.all([
			asAdmin('PUT', `/users/${user.id}/disable`),
			call(user.key)('PUT', `/users/${adminId}/disable`),
		]);
		const left = await Promise.all(
			[asAdmin, call(user.key)].map(async (as) => (await as('GET', '/users')).status),
		);
		expect(statuses.filter(({ status }) => status === 204)).toHaveLength(1);
		expect(left.sort()).toEqual([200, 401]);
	});
});

describe('a key', () => {
	test('reaches its owner alone: by a link that shows it once', async () => {
		const { asAdmin, call, user } = await organisation();
		const asked = await asAdmin('POST', '/apikeys', { userId: user.id, lifetimeDays: 2 });
		expect([asked.status, asked.text]).toEqual([204, '']);
		const link = await mailedLink(user.email);
		const first = await look(link);
		expect([first.status, (await look(link)).status]).toEqual([200, 200]);
		expect(first.text).toContain(user.email);
		expect(first.headers['cache-control']).toBe('no-store');
		const pressed = await Promise.all([press(link), press(link)]);
		const made = pressed.filter(({ status }) => status === 200);
		expect(pressed.map(({ status }) => status).sort()).toEqual([200, 410]);
		const [page] = made;
		if (page === undefined) throw new Error('no page shows the key');
		const key = shownKey(page);
		expect((await call(key)('GET', '/users/self')).json()).toMatchObject({ id: user.id });
		expect((await look(link)).text).toContain('was used already');
		expect(running.log()).not.toContain(key);
		expect(running.log()).not.toContain(link.split('/').at(-1));
	});

	test('ends when its time is over, and its holder alone is told so', async () => {
		const { asAdmin, call, user } = await organisation();
		await asAdmin('POST', '/apikeys', { userId: user.id, lifetimeDays: 2 });
		const key = shownKey(await press(await mailedLink(user.email)));
		const keys = (await asAdmin('GET', '/apikeys')).json() as readonly { expires?: string }[];
		const ends = keys.flatMap(({ expires }) => expires ?? []);
		expect(ends).toEqual([new Date(nowMs + 2 * dayMs).toISOString()]);
		const before = nowMs;
		nowMs += 2 * dayMs - 1;
		expect((await call(key)('GET', '/products')).status).toBe(200);
		nowMs += 1;
		expect(await errorOf(call(key)('GET', '/products'))).toEqual([401, 'Auth_KeyExpired']);
		expect(await errorOf(call(`${key.slice(1)}${key.slice(0, 1)}`)('GET', '/products'))).toEqual([
			401,
			'Auth_KeyInvalid',
		]);
		await asAdmin('DELETE', `/apikeys/${user.id}`);
		expect(await errorOf(call(key)('GET', '/products'))).toEqual([401, 'Auth_KeyInvalid']);
		nowMs = before;
	});

	test('is ended with every link to a new one', async () => {
		const { asAdmin, call, user } = await organisation();
		await asAdmin('POST', '/apikeys', { userId: user.id });
		const link = await mailedLink(user.email);
		expect((await asAdmin('DELETE', `/apikeys/${user.id}`)).status).toBe(204);
		expect(await errorOf(call(user.key)('GET', '/products'))).toEqual([401, 'Auth_KeyInvalid']);
		expect((await press(link)).status).toBe(410);
	});

	test('is offered by the newest link alone, and for a week', async () => {
		const { asAdmin, user } = await organisation();
		await asAdmin('POST', '/apikeys', { userId: user.id });
		const older = await mailedLink(user.email);
		nowMs += 1;
		await asAdmin('POST', '/apikeys', { userId: user.id });
		const newer = await mailedLink(user.email);
		expect((await press(older)).text).toContain('a newer one took its place');
		const before = nowMs;
		nowMs += 7 * dayMs;
		expect((await press(newer)).text).toContain('The time of this link is over');
		nowMs = before;
		expect((await press(newer)).status).toBe(200);
	});
});

describe('an invitation', () => {
	test('makes its person a user with the roles it names, and no earlier than accepted', async () => {
		const { asAdmin, call, domain } = await organisation();
		const email = `cem@${domain}`;
		const invited = await asAdmin('POST', '/invitations', { email, roles: ['StorageRead'] });
		const { id } = invited.json() as { readonly id: string };
		const listed = (await asAdmin('GET', '/users')).json() as readonly User[];
		expect(listed.map((user) => user.email)).not.toContain(email);
		const key = shownKey(await press(await mailedLink(email)));
		expect((await call(key)('GET', '/users/self')).json()).toMatchObject({
			email,
			roles: ['StorageRead'],
		});
		expect((await asAdmin('GET', `/invitations/${id}`)).json()).toMatchObject({
			status: 'Accepted',
		});
		expect(await errorOf(asAdmin('DELETE', `/invitations/${id}`))).toEqual([
			409,
			'Platform_InvitationAccepted',
		]);
	});

	test('that was taken back or replaced leads nowhere', async () => {
		const { asAdmin, domain } = await organisation();
		const email = `dora@${domain}`;
		await asAdmin('POST', '/invitations', { email });
		const older = await mailedLink(email);
		nowMs += 1;
		const { id } = (await asAdmin('POST', '/invitations', { email })).json() as { id: string };
		const newer = await mailedLink(email);
		expect((await press(older)).status).toBe(410);
		await asAdmin('DELETE', `/invitations/${id}`);
		expect((await press(newer)).status).toBe(410);
		expect((await look(`${running.url}/keys/${'x'.repeat(43)}`)).status).toBe(404);
		const statuses = (await asAdmin('GET', '/invitations')).json() as { status: string }[];
		expect(statuses.map(({ status }) => status)).toEqual(['Deleted', 'Deleted']);
	});

	test('of somebody who has become a user since gives no second one', async () => {
		const { asAdmin, domain, organisationId } = await organisation();
		const email = `eva@${domain}`;
		await asAdmin('POST', '/invitations', { email, roles: ['Admin'] });
		const link = await mailedLink(email);
		await running.service.accounts.addUser({ organisationId, email, roles: [] });
		expect((await press(link)).status).toBe(410);
	});
});
