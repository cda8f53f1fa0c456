/**
 * Comparisons as records, over the wire: waited for and not, waited for afterwards, cancelled, and what
 * becomes of them when the file, the process or the room for them goes.
 */
import { until } from '../../../support/clients/requests';
import { startService, type RunningService } from '../../../support/programs/service';
import { KeeperClient, type Answer } from '../keeper-client';

let running: RunningService;
let keeper: KeeperClient;
/** One whose comparison goes on until it is ended. */
let longFile: string;

beforeAll(async () => {
	running = await startService({ config: { comparisonsMax: 3 } });
	keeper = new KeeperClient(running, running.organisation.admin.key);
	longFile = await keptFile(lines('kept'));
});

afterAll(() => running.close());

/** Text of so many lines of its own that its comparison goes on for seconds. */
const lines = (word: string) =>
	Array.from({ length: 150_000 }, (_, index) => `${word} ${index}\n`).join('');

async function keptFile(content: string, displayName = 'Terms'): Promise<string> {
	const folderId = await keeper.newFolder();
	return keeper.newFile({ folderId, accuracy: 'Excellent', content, displayName });
}

type Fields = Readonly<Record<string, string>>;

/** Asks for a comparison with the latest version that is not waited for. */
async function ask(fileId: string, content: string, fields: Fields = {}) {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	body.append('file', new File([content], 'sent.txt'));
	const response = await fetch(`${keeper.url}/files/${fileId}/compare/latest`, {
		method: 'POST',
		headers: { 'x-api-key': running.organisation.admin.key, prefer: 'respond-async' },
		body,
	});
	const record = (await response.json()) as Record<string, unknown>;
	return { status: response.status, headers: response.headers, record };
}

const at = (fileId: string, id: unknown) => `/files/${fileId}/comparisons/${String(id)}`;

const ended = async (fileId: string, id: unknown): Promise<Answer['body']> =>
	(await keeper.call(`${at(fileId, id)}?waitMs=30000`)).body;

const cancel = (fileId: string, id: unknown) => keeper.call(at(fileId, id), { method: 'DELETE' });

const untilRunning = (fileId: string, id: unknown) =>
	until(async () => {
		const { body } = await keeper.call(at(fileId, id));
		return body['status'] === 'Running' ? body : undefined;
	});

/** Objects in the store, of whatever kind. */
const objectCount = async () => {
	const { database } = running.service;
	const rows = database
		.selectFrom('storage_objects')
		.select((row) => row.fn.countAll().as('count'));
	return Number((await rows.executeTakeFirstOrThrow()).count);
};

test('without the preference a comparison is answered as ever, and stands in the history', async () => {
	const fileId = await keptFile('one\ntwo\n');
	const answer = await keeper.compare(fileId, { content: 'one\n2\n' }, 'true');
	expect(answer).toMatchObject({ status: 200, body: { outcome: 'different', changed: 1 } });
	const [record] = await keeper.list(`/files/${fileId}/comparisons`);
	expect(record).toMatchObject({
		...{ id: answer.body['comparisonId'], fileId, operation: 'compare', status: 'Done' },
		...{ progress: 1, version: 1, versionId: fileId, fileName: 'document.txt' },
		...{ outcome: 'different', equal: false, accuracy: answer.body['accuracy'], changed: 1 },
		...{
			summary: '1 character changed, 2 removed.',
			reportId: answer.body['reportId'],
			reportStatus: 'Open',
		},
		createdByEmail: running.organisation.admin.email,
	});
	// Its answer has been given, and what it says of the contents is kept nowhere.
	expect((await ended(fileId, record?.['id']))['result']).toBeUndefined();
});

test('one that is not waited for answers its record and address, and gives the whole answer when it is done', async () => {
	const fileId = await keptFile('one\ntwo\n');
	const before = await objectCount();
	const { status, headers, record } = await ask(fileId, 'one\n2\n', { generateDiffFile: 'true' });
	expect(status).toBe(202);
	expect(headers.get('preference-applied')).toBe('respond-async');
	expect(headers.get('location')).toBe(keeper.url + at(fileId, record['id']));
	expect(record).toMatchObject({ status: 'Queued', fileName: 'sent.txt', versionId: fileId });
	const done = await ended(fileId, record['id']);
	const waited = (await keeper.compare(fileId, { content: 'one\n2\n' })).body;
	const { comparisonId: _other, equalsApproved: _none, ...figures } = waited;
	expect(done).toMatchObject({ status: 'Done', progress: 1, result: figures });
	const { fileUrl } = done['result'] as Record<string, string>;
	expect(await (await fetch(fileUrl ?? '')).text()).toContain('Terms');
	// Report, the file beside it and answer are kept; what was sent is not.
	await until(async () => ((await objectCount()) === before + 3 ? true : undefined));
});

test('the field of the form asks for the same, and two versions are compared so too', async () => {
	const fileId = await keptFile('one\n');
	const version = await keeper.addVersion(fileId, { content: 'two\n' });
	const asked = await keeper.compareAt(
		`${fileId}/compare/original`,
		{ content: 'one\n' },
		{
			respondAsync: 'true',
		},
	);
	expect(asked).toMatchObject({ status: 202, body: { version: 1 } });
	const ids = `${fileId}/compare/${String(version.body['id'])}`;
	const two = await keeper.call(`/files/${fileId}/versions/${ids}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ respondAsync: true }),
	});
	expect(two.body).toMatchObject({ operation: 'compareVersions', version: 1, otherVersion: 2 });
	expect(await ended(fileId, asked.body['id'])).toMatchObject({ outcome: 'equal' });
	expect(await ended(fileId, two.body['id'])).toMatchObject({ outcome: 'different' });
});

test('what Keep or Compare keeps later is a version of the very file that was sent', async () => {
	const folderId = await keeper.newFolder();
	const call = (content: string) =>
		keeper.compareAt(
			'keep-or-compare',
			{ content },
			{
				...{ folderId, displayName: 'Daily', keepNewVersion: 'true', respondAsync: 'true' },
			},
		);
	const first = await call('one\n');
	expect(first).toMatchObject({ status: 200, body: { outcome: 'kept' } });
	const fileId = String(first.body['fileId']);
	const news = await call('two\n');
	expect(await ended(fileId, news.body['id'])).toMatchObject({
		...{ status: 'Done', outcome: 'different', isNew: true, keptVersion: 2 },
		result: { isKept: true, keptVersion: 2, outcome: 'different' },
	});
	const same = await call('two\n');
	expect(await ended(fileId, same.body['id'])).toMatchObject({ outcome: 'equal', isNew: false });
	const [, second] = await keeper.list(`/files/${fileId}/versions`);
	const kept = await keeper.download(`${fileId}/versions/${String(second?.['id'])}`);
	expect(await kept.text()).toBe('two\n');
});

test('one under way tells how far it is, is cancelled, and leaves nothing behind', async () => {
	const fileId = longFile;
	const before = await objectCount();
	const { record } = await ask(fileId, lines('sent'));
	await untilRunning(fileId, record['id']);
	await until(async () =>
		Number((await keeper.call(at(fileId, record['id']))).body['progress']) > 0 ? true : undefined,
	);
	const waiting = ended(fileId, record['id']);
	expect((await cancel(fileId, record['id'])).body).toMatchObject({ status: 'Cancelled' });
	expect(await waiting).toMatchObject({ status: 'Cancelled' });
	expect((await cancel(fileId, record['id'])).body).toMatchObject({ status: 'Cancelled' });
	await until(async () => ((await objectCount()) === before ? true : undefined));
	expect(running.log()).not.toContain('a comparison met a fault');
});

test('beyond its limit an organisation is told to wait, and those that wait can be cancelled', async () => {
	const fileId = longFile;
	const asked = [];
	for (const word of ['a', 'b', 'c']) asked.push(await ask(fileId, lines(word)));
	expect(asked.map(({ status }) => status)).toEqual([202, 202, 202]);
	const refused = await ask(fileId, 'd\n');
	expect([refused.status, refused.record['errorCode']]).toEqual([429, 'Keeper_ComparisonsTooMany']);
	const [, , last] = asked;
	expect((await keeper.call(at(fileId, last?.record['id']))).body['status']).toBe('Queued');
	for (const { record } of asked) await cancel(fileId, record['id']);
	const states = (await keeper.list(`/files/${fileId}/comparisons`)).map(({ status }) => status);
	expect(states.slice(-3)).toEqual(['Cancelled', 'Cancelled', 'Cancelled']);
});

test('one under way when the service ends goes on when it is back', async () => {
	const fileId = longFile;
	const { record } = await ask(fileId, lines('sent'));
	await untilRunning(fileId, record['id']);
	const timesLogged = () => running.log().split(String(record['id'])).length;
	const before = timesLogged();
	const waiting = ended(fileId, record['id']);
	await until(() => Promise.resolve(timesLogged() > before ? true : undefined));
	await running.restart();
	expect((await waiting)['status']).toMatch(/^(Queued|Running)$/);
	await untilRunning(fileId, record['id']);
	await cancel(fileId, record['id']);
});

test('another link leads to the report of a past comparison, and ends with it', async () => {
	const fileId = await keptFile('one\n');
	const { body } = await keeper.compare(fileId, { content: 'two\n' }, 'true');
	const report = `/files/${fileId}/reports/${String(body['reportId'])}`;
	const link = await keeper.call(`${report}/links`, { method: 'POST' });
	expect(link).toMatchObject({ status: 201, body: { reportId: body['reportId'] } });
	const urls = [String(body['fileUrl']), String(link.body['fileUrl'])];
	expect(new Set(urls).size).toBe(2);
	const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
	expect(texts[0]).toBe(texts[1]);
	await keeper.call(report, { method: 'DELETE' });
	for (const url of urls) expect((await fetch(url)).status).toBe(410);
	const late = await keeper.call(`${report}/links`, { method: 'POST' });
	expect([late.status, late.body['errorCode']]).toEqual([409, 'Keeper_ReportEnded']);
	const [record] = await keeper.list(`/files/${fileId}/comparisons`);
	expect(record).toMatchObject({ reportStatus: 'Revoked' });
});

test('a first document that cannot be read is refused in words, and nothing is kept', async () => {
	const folderId = await keeper.newFolder();
	const call = (content: string) =>
		keeper.compareAt(
			'keep-or-compare',
			{ content, name: 'page.html' },
			{
				...{ folderId, displayName: 'Page', respondAsync: 'true' },
			},
		);
	const empty = await call('<html><body></body></html>');
	expect([empty.status, empty.body['errorCode']]).toEqual([422, 'Keeper_Unreadable']);
	expect(empty.body['message']).toContain('so it was not kept as the first of its name');
	expect(await keeper.list(`/files?folderId=${folderId}`)).toEqual([]);
	expect((await call('<html><body><p>Hello there</p></body></html>')).status).toBe(200);
});

test('what becomes of a comparison whose file is deleted is said, and its contents go', async () => {
	const fileId = longFile;
	const { record: done } = await ask(fileId, 'one\n');
	expect(await ended(fileId, done['id'])).toMatchObject({ status: 'Done' });
	const { record } = await ask(fileId, lines('sent'));
	await untilRunning(fileId, record['id']);
	await keeper.remove(`/files/${fileId}`);
	expect(await ended(fileId, record['id'])).toMatchObject({
		...{ status: 'Failed', errorCode: 'Keeper_Deleted' },
	});
	expect(await ended(fileId, done['id'])).toMatchObject({ outcome: 'different' });
	const { database } = running.service;
	const contents = database
		.selectFrom('keeper_comparisons')
		.select('id')
		.where('file_id', '=', fileId)
		.where((row) =>
			row.or([row('sent_object_id', 'is not', null), row('result_object_id', 'is not', null)]),
		);
	await until(async () => ((await contents.execute()).length === 0 ? true : undefined));
	expect((await ended(fileId, done['id']))['result']).toBeUndefined();
});
