/** Events are sent to whoever has subscribed: signed, in order, again and again, and never to where they may not. */
import { startService, type RunningService } from '../../support/programs/service';
import { until } from '../../support/clients/requests';
import { verify, WebhookTarget } from '../../support/servers/webhook-target';
import { Tracker } from '../assets/tracker';
import { EventClient } from './event-client';

interface WireSubscription {
	readonly id: string;
	readonly secret: string;
	readonly state: string;
	readonly reason?: string;
	readonly cursor: number;
	readonly waiting: number;
	readonly parked: number;
	readonly nextAttempt?: string;
	readonly expires?: string;
}

let running: RunningService;
let all: EventClient;
const targets: WebhookTarget[] = [];

beforeAll(async () => {
	running = await startService();
	all = new EventClient(running, running.organisation.admin);
});
afterAll(async () => {
	await running.close();
	await Promise.all(targets.map((target) => target.close()));
});

async function target(): Promise<WebhookTarget> {
	const opened = await WebhookTarget.open();
	targets.push(opened);
	return opened;
}

async function subscribe(url: string, more: object = {}, client = all): Promise<WireSubscription> {
	const answer = await client.call('POST', '/subscriptions', { url, ...more });
	if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
	return answer.json() as WireSubscription;
}

async function shown(id: string, client = all): Promise<WireSubscription> {
	return (await client.call('GET', `/subscriptions/${id}`)).json() as WireSubscription;
}

/** A tracker whose events a subscription is for. */
async function trackerOf(): Promise<{ tracker: Tracker; productId: string }> {
	const { accounts } = running.service;
	const product = { organisationId: running.organisation.id, kind: 'Tracker', name: 'T' } as const;
	const { id: productId } = await accounts.addProduct(product);
	return { tracker: new Tracker(running, productId), productId };
}

test('what happens is sent with signatures that a foreign library checks, once and in order', async () => {
	const { admin } = running.organisation;
	const [receiver, { tracker, productId }] = [await target(), await trackerOf()];
	const { secret, id } = await subscribe(receiver.url, { productId });
	const assetId = await tracker.asset(admin);
	for (const amount of [1, 2, 3]) {
		await tracker.issue(admin, { assetId, recipientEmail: admin.email, amount });
	}
	const received = await receiver.asked(4);
	for (const each of received) verify(secret, each);
	expect(() => {
		for (const each of received) verify('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', each);
	}).toThrow();
	expect(received.map(({ type }) => type)).toEqual([
		...['asset.created', 'asset.issued', 'asset.issued', 'asset.issued'],
	]);
	const sequences = received.map(({ sequence }) => sequence);
	expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
	expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
	const listed = await until(async () => {
		const answer = await all.call('GET', `/subscriptions/${id}/deliveries?state=Delivered`);
		const deliveries = answer.json() as readonly { attempts: number; status: number }[];
		return deliveries.length === 4 ? deliveries : undefined;
	});
	expect(listed.every(({ attempts, status }) => attempts === 1 && status === 204)).toBe(true);
	expect(receiver.received).toHaveLength(4);
});

test('what was not taken is sent again under its id, before anything else of its subject', async () => {
	const { admin } = running.organisation;
	const [receiver, { tracker, productId }] = [await target(), await trackerOf()];
	await subscribe(receiver.url, { productId });
	let refusals = 1;
	receiver.behaviour = () => ((refusals -= 1) >= 0 ? 500 : 204);
	const assetId = await tracker.asset(admin);
	await tracker.issue(admin, { assetId, recipientEmail: admin.email, amount: 1 });
	const received = await receiver.asked(3);
	expect(received.map(({ type }) => type)).toEqual([
		...['asset.created', 'asset.created', 'asset.issued'],
	]);
	expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

test('an event that is refused for good holds up its own subject alone', async () => {
	const { admin } = running.organisation;
	const [receiver, { tracker, productId }] = [await target(), await trackerOf()];
	const { id } = await subscribe(receiver.url, { productId });
	const spoiled = await tracker.asset(admin, 'Spoiled');
	receiver.behaviour = ({ subject }) => (subject === spoiled ? 422 : 204);
	await tracker.issue(admin, { assetId: spoiled, recipientEmail: admin.email, amount: 1 });
	const others = [await tracker.asset(admin, 'One'), await tracker.asset(admin, 'Two')];
	await until(() => {
		const taken = new Set(receiver.received.map(({ subject }) => subject));
		return Promise.resolve(others.every((other) => taken.has(other)) || undefined);
	});
	expect(receiver.received.some(({ type }) => type === 'asset.issued')).toBe(false);
	// What came of a turn is written after its last answer.
	const waiting = await until(async () => {
		const listed = await all.call('GET', `/subscriptions/${id}/deliveries?state=Waiting`);
		const rows = listed.json() as readonly unknown[];
		return rows.length > 1 ? rows : undefined;
	});
	expect(waiting).toMatchObject([
		{ type: 'asset.created', status: 422, reason: 'the target answered 422' },
		{ type: 'asset.issued', attempts: 0 },
	]);
});

test('a target that hangs, one that ends the connection and one that redirects hold nobody up', async () => {
	const { admin } = running.organisation;
	const { tracker, productId } = await trackerOf();
	const [hanging, ending, redirecting] = [await target(), await target(), await target()];
	const good = await target();
	hanging.behaviour = () => undefined;
	ending.behaviour = (_received, reply) => void reply.destroy();
	redirecting.behaviour = (_received, reply) => {
		reply.setHeader('location', good.url);
		return 307;
	};
	const ids: string[] = [];
	for (const { url } of [hanging, ending, redirecting, good]) {
		ids.push((await subscribe(url, { productId })).id);
	}
	await tracker.asset(admin);
	await Promise.all([hanging, ending, redirecting, good].map((each) => each.asked(1)));
	const states = () => Promise.all(ids.slice(1, 3).map(async (id) => (await shown(id)).state));
	await until(async () => ((await states()).join() === 'Failing,Failing' ? true : undefined));
	expect(good.received).toHaveLength(1);
	const answer = await all.call('GET', `/subscriptions/${ids[2]}/deliveries`);
	expect(answer.json()).toMatchObject([{ state: 'Waiting', status: 307 }]);
});

test('an answer without end is cut off and counts by its status', async () => {
	const { admin } = running.organisation;
	const [receiver, { tracker, productId }] = [await target(), await trackerOf()];
	let sentBytes = 0;
	receiver.behaviour = (_received, reply) => {
		const chunk = Buffer.alloc(65_536);
		reply.writeHead(200);
		const pour = () => {
			while (!reply.destroyed && reply.write(chunk)) sentBytes += chunk.length;
		};
		reply.on('drain', pour);
		pour();
		return undefined;
	};
	const { id } = await subscribe(receiver.url, { productId });
	await tracker.asset(admin);
	await until(async () => {
		const answer = await all.call('GET', `/subscriptions/${id}/deliveries?state=Delivered`);
		return (answer.json() as unknown[]).length === 1 ? true : undefined;
	});
	expect(receiver.received).toHaveLength(1);
	expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
});

test('a target that is gone is sent nothing more, which is shown, until it is replayed', async () => {
	const { admin } = running.organisation;
	const [receiver, { tracker, productId }] = [await target(), await trackerOf()];
	const { id, cursor } = await subscribe(receiver.url, { productId });
	receiver.behaviour = () => 410;
	await tracker.asset(admin, 'One');
	const gone = await until(async () => {
		const one = await shown(id);
		return one.state === 'Disabled' ? one : undefined;
	});
	expect(gone.reason).toBe('the target answered 410');
	receiver.behaviour = () => 204;
	const replayed = await all.call('POST', `/subscriptions/${id}/replay`, { after: cursor });
	expect(replayed.json()).toMatchObject({ state: 'Active' });
	const [first, again] = await receiver.asked(2);
	expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
});

test('a target that wants less is left alone for as long as it asks', async () => {
	const { admin } = running.organisation;
	const [receiver, { tracker, productId }] = [await target(), await trackerOf()];
	const { id } = await subscribe(receiver.url, { productId });
	receiver.behaviour = (_received, reply) => {
		reply.setHeader('retry-after', '7200');
		return 429;
	};
	await tracker.asset(admin, 'One');
	await tracker.asset(admin, 'Two');
	const paused = await until(async () => {
		const one = await shown(id);
		return one.nextAttempt === undefined ? undefined : one;
	});
	const leftMs = Date.parse(paused.nextAttempt ?? '') - Date.now();
	expect(leftMs).toBeGreaterThan(3_600_000);
	// Of each subject one was on its way.
	const asked = receiver.received.length;
	expect(asked).toBeLessThanOrEqual(2);
	const third = await tracker.asset(admin, 'Three');
	await all.events(0, 1, `subject=${third}`);
	expect((await shown(id)).cursor).toBe(paused.cursor);
	expect(receiver.received).toHaveLength(asked);
});

test('while a secret is rotated both sign, and the first one counts as before', async () => {
	const { admin } = running.organisation;
	const [receiver, { tracker, productId }] = [await target(), await trackerOf()];
	const before = await subscribe(receiver.url, { productId });
	const place = `/subscriptions/${before.id}/secret`;
	const rotated = (await all.call('POST', place, {})).json() as WireSubscription;
	expect(rotated.secret).not.toBe(before.secret);
	await tracker.asset(admin);
	const [received] = await receiver.asked(1);
	if (received === undefined) throw new Error('nothing was sent');
	verify(before.secret, received);
	verify(rotated.secret, received);
	await all.call('POST', place, { graceHours: 0 });
	await tracker.asset(admin);
	const later = (await receiver.asked(2))[1];
	if (later === undefined) throw new Error('nothing was sent');
	expect(() => verify(rotated.secret, later)).toThrow();
});

test('whoever loses the role or the key hears nothing more, which is shown, and goes on with it again', async () => {
	const { accounts, database } = running.service;
	const { admin } = running.organisation;
	const [receiver, { tracker, productId }] = [await target(), await trackerOf()];
	const user = await running.addUser('hearer@first.test', ['TrackerAdmin']);
	const client = new EventClient(running, user);
	const { id } = await subscribe(receiver.url, { productId }, client);
	const setRoles = (roles: readonly string[]) =>
		database
			.updateTable('users')
			.set({ roles: JSON.stringify(roles) })
			.where('email', '=', user.email)
			.execute();
	await setRoles(['Billing']);
	await tracker.asset(admin, 'Not heard');
	const stopped = await until(async () => {
		const one = await shown(id, client);
		return one.state === 'Stopped' ? one : undefined;
	});
	expect(stopped.reason).toBe('its owner has no role that hears of anything');
	expect(receiver.received).toEqual([]);
	await setRoles(['TrackerAdmin']);
	await tracker.asset(admin, 'Heard');
	await receiver.asked(2);
	expect((await shown(id, client)).state).toBe('Active');
	expect((await accounts.users(running.organisation.id)).length).toBeGreaterThan(0);
});

test('nobody sees or ends the subscription of somebody else', async () => {
	const { id } = await subscribe('https://example.org/hook');
	const stranger = new EventClient(running, running.organisation.byRole.TrackerAdmin);
	for (const [method, place] of [
		...([
			['GET', ''],
			['DELETE', ''],
			['GET', '/deliveries'],
			['POST', '/test'],
		] as const),
	]) {
		expect((await stranger.call(method, `/subscriptions/${id}${place}`)).status).toBe(404);
	}
	expect((await stranger.call('GET', '/subscriptions')).json()).toEqual([]);
	expect((await all.call('DELETE', `/subscriptions/${id}`)).status).toBe(204);
	expect((await all.call('GET', `/subscriptions/${id}`)).status).toBe(404);
});

test.each([
	['http://example.org/hook', 'must begin with https://'],
	['https://10.1.2.3/hook', 'in no network that is open'],
	['https://169.254.169.254/latest', 'in no network that is open'],
	['https://[::ffff:10.0.0.1]/', 'in no network that is open'],
	['https://0x0a000001/', 'in no network that is open'],
	['https://me:word@example.org/', 'no name and no password'],
	['ftp://example.org/', 'must begin with https://'],
	['no address', 'must be an address'],
])('%s is no target', async (url, words) => {
	const answer = await all.call('POST', '/subscriptions', { url });
	expect(answer.status).toBe(400);
	expect(answer.text).toContain(words);
});

test('a subscription hears nothing its owner does not, and one for a test is short', async () => {
	const client = new EventClient(running, running.organisation.byRole.TrackerUser);
	const url = 'https://example.org/webhook-test/1';
	const refused = await client.call('POST', '/subscriptions', { url, types: ['contract.signed'] });
	expect(refused.status).toBe(403);
	const nobody = new EventClient(running, running.organisation.byRole.Billing);
	expect((await nobody.call('POST', '/subscriptions', { url })).status).toBe(403);
	const { expires = '' } = await subscribe(url, { types: ['asset.transferred'] }, client);
	const latest = Date.now() + 15 * 60_000;
	expect(Date.parse(expires)).toBeLessThanOrEqual(latest);
});

test('a sample can be sent, and what came of it is answered', async () => {
	const receiver = await target();
	const { id, secret } = await subscribe(receiver.url, { types: ['asset.reversed'] });
	const sent = await all.call('POST', `/subscriptions/${id}/test`);
	expect(sent.json()).toEqual({ isDelivered: true, status: 204 });
	const [sample] = receiver.received;
	if (sample === undefined) throw new Error('nothing was sent');
	verify(secret, sample);
	expect(sample.type).toBe('subscription.test');
	receiver.behaviour = () => 503;
	const failed = (await all.call('POST', `/subscriptions/${id}/test`)).json();
	// Whether anybody listens there is not told of a private address.
	const reason = expect.stringContaining('the target did not take it') as unknown;
	expect(failed).toEqual({ isDelivered: false, reason });
	const nobody = await subscribe('http://127.0.0.1:1/hook', { types: ['asset.reversed'] });
	const unheard = await all.call('POST', `/subscriptions/${nobody.id}/test`);
	expect(unheard.json()).toEqual(failed);
});

test.each([401, 409, 500])(
	'a target that knows the address and answers %s is told',
	async (status) => {
		const receiver = await target();
		const { id } = await subscribe(receiver.url, { types: ['asset.reversed'] });
		receiver.behaviour = () => status;
		const sent = await all.call('POST', `/subscriptions/${id}/test`);
		expect(sent.json()).toMatchObject({ isDelivered: false, status });
	},
);
