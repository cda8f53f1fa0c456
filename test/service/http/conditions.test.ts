/** Files over HTTP as caches and download managers ask for them: conditions, ranges, heads. */
import { conditionOf } from '../../../server/http/files/conditions';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';

const etag = 'abc';
const modifiedAt = new Date('2026-03-01T12:00:00.500Z');
const same = 'Sun, 01 Mar 2026 12:00:00 GMT';
const earlier = 'Sun, 01 Mar 2026 11:59:59 GMT';
const later = 'Sun, 01 Mar 2026 12:00:01 GMT';

const sent = { outcome: 'SEND', mayBeRange: true };
const whole = { outcome: 'SEND', mayBeRange: false };
const known = { outcome: 'NOT_MODIFIED' };
const other = (header: string) => ({ outcome: 'OTHER_VERSION', header });

test.each<readonly [Readonly<Record<string, string>>, object]>([
	[{}, sent],
	[{ 'if-match': '"abc"' }, sent],
	[{ 'if-match': '*' }, sent],
	[{ 'if-match': '"x", "abc"' }, sent],
	[{ 'if-match': '"x"' }, other('if-match')],
	[{ 'if-match': 'W/"abc"' }, other('if-match')],
	[{ 'if-match': 'abc' }, other('if-match')],
	[{ 'if-match': '"abc"', 'if-unmodified-since': earlier }, sent],
	[{ 'if-unmodified-since': same }, sent],
	[{ 'if-unmodified-since': later }, sent],
	[{ 'if-unmodified-since': earlier }, other('if-unmodified-since')],
	[{ 'if-unmodified-since': 'yesterday' }, sent],
	[{ 'if-none-match': '"abc"' }, known],
	[{ 'if-none-match': 'W/"abc"' }, known],
	[{ 'if-none-match': '"x","abc"' }, known],
	[{ 'if-none-match': '*' }, known],
	[{ 'if-none-match': '"x"' }, sent],
	[{ 'if-none-match': '"x"', 'if-modified-since': later }, sent],
	[{ 'if-modified-since': same }, known],
	[{ 'if-modified-since': later }, known],
	[{ 'if-modified-since': earlier }, sent],
	[{ 'if-modified-since': '2026-03-01' }, sent],
	[{ 'if-match': '"x"', 'if-none-match': '"abc"' }, other('if-match')],
	[{ 'if-range': '"abc"' }, sent],
	[{ 'if-range': 'W/"abc"' }, whole],
	[{ 'if-range': '"x"' }, whole],
	[{ 'if-range': same }, sent],
	[{ 'if-range': earlier }, whole],
	[{ 'if-range': later }, whole],
])('a file asked for with %j', (headers, wanted) => {
	expect(conditionOf(headers, { etag, modifiedAt })).toEqual(wanted);
});

describe('a stored file', () => {
	let running: RunningService;
	let place: string;
	let full: Answer;

	const ask = (method: string, headers: Readonly<Record<string, string>> = {}, path = place) =>
		send({
			...{ method, url: running.storageUrl + path },
			headers: { 'x-api-key': running.organisation.admin.key, ...headers },
		});

	beforeAll(async () => {
		running = await startService();
		const uploaded = await send({
			...{ method: 'POST', url: `${running.storageUrl}/files` },
			headers: { 'x-api-key': running.organisation.admin.key },
			form: [{ name: 'file', fileName: 'a.txt', content: 'hello world\n' }],
		});
		place = `/files/${(uploaded.json() as { readonly id: string }).id}`;
		full = await ask('GET');
	});
	afterAll(() => running.close());

	const tag = () => String(full.headers['etag']);

	test('has a tag and a date', () => {
		expect(full).toMatchObject({ status: 200, text: 'hello world\n' });
		expect(tag()).toMatch(/^"[0-9a-f]{64}"$/);
		expect(String(full.headers['last-modified'])).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
	});

	test('is not sent to whoever has it', async () => {
		for (const method of ['GET', 'HEAD']) {
			const headers = { 'if-none-match': tag(), range: 'bytes=0-1' };
			const answer = await ask(method, headers);
			expect(answer).toMatchObject({ status: 304, text: '', headers: { etag: tag() } });
			expect(answer.headers).not.toHaveProperty('content-length');
		}
		const date = String(full.headers['last-modified']);
		expect((await ask('GET', { 'if-modified-since': date })).status).toBe(304);
	});

	test('is sent in part while it is the same, and whole when it is not', async () => {
		const part = await ask('GET', { range: 'bytes=6-10', 'if-range': tag() });
		expect(part).toMatchObject({ status: 206, text: 'world' });
		const other = await ask('GET', { range: 'bytes=6-10', 'if-range': '"another"' });
		expect(other).toMatchObject({ status: 200, text: 'hello world\n' });
		const outside = await ask('GET', { range: 'bytes=99-', 'if-range': tag() });
		expect(outside).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */12' } });
	});

	test('has a head like its reply, without its bytes', async () => {
		const head = await ask('HEAD');
		const { 'x-request-id': _id, date: _date, ...headers } = head.headers;
		const names = Object.keys(headers).filter((name) => !name.startsWith('x-ratelimit'));
		expect([head.status, head.text]).toEqual([200, '']);
		for (const name of names)
			expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
		expect(head.headers['content-length']).toBe('12');
	});

	test('refuses a head as it refuses a file', async () => {
		const unknown = await ask('HEAD', {}, '/files/65f0c0ffee0123456789abcd');
		expect([unknown.status, unknown.text]).toEqual([404, '']);
		const noKey = await send({ method: 'HEAD', url: running.storageUrl + place });
		expect([noKey.status, noKey.text]).toEqual([401, '']);
	});
});
