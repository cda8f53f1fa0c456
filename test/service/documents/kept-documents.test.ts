/**
 * What becomes of kept documents through HTTP: found by name and by their bytes, given back, compared
 * with any version, deleted with all that is of them but their fingerprints and proofs.
 */
import { sql } from 'kysely';
import { until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { verified } from '../verification/filled-service';
import { KeeperClient, type Answer } from './keeper-client';

let running: RunningService;
let keeper: KeeperClient;
let folderId: string;

beforeAll(async () => {
	running = await startService();
	keeper = new KeeperClient(running, running.organisation.admin.key);
	folderId = await keeper.newFolder();
});

afterAll(() => running.close());

const idsOf = (records: readonly Record<string, unknown>[]) => records.map(({ id }) => id);
const codeOf = ({ status, body }: Answer) => [status, body['errorCode']];

/** A file of some versions; the ids of the versions. */
async function fileOf(contents: readonly [string, ...string[]], displayName = 'Document') {
	const [first, ...later] = contents;
	const id = await keeper.newFile({ folderId, content: first, displayName });
	const ids = [id];
	for (const content of later) {
		ids.push(String((await keeper.addVersion(id, { content })).body['id']));
	}
	return { id, ids };
}

async function objectsStored(): Promise<number> {
	const count = sql<{ count: number }>`select count(*) as count from storage_objects`;
	return Number((await count.execute(running.service.database)).rows[0]?.count);
}

test('a document is listed while its newest version differs from the approved one', async () => {
	const waiting = async () => idsOf(await keeper.list('/files?awaitsApproval=true'));
	const before = await waiting();
	const { id } = await fileOf(['first'], 'Watched');
	expect(await waiting()).toEqual(before);
	const add = async (content: string) =>
		String((await keeper.addVersion(id, { content })).body['id']);
	const second = await add('second');
	expect(await waiting()).toEqual([...before, id]);
	const approve = (versionId: string) =>
		keeper.call(`/files/${id}/versions/${versionId}/approve`, { method: 'POST' });
	expect((await approve(second)).status).toBeLessThan(300);
	expect(await waiting()).toEqual(before);
	await add('third');
	expect(await waiting()).toEqual([...before, id]);
	// The bytes that were approved before are approved again.
	await add('second');
	expect(await waiting()).toEqual(before);
	await add('first');
	await approve(id);
	expect(await waiting()).toEqual(before);
});

describe('a document is found', () => {
	test('by its name, letter by letter, in one folder or in all', async () => {
		const other = await keeper.newFolder('Other');
		const { id } = await fileOf(['a'], 'Price list');
		const inOther = await keeper.newFile({
			...{ folderId: other, content: 'b', displayName: 'Price list' },
		});
		await fileOf(['c'], 'price list');
		expect(idsOf(await keeper.list('/files?displayName=Price%20list'))).toEqual([id, inOther]);
		const within = `/files?displayName=Price%20list&folderId=${other}`;
		expect(idsOf(await keeper.list(within))).toEqual([inOther]);
		expect(await keeper.list('/files?displayName=Price')).toEqual([]);
		expect(idsOf(await keeper.list('/files?search=PRICE%20LIST'))).toEqual(
			expect.arrayContaining([id, inOther]),
		);
		expect(await keeper.list('/files?search=price%25list')).toEqual([]);
		expect(idsOf(await keeper.list('/folders?name=Other'))).toEqual([other]);
		expect((await keeper.call(`/folders/${other}`)).body).toMatchObject({ fileQuantity: 1 });
		expect((await keeper.call(`/files/${id}`)).body).toMatchObject({
			...{ displayName: 'Price list', isDeleted: false },
		});
	});

	test('by the bytes of any of its versions, at its accuracy; nothing of them is stored', async () => {
		const { id } = await fileOf(['bytes of old', 'bytes of new']);
		const before = await objectsStored();
		const exist = (content: string, fields: Record<string, string>) =>
			keeper.compareAt('exist', { content }, fields);
		for (const content of ['bytes of old', 'bytes of new']) {
			const { body } = await exist(content, { accuracy: 'Medium', folderId });
			expect(body).toEqual({ exists: true, fileIds: [id] });
		}
		const nothing = { exists: false, fileIds: [] };
		expect((await exist('bytes of none', { accuracy: 'Medium' })).body).toEqual(nothing);
		expect((await exist('bytes of old', { accuracy: 'High' })).body).toEqual(nothing);
		expect(await objectsStored()).toBe(before);
	});
});

describe('a version kept', () => {
	test('comes back whole, in part, and not again where its caller has it', async () => {
		const { id, ids } = await fileOf(['first words\n', 'other words\n']);
		const versions = await keeper.list(`/files/${id}/versions`);
		expect(idsOf(versions)).toEqual(ids);
		expect(versions[1]).toMatchObject({ fileName: 'document.txt', hasContent: true });
		const whole = await keeper.download(`${id}/versions/${ids[1] ?? ''}`);
		expect(await whole.text()).toBe('other words\n');
		const etag = whole.headers.get('etag') ?? '';
		expect(etag).toBe(`"${String(versions[1]?.['fileHash'])}"`);
		const part = await keeper.download(`${id}/versions/${id}`, { range: 'bytes=6-10' });
		expect([part.status, await part.text()]).toEqual([206, 'words']);
		const again = await keeper.download(`${id}/versions/${ids[1] ?? ''}`, {
			'if-none-match': etag,
		});
		expect(again.status).toBe(304);
	});

	test('is what is compared: the original, one by its id, or two with each other', async () => {
		const { id, ids } = await fileOf(['one\n', 'two\n', 'three\n']);
		const [, second = '', third = ''] = ids;
		const accuracy = async (answer: Promise<Answer>) => (await answer).body['accuracy'];
		expect(await accuracy(keeper.compareAt(`${id}/compare/original`, { content: 'one\n' }))).toBe(
			1,
		);
		expect(await accuracy(keeper.compareAt(`${id}/compare/original`, { content: 'two\n' }))).toBe(
			0,
		);
		const withSecond = `${id}/versions/compare/${second}`;
		expect(await accuracy(keeper.compareAt(withSecond, { content: 'two\n' }))).toBe(1);
		expect(await accuracy(keeper.compareVersions(id, [second, second]))).toBe(1);
		expect(await accuracy(keeper.compareVersions(id, [second, third]))).toBe(0);
		const { body } = await keeper.compareVersions(id, [second, third], true);
		const report = await (await fetch(String(body['fileUrl']))).text();
		expect(report).toMatch(/two[^]*three/);
		expect(String(body['proofUrl'])).toContain(second);
	});

	test.each(['generateDiffFile', 'mustGenerateCompareResult', 'mustGenerateFileDiff'])(
		'is compared with a report by the name %s',
		async (name) => {
			const { id } = await fileOf(['one\n']);
			const sent = { content: 'two\n' };
			const { body } = await keeper.compareAt(`${id}/compare/latest`, sent, { [name]: 'true' });
			expect(body['fileUrl']).toMatch(/^http/);
		},
	);
});

describe('a document deleted', () => {
	/** What nobody can do any more with a file, or in its folder. */
	async function expectEnded(id: string): Promise<void> {
		const sent = { content: 'one\n' };
		const deleted = [409, 'Keeper_Deleted'];
		expect(codeOf(await keeper.compare(id, sent))).toEqual(deleted);
		expect(codeOf(await keeper.addVersion(id, sent))).toEqual(deleted);
		expect((await keeper.download(`${id}/versions/${id}`)).status).toBe(409);
		expect(idsOf(await keeper.list('/files'))).not.toContain(id);
		expect(idsOf(await keeper.list('/files?isDeleted=true'))).toContain(id);
	}

	/** What stays of it. */
	async function expectProven(id: string): Promise<void> {
		expect((await keeper.call(`/files/${id}`)).body).toMatchObject({ isDeleted: true });
		const [first] = await keeper.list(`/files/${id}/versions`);
		expect(first).toMatchObject({ fileHash: expect.any(String) as unknown, hasContent: false });
		const proof = await until(async () => {
			const answer = await fetch(`${keeper.url}/files/${id}/versions/${id}/proof`, {
				headers: { 'x-api-key': running.organisation.admin.key },
			});
			return answer.status === 200 ? answer.text() : undefined;
		});
		expect(proof).toMatch(/^c2sp.org\/tlog-proof@v1\n/);
	}

	test('loses its contents and its reports, and keeps fingerprints and proofs', async () => {
		const before = await objectsStored();
		const { id } = await fileOf(['one\n', 'two\n']);
		const { body } = await keeper.compare(id, { content: 'three\n' }, 'true');
		// Two versions, the report, and the diff beside it.
		expect(await objectsStored()).toBe(before + 4);
		expect(await keeper.remove(`/files/${id}`)).toBe(204);
		expect((await fetch(String(body['fileUrl']))).status).toBe(410);
		expect((await fetch(`${String(body['fileUrl'])}/document.txt.diff`)).status).toBe(410);
		expect(await keeper.list(`/files/${id}/reports`)).toMatchObject([{ status: 'Revoked' }]);
		await expectEnded(id);
		await expectProven(id);
		await until(async () => ((await objectsStored()) === before ? true : undefined));
		expect(await keeper.remove(`/files/${id}`)).toBe(204);
	});

	test('goes with its folder, into which nothing can be added any more', async () => {
		const before = await objectsStored();
		const closing = await keeper.newFolder('Closing');
		const id = await keeper.newFile({ folderId: closing, content: 'one\n' });
		expect(await keeper.remove(`/folders/${closing}`)).toBe(204);
		await expectEnded(id);
		await expectProven(id);
		const added = await keeper.add({ folderId: closing, content: 'two\n' });
		expect(codeOf(added)).toEqual([409, 'Keeper_Deleted']);
		const folder = (await keeper.call(`/folders/${closing}`)).body;
		expect(folder).toMatchObject({ isDeleted: true, fileQuantity: 0 });
		expect(idsOf(await keeper.list('/folders'))).not.toContain(closing);
		expect(idsOf(await keeper.list('/folders?isDeleted=true'))).toEqual([closing]);
		await until(async () => ((await objectsStored()) === before ? true : undefined));
		expect(await keeper.remove(`/folders/${closing}`)).toBe(204);
	});

	test('leaves records of which verification finds nothing wrong', async () => {
		await until(async () => {
			const waiting = await running.service.database
				.selectFrom('keeper_files')
				.select('id')
				.where('deleted_at', 'is not', null)
				.where('erased_at', 'is', null)
				.execute();
			return waiting.length === 0 ? true : undefined;
		});
		expect(await verified(running)).toMatchObject({ code: 0, findings: [] });
	});
});
