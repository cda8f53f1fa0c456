/**
 * The trigger nodes, polled in n8n's own context against the running service: each event that the node is
 * about once and in order, whatever happened between two polls, and nothing from before.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { removeN8nFolder } from './engine/engine';
import { byId, realService, type RealService } from './engine/real-service';
import { publishedTrigger, type PolledNode } from './engine/published-trigger';
import { type IDataObject, type INodeParameters } from 'n8n-workflow';
import { eventTypesOf } from '../../api/events/events';
import { KeeperTrigger, keeperEvents } from '../../nodes/KeeperTrigger/KeeperTrigger.node';
import { SealerTrigger, sealerEvents } from '../../nodes/SealerTrigger/SealerTrigger.node';
import { StorageTrigger, storageEvents } from '../../nodes/StorageTrigger/StorageTrigger.node';
import { TrackerTrigger, trackerEvents } from '../../nodes/TrackerTrigger/TrackerTrigger.node';
import { eventTypesFor } from '../../nodes/wire/trigger/events';
import { systemClock } from '../../server/clock';
import { addEvent } from '../../server/events/record/events';
import { orderEvents } from '../../server/events/record/ordering';
import { until } from '../support/clients/requests';
import { verify, WebhookTarget, type Received } from '../support/servers/webhook-target';

let real: RealService;

beforeAll(async () => {
	real = await realService();
});

afterAll(async () => {
	await real.service.close();
	removeN8nFolder();
});

const published = (type: PolledNode, parameters: INodeParameters) =>
	publishedTrigger(type, parameters, () => real.credential());

async function ask(path: string, body: object): Promise<IDataObject> {
	const { url, organisation } = real.service;
	const isForm = body instanceof FormData;
	const answer = await fetch(url + path, {
		method: 'POST',
		headers: {
			'x-api-key': organisation.admin.key,
			...(isForm ? {} : { 'content-type': 'application/json' }),
		},
		body: isForm ? body : JSON.stringify(body),
	});
	expect([path, answer.status < 300]).toEqual([path, true]);
	return [await answer.json()].flat()[0] as IDataObject;
}

const asset = (name: string) =>
	ask(`/tracker/${real.service.organisation.products.Tracker}/assets`, { name });

const issue = (assetId: unknown, amount: number) =>
	ask(`/tracker/${real.service.organisation.products.Tracker}/assets/${String(assetId)}/issue`, {
		...{ recipientEmail: real.service.organisation.admin.email, amount },
	});

test('every event of the service starts workflows by one of the nodes, and by one alone', () => {
	const offered = [sealerEvents, trackerEvents, keeperEvents, storageEvents].flatMap(eventTypesFor);
	expect([...offered].sort()).toEqual([...eventTypesOf('service')].sort());
});

test('what happens behind the first poll comes once, in order, however many polls were missed', async () => {
	await asset('Before');
	const events = ['asset.created', 'asset.issued'];
	const { poll, pollFor } = published(new TrackerTrigger(), { events });
	await until(
		async () =>
			((await poll('manual'))?.[0]?.data as IDataObject).assetName === 'Before' || undefined,
	);
	expect(await poll()).toBeNull();
	const { id } = await asset('Behind');
	for (const amount of [3, 1, 2]) await issue(id, amount);
	const found = await pollFor(4);
	expect(found.map(({ type, data }) => [type, (data as IDataObject).amount])).toEqual([
		['asset.created', undefined],
		['asset.issued', '3'],
		['asset.issued', '1'],
		['asset.issued', '2'],
	]);
	expect(found.every(({ subject }) => subject === id)).toBe(true);
	expect(await poll()).toBeNull();
});

/** Passes requests on to the service, and answers the one of that number as a service that is overloaded. */
async function failing(failed: number) {
	let count = 0;
	const server = http.createServer((asked, reply) => {
		if ((count += 1) === failed) return reply.writeHead(503).end();
		const { method, headers } = asked;
		const passed = http.request(real.service.url + asked.url, { method, headers }, (answer) => {
			reply.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(reply);
		});
		return passed.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('where a page fails, those before it come with the next poll', async () => {
	const proxy = await failing(3);
	const credential = { ...real.credential(), baseUrl: proxy.url };
	const { poll } = published(new TrackerTrigger(), { events: ['asset.created'] });
	expect(await poll('trigger', credential)).toBeNull();
	const { database } = real.service.service;
	const { id: owner } = real.service.organisation;
	await database.transaction().execute(async (transaction) => {
		for (let subject = 0; subject < 1001; subject += 1) {
			const data = { assetId: `${subject}`, assetName: 'One of many', isMultiAsset: false };
			const event = { type: 'asset.created', owner, subject: `${subject}`, data } as const;
			await addEvent(transaction, systemClock, event);
		}
	});
	while ((await orderEvents(database)).isMore);
	await expect(poll('trigger', credential)).rejects.toThrow();
	const found = (await poll('trigger', credential)) ?? [];
	expect(found.map(({ subject }) => subject)).toEqual(
		Array.from({ length: 1001 }, (_, subject) => `${subject}`),
	);
	proxy.close();
});

test('only what was chosen comes: these events, of this asset', async () => {
	const { id } = await asset('Chosen');
	const chosen = { events: ['asset.issued'], subject: byId(id) };
	const { poll, pollFor } = published(new TrackerTrigger(), chosen);
	expect(await poll()).toBeNull();
	await issue((await asset('Another')).id, 5);
	await issue(id, 7);
	const found = await pollFor(1);
	expect(found).toMatchObject([{ type: 'asset.issued', subject: id, data: { amount: '7' } }]);
});

test('who tries the node gets what happened last, or a sample of it, and misses nothing by that', async () => {
	const contracts = published(new SealerTrigger(), { events: ['contract.declined'] });
	expect(await contracts.poll('manual')).toMatchObject([
		{ type: 'contract.declined', data: { contractId: expect.any(String) } },
	]);
	const files = published(new StorageTrigger(), { events: ['storage.stored'] });
	expect(await files.poll()).toBeNull();
	const form = new FormData();
	form.append('file', new Blob(['stored']), 'stored.txt');
	const { id } = await ask('/storage/files', form);
	await until(async () => (await files.poll('manual'))?.[0]?.subject === id || undefined);
	expect(await files.pollFor(1)).toMatchObject([{ data: { fileId: id, fileName: 'stored.txt' } }]);
});

test('a key hears no more than its roles may read', async () => {
	const { poll } = published(new KeeperTrigger(), { events: [] });
	const signer = real.credential(real.service.organisation.byRole.SealerUser);
	expect(await poll('trigger', signer)).toBeNull();
	const form = new FormData();
	form.append('file', new Blob(['kept']), 'kept.txt');
	form.append('displayName', 'Kept');
	form.append('accuracy', 'High');
	const keeper = `/keeper/${real.service.organisation.products.Keeper}`;
	form.append('folderId', String((await ask(`${keeper}/folders`, { name: 'Folder' })).id));
	await ask(`${keeper}/files`, form);
	const admin = published(new KeeperTrigger(), { events: [] });
	await until(async () => (await admin.poll('manual'))?.[0]?.type === 'file.added' || undefined);
	expect(await poll('trigger', signer)).toBeNull();
});

test('a cursor of another service is not gone on with', async () => {
	const { poll, workflow } = published(new TrackerTrigger(), { events: ['asset.created'] });
	expect(await poll()).toBeNull();
	const kept = workflow.getStaticData('node', workflow.getNode('Trigger') ?? undefined);
	Object.assign(kept, { cursor: Number.MAX_SAFE_INTEGER - 1, service: 'https://elsewhere.test' });
	expect(await poll()).toBeNull();
	expect(kept.cursor).toBeLessThan(1_000_000);
});

const webhook = { events: ['asset.created'], delivery: 'webhook' };

async function subscriptions(): Promise<readonly IDataObject[]> {
	const { url, organisation } = real.service;
	const headers = { 'x-api-key': organisation.admin.key };
	return (await fetch(`${url}/subscriptions`, { headers })).json() as Promise<IDataObject[]>;
}

const unreached: ReadonlyArray<readonly [string, string, RegExp]> = [
	['where nothing listens', 'http://127.0.0.1:1/webhook', /the target did not take it/],
	['in a network that is closed', 'https://10.0.0.1/webhook', /no network that is open/],
	['on another machine without https', 'http://n8n.example/webhook', /must begin with https/],
];

test.each(unreached)('n8n %s is told what to change when it publishes', async (...row) => {
	const [, address, reason] = row;
	const { hook } = published(new TrackerTrigger(), webhook);
	const refusal: unknown = await hook('create', address)?.catch((error: unknown) => error);
	expect(refusal).toMatchObject({
		message: expect.stringContaining(`cannot send events to ${address}`),
		description: expect.stringMatching(/WEBHOOK_URL.*WEBHOOK_NETWORKS.*'Poll' in 'Delivery'/s),
	});
	expect(String((refusal as { description?: unknown }).description)).toMatch(reason);
	expect(await subscriptions()).toEqual([]);
});

test('a registration stands while it is for what is chosen, and is made anew behind what has come', async () => {
	const target = await WebhookTarget.open();
	const { hook } = published(new TrackerTrigger(), webhook);
	expect(await hook('checkExists', target.url)).toBe(false);
	await hook('create', target.url);
	expect(await hook('checkExists', target.url)).toBe(true);
	expect(await hook('checkExists', `${target.url}/elsewhere`)).toBe(false);
	const { id } = await asset('Once');
	await target.asked(2);
	await hook('create', target.url);
	expect(await subscriptions()).toHaveLength(1);
	const next = await asset('Twice');
	await until(() =>
		Promise.resolve(target.received.some((e) => e.subject === next.id) || undefined),
	);
	const created = target.received.filter(({ type }) => type === 'asset.created');
	expect([...new Set(created.map(({ subject }) => subject))]).toEqual([id, next.id]);
	await hook('delete', target.url);
	expect(await subscriptions()).toEqual([]);
	await target.close();
});

test('a trigger with the webhook id of another workflow is refused and names it, and that one goes on', async () => {
	const target = await WebhookTarget.open();
	const [one, other] = [1, 2].map(() => {
		const made = published(new TrackerTrigger(), webhook);
		Object.assign(made.workflow.getNode('Trigger') ?? {}, { webhookId: 'imported' });
		return made;
	});
	await one?.hook('create', target.url);
	const refusal: unknown = await other
		?.hook('create', target.url)
		?.catch((error: unknown) => error);
	expect(refusal).toMatchObject({
		message: expect.stringMatching(/^Another trigger has the same address: Trigger of/),
		description: expect.stringContaining('webhook ID'),
	});
	expect(await subscriptions()).toHaveLength(1);
	expect(await one?.hook('checkExists', target.url)).toBe(true);
	await one?.hook('create', target.url);
	await one?.hook('delete', target.url);
	await other?.hook('create', target.url);
	await other?.hook('delete', target.url);
	expect(await subscriptions()).toEqual([]);
	await target.close();
});

test('while the service cannot reach n8n, the events are fetched, once', async () => {
	const target = await WebhookTarget.open();
	const { hook, poll } = published(new TrackerTrigger(), webhook);
	await hook('create', target.url);
	expect(await poll()).toBeNull();
	target.behaviour = (_received, reply) => {
		reply.setHeader('retry-after', '600');
		return 503;
	};
	const made = [await asset('First'), await asset('Second')];
	const isNewest = async () => (await poll('manual'))?.[0]?.subject === made[1]?.id;
	await until(async () => (await isNewest()) || undefined);
	await until(async () => (await subscriptions())[0]?.state === 'Failing' || undefined);
	const found = await poll();
	expect(found?.map(({ subject }) => subject)).toEqual(made.map(({ id }) => id));
	expect(await subscriptions()).toMatchObject([{ waiting: 0, url: expect.anything() }]);
	expect(await poll()).toBeNull();
	await hook('delete', target.url);
	await target.close();
});

test('a secret that was changed elsewhere is changed again, and what could not be checked is sent anew', async () => {
	const target = await WebhookTarget.open();
	const { hook, poll, workflow } = published(new TrackerTrigger(), webhook);
	await hook('create', target.url);
	target.behaviour = () => 401;
	const { id } = await asset('Unchecked');
	await until(async () => (await subscriptions())[0]?.state === 'Failing' || undefined);
	expect(await poll()).toEqual([]);
	const kept = workflow.getStaticData('node', workflow.getNode('Trigger') ?? undefined);
	const { secrets } = kept.live as { secrets: readonly string[] };
	expect(new Set(secrets).size).toBe(2);
	target.behaviour = () => 204;
	const count = target.received.length;
	const isAgain = ({ subject }: Received) => subject === id;
	const again = await until(() => Promise.resolve(target.received.slice(count).find(isAgain)));
	verify(String(secrets[0]), again);
	await until(async () => (await subscriptions())[0]?.state === 'Active' || undefined);
	await hook('delete', target.url);
	await target.close();
});

test('only what happens in the chosen folder comes', async () => {
	const keeper = `/keeper/${real.service.organisation.products.Keeper}`;
	const [one, other] = [
		await ask(`${keeper}/folders`, { name: 'One' }),
		await ask(`${keeper}/folders`, { name: 'Other' }),
	];
	const chosen = { events: ['file.added'], folder: byId(one.id) };
	const { poll, pollFor } = published(new KeeperTrigger(), chosen);
	expect(await poll()).toBeNull();
	for (const { id: folderId } of [other, one]) {
		const form = new FormData();
		form.append('file', new Blob(['kept']), 'kept.txt');
		for (const [name, value] of Object.entries({ displayName: 'In', accuracy: 'High', folderId })) {
			form.append(name, String(value));
		}
		await ask(`${keeper}/files`, form);
	}
	expect(await pollFor(1)).toMatchObject([{ data: { folderId: one.id } }]);
	const recent = await poll('manual');
	expect(recent).toMatchObject([{ type: 'file.added', data: { folderId: one.id } }]);
});
