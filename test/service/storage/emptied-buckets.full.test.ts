/** Two of eight buckets are lost under a running service, come back empty, and are filled again. */
import fs from 'node:fs';
import path from 'node:path';
import { EventClient } from '../events/event-client';
import { encodeForm, send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { filesBelow } from '../objects/storage-folder';

let running: RunningService;
beforeAll(async () => {
	running = await startService();
});
afterAll(() => running?.close());

const lost = ['bucket-2', 'bucket-5'];
const place = (bucket: string) => path.join(running.dataFolder, 'buckets', bucket);

function store(name: string) {
	const form = encodeForm([{ name: 'file', fileName: name, content: `What ${name} says.\n` }]);
	return send({
		...{ method: 'POST', url: `${running.storageUrl}/files`, text: form.body },
		headers: { ...form.headers, 'x-api-key': running.organisation.admin.key },
	});
}

/** What lies in the lost buckets, file by file. */
const held = () =>
	lost.flatMap((bucket) =>
		filesBelow(place(bucket))
			.sort()
			.map((file) => [file, fs.readFileSync(file, 'hex')]),
	);

test('storing waits until they are back, and every file is whole again and told without a restart', async () => {
	const { key } = running.organisation.admin;
	const client = new EventClient(running, running.organisation.admin);
	const after = await client.cursor();
	const ids = [];
	for (const name of ['one.txt', 'two.txt', 'three.txt']) {
		ids.push(String(((await store(name)).json() as { readonly id: string }).id));
	}
	const before = held();
	expect(before).toHaveLength(2 * (ids.length + 1));
	for (const bucket of lost) fs.rmSync(place(bucket), { recursive: true });
	expect((await store('late.txt')).status).toBe(507);
	const read = await send({
		...{ method: 'GET', url: `${running.storageUrl}/files/${ids[0]}` },
		headers: { 'x-api-key': key },
	});
	expect([read.status, read.text]).toEqual([200, 'What one.txt says.\n']);
	for (const bucket of lost) fs.mkdirSync(place(bucket));
	for (const id of ids) {
		const told = await until(async () => {
			const { events } = await client.page(`after=${after}&subject=${id}`);
			return events.at(-1)?.type === 'storage.repaired' ? events : undefined;
		});
		expect(told.map(({ type }) => type).slice(0, 2)).toEqual([
			'storage.stored',
			'storage.degraded',
		]);
	}
	await until(() => Promise.resolve(held().length === before.length || undefined));
	expect(held()).toEqual(before);
	expect((await store('late.txt')).status).toBe(201);
});
