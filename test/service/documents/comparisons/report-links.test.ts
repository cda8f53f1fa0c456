/**
 * Links to reports and to sign end by time and by hand, over real HTTP: what has ended says so in a
 * page, never shows what it led to, and a report that has ended leaves the buckets.
 */
import { storedFiles } from '../../../support/programs/stored-state';
import { send, until, type Answer } from '../../../support/clients/requests';
import { startService, type RunningService } from '../../../support/programs/service';
import { Stage } from '../../../api/stage';
import { systemClock } from '../../../../server/clock';

const dayMs = 86_400_000;
let running: RunningService;
let nowMs: number;

beforeAll(async () => {
	nowMs = systemClock.now();
	running = await startService({ clock: { now: () => nowMs } });
});
afterAll(() => running.close());

interface Compared {
	readonly fileUrl: string;
	readonly reportId: string;
	readonly expires: string;
	readonly files: ReadonlyArray<{
		readonly name: string;
		readonly mediaType: string;
		readonly sizeBytes: number;
		readonly url: string;
	}>;
}

interface Usage {
	readonly storedBytes: number;
}

const get = (url: string, key?: string) =>
	send({ method: 'GET', url, headers: key === undefined ? {} : { 'x-api-key': key } });

/** A stage with a file, and how to compare it so that there is a report. */
async function keeper() {
	const stage = await Stage.open(running);
	await stage.folder();
	await stage.keptFile();
	const key = stage.value('keeperAdminKey');
	const url = `${running.url}/keeper/${stage.value('keeperProductId')}/files/${stage.value('fileId')}`;
	const compare = async (content = 'One.\nTwo and a half.\n') => {
		const form = [
			{ name: 'file', fileName: 'terms.txt', content },
			{ name: 'generateDiffFile', value: 'true' },
		];
		const headers = { 'x-api-key': key };
		const answer = await send({ method: 'POST', url: `${url}/compare/latest`, headers, form });
		return answer.json() as Compared;
	};
	const usage = async () =>
		(await get(`${running.url}/usage`, stage.value('allRoundKey'))).json() as Usage;
	return { url, key, compare, usage };
}

const shards = () => storedFiles(running.dataFolder).filter((file) => file.startsWith('buckets'));

function expectEnded({ status, text, headers }: Answer, sentence: string): void {
	expect([status, headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
	expect(text).toContain(sentence);
	expect(text).not.toContain('half');
}

async function erased(before: readonly string[]): Promise<void> {
	await until(async () => (shards().join() === before.join() ? true : undefined));
}

test('a report that is revoked is shown to nobody and leaves the buckets', async () => {
	const { url, key, compare, usage } = await keeper();
	const before = shards();
	const used = await usage();
	const { fileUrl, reportId, files } = await compare();
	expect((await usage()).storedBytes).toBeGreaterThan(used.storedBytes);
	expect((await get(fileUrl)).text).toContain('half');
	const [diff] = files;
	expect(diff).toMatchObject({ name: 'terms.txt.diff', url: `${fileUrl}/terms.txt.diff` });
	expect(shards()).not.toEqual(before);
	const revoked = await send({
		method: 'DELETE',
		url: `${url}/reports/${reportId}`,
		headers: { 'x-api-key': key },
	});
	expect(revoked.json()).toMatchObject({ id: reportId, status: 'Revoked' });
	expectEnded(await get(fileUrl), 'revoked');
	expectEnded(await get(`${fileUrl}/terms.txt.diff`), 'revoked');
	await erased(before);
	// The quota has its room back.
	await until(async () => (await usage()).storedBytes === used.storedBytes || undefined);
});

test('a report ends after its time, says when, and is erased by the next start at the latest', async () => {
	const { url, key, compare, usage } = await keeper();
	const before = shards();
	const used = await usage();
	const { fileUrl, expires } = await compare();
	expect(Date.parse(expires)).toBe(nowMs + 30 * dayMs);
	nowMs += 30 * dayMs - 1;
	expect((await get(fileUrl)).status).toBe(200);
	nowMs += 1;
	expectEnded(await get(fileUrl), 'The time of this link is over');
	expect((await get(`${url}/reports`, key)).json()).toMatchObject([{ status: 'Expired' }]);
	await running.restart();
	await erased(before);
	await until(async () => (await usage()).storedBytes === used.storedBytes || undefined);
	expectEnded(await get(fileUrl), 'The time of this link is over');
});

test('a signing link that is revoked signs nothing, by itself and in the place of a key', async () => {
	const stage = await Stage.open(running);
	await stage.contract();
	await stage.signingLink();
	const { sealerProductId, contractId, linkId } = stage.values;
	const contract = `${running.url}/sealer/${sealerProductId}/contracts/${contractId}`;
	const link = await stage.signingUrl(stage.value('sealerUserEmail'));
	const address = link.replace('/sign/', '/signing/');
	const linkStatus = async () => (await get(address)).json();
	expect(await linkStatus()).toMatchObject({ linkStatus: 'Open' });
	const headers = { 'x-api-key': stage.value('sealerAdminKey') };
	await send({ method: 'DELETE', url: `${contract}/links/${linkId}`, headers });
	expect(await linkStatus()).toMatchObject({ linkStatus: 'Revoked' });
	const form = [
		{ name: 'contract', fileName: 'a.txt', content: 'x' },
		{ name: 'signature', fileName: 's.png', content: 'x' },
	];
	expect((await send({ method: 'POST', url: `${address}/sign`, form })).status).toBe(410);
	const token = link.split('/').at(-1) ?? '';
	const byKey = { method: 'POST', url: `${contract}/sign`, headers: { 'x-api-key': token }, form };
	expect((await send(byKey)).status).toBe(401);
});

test('a file beside a report is saved without a key, opened nowhere, and found by its own name alone', async () => {
	const { compare } = await keeper();
	const { files, fileUrl } = await compare();
	const [diff] = files;
	const { status, text, headers } = await get(diff?.url ?? '');
	expect([status, headers['content-type'], text.length]).toEqual([
		...[200, 'text/x-diff', diff?.sizeBytes],
	]);
	expect(text).toMatch(/^--- terms\.txt\n\+\+\+ terms\.txt\n@@ [^]*\n\+Two and a half\.\n/);
	expect(headers).toMatchObject({
		'content-disposition': `attachment; filename="terms.txt.diff"; filename*=UTF-8''terms.txt.diff`,
		...{ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' },
		'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox$/) as string,
		'content-length': String(diff?.sizeBytes),
	});
	for (const name of ['terms.txt', 'terms.txt.diff.', '..%2f', '%00']) {
		const other = await get(`${fileUrl}/${name}`);
		expect([name, other.status, other.text.includes('half')]).toEqual([name, 404, false]);
	}
	const { fileUrl: another } = await compare();
	const unknown = another.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
	expect((await get(`${unknown}/terms.txt.diff`)).status).toBe(404);
});

test('a file beside a report is fetched whole, however large it is', async () => {
	const { compare } = await keeper();
	const content = `${'x'.repeat(10 * 1024 * 1024)}\n`;
	const { fileUrl, files } = await compare(content);
	const [diff] = files;
	expect(diff?.sizeBytes).toBeGreaterThan(content.length);
	expect((await get(fileUrl)).text).toContain(
		'(10.0 MiB, as long as the address of this report works)',
	);
	const { text } = await get(String(diff?.url));
	expect(text).toHaveLength(diff?.sizeBytes ?? 0);
	expect(text).toContain(`+${content}`);
});
