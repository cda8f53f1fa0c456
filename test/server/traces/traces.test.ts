import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readTraceSettings } from '../../../server/traces/settings';
import { send, until } from '../../support/clients/requests';
import { placeService, type PlacedProgram } from '../../support/programs/program-places';
import { testPort } from '../../support/run/ports';
import { startOtlpReceiver, type OtlpReceiver } from '../../support/servers/otlp-receiver';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-traces-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const programs: PlacedProgram[] = [];
let receiver: OtlpReceiver | undefined;

async function runService(environment: Readonly<Record<string, string>>): Promise<PlacedProgram> {
	const placed = await placeService(environment);
	programs.push(placed);
	await placed.process.start();
	return placed;
}

afterEach(async () => {
	for (const placed of programs.splice(0)) {
		await placed.process.end();
		placed.remove();
	}
	await receiver?.close();
	receiver = undefined;
});

const teller = path.join(__dirname, '../../support/run/tell-opentelemetry.js');

test('nothing of OpenTelemetry but its interface is loaded where nothing asks for traces', async () => {
	const { process, url } = await runService({ NODE_OPTIONS: `--require ${teller}` });
	await send({
		method: 'GET',
		url: `${url}/health`,
		headers: { traceparent: `00-${trace}-${parent}-01` },
	});
	expect(await process.end()).toBe(0);
	expect(process.output()).toMatch(/^loaded: @opentelemetry\/api$/m);
	// The trace is the caller's.
	expect(process.output()).toContain(`"trace_id":"${trace}"`);
	expect(process.output()).not.toContain('span_id');
});

test('a request is one span, in the trace of its caller and by its route alone', async () => {
	receiver = await startOtlpReceiver();
	const secret = path.join(folder, 'headers');
	fs.writeFileSync(secret, 'x-of-collector=a%20token\n', { mode: 0o600 });
	const { process, url, key } = await runService({
		OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
		OTEL_EXPORTER_OTLP_HEADERS_FILE: secret,
		OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
	});
	const get = (location: string, headers: Readonly<Record<string, string>> = {}) =>
		send({ method: 'GET', url: url + location, headers });
	const given = { traceparent: `00-${trace}-${parent}-01`, 'x-api-key': key };
	const answer = await get('/products?limit=1', given);
	expect(answer.status).toBe(200);
	await get('/products', { traceparent: `00-${trace}-${parent}-00`, 'x-api-key': key });
	await get('/signing/a-secret-of-a-link');
	await get('/a-secret-of-nowhere');
	expect(await process.end()).toBe(0);
	expect(receiver.spans).toHaveLength(3);
	const [traced, linked, lost] = receiver.spans;
	expect(traced).toMatchObject({
		program: 'sealkeeper-service',
		traceId: trace,
		parentId: parent,
		name: 'GET /products',
		kind: 'SERVER',
		isError: false,
		attributes: {
			'http.request.method': 'GET',
			'http.route': '/products',
			'http.response.status_code': 200,
			'sealkeeper.request.id': answer.headers['x-request-id'],
		},
	});
	expect(linked).toMatchObject({ name: 'GET /signing/:token', parentId: '' });
	expect(lost).toMatchObject({ name: 'GET', attributes: { 'http.response.status_code': 404 } });
	expect(receiver.headers[0]).toMatchObject({
		'x-of-collector': 'a token',
		'content-type': 'application/x-protobuf',
	});
	for (const secret of ['a-secret-of', key]) {
		expect(Buffer.concat(receiver.bytes).includes(secret)).toBe(false);
	}
	const line = process
		.output()
		.split('\n')
		.find((one) => one.includes('request completed'));
	expect(JSON.parse(line ?? '')).toMatchObject({ trace_id: trace, span_id: traced?.spanId });
});

test('a collector that is away disturbs nobody, and is told once', async () => {
	const { process, url } = await runService({
		OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await testPort()}`,
		OTEL_EXPORTER_OTLP_TIMEOUT: '200',
		OTEL_BSP_SCHEDULE_DELAY: '50',
	});
	const get = () => send({ method: 'GET', url: `${url}/health/live` });
	const told = () => process.output().match(/traces could not be exported/g)?.length ?? 0;
	await until(async () => ((await get()).status === 200 && told() > 0) || undefined);
	for (let times = 0; times < 50; times += 1) expect((await get()).status).toBe(200);
	expect(await process.end()).toBe(0);
	expect(told()).toBe(1);
});

test('a setting that is not understood stops the start by its name', async () => {
	const placed = await placeService({
		OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317',
		OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
	});
	await expect(placed.process.start()).rejects.toThrow(
		"OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, not 'grpc'",
	);
	placed.remove();
});

test.each([
	['OTEL_TRACES_EXPORTER', 'console', 'must be one of otlp, none'],
	['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an address beginning with http://'],
	['OTEL_TRACES_SAMPLER', 'xray', 'must be one of always_on'],
	['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1'],
	['OTEL_RESOURCE_ATTRIBUTES', 'production', 'must be pairs such as NAME=VALUE'],
	['OTEL_BSP_MAX_QUEUE_SIZE', '0', 'must be a whole number from 1'],
	['OTEL_SDK_DISABLED', 'yes', 'must be one of true, false'],
])('%s refuses %s', (variable, value, rule) => {
	expect(() => readTraceSettings({ [variable]: value })).toThrow(`${variable} ${rule}`);
});

test('headers that are not understood are refused without their value', () => {
	const read = () => readTraceSettings({ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer secret' });
	expect(read).toThrow(
		/^OTEL_EXPORTER_OTLP_HEADERS must be pairs such as NAME=VALUE[^,]*, separated by commas$/,
	);
});
