import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { trace } from '@opentelemetry/api';
import {
	InMemorySpanExporter,
	NodeTracerProvider,
	ParentBasedSampler,
	AlwaysOnSampler,
	SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { Agent } from 'undici';
import { sendThrough } from '../../../server/events/webhook/sending';
import { refuse } from '../../../server/refusal';
import {
	carriedTrace,
	inJob,
	inOwnTrace,
	inSpan,
	inTrace,
	traceWith,
} from '../../../server/traces/spans';

const exporter = new InMemorySpanExporter();

beforeAll(() => {
	const provider = new NodeTracerProvider({
		sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
		spanProcessors: [new SimpleSpanProcessor(exporter)],
	});
	provider.register();
	traceWith(trace.getTracer('test'));
});

beforeEach(() => exporter.reset());

const nothing = () => Promise.resolve();
const spans = () => exporter.getFinishedSpans();
const named = (name: string) => spans().find((span) => span.name === name);

test('what nobody asked for has no span, and what a request asked for has one in its trace', async () => {
	await inTrace({ name: 'nobody' }, nothing);
	await inSpan({ name: 'request' }, () => inTrace({ name: 'step' }, nothing));
	expect(spans().map(({ name }) => name)).toEqual(['step', 'request']);
	expect(named('step')?.parentSpanContext?.spanId).toBe(named('request')?.spanContext().spanId);
});

test('a job goes on in the trace it carries, and has no span where it carries none', async () => {
	expect(carriedTrace()).toEqual({});
	await inJob({}, 'of a schedule', nothing);
	const carried = await inSpan({ name: 'request' }, () => Promise.resolve(carriedTrace()));
	await inJob(carried, 'of a request', nothing);
	expect(spans().map(({ name }) => name)).toEqual(['request', 'of a request']);
	expect(named('of a request')?.spanContext().traceId).toBe(
		named('request')?.spanContext().traceId,
	);
});

test('what is done for many begins a trace of its own within another', async () => {
	await inSpan({ name: 'request' }, () => inOwnTrace({ name: 'mail' }, nothing));
	expect(named('mail')?.parentSpanContext).toBeUndefined();
});

test('attributes are built for spans that are kept alone', async () => {
	const attributes = jest.fn(() => ({ 'sealkeeper.market': 'CREDIT-EUR' }));
	const dropped = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` };
	await inJob({ trace: dropped }, 'job', () => inSpan({ name: 'step', attributes }, nothing));
	expect([attributes.mock.calls.length, spans().length]).toEqual([0, 0]);
	await inSpan({ name: 'step', attributes }, nothing);
	expect(named('step')?.attributes).toEqual({ 'sealkeeper.market': 'CREDIT-EUR' });
});

test('a fault is told by its kind without its words, and a refusal is none', async () => {
	const fault = new TypeError('a secret');
	await expect(inSpan({ name: 'fault' }, () => Promise.reject(fault))).rejects.toBe(fault);
	const refusal = refuse('Request_RouteNotFound', 'GET', '/a-secret');
	await expect(inSpan({ name: 'refusal' }, () => Promise.reject(refusal))).rejects.toBe(refusal);
	expect(named('fault')).toMatchObject({
		attributes: { 'error.type': 'TypeError' },
		status: { code: 2 },
		events: [],
	});
	expect(named('refusal')).toMatchObject({
		attributes: { 'error.type': 'Request_RouteNotFound' },
		status: { code: 0 },
	});
});

test('a delivery carries the trace it begins, and notes what it was answered', async () => {
	const received: http.IncomingHttpHeaders[] = [];
	const server = http.createServer(({ headers }, reply) => {
		received.push(headers);
		reply.writeHead(503).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const agent = new Agent();
	const url = `http://127.0.0.1:${port}/a-secret`;
	const attempt = { url, eventId: 'e1', body: '{}', secrets: [], now: 0 };
	expect(await sendThrough(agent)(attempt)).toMatchObject({ kind: 'BUSY', status: 503 });
	const delivery = named('POST webhook');
	const { traceId, spanId } = delivery?.spanContext() ?? {};
	expect(received[0]?.['traceparent']).toBe(`00-${traceId}-${spanId}-01`);
	expect(delivery?.attributes).toEqual({
		'http.request.method': 'POST',
		'server.address': '127.0.0.1',
		'sealkeeper.event.id': 'e1',
		'http.response.status_code': 503,
		'error.type': '503',
	});
	await agent.close();
	await new Promise((resolve) => server.close(resolve));
});
