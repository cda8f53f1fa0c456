/**
 * Keep or Compare through HTTP, as a schedule calls it day after day, and approving what it found: the
 * same difference is news once.
 */
import { startService, type RunningService } from '../../../support/programs/service';
import { KeeperClient, type Answer, type FileToSend } from '../keeper-client';

let running: RunningService;
let keeper: KeeperClient;

beforeAll(async () => {
	running = await startService();
	keeper = new KeeperClient(running, running.organisation.admin.key);
});

afterAll(() => running.close());

type Fields = Readonly<Record<string, string>>;

/** One document by its name in a folder of its own. */
async function scheduled(displayName: string, fields: Fields = {}) {
	const folderId = await keeper.newFolder(displayName);
	const call = (file: string | FileToSend, more: Fields = {}): Promise<Answer> =>
		keeper.compareAt('keep-or-compare', typeof file === 'string' ? { content: file } : file, {
			folderId,
			displayName,
			...fields,
			...more,
		});
	/** What a day brings. */
	const day = async (file: string | FileToSend, more: Fields = {}) => (await call(file, more)).body;
	return { folderId, call, day };
}

const approve = (fileId: unknown, versionId: unknown) =>
	keeper.call(`/files/${String(fileId)}/versions/${String(versionId)}/approve`, { method: 'POST' });

const keepNewVersion = 'true';

test('a document is kept when its name is new, and compared from then on', async () => {
	const { folderId, day } = await scheduled('Price list', { accuracy: 'Low' });
	const first = await day('bread 2\nmilk 1\n');
	expect(first).toMatchObject({ outcome: 'kept', equal: true, isKept: true, isNew: false });
	const [file] = await keeper.list(`/files?folderId=${folderId}`);
	expect(file).toMatchObject({ id: first['fileId'], accuracyLevel: 'Low' });
	const same = await day('bread  2\n\nmilk 1\n');
	expect(same).toMatchObject({
		...{ outcome: 'equal', equal: true, identical: false, accuracy: 1, isKept: false },
	});
	const changed = await day('bread 3\nmilk 1\n', { generateDiffFile: 'true' });
	expect(changed).toMatchObject({ outcome: 'different', isNew: true, isKept: false, version: 1 });
	expect(changed).toMatchObject({ accuracy: 0.75, changed: 1, summary: '1 line changed.' });
	expect(await (await fetch(String(changed['fileUrl']))).text()).toContain('Price list');
	expect(await keeper.list(`/files/${String(first['fileId'])}/versions`)).toHaveLength(1);
});

test('a difference that is kept is told once, and a return to older content is a version of its own', async () => {
	const { day } = await scheduled('Terms', { keepNewVersion });
	const told = [];
	for (const content of ['A\n', 'B\n', 'B\n', 'A\n', 'A\n']) {
		const { outcome, keptVersion } = await day(content);
		told.push([outcome, keptVersion]);
	}
	expect(told).toEqual([
		['kept', undefined],
		['different', 2],
		['equal', undefined],
		['different', 3],
		['equal', undefined],
	]);
});

test('compared with what was approved, a difference is news once and ends by being approved', async () => {
	const { day } = await scheduled('Notice', { keepNewVersion, compareWith: 'Approved' });
	const first = await day('A\n');
	const { fileId } = first;
	// Nobody has approved anything yet: the original stands for it.
	const found = await day('B\n');
	expect(found).toMatchObject({ outcome: 'different', isNew: true, version: 1, keptVersion: 2 });
	const again = await day('B\n');
	expect(again).toMatchObject({ outcome: 'different', isNew: false, isKept: false });
	const approved = await approve(fileId, found['keptVersionId']);
	expect(approved.body).toMatchObject({
		...{ version: 2, isApproved: true, approvedByEmail: running.organisation.admin.email },
	});
	expect(await day('B\n')).toMatchObject({ outcome: 'equal', version: 2, equalsApproved: true });
	const back = await day('A\n');
	expect(back).toMatchObject({ isNew: true, keptVersion: 3, equalsApproved: false });
	const later = { content: 'B\n' };
	expect((await keeper.compare(String(fileId), later)).body).toMatchObject({
		...{ version: 3, equal: false, equalsApproved: true },
	});
});

test('the version approved last is the approved one, and says by whom', async () => {
	const { day } = await scheduled('Minutes', { keepNewVersion });
	const { fileId } = await day('A\n');
	const { keptVersionId } = await day('B\n');
	for (const versionId of [fileId, keptVersionId, fileId, fileId]) await approve(fileId, versionId);
	const versions = await keeper.list(`/files/${String(fileId)}/versions`);
	expect(versions.map(({ isApproved }) => isApproved)).toEqual([true, false]);
	expect(versions[1]).toMatchObject({ approvalDate: expect.any(String) as unknown });
	const { database } = running.service;
	const rows = database.selectFrom('keeper_approvals').where('file_id', '=', String(fileId));
	// Approving the approved one again changes nothing.
	expect(await rows.select('id').execute()).toHaveLength(3);
	const timeline = await keeper.list(`/files/${String(fileId)}/timeline?newestFirst=true`);
	expect(timeline.map(({ kind, version, isApproved }) => [kind, version, isApproved])).toEqual([
		['Approval', 1, true],
		['Approval', 2, false],
		['Approval', 1, false],
		['Version', 2, undefined],
		['Comparison', 1, undefined],
		['Version', 1, undefined],
	]);
});

test('with the original what came between is not compared, and kept when it differs from the latest', async () => {
	const { day } = await scheduled('Draft', { keepNewVersion, compareWith: 'Original' });
	await day('A\n');
	expect(await day('B\n')).toMatchObject({ version: 1, keptVersion: 2 });
	const back = await day('A\n');
	expect(back).toMatchObject({ outcome: 'equal', isNew: false, isKept: true, keptVersion: 3 });
});

test('what is of another type is unreadable, and takes the place of nothing', async () => {
	const { day } = await scheduled('Feed', { keepNewVersion });
	const { fileId } = await day({ content: '{"a": 1}', name: 'feed' });
	const page = { content: '<html>Service unavailable</html>', name: 'feed' };
	const answer = await day(page);
	expect(answer).toMatchObject({ outcome: 'unreadable', equal: false, isKept: false });
	expect(answer['summary']).toContain('of type Text');
	expect(await keeper.list(`/files/${String(fileId)}/versions`)).toHaveLength(1);
});

test.each([
	[
		'the error page of a server',
		{
			content: '<html><title>502 Bad Gateway</title><body><h1>Bad Gateway</h1></body></html>',
			name: 'a.html',
		},
		/error page of a server/,
	],
	['a PDF that is cut off', { content: '%PDF-1.7\n1 0 obj\n<<', name: 'a.pdf' }, /./],
	[
		'a page in place of a PDF',
		{ content: '<html>Please sign in</html>', name: 'a.pdf' },
		/of type Pdf/,
	],
	['nothing', { content: '', name: 'a.txt' }, /no bytes/],
	['text in place of a picture', { content: 'not found', name: 'a.png' }, /of type Image/],
])('%s is not kept as the first version', async (_what, file, reason) => {
	const { folderId, call } = await scheduled('Watched');
	const refused = await call(file);
	expect([refused.status, refused.body['errorCode']]).toEqual([422, 'Keeper_Unreadable']);
	expect(refused.body['message']).toMatch(reason);
	expect(await keeper.list(`/files?folderId=${folderId}`)).toEqual([]);
});

test('a file that can be read takes the place of one that cannot, and is compared from then on', async () => {
	const { folderId, day } = await scheduled('Page');
	const wrong = '<html><title>503 Service Unavailable</title><body><h1>Busy</h1></body></html>';
	const displayName = 'Page';
	const id = await keeper.newFile({ content: wrong, name: 'page.html', folderId, displayName });
	const page = (price: number) => ({
		content: `<html><title>Offer</title><body><h1>Offer</h1><p>The chair costs ${price} euros.</p></body></html>`,
		name: 'page.html',
	});
	const worse = { content: wrong.replace('Busy', 'Still busy'), name: 'page.html' };
	expect(await day(worse)).toMatchObject({ outcome: 'unreadable', isKept: false });
	const first = await day(page(10));
	expect(first).toMatchObject({ outcome: 'kept', isNew: false, fileId: id, keptVersion: 2 });
	expect(first['summary']).toContain('version 1 cannot be read');
	expect(await day(page(10))).toMatchObject({ outcome: 'equal', version: 2 });
	expect(await day(page(12))).toMatchObject({ outcome: 'different', isNew: true, isKept: false });
	expect(await keeper.list(`/files/${id}/versions`)).toHaveLength(2);
});

test('a file without bytes is unreadable, and takes the place of nothing', async () => {
	const { day } = await scheduled('Feed of today', { keepNewVersion });
	const { fileId } = await day('bread 2\n');
	const empty = await day('');
	expect(empty).toMatchObject({ outcome: 'unreadable', equal: false, isNew: false, isKept: false });
	expect(empty['summary']).toContain('no bytes');
	expect(await day('bread 2\n')).toMatchObject({ outcome: 'equal', version: 1 });
	expect(await keeper.list(`/files/${String(fileId)}/versions`)).toHaveLength(1);
});

test('of several files of one name nothing is compared, and a deleted one does not count', async () => {
	const { folderId, call } = await scheduled('Twice');
	const ids = [];
	for (const content of ['A\n', 'B\n']) {
		ids.push(await keeper.newFile({ folderId, content, displayName: 'Twice' }));
	}
	const refused = await call('A\n');
	expect([refused.status, refused.body['errorCode']]).toEqual([409, 'Keeper_NameAmbiguous']);
	await keeper.remove(`/files/${ids[0] ?? ''}`);
	expect((await call('B\n')).body).toMatchObject({ fileId: ids[1], equal: true });
});

test('of many at once one keeps the document, and one finds and keeps the difference', async () => {
	const { folderId, day } = await scheduled('Race', { keepNewVersion });
	const together = (content: string) => Promise.all(Array.from({ length: 4 }, () => day(content)));
	const outcomes = (answers: readonly Record<string, unknown>[]) =>
		answers.map(({ outcome }) => outcome).sort();
	expect(outcomes(await together('A\n'))).toEqual(['equal', 'equal', 'equal', 'kept']);
	expect(await keeper.list(`/files?folderId=${folderId}`)).toHaveLength(1);
	expect(outcomes(await together('B\n'))).toEqual(['different', 'equal', 'equal', 'equal']);
	const [file] = await keeper.list(`/files?folderId=${folderId}`);
	expect(file).toMatchObject({ versionQuantity: 2 });
});
