import { TraderBalances } from '../../../exchange/settlement/trader-balances';
import { createTracker, type TrackerClient } from '../../../exchange/tracker/client';
import { until } from '../../support/clients/requests';
import { HeldTiming } from '../tracker/held-timing';
import { response, startRawServer, type RawServer, type Respond } from '../tracker/raw-server';

const row = { id: 'gold', displayName: 'Gold', amount: 5, type: 'Asset' };
const list = response(200, JSON.stringify([row]));
const held = { kind: 'READ', value: new Map([['gold', 5n]]) };

let server: RawServer;
let tracker: TrackerClient;
let respond: Respond;
let timing: HeldTiming;

beforeEach(async () => {
	respond = (socket) => void socket.write(list);
	server = await startRawServer((socket, request) => respond(socket, request));
	const wire = { timeoutMs: 30_000, connectTimeoutMs: 5_000, connections: 4 };
	tracker = createTracker({
		...{ ...wire, baseUrl: server.url, productId: 'product1', callsPerMinuteMax: 0 },
	});
	timing = new HeldTiming();
});

afterEach(async () => {
	const closed = tracker.close();
	await server.close();
	await closed;
});

const open = (callsPerMinuteMax = 0) => new TraderBalances(tracker, { callsPerMinuteMax }, timing);

/** Requests get no answer until it is called. */
function withhold(): () => void {
	const waiting: (() => void)[] = [];
	respond = (socket) => void waiting.push(() => socket.write(list));
	return () => {
		respond = (socket) => void socket.write(list);
		for (const answer of waiting.splice(0)) answer();
	};
}

test('who asks while the tracker is asked by the same key waits for that answer', async () => {
	const balances = open();
	const both = await Promise.all([balances.heldBy('anna'), balances.heldBy('anna')]);
	expect(both).toEqual([held, held]);
	// The second call finds that the list has ended.
	expect(server.requests).toHaveLength(2);
});

test('two keys may be under way at once; a third is told so, until one of them has an answer', async () => {
	const balances = open();
	const answer = withhold();
	const both = [balances.heldBy('anna'), balances.heldBy('ben')];
	const busy = { kind: 'UNAVAILABLE', cause: 'it is being asked by others' };
	expect(await balances.heldBy('carl')).toEqual(busy);
	await until(async () => server.requests.length >= 2 || undefined);
	answer();
	expect(await Promise.all(both)).toEqual([held, held]);
	expect(await balances.heldBy('carl')).toEqual(held);
});

test('nobody waits longer than five seconds, and the question keeps its place until it has ended', async () => {
	const balances = open();
	const answer = withhold();
	const first = balances.heldBy('anna');
	const second = balances.heldBy('ben');
	for (const _asking of [first, second]) timing.next();
	const late = { kind: 'UNAVAILABLE', cause: 'no answer within 5000 ms' };
	expect(await Promise.all([first, second])).toEqual([late, late]);
	expect(await balances.heldBy('carl')).toMatchObject({ kind: 'UNAVAILABLE' });
	const again = balances.heldBy('anna');
	await until(async () => server.requests.length >= 2 || undefined);
	answer();
	expect(await again).toEqual(held);
});

test('of the calls that a minute allows, questions take a share', async () => {
	const balances = open(20);
	for (const key of ['anna', 'ben']) expect(await balances.heldBy(key)).toEqual(held);
	expect(await balances.heldBy('carl')).toMatchObject({ kind: 'UNAVAILABLE' });
	timing.advance(60_000);
	expect(await balances.heldBy('carl')).toEqual(held);
});
