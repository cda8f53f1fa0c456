/**
 * Streams of events where several processes are on one PostgreSQL: whoever writes and whoever sends, a
 * reader is told everything once and in order, also when the process that sends is killed.
 */
import { EventReader } from '../../exchange/support/exchange';
import { Tracker } from '../assets/tracker';
import { startSeveral, type OneProcess, type SeveralProcesses } from '../several-processes';
import type { WirePage } from './event-client';

const eventCount = 60;
const seenBeforeKill = 20;

let several: SeveralProcesses;
let written: OneProcess;
let killed: OneProcess;
let user: SeveralProcesses['users'][number];

beforeAll(async () => {
	several = await startSeveral(2);
	const [first, second] = several.parts;
	const [someone] = several.users;
	if (first === undefined || second === undefined || someone === undefined) throw new Error();
	[written, killed, user] = [first, second, someone];
});

afterAll(() => several.close());

function create(at: OneProcess, name: string): Promise<string> {
	return new Tracker(at, several.products.Tracker).asset(user, name);
}

function open({ url }: OneProcess, after: number, lastId?: string): Promise<EventReader> {
	return EventReader.open(`${url}/events?after=${after}`, {
		...{ accept: 'text/event-stream', 'x-api-key': user.key },
		...(lastId !== undefined && { 'last-event-id': lastId }),
	});
}

async function page({ url }: OneProcess, query: string): Promise<WirePage> {
	const answer = await fetch(`${url}/events?${query}`, { headers: { 'x-api-key': user.key } });
	return (await answer.json()) as WirePage;
}

interface Told {
	readonly id: string;
	readonly name: unknown;
}

/** What the stream tells until there are so many, or it is cut off. */
async function told(reader: EventReader, count: number): Promise<Told[]> {
	const found: Told[] = [];
	while (found.length < count) {
		const event = await reader.next().catch(() => undefined);
		if (event === undefined) break;
		const { data } = event.data as { readonly data?: { readonly assetName: string } };
		if (event.event === 'message') found.push({ id: event.id ?? '', name: data?.assetName });
	}
	return found;
}

const names = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, at) => `asset ${from + at}`);

test('what either process writes is told on the stream of the other, once and in order', async () => {
	const { cursor } = await page(written, 'latest=true');
	const readers = [await open(written, cursor), await open(killed, cursor)];
	for (const [at, name] of names(0, 20).entries()) await create(at % 2 ? written : killed, name);
	const [one = [], other = []] = await Promise.all(readers.map((reader) => told(reader, 20)));
	expect(one.map(({ name }) => name)).toEqual(names(0, 20));
	expect(other).toEqual(one);
	for (const reader of readers) reader.close();
	const listed = await page(killed, `after=${cursor}&limit=100`);
	expect(listed.events.map(({ sequence }) => String(sequence))).toEqual(one.map(({ id }) => id));
});

test('one whose process is killed goes on at the other behind the last event it saw', async () => {
	const { cursor } = await page(written, 'latest=true');
	const reader = await open(killed, cursor);
	const writing = (async () => {
		for (const name of names(0, eventCount)) await create(written, name);
	})();
	const before = await told(reader, seenBeforeKill);
	await killed.process.kill();
	// What had arrived by then is read before the stream is cut off.
	before.push(...(await told(reader, eventCount)));
	await writing;
	const again = await open(written, cursor, before.at(-1)?.id);
	const after = await told(again, eventCount - before.length);
	again.close();
	expect([...before, ...after].map(({ name }) => name)).toEqual(names(0, eventCount));
});
