/**
 * Links to reports and to sign end by time and by hand, over real HTTP: what has ended says so in a
 * page, never shows what it led to, and a report that has ended leaves the buckets.
 */
import { storedFiles } from '../../support/stored-state';
import { send, until, type Answer } from '../../support/requests';
import { startService, type RunningService } from '../../support/service';
import { Stage } from '../../api/stage';
import { systemClock } from '../../../server/clock';

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
	const compare = async () => {
		const form = [
			{ name: 'file', fileName: 'terms.txt', content: 'One.\nTwo and a half.\n' },
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
	const { fileUrl, reportId } = await compare();
	expect((await usage()).storedBytes).toBeGreaterThan(used.storedBytes);
	expect((await get(fileUrl)).text).toContain('half');
	expect(shards()).not.toEqual(before);
	const revoked = await send({
		method: 'DELETE',
		url: `${url}/reports/${reportId}`,
		headers: { 'x-api-key': key },
	});
	expect(revoked.json()).toMatchObject({ id: reportId, status: 'Revoked' });
	expectEnded(await get(fileUrl), 'revoked');
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

test('a report of a version that knew no end gets one at the next start', async () => {
	const { url, key, compare } = await keeper();
	const { fileUrl, reportId } = await compare();
	const { database } = running.service;
	await database
		.updateTable('diff_reports')
		.set({ expires_at: null })
		.where('id', '=', reportId)
		.execute();
	nowMs += 365 * dayMs;
	await running.restart();
	expect((await get(fileUrl)).status).toBe(200);
	expect((await get(`${url}/reports`, key)).json()).toMatchObject([
		{ expires: new Date(nowMs + 30 * dayMs).toISOString() },
	]);
});

test('a signing link that is revoked signs nothing, as a page and in the place of a key', async () => {
	const stage = await Stage.open(running);
	await stage.contract();
	await stage.signingLink();
	const { sealerProductId, contractId, linkId } = stage.values;
	const contract = `${running.url}/sealer/${sealerProductId}/contracts/${contractId}`;
	const link = await stage.signingUrl(stage.value('sealerUserEmail'));
	expect((await get(link)).status).toBe(200);
	const headers = { 'x-api-key': stage.value('sealerAdminKey') };
	await send({ method: 'DELETE', url: `${contract}/links/${linkId}`, headers });
	expectEnded(await get(link), 'taken back');
	const form = [
		{ name: 'contract', fileName: 'a.txt', content: 'x' },
		{ name: 'signature', fileName: 's.png', content: 'x' },
	];
	expect((await send({ method: 'POST', url: link, form })).status).toBe(410);
	const token = link.split('/').at(-1) ?? '';
	const byKey = { method: 'POST', url: `${contract}/sign`, headers: { 'x-api-key': token }, form };
	expect((await send(byKey)).status).toBe(401);
});
