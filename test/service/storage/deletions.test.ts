/** Stored files end, by deletion or by themselves: shards go, quota is free, receipt and proofs stay. */
import { once } from 'node:events';
import http from 'node:http';
import { checkProof, readTrust } from '../../../proof/check-proof';
import { MovableClock } from '../../support/clocks/movable-clock';
import { logKeyOf } from '../../support/programs/log-key';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { bytesOf } from '../objects/storage-folder';
import { verified } from '../verification/filled-service';
import { StorageClient } from './shared-storage';

const clock = new MovableClock();
let running: RunningService;
let files: StorageClient;

beforeAll(async () => {
	running = await startService({ clock });
	files = new StorageClient(running);
	// A bucket with shards is left alone while its disk is away.
	await files.stored(bytesOf(1000));
});

afterAll(() => running.close());

const remove = async (id: string) => (await files.ask('DELETE', `/files/${id}`)).status;

async function receipts(query = ''): Promise<readonly Record<string, unknown>[]> {
	return (await files.get(`/files/${query}`)).json() as Record<string, unknown>[];
}

/** The payload of a proof that was checked. */
async function proven(place: string): Promise<unknown> {
	const { status, text } = await files.get(place);
	expect(status).toBe(200);
	const verdict = await checkProof(text, await readTrust({ log: await logKeyOf(running) }));
	expect(verdict).toMatchObject({ valid: true, payload: expect.any(String) });
	return JSON.parse((verdict as unknown as { readonly payload: string }).payload);
}

test('a deleted file has no shard in any bucket, and its quota is free', async () => {
	const [shards, storedBytes] = [files.shards(), await files.storedBytes()];
	const id = await files.stored(bytesOf(300_000));
	expect(files.shards()).toHaveLength(shards.length + 8);
	expect(await remove(id)).toBe(204);
	expect(files.shards()).toEqual(shards);
	expect(await files.storedBytes()).toBe(storedBytes);
	for (const place of ['', '/links']) {
		expect((await files.get(`/files/${id}${place}`)).status).toBe(404);
	}
	expect((await files.get(`/files/info/${id}`)).status).toBe(404);
});

test('a second deletion finds nothing, nor does one of another organisation or by a reader', async () => {
	const id = await files.stored(bytesOf(1000));
	const stranger = new StorageClient(running, running.other.admin.key);
	expect((await stranger.ask('DELETE', `/files/${id}`)).status).toBe(404);
	const reader = new StorageClient(running, running.organisation.byRole.StorageRead.key);
	expect((await reader.ask('DELETE', `/files/${id}`)).status).toBe(403);
	expect(await Promise.all([remove(id), remove(id)]).then((both) => both.sort())).toEqual([
		204, 404,
	]);
	expect(await remove(id)).toBe(404);
});

test('its receipt stays with the deletion, both proven by the log', async () => {
	const id = await files.stored(bytesOf(1000));
	const before = await files.get(`/files/${id}/deletion/proof`);
	expect([before.status, before.text]).toEqual([
		404,
		expect.stringContaining('Nobody has deleted'),
	]);
	clock.pass(1000);
	await remove(id);
	expect((await receipts()).map((receipt) => receipt['id'])).not.toContain(id);
	const deletionDate = new Date(clock.now()).toISOString();
	expect(await receipts('?isDeleted=true')).toContainEqual(
		expect.objectContaining({ id, fileName: 'a.bin', sizeBytes: 1000, deletionDate }),
	);
	expect(await proven(`/files/${id}/proof`)).toMatchObject({ id, sizeBytes: 1000 });
	expect(await proven(`/files/${id}/deletion/proof`)).toEqual({
		id,
		organisationId: running.organisation.id,
		deletedByEmail: running.organisation.admin.email,
		deletedAt: deletionDate,
	});
	expect((await verified(running)).findings).toEqual([]);
});

test('shards in a bucket that is away are erased when it is back, however late; the quota is free at once', async () => {
	const [shards, storedBytes] = [files.shards(), await files.storedBytes()];
	const id = await files.stored(bytesOf(1000));
	await files.without(3, async () => {
		expect(await remove(id)).toBe(204);
		expect(await files.storedBytes()).toBe(storedBytes);
		clock.pass(3 * 3_600_000);
		await running.restart();
	});
	expect(files.shards()).toHaveLength(shards.length + 1);
	await running.restart();
	expect(files.shards()).toEqual(shards);
	expect(await files.storedBytes()).toBe(storedBytes);
});

test('a reader that began before the deletion has the whole file, and then its shards are erased', async () => {
	const shards = files.shards();
	const content = Buffer.alloc(16_000_000, 'Well. ');
	const id = await files.stored(content);
	const request = http.get(`${running.storageUrl}/files/${id}`, {
		headers: { 'x-api-key': files.key },
	});
	const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
	await once(reply, 'readable');
	expect(await remove(id)).toBe(204);
	// It may need shards that it has not opened yet.
	expect(files.shards()).toHaveLength(shards.length + 8);
	expect((await files.get(`/files/${id}`)).status).toBe(404);
	const chunks: Buffer[] = [];
	for await (const chunk of reply) chunks.push(chunk as Buffer);
	expect(Buffer.concat(chunks).equals(content)).toBe(true);
	await until(() => Promise.resolve(files.shards().length === shards.length || undefined));
});

test('a file with an end is deleted by itself, and found no more from that moment on', async () => {
	const shards = files.shards();
	const storedBytes = await files.storedBytes();
	const expiresAt = new Date(clock.now() + 60_000).toISOString();
	const id = await files.stored(bytesOf(1000), [{ name: 'expiresAt', value: expiresAt }]);
	expect(await receipts('?newestFirst=true&limit=1')).toEqual([
		expect.objectContaining({ id, expiresAt }),
	]);
	clock.pass(59_999);
	expect((await files.get(`/files/${id}`)).status).toBe(200);
	clock.pass(1);
	expect((await files.get(`/files/${id}`)).status).toBe(404);
	expect((await receipts()).map((receipt) => receipt['id'])).not.toContain(id);
	// The round comes at a start and every minute.
	await running.restart();
	expect(await proven(`/files/${id}/proof`)).toMatchObject({ expiresAt });
	expect(await proven(`/files/${id}/deletion/proof`)).toMatchObject({ id, deletedByEmail: null });
	expect(files.shards()).toEqual(shards);
	expect(await files.storedBytes()).toBe(storedBytes);
	expect((await verified(running)).findings).toEqual([]);
});

test.each([
	['2020-01-01', /expiresAt.* must be in the future/],
	['tomorrow', /expiresAt/],
])('an end of %s is refused, and nothing is stored', async (value, words) => {
	const shards = files.shards();
	const { status, text } = await files.upload(bytesOf(1000), [{ name: 'expiresAt', value }]);
	expect([status, text]).toEqual([400, expect.stringMatching(words)]);
	expect(files.shards()).toEqual(shards);
});

test('a repeated upload is answered as the first one was, also after the end of the file', async () => {
	const expiresAt = new Date(clock.now() + 1000).toISOString();
	const repeated = () =>
		send({
			method: 'POST',
			url: `${running.storageUrl}/files`,
			headers: { 'x-api-key': files.key, 'idempotency-key': 'once' },
			form: [
				{ name: 'expiresAt', value: expiresAt },
				{ name: 'file', fileName: 'a.bin', content: 'the same bytes' },
			],
		});
	const first = await repeated();
	const shards = files.shards();
	clock.pass(2000);
	const second = await repeated();
	expect([second.status, second.json()]).toEqual([201, first.json()]);
	// What was sent again is discarded after the answer.
	await until(() => Promise.resolve(files.shards().length === shards.length || undefined));
});
