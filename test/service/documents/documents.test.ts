/** Documents through HTTP: folders, files, versions, comparison with the latest, diff reports. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '../../support/clients/requests';
import { comparisonProcesses } from '../../support/programs/comparison-processes';
import { startService, type RunningService } from '../../support/programs/service';
import { KeeperClient } from './keeper-client';

let running: RunningService;
let keeper: KeeperClient;
let folderId: string;

const unknownId = '0'.repeat(24);
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3]);

beforeAll(async () => {
	running = await startService();
	keeper = new KeeperClient(running, running.organisation.admin.key);
	folderId = await keeper.newFolder();
});

afterAll(() => running.close());

const admin = () => running.organisation.admin;

async function storedObjects(): Promise<number> {
	const rows = await running.service.database.selectFrom('storage_objects').select('id').execute();
	return rows.length;
}

/** The list of files, once the log has confirmed every one of them. */
function confirmedFiles() {
	return until(async () => {
		const files = await keeper.list('/files');
		return files.some((file) => file['blockchainStatus'] === 'Unconfirmed') ? undefined : files;
	});
}

/** The process that does a comparison, as soon as there is one: it is looked for at every turn. */
async function comparisonProcess(): Promise<number> {
	for (;;) {
		const [found] = comparisonProcesses();
		if (found !== undefined) return found;
		await nextTurn();
	}
}

describe('folders', () => {
	test('are created, listed in order, and count their files', async () => {
		const created = await keeper.folder('Verträge 📁');
		expect(created).toEqual({
			status: 201,
			body: {
				id: expect.stringMatching(/^[0-9a-f]{24}$/),
				createdByEmail: admin().email,
				name: 'Verträge 📁',
				keepsContent: true,
				fileQuantity: 0,
				creationDate: expect.stringMatching(/Z$/),
				isDeleted: false,
			},
		});
		const id = String(created.body['id']);
		await keeper.add({ folderId: id, content: 'a' });
		await keeper.add({ folderId: id, content: 'b' });
		const last = (await keeper.list('/folders')).at(-1);
		expect(last).toEqual({ ...created.body, fileQuantity: 2 });
	});
});

describe('a file added', () => {
	test('is answered with its record, version 1 included', async () => {
		const { status, body } = await keeper.add({
			folderId,
			accuracy: 'High',
			displayName: 'Terms',
			content: 'Some terms\n',
			name: 'términos.txt',
		});
		expect(status).toBe(201);
		expect(body).toEqual({
			id: expect.stringMatching(/^[0-9a-f]{24}$/),
			folderId,
			displayName: 'Terms',
			ownerEmail: admin().email,
			fileName: 'términos.txt',
			fileType: 'Text',
			accuracyLevel: 'High',
			versionQuantity: 1,
			blockchainStatus: expect.stringMatching(/^(Unc|C)onfirmed$/),
			creationDate: expect.stringMatching(/Z$/),
			isDeleted: false,
		});
		const versions = await keeper.list(`/files/${String(body['id'])}/versions`);
		expect(versions).toEqual([
			expect.objectContaining({ id: body['id'], version: 1, ownerEmail: admin().email }),
		]);
	});

	test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
		['photo.txt', png, 'Image'],
		['data.json', '{"a": 1', 'Json'],
		['unnamed', '[1, 2]', 'Json'],
		['feed', '<?xml version="1.0"?><a/>', 'Xml'],
		['paper', '%PDF-1.7\n', 'Pdf'],
		['blob.txt', Uint8Array.from([0, 1, 2, 255]), 'Binary'],
	])('%s is compared as what it is', async (name, content, fileType) => {
		const { body } = await keeper.add({ folderId, content, name });
		expect(body['fileType']).toBe(fileType);
	});

	test.each<[string, Partial<Parameters<KeeperClient['add']>[0]>, number, string, unknown]>([
		['an unknown folder', { folderId: unknownId }, 404, 'Keeper_FolderNotFound', unknownId],
		['an unknown accuracy', { accuracy: 'Perfect' }, 400, 'Request_Invalid', 'accuracy'],
		['an empty file', { content: '' }, 400, 'Request_FileEmpty', 'file'],
		['an empty name', { displayName: '' }, 400, 'Request_Invalid', 'displayName'],
		['a name too long', { displayName: 'x'.repeat(201) }, 400, 'Request_Invalid', 'displayName'],
	])('is refused for %s, with nothing stored', async (_why, wrong, status, code, argument) => {
		const before = [await confirmedFiles(), await storedObjects()];
		const answer = await keeper.add({ folderId, content: 'text', ...wrong });
		expect([answer.status, answer.body['errorCode']]).toEqual([status, code]);
		expect(answer.body['arguments']).toContain(argument);
		expect([await confirmedFiles(), await storedObjects()]).toEqual(before);
	});

	test('is refused for another organisation’s folder and for a key without the role', async () => {
		const other = new KeeperClient(running, running.other.admin.key, running.other.products.Keeper);
		const foreign = await keeper.add({ folderId: await other.newFolder(), content: 'text' });
		expect([foreign.status, foreign.body['errorCode']]).toEqual([404, 'Keeper_FolderNotFound']);
		const roleless = new KeeperClient(running, running.organisation.byRole.SealerAdmin.key);
		expect((await roleless.add({ folderId, content: 'text' })).status).toBe(403);
	});

	test('gives names back as they were given, in the one form of several that Unicode has', async () => {
		for (const displayName of ['Ю'.repeat(200), 'a\u0301 “q” & <b> \\ % 🖊', "'; drop table --"]) {
			const { status, body } = await keeper.add({ folderId, content: 'text', displayName });
			expect([status, body['displayName']]).toEqual([201, displayName.normalize('NFC')]);
		}
	});
});

describe('versions', () => {
	test('are numbered in order, and the latest is compared with', async () => {
		const id = await keeper.newFile({ folderId, content: 'one\n' });
		const second = await keeper.addVersion(id, { content: 'two\n' });
		expect([second.status, second.body['version']]).toEqual([201, 2]);
		expect((await keeper.compare(id, { content: 'two\n' })).body).toMatchObject({
			...{ accuracy: 1, outcome: 'equal', equal: true, identical: true, version: 2 },
		});
		expect((await keeper.compare(id, { content: 'one\n' })).body).toMatchObject({
			...{ accuracy: 0, outcome: 'different', equal: false, identical: false, version: 2 },
		});
		const file = (await keeper.list('/files')).find((candidate) => candidate['id'] === id);
		expect(file?.['versionQuantity']).toBe(2);
	});

	test('added at the same time get numbers without gap or repetition', async () => {
		const id = await keeper.newFile({ folderId, content: 'one\n' });
		const contents = ['two\n', 'three\n', 'four\n', 'five\n'];
		await Promise.all(contents.map((content) => keeper.addVersion(id, { content })));
		// Both lists are read once nothing changes in them any more.
		const versions = await until(async () => {
			const listed = await keeper.list(`/files/${id}/versions`);
			const isConfirmed = listed.every((one) => one['blockchainStatus'] === 'Confirmed');
			return isConfirmed ? listed : undefined;
		});
		expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
		const page = await keeper.list(`/files/${id}/versions?offset=1&limit=2`);
		// The log may have confirmed more of them in between.
		const told = (list: typeof page) => list.map((one) => ({ ...one, blockchainStatus: '' }));
		expect(told(page)).toEqual(told(versions.slice(1, 3)));
	});

	test('of another type or of an unknown file are refused', async () => {
		const id = await keeper.newFile({ folderId, content: 'one\n' });
		const typed = await keeper.addVersion(id, { content: png });
		expect([typed.status, typed.body['errorCode'], typed.body['arguments']]).toEqual([
			422,
			'Breadcrumbing_FileTypesDoNotMatch',
			['Text', 'Image'],
		]);
		const unknown = await keeper.addVersion(unknownId, { content: 'one\n' });
		expect([unknown.status, unknown.body['errorCode']]).toEqual([
			404,
			'Breadcrumbing_FileNotFound',
		]);
	});
});

describe('a comparison', () => {
	test('is 1 for the same bytes of every type and less for others', async () => {
		const random = (seed: number) =>
			Uint8Array.from({ length: 40_000 }, (_, index) => (index * index * seed) % 251);
		for (const [kept, sent] of [
			['text\n', 'texts\n'],
			[png, Uint8Array.from([...png, 4])],
			[random(7), random(11)],
			['%PDF-1.7 a', '%PDF-1.7 b'],
		] as const) {
			const id = await keeper.newFile({ folderId, content: kept, name: 'x', accuracy: 'Lowest' });
			const same = await keeper.compare(id, { content: kept, name: 'y' });
			const other = await keeper.compare(id, { content: sent, name: 'y' });
			expect(same.body['accuracy']).toBe(1);
			expect(other.body['accuracy']).toBeLessThan(1);
			expect(other.body['accuracy']).toBeGreaterThanOrEqual(0);
		}
	});

	test('follows the level the file was kept with', async () => {
		const content = 'first line\nsecond line\n';
		const sent = 'first  line\nsecond line\n';
		const equalAt = [];
		for (const accuracy of ['Lowest', 'Low', 'Medium', 'High', 'Excellent']) {
			const id = await keeper.newFile({ folderId, content, accuracy });
			const { body } = await keeper.compare(id, { content: sent });
			if (body['accuracy'] === 1) equalAt.push(accuracy);
		}
		expect(equalAt).toEqual(['Lowest', 'Low']);
	});

	test('stores nothing of the file sent', async () => {
		const id = await keeper.newFile({ folderId, content: 'one\n' });
		const before = await storedObjects();
		await keeper.compare(id, { content: 'two\n' });
		expect(await storedObjects()).toBe(before);
		expect(await keeper.list(`/files/${id}/versions`)).toHaveLength(1);
	});

	test('is refused for another type, an empty file and an unknown file', async () => {
		const id = await keeper.newFile({ folderId, content: 'one\n' });
		const answers = [
			await keeper.compare(id, { content: png }),
			await keeper.compare(id, { content: '' }),
			await keeper.compare(unknownId, { content: 'one\n' }),
		];
		expect(answers.map(({ status, body }) => [status, body['errorCode']])).toEqual([
			[422, 'Breadcrumbing_FileTypesDoNotMatch'],
			[400, 'Request_FileEmpty'],
			[404, 'Breadcrumbing_FileNotFound'],
		]);
	});

	test('of long texts says where they differ', async () => {
		const line = (index: number) => `line ${index} of a long text\n`;
		const content = Array.from({ length: 100_000 }, (_, index) => line(index)).join('');
		const id = await keeper.newFile({ folderId, content, accuracy: 'High' });
		const sent = { content: content.replace('line 50000 ', 'path 50000 ') };
		const { body } = await keeper.compare(id, sent, 'true');
		expect(body).toMatchObject({
			...{ outcome: 'different', method: 'words', summary: '1 word changed.', changed: 1 },
			changes: [
				{
					...{ kind: 'changed', oldText: 'line', newText: 'path' },
					...{ kept: { line: 50_001, column: 1 }, sent: { line: 50_001, column: 1 } },
				},
			],
		});
		expect(body['accuracy']).toBeGreaterThan(0.999);
		expect(body['accuracy']).toBeLessThan(1);
	});

	test('of unrelated texts of 6,000 lines ends, and other calls go on meanwhile', async () => {
		const text = (word: string) =>
			Array.from({ length: 6_000 }, (_, index) => `${word}${index}\n`).join('');
		const id = await keeper.newFile({ folderId, content: text('kept'), accuracy: 'Excellent' });
		let isDone = false;
		const comparing = keeper.compare(id, { content: text('sent') }, 'true').finally(() => {
			isDone = true;
		});
		const compares = await comparisonProcess();
		process.kill(compares, 'SIGSTOP');
		await keeper.list('/folders?limit=1');
		expect(isDone).toBe(false);
		process.kill(compares, 'SIGCONT');
		const { status, body } = await comparing;
		expect(status).toBe(200);
		expect(body['accuracy']).toBeLessThan(1);
		const report = await (await fetch(String(body['fileUrl']))).text();
		expect(report).toContain('differ too much');
		expect(report).toMatch(/more (rows|differences)|not shown/);
	});
});

describe('a diff report', () => {
	test('is made when asked for, whatever the type', async () => {
		const cases = [
			{ content: 'a\n', name: 'a.txt', asked: 'true', expected: true },
			{ content: '{"a":1}', name: 'a.json', asked: 'true', expected: true },
			{ content: '<a/>', name: 'a.xml', asked: 'true', expected: true },
			{ content: 'a\n', name: 'a.txt', asked: 'false', expected: false },
			{ content: 'a\n', name: 'a.txt', asked: undefined, expected: false },
			{ content: png, name: 'a.png', asked: 'true', expected: true },
		];
		for (const { content, name, asked, expected } of cases) {
			const id = await keeper.newFile({ folderId, content, name });
			const { body } = await keeper.compare(id, { content, name }, asked);
			expect({ name, asked, has: 'fileUrl' in body }).toEqual({ name, asked, has: expected });
		}
	});

	test('shows what differs, with no script and no key needed', async () => {
		const content = 'The rent is 900 euros.\nIt is due monthly.\n';
		const id = await keeper.newFile({ folderId, content, displayName: 'Lease "A" <1>' });
		const sent = { content: content.replace('900', '950'), name: 'new lease.txt' };
		const { body } = await keeper.compare(id, sent, 'true');
		expect(body['fileUrl']).toMatch(new RegExp(`^${running.url}/reports/[\\w-]{43}$`));
		const response = await fetch(String(body['fileUrl']));
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
		expect(response.headers.get('content-disposition')).toBe(
			`inline; filename="Lease _A_ <1> - differences.html"; filename*=UTF-8''Lease%20%22A%22%20%3C1%3E%20-%20differences.html`,
		);
		const page = await response.text();
		expect(page).toContain('The rent is <del>900</del> euros.');
		expect(page).toContain('The rent is <ins>950</ins> euros.');
		expect(page).toContain('Lease &quot;A&quot; &lt;1&gt;');
		expect(page).toContain('new lease.txt');
	});

	test('says so when there is no difference', async () => {
		const id = await keeper.newFile({ folderId, content: 'same\n' });
		const { body } = await keeper.compare(id, { content: 'same\n' }, 'true');
		expect(body['accuracy']).toBe(1);
		expect(await (await fetch(String(body['fileUrl']))).text()).toContain('The files are the same');
	});

	test('is not found under another address, and its address is in no log', async () => {
		const id = await keeper.newFile({ folderId, content: 'a\n' });
		const { body } = await keeper.compare(id, { content: 'b\n' }, 'true');
		const token = String(body['fileUrl']).split('/').at(-1) ?? '';
		const response = await fetch(`${running.url}/reports/${token.slice(1)}x`);
		expect(response.status).toBe(404);
		expect(await response.text()).not.toContain(token.slice(1));
		await fetch(String(body['fileUrl']));
		expect(running.log()).toContain('"route":"/reports/:token"');
		expect(running.log()).not.toContain(token);
	});
});

describe('lists of files', () => {
	test('are in order of creation, come in pages and can be of one folder', async () => {
		const own = await keeper.newFolder('Own');
		const names = ['a', 'b', 'c'];
		for (const displayName of names) {
			await keeper.add({ folderId: own, content: 'text', displayName });
			await keeper.add({ folderId, content: 'text', displayName: 'elsewhere' });
		}
		const list = async (query: string) =>
			(await keeper.list(`/files?folderId=${own}${query}`)).map((file) => file['displayName']);
		expect(await list('')).toEqual(names);
		expect(await list('&limit=2')).toEqual(['a', 'b']);
		expect(await list('&offset=2&limit=2')).toEqual(['c']);
		const unknown = await keeper.call(`/files?folderId=${unknownId}`);
		expect([unknown.status, unknown.body['errorCode']]).toEqual([404, 'Keeper_FolderNotFound']);
	});

	test('do not show another organisation’s files, nor does any other call', async () => {
		const other = new KeeperClient(running, running.other.admin.key, running.other.products.Keeper);
		const id = await keeper.newFile({ folderId, content: 'text' });
		expect(await other.list('/files')).toEqual([]);
		const answers = [
			await other.compare(id, { content: 'text' }),
			await other.addVersion(id, { content: 'text' }),
			await other.call(`/files/${id}/versions`),
		];
		for (const { status, body } of answers) {
			expect([status, body['errorCode']]).toEqual([404, 'Breadcrumbing_FileNotFound']);
		}
	});
});

test('a restart keeps folders, files, versions and reports', async () => {
	const id = await keeper.newFile({ folderId, content: 'one\n' });
	await keeper.addVersion(id, { content: 'two\n' });
	const { body } = await keeper.compare(id, { content: 'three\n' }, 'true');
	const fileUrl = String(body['fileUrl']);
	const before = [await keeper.list('/folders'), await (await fetch(fileUrl)).text()];
	await running.restart();
	expect([await keeper.list('/folders'), await (await fetch(fileUrl)).text()]).toEqual(before);
	const again = (await keeper.compare(id, { content: 'two\n' })).body;
	expect(again).toMatchObject({ accuracy: 1, version: 2 });
	const versions = await keeper.list(`/files/${id}/versions`);
	expect(versions.map((version) => version['blockchainStatus'])).toEqual([
		'Confirmed',
		'Confirmed',
	]);
});
