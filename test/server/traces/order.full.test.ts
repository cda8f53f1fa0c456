/** An order's trace over all programs: two processes of the exchange, Redis between them, and the service. */
import fs from 'node:fs';
import { openDatabase } from '../../../exchange/database/database';
import { startProcesses } from '../../exchange/support/processes';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { serviceProcess } from '../../exchange/rounds/stage';
import { openMarket, writeSettings } from '../../exchange/support/settling';
import { send, until } from '../../support/clients/requests';
import { startService } from '../../support/programs/service';
import { TestDatabases, type TestPlace } from '../../support/servers/databases';
import { startOtlpReceiver, type ReceivedSpan } from '../../support/servers/otlp-receiver';

const parent = '00f067aa0ba902b7';

const databases = new TestDatabases();
afterAll(() => databases.close());

/** A service and an exchange that settles there, both as processes that send their traces to this address. */
async function startBoth(place: TestPlace, collectorUrl: string) {
	const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, OTEL_BSP_SCHEDULE_DELAY: '50' };
	const prepared = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	const escrow = await prepared.addUser('escrow@first.test', ['TrackerUser']);
	const database = await openDatabase(place);
	const { seller } = await openMarket(prepared, database, escrow);
	await database.destroy();
	writeSettings(place.dataFolder, prepared, escrow, {});
	await prepared.service.close();
	const service = serviceProcess(prepared, traced);
	await service.start();
	putRedisOnPath();
	const exchange = await startProcesses(place, { workers: 1, environment: traced });
	const close = async () => {
		await exchange.close();
		await service.end();
		fs.rmSync(prepared.dataFolder, { recursive: true, force: true });
	};
	return { url: String(exchange.urls[0]), seller, close };
}

/** From the span of the first to this one. */
function wayTo(last: ReceivedSpan, spans: readonly ReceivedSpan[]): readonly ReceivedSpan[] {
	const before = spans.find(({ spanId }) => spanId === last.parentId);
	return before === undefined ? [last] : [...wayTo(before, spans), last];
}

const path = '/tracker/{productId}/assets/{assetId}/transfer';
const served = `POST ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Places the order of this number, in a trace of its own; answers that trace's id. */
async function placeOrder(url: string, key: string, number: number): Promise<string> {
	const traceId = String(number).padStart(32, '0');
	const order = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '12.5', quantity: '1' };
	const answer = await send({
		method: 'POST',
		url: `${url}/orders`,
		headers: { 'x-api-key': key, traceparent: `00-${traceId}-${parent}-01` },
		json: { ...order, clientOrderId: `sale-${number}`, fund: true },
	});
	expect([201, 202]).toContain(answer.status);
	return traceId;
}

test('one trace leads from the request for an order to the transfer at the tracker', async () => {
	const receiver = await startOtlpReceiver();
	const { url, seller, close } = await startBoth(await databases.place('SQLite'), receiver.url);
	const traces: string[] = [];
	const has = (trace: string, name: string) =>
		receiver.spans.some((span) => span.traceId === trace && span.name === name);
	// A schedule may have rung for the same job a moment earlier, which then carries no trace.
	const trace = await until(async () => {
		traces.push(await placeOrder(url, seller.key, traces.length + 1));
		return traces.find((one) => has(one, served) && has(one, 'drain'));
	});
	await close();
	const spans = receiver.spans.filter(({ traceId }) => traceId === trace);
	const [transfer, ...others] = spans.filter(({ name }) => name === served);
	expect(others).toEqual([]);
	const way = transfer === undefined ? [] : wayTo(transfer, spans);
	expect(way.map((span) => [span.program, span.kind, span.name])).toEqual([
		['sealkeeper-exchange', 'SERVER', 'POST /orders'],
		['sealkeeper-exchange', 'INTERNAL', 'wait for transfer'],
		['sealkeeper-exchange', 'CONSUMER', 'carry'],
		['sealkeeper-exchange', 'INTERNAL', 'transfer'],
		['sealkeeper-exchange', 'CLIENT', `POST ${path}`],
		['sealkeeper-service', 'SERVER', served],
	]);
	const [request, waiting, , carried] = way;
	expect(request?.parentId).toBe(parent);
	const intent = 'sealkeeper.intent.id';
	expect(carried?.attributes[intent]).toBe(waiting?.attributes[intent]);
	const ofRequest = spans.filter(({ parentId }) => parentId === request?.spanId);
	expect(ofRequest.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['wait for transfer', 'intake', 'wait for lane']),
	);
	expect(receiver.spans.filter(({ isError }) => isError)).toEqual([]);
	expect(Buffer.concat(receiver.bytes).includes(seller.key)).toBe(false);
	await receiver.close();
});
