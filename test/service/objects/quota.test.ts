/**
 * What an organisation stores is bounded by its quota, over HTTP against the running service: also
 * by many uploads at once, and what is not kept gives its room back.
 */
import { shardBytes } from '../../../service/objects/code/layout';
import { defaultSettings } from '../../../service/objects/buckets/settings';
import { RawConnection, rawRequest } from '../../support/hostile/raw-connection';
import { boundary, formEnd, partHead, RawUpload } from '../../support/hostile/raw-upload';
import { send, until, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { storedFiles } from '../../support/programs/stored-state';
import { EventClient } from '../events/event-client';

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

/** Stores a file that leaves about as much room as is named. */
async function fillBut(leftBytes: number): Promise<void> {
	const { storedBytes } = (await usage()) as { readonly storedBytes: number };
	const wanted = quotaBytes - storedBytes - leftBytes;
	let size = Math.floor(wanted / 2);
	while (8 * shardBytes(defaultSettings.scheme, size + 100) <= wanted) size += 100;
	expect((await upload(size)).status).toBe(201);
}

test('a report is kept whole with the files beside it, or nothing of it', async () => {
	const { admin, products } = running.organisation;
	const url = `${running.url}/keeper/${products.Keeper}`;
	const headers = { 'x-api-key': admin.key };
	const folder = await send({
		method: 'POST',
		url: `${url}/folders`,
		headers,
		json: { name: 'A' },
	});
	const { id: folderId } = folder.json() as { readonly id: string };
	const lines = (word: string) => Array.from({ length: 90 }, (_, at) => `${word} ${at}\n`).join('');
	const file = (word: string) => ({ name: 'file', fileName: 'a.txt', content: lines(word) });
	const kept = await send({
		...{ method: 'POST', url: `${url}/files`, headers },
		form: [
			file('one'),
			{ name: 'folderId', value: folderId },
			{ name: 'accuracy', value: 'High' },
			{ name: 'displayName', value: 'A' },
		],
	});
	const { id } = kept.json() as { readonly id: string };
	const compare = () =>
		send({
			...{ method: 'POST', url: `${url}/files/${id}/compare/latest`, headers },
			form: [file('two'), { name: 'generateDiffFile', value: 'true' }],
		});
	const { storedBytes: before } = (await usage()) as { readonly storedBytes: number };
	const { files } = (await compare()).json() as { files: ReadonlyArray<{ sizeBytes: number }> };
	const stored = (bytes: number) => 8 * shardBytes(defaultSettings.scheme, bytes);
	const { storedBytes: after } = (await usage()) as { readonly storedBytes: number };
	const beside = stored(files[0]?.sizeBytes ?? 0);
	// Room for the report, but not for the diff beside it.
	await fillBut(after - before - Math.floor(beside / 2));
	const full = await usage();
	const shards = storedFiles(running.dataFolder).length;
	expect((await compare()).json()).toMatchObject({ errorCode: 'Storage_QuotaExceeded' });
	expect(await usage()).toEqual(full);
	await until(() =>
		Promise.resolve(storedFiles(running.dataFolder).length === shards ? true : undefined),
	);
	// Told is the comparison that was recorded, and not the one that was refused.
	const tracker = `${running.url}/tracker/${products.Tracker}`;
	await send({ method: 'POST', url: `${tracker}/assets`, headers, json: { name: 'Told last' } });
	const told = new EventClient(running, admin);
	await told.events(0, 1, 'types=asset.created');
	expect(await told.events(0, 1, 'types=difference.found')).toHaveLength(1);
});

test('an upload that cannot be kept ends while it arrives, and leaves nothing', async () => {
	const before = storedFiles(running.dataFolder);
	const { key } = running.organisation.admin;
	const upload = await RawUpload.begin({ url: `${running.storageUrl}/files`, key });
	upload.send(partHead('file', 'endless.bin'));
	const sentBytes = await upload.sendUntilAnswered(Buffer.alloc(1_000_000));
	upload.leave();
	expect(await upload.status()).toBe(507);
	expect(sentBytes).toBeLessThan(200_000_000);
	await until(() =>
		Promise.resolve(storedFiles(running.dataFolder).length === before.length ? true : undefined),
	);
	expect(await usage()).toMatchObject({ storedBytes: 0 });
});

test('a caller who sends all of it before they read sees why, and is left in peace', async () => {
	const connection = await RawConnection.open(running.url);
	const body = Buffer.concat([
		Buffer.from(partHead('file', 'large.bin')),
		Buffer.alloc(40_000_000, 'a'),
		Buffer.from(`\r\n${formEnd}`),
	]);
	const headers = {
		'x-api-key': running.organisation.admin.key,
		'content-type': `multipart/form-data; boundary=${boundary}`,
		'content-length': String(body.length),
	};
	await connection.write(rawRequest({ method: 'POST', path: '/storage/files', headers }));
	await connection.write(body);
	expect((await connection.replies()).map(({ status }) => status)).toEqual([507]);
	expect(connection.fault).toBeUndefined();
});
