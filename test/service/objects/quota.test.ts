/**
 * What an organisation stores is bounded by its quota, over HTTP against the running service: also
 * by many uploads at once, and what is not kept gives its room back.
 */
import { shardBytes } from '../../../service/objects/code/layout';
import { defaultSettings } from '../../../service/objects/buckets/settings';
import { send, until, type Answer } from '../../support/requests';
import { startService, type RunningService } from '../../support/service';
import { storedFiles } from '../../support/stored-state';

const sizeBytes = 100_000;
/** All shards of a file of that size. */
const storedSizeBytes = 8 * shardBytes(defaultSettings.scheme, sizeBytes);
const filesMax = 5;
const quotaBytes = filesMax * storedSizeBytes + storedSizeBytes / 2;

let running: RunningService;

beforeEach(async () => {
	running = await startService({ config: { storedBytesPerOrganisationMax: quotaBytes } });
});

afterEach(() => running.close());

function upload(bytes: number, key = running.organisation.admin.key): Promise<Answer> {
	return send({
		method: 'POST',
		url: `${running.storageUrl}/files`,
		headers: { 'x-api-key': key },
		form: [{ name: 'file', fileName: 'file.bin', content: Buffer.alloc(bytes, 'a') }],
	});
}

async function usage(key = running.organisation.admin.key): Promise<unknown> {
	const headers = { 'x-api-key': key };
	return (await send({ method: 'GET', url: `${running.url}/usage`, headers })).json();
}

test('uploads at once are stored as far as the quota goes, and no further', async () => {
	const answers = await Promise.all(Array.from({ length: 20 }, () => upload(sizeBytes)));
	const statuses = answers.map(({ status }) => status);
	expect(statuses.filter((status) => status === 201)).toHaveLength(filesMax);
	expect(statuses.filter((status) => status === 507)).toHaveLength(20 - filesMax);
	expect(await usage()).toEqual({
		storedBytes: filesMax * storedSizeBytes,
		storedBytesMax: quotaBytes,
	});
});

test('the quota is that of the organisation: another one stores as if nothing were', async () => {
	await Promise.all(Array.from({ length: filesMax + 1 }, () => upload(sizeBytes)));
	expect((await upload(sizeBytes)).status).toBe(507);
	expect((await upload(sizeBytes, running.other.admin.key)).status).toBe(201);
	expect(await usage(running.other.admin.key)).toMatchObject({ storedBytes: storedSizeBytes });
});

test('a file of any product counts, and what is refused gives its room back', async () => {
	const { admin, products } = running.organisation;
	const add = (folderId: string) =>
		send({
			method: 'POST',
			url: `${running.url}/keeper/${products.Keeper}/files`,
			headers: { 'x-api-key': admin.key },
			form: [
				{ name: 'file', fileName: 'file.bin', content: Buffer.alloc(sizeBytes, 'a') },
				{ name: 'folderId', value: folderId },
				{ name: 'accuracy', value: 'High' },
				{ name: 'displayName', value: 'File' },
			],
		});
	const folder = await send({
		method: 'POST',
		url: `${running.url}/keeper/${products.Keeper}/folders`,
		headers: { 'x-api-key': admin.key },
		json: { name: 'Folder' },
	});
	const { id } = folder.json() as { readonly id: string };
	for (let count = 0; count < 2 * filesMax; count += 1) {
		expect((await add('nowhere')).status).toBe(404);
	}
	expect(await usage()).toMatchObject({ storedBytes: 0 });
	for (let count = 0; count < filesMax; count += 1) expect((await add(id)).status).toBe(201);
	expect((await add(id)).json()).toMatchObject({ errorCode: 'Storage_QuotaExceeded' });
});

test('an upload that cannot be kept ends while it arrives, and leaves nothing', async () => {
	const before = storedFiles(running.dataFolder);
	let sentBytes = 0;
	const endless = async function* () {
		yield Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
		for (;;) {
			sentBytes += 1_000_000;
			yield Buffer.alloc(1_000_000);
			await new Promise<void>((resolve) => setImmediate(resolve));
		}
	};
	const answer = await fetch(`${running.storageUrl}/files`, {
		method: 'POST',
		headers: {
			'x-api-key': running.organisation.admin.key,
			'content-type': 'multipart/form-data; boundary=b',
		},
		body: ReadableStream.from(endless()),
		duplex: 'half',
	} as RequestInit);
	expect(answer.status).toBe(507);
	expect(sentBytes).toBeLessThan(200_000_000);
	await answer.body?.cancel();
	await until(() =>
		Promise.resolve(storedFiles(running.dataFolder).length === before.length ? true : undefined),
	);
	expect(await usage()).toMatchObject({ storedBytes: 0 });
});
