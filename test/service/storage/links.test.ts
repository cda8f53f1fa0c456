/** Links to stored files: for a time, a number of downloads, counted, taken back. */
import { MovableClock } from '../../support/clocks/movable-clock';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { bytesOf } from '../objects/storage-folder';
import { StorageClient } from './shared-storage';

const clock = new MovableClock();
const content = Buffer.from('<script>alert(1)</script> and more\n');
let running: RunningService;
let files: StorageClient;
let fileId: string;

beforeAll(async () => {
	running = await startService({ clock });
	files = new StorageClient(running);
	fileId = await files.stored(content, [{ name: 'displayName', value: 'Über.html' }]);
});

afterAll(() => running.close());

function fetched(
	url: string,
	headers: Record<string, string> = {},
	method = 'GET',
): Promise<Answer> {
	return send({ method, url, headers });
}

async function shown(linkId: string): Promise<Record<string, unknown> | undefined> {
	const links = (await files.get(`/files/${fileId}/links`)).json() as Record<string, unknown>[];
	return links.find(({ id }) => id === linkId);
}

/** The page that says why nothing comes. */
function expectEnded({ status, headers, text }: Answer, reason: string): void {
	expect([status, headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
	expect(text).toContain(`The link has ended: ${reason}.`);
	expect(text).not.toContain('alert(1)');
}

test('a link gives the file without a key, as a download that runs nothing', async () => {
	const { id, url } = await files.link(fileId);
	expect(url).toMatch(new RegExp(`^${running.url}/files/[\\w-]{43}$`));
	const { status, headers, text } = await fetched(url);
	expect([status, text]).toEqual([200, content.toString()]);
	expect(headers).toMatchObject({
		'content-type': 'application/octet-stream',
		'content-disposition': expect.stringMatching(/^attachment; .*''%C3%9Cber\.html$/),
		'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox$/),
		...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
		'cache-control': 'private, no-store',
	});
	expect(await shown(id)).toEqual({
		...{ id, fileId, status: 'Open', downloads: 1 },
		createdByEmail: running.organisation.admin.email,
		creationDate: new Date(clock.now()).toISOString(),
		expires: new Date(clock.now() + 7 * 24 * 3_600_000).toISOString(),
		lastDownloadDate: new Date(clock.now()).toISOString(),
	});
});

test('a link ends with its time, the earlier of the two given', async () => {
	const end = new Date(clock.now() + 3_600_000).toISOString();
	const { id, url } = await files.link(fileId, { expiresAt: end, expiresInMinutes: 61 });
	expect(await shown(id)).toMatchObject({ expires: end });
	clock.pass(3_599_999);
	expect((await fetched(url)).status).toBe(200);
	clock.pass(1);
	expectEnded(await fetched(url), 'its time is over');
	expect(await shown(id)).toMatchObject({ status: 'Expired', downloads: 1 });
});

test('a link ends with its last download; heads and what the client has count nothing', async () => {
	const { id, url } = await files.link(fileId, { downloadsMax: 2 });
	const first = await fetched(url);
	const etag = String(first.headers['etag']);
	expect((await fetched(url, {}, 'HEAD')).headers['content-length']).toBe(String(content.length));
	expect((await fetched(url, { 'if-none-match': etag })).status).toBe(304);
	expect((await fetched(url, { range: 'bytes=5000-' })).status).toBe(416);
	expect(await shown(id)).toMatchObject({ status: 'Open', downloads: 1, downloadsMax: 2 });
	expect((await fetched(url)).status).toBe(200);
	expectEnded(await fetched(url), 'it was for a number of downloads, and they have been made');
	expect(await shown(id)).toMatchObject({ status: 'UsedUp', downloads: 2 });
});

test('of many at once no more begin than a link is for', async () => {
	const { url } = await files.link(fileId, { downloadsMax: 3 });
	const answers = await Promise.all(Array.from({ length: 12 }, () => fetched(url)));
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
	expect(answers.filter(({ status }) => status === 410)).toHaveLength(9);
});

test('a download that broke goes on for its client alone, and does not count again', async () => {
	const { id, url } = await files.link(fileId, { downloadsMax: 1 });
	const mine = { 'user-agent': 'one' };
	// Nobody has the last bytes for nothing: a range that continues no download is one.
	const first = await fetched(url, { ...mine, range: 'bytes=0-9' });
	expect([first.status, first.text]).toEqual([206, content.subarray(0, 10).toString()]);
	const rest = { range: 'bytes=10-', 'if-range': String(first.headers['etag']) };
	const second = await fetched(url, { ...mine, ...rest });
	expect([second.status, second.text]).toEqual([206, content.subarray(10).toString()]);
	expectEnded(
		await fetched(url, { 'user-agent': 'another', ...rest }),
		'it was for a number of downloads, and they have been made',
	);
	expect(await shown(id)).toMatchObject({ downloads: 1 });
});

test('a range that continues nothing counts', async () => {
	const { id, url } = await files.link(fileId, { downloadsMax: 1 });
	expect((await fetched(url, { range: 'bytes=1-' })).status).toBe(206);
	expect(await shown(id)).toMatchObject({ status: 'UsedUp' });
});

test('a link that is taken back ends at once, and stays as it is when taken back again', async () => {
	const { id, url } = await files.link(fileId);
	const place = `/files/${fileId}/links/${id}`;
	expect((await files.ask('DELETE', place)).json()).toMatchObject({ id, status: 'Revoked' });
	expect((await files.ask('DELETE', place)).json()).toMatchObject({ id, status: 'Revoked' });
	expectEnded(await fetched(url), 'it was taken back');
	expect((await files.ask('DELETE', `/files/${fileId}/links/none`)).status).toBe(404);
	const other = await files.stored(content);
	expect((await files.ask('DELETE', `/files/${other}/links/${id}`)).status).toBe(404);
});

test('a link to a deleted file says so, one that nobody made is unknown', async () => {
	const gone = await files.stored(content);
	const { url } = await files.link(gone);
	await files.ask('DELETE', `/files/${gone}`);
	expectEnded(await fetched(url), 'the file was deleted');
	const { status, text } = await fetched(`${running.url}/files/${'x'.repeat(43)}`);
	expect([status, text]).toEqual([404, expect.stringContaining('There is no such link.')]);
});

test('whoever may only read, and another organisation, make and revoke no link', async () => {
	const { id } = await files.link(fileId);
	const { byRole } = running.organisation;
	const statuses = async (key: string) => {
		const client = new StorageClient(running, key);
		const made = await client.ask('POST', `/files/${fileId}/links`, { json: {} });
		const revoked = await client.ask('DELETE', `/files/${fileId}/links/${id}`);
		return [made.status, revoked.status, (await client.get(`/files/${fileId}/links`)).status];
	};
	expect(await statuses(byRole.StorageRead.key)).toEqual([403, 403, 200]);
	expect(await statuses(running.other.admin.key)).toEqual([404, 404, 404]);
});

test.each([
	[{ expiresAt: '2020-01-01' }, /expiresAt.* must be in the future, at most 366 days from now/],
	[{ expiresAt: '2099-01-01' }, /expiresAt.* must be in the future, at most 366 days from now/],
	[{ expiresInMinutes: 0 }, /expiresInMinutes/],
	[{ downloadsMax: 0 }, /downloadsMax/],
])('%j is refused', async (json, words) => {
	const { status, text } = await files.ask('POST', `/files/${fileId}/links`, { json });
	expect([status, text]).toEqual([400, expect.stringMatching(words)]);
});

test('its token is in no log and in no row', async () => {
	const { url } = await files.link(fileId);
	await fetched(url);
	const token = url.split('/').at(-1) ?? '';
	expect(running.log()).toContain('/files/');
	expect(running.log()).not.toContain(token);
	const rows = await running.service.database.selectFrom('file_links').selectAll().execute();
	expect(JSON.stringify(rows)).not.toContain(token);
});

test('a file that cannot be read counts no download', async () => {
	const large = await files.stored(bytesOf(900_000));
	const { url } = await files.link(large, { downloadsMax: 1 });
	await files.without(1, () =>
		files.without(2, () =>
			files.without(3, async () => {
				const { status, headers } = await fetched(url);
				expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
			}),
		),
	);
	expect((await fetched(url)).status).toBe(200);
});

test('tokens that lead nowhere are wrong keys, and are limited as such', async () => {
	const limited = await startService({ config: { wrongKeysPerMinuteMax: 2 } });
	try {
		const guess = (at: number) => fetched(`${limited.url}/files/${'x'.repeat(42)}${at}`);
		const statuses: number[] = [];
		for (const at of [1, 2, 3]) statuses.push((await guess(at)).status);
		expect(statuses).toEqual([404, 404, 429]);
	} finally {
		await limited.close();
	}
});
