/** The stream of events over the wire: the same as the list, ended with its key, and nothing lost to a kill. */
import net from 'node:net';
import { Agent, EventSource } from 'undici';
import Fastify from 'fastify';
import { systemClock } from '../../../server/clock';
import { addEvent } from '../../../server/events/record/events';
import { StreamUpdates } from '../../../server/events/stream/stream-updates';
import { orderEvents } from '../../../server/events/record/ordering';
import { tableReader } from '../../../server/events/record/reading';
import { streamEvents, type EventOut } from '../../../server/events/stream/streaming';
import { eventTables } from '../../../server/events/record/tables';
import { EventStreams } from '../../../server/http/streams/event-stream';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase, type Database } from '../../../service/database/database';
import { streamPlaces } from '../../../service/http/stream-places';
import { testPort } from '../../support/run/ports';
import { EventReader } from '../../exchange/support/exchange';
import { ProgramProcess } from '../../support/programs/program-process';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';
import { servicePlace, type ServicePlace } from '../../support/programs/service-place';
import { Tracker } from '../assets/tracker';
import { EventClient, type WireEvent } from './event-client';

const stream = { accept: 'text/event-stream' };

describe('a stream', () => {
	let running: RunningService;
	let tracker: Tracker;
	let readers: EventReader[];

	beforeAll(async () => {
		running = await startService({ config: { eventStreamsPerUserMax: 3 } });
		tracker = new Tracker(running, running.organisation.products.Tracker);
	});
	beforeEach(() => {
		readers = [];
	});
	afterEach(() => {
		for (const reader of readers) reader.close();
	});
	afterAll(() => running.close());

	async function opened(user: TestUser, query: string, more: object = {}): Promise<EventReader> {
		const headers = { ...stream, 'x-api-key': user.key, ...more };
		const reader = await EventReader.open(`${running.url}/events?${query}`, headers);
		readers.push(reader);
		return reader;
	}

	async function messages(reader: EventReader, count: number): Promise<readonly WireEvent[]> {
		const found: WireEvent[] = [];
		while (found.length < count) {
			const event = await reader.next();
			if (event?.event === 'message') found.push(event.data as unknown as WireEvent);
			if (event === undefined) throw new Error('the stream has ended');
		}
		return found;
	}

	test('sends what the list lists, then what comes, narrowed the same way', async () => {
		const { admin } = running.organisation;
		const all = new EventClient(running, admin);
		const after = await all.cursor();
		const assetId = await tracker.asset(admin, 'Followed');
		await all.events(after, 1);
		const [wide, narrow] = [
			await opened(admin, `after=${after}`),
			await opened(admin, `after=${after}&subject=${assetId}&types=asset.issued`),
		];
		await tracker.asset(admin, 'Another');
		await tracker.issue(admin, { assetId, recipientEmail: admin.email, amount: 1 });
		const came = await messages(wide, 3);
		expect(came).toEqual(await all.events(after, 3));
		expect(await messages(narrow, 1)).toEqual(came.filter(({ type }) => type === 'asset.issued'));
	});

	test('goes on behind the id that was seen last, whatever the address says', async () => {
		const { admin } = running.organisation;
		const all = new EventClient(running, admin);
		const after = await all.cursor();
		for (const name of ['One', 'Two', 'Three']) await tracker.asset(admin, name);
		const [first, ...others] = await all.events(after, 3);
		const seen = { 'last-event-id': String(first?.sequence) };
		expect(await messages(await opened(admin, `after=${after}`, seen), 2)).toEqual(others);
		const foreign = { 'last-event-id': 'of somebody else' };
		expect(await messages(await opened(admin, `after=${after}`, foreign), 1)).toEqual([first]);
	});

	test('begins with the newest where they are asked for, and says where it begins', async () => {
		const { admin } = running.organisation;
		const all = new EventClient(running, admin);
		await tracker.asset(admin, 'Newest');
		const listed = await until(async () => {
			const page = await all.page('latest=true&limit=1');
			return page.events[0]?.data['assetName'] === 'Newest' ? page : undefined;
		});
		const reader = await opened(admin, 'latest=true&limit=1');
		const [sequence = 0] = listed.events.map((event) => event.sequence);
		expect(await reader.next()).toEqual({
			event: 'opened',
			id: String(sequence - 1),
			data: { after: sequence - 1, oldestSequence: listed.oldestSequence },
		});
		expect(await messages(reader, 1)).toEqual(listed.events);
	});

	test('is not opened for a HEAD, nor for who takes a list first', async () => {
		const { admin } = running.organisation;
		const ask = (method: string, accept: string) =>
			fetch(`${running.url}/events?limit=1`, {
				...{ method, headers: { accept, 'x-api-key': admin.key } },
			});
		const types = await Promise.all([
			ask('HEAD', 'text/event-stream'),
			ask('GET', 'application/json, text/event-stream'),
			ask('GET', '*/*'),
		]);
		for (const answer of types) {
			expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
			await answer.text();
		}
	});

	test('a user has as many as they may have, and others go on', async () => {
		const { admin, byRole } = running.organisation;
		for (let times = 0; times < 3; times += 1) await opened(admin, 'latest=true');
		await expect(opened(admin, '')).rejects.toThrow(/429.*Event_OwnStreamsTooMany/s);
		await opened(byRole.TrackerUser, 'latest=true');
	});

	test.each(['its key is revoked', 'its user is given other roles'])(
		'ends when %s',
		async (what) => {
			const { accounts } = running.service;
			const { organisation } = running;
			const email = `${what.length}@harbour.test`;
			const owner = { organisationId: organisation.id, email, roles: ['TrackerAdmin'] as const };
			const { id } = await accounts.addUser(owner);
			const { id: keyId, key } = await accounts.addKey(id, 'stream');
			const reader = await opened({ ...organisation.admin, key }, 'latest=true&limit=1');
			if (what === 'its key is revoked') await accounts.revokeKey(keyId);
			else await accounts.setRoles(id, ['KeeperAdmin']);
			await tracker.asset(organisation.admin, `Not when ${what}`);
			for (let event = await reader.next(); ; event = await reader.next()) {
				if (event?.event !== 'ended') {
					expect(event?.data).not.toMatchObject({ data: { assetName: `Not when ${what}` } });
					continue;
				}
				expect(event.data).toEqual({ reason: 'KeyEnded' });
				break;
			}
			expect(await reader.next()).toBeUndefined();
		},
	);
});

test('who does not read is dropped in time, and told why', async () => {
	const place = await servicePlace();
	const database = await openDatabase(place);
	await tell(database, 'harbour', { count: 600, name: 'x'.repeat(50_000) });
	while ((await orderEvents(eventTables(database))).isMore);
	const updates = new StreamUpdates({
		database: eventTables(database),
		onFault: (fault) => expect(fault).toBeUndefined(),
	});
	const streams = new EventStreams(streamPlaces({ eventStreamsMax: 1, eventStreamsPerUserMax: 1 }));
	const app = Fastify();
	const dropped = new Promise<void>((resolve) => {
		app.get('/', async (_request, reply) => {
			const out = streams.open(reply, { kind: 'user', id: 'a' }) as EventOut;
			out.onEnd(resolve);
			const rights = {
				owners: ['harbour'],
				typesReadable: ['asset.created'],
				typesIfAddressed: [],
				audienceNames: [],
			};
			const parts = { reader: tableReader(database), updates, patienceMs: 100 };
			const isStillAuthorised = () => Promise.resolve(true);
			await streamEvents(parts, { rights, isStillAuthorised, out }, { limit: 1 });
			return reply;
		});
	});
	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	const connection = net.connect(Number(new URL(address).port), '127.0.0.1');
	connection.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
	await dropped;
	const parts: Buffer[] = [];
	for await (const part of connection) parts.push(part as Buffer);
	const text = Buffer.concat(parts).toString();
	expect(text).toContain('event: ended\ndata: {"reason":"TooSlow"}');
	expect(text.split('event: message').length).toBeLessThan(600);
	await app.close();
	await database.destroy();
	place.remove();
});

async function tell(
	database: Database,
	owner: string,
	{ count, name = '' }: { readonly count: number; readonly name?: string },
): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		for (let at = 0; at < count; at += 1) {
			const subject = `asset ${at % 7}`;
			const data = { assetId: subject, assetName: `${at}${name}`, isMultiAsset: false };
			await addEvent(transaction, systemClock, { type: 'asset.created', owner, subject, data });
		}
	});
}

test('a service that is killed loses nothing for an EventSource, which goes on by itself', async () => {
	const place = await servicePlace();
	const { key, productId } = await fill(place);
	const port = String(await testPort());
	const environment = { ...place.environment, PORT: port, LOG_LEVEL: 'fatal' };
	const running = /Sealkeeper listens/;
	const program = new ProgramProcess({ file: 'service/main.ts', args: [], environment, running });
	const url = `http://127.0.0.1:${port}`;
	await program.start();
	const seen: string[] = [];
	const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
		const headers = { ...(options.headers as Record<string, string>), 'x-api-key': key };
		return dispatch({ ...options, headers }, handler);
	});
	const source = new EventSource(`${url}/events`, { node: { dispatcher, reconnectionTime: 50 } });
	let killed: Promise<void> | undefined;
	source.addEventListener('message', ({ data }) => {
		seen.push(String((JSON.parse(String(data)) as WireEvent).data['assetName']));
		if (seen.length >= 100) killed ??= program.kill();
	});
	const arrived = (count: number) =>
		until(() => Promise.resolve(seen.length >= count ? true : undefined));
	await arrived(100);
	await killed;
	await program.start();
	await arrived(1_000);
	for (let at = 1_000; at < 1_010; at += 1) {
		const created = await send({
			...{ method: 'POST', url: `${url}/tracker/${productId}/assets` },
			...{ headers: { 'x-api-key': key }, json: { name: String(at) } },
		});
		expect(created.status).toBe(201);
	}
	await arrived(1_010);
	source.close();
	expect(seen).toEqual(Array.from({ length: 1_010 }, (_, at) => String(at)));
	await dispatcher.destroy();
	await program.kill();
	place.remove();
});

/** A key that hears of 1,000 events. */
async function fill(place: ServicePlace): Promise<{ key: string; productId: string }> {
	const database = await openDatabase(place);
	const accounts = new Accounts(database, systemClock);
	const { id: owner } = await accounts.addOrganisation('Harbour');
	const roles = ['TrackerAdmin'] as const;
	const user = await accounts.addUser({ organisationId: owner, email: 'a@harbour.test', roles });
	const { key } = await accounts.addKey(user.id, 'test');
	const product = { organisationId: owner, kind: 'Tracker', name: 'Assets' } as const;
	const { id: productId } = await accounts.addProduct(product);
	await tell(database, owner, { count: 1_000 });
	await database.destroy();
	return { key, productId };
}
