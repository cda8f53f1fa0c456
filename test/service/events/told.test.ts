/** What happens in the service is told over the wire, once, in order, and to whom it may be told. */
import fs from 'node:fs';
import path from 'node:path';
import { startService, type RunningService } from '../../support/programs/service';
import { encodeForm, send, until } from '../../support/clients/requests';
import { Tracker } from '../assets/tracker';
import { agreement, SealerClient } from '../contracts/sealer-client';
import { KeeperClient } from '../documents/keeper-client';
import { EventClient, shown } from './event-client';

let running: RunningService;
let all: EventClient;

beforeAll(async () => {
	running = await startService();
	all = new EventClient(running, running.organisation.admin);
});
afterAll(() => running.close());

test('a contract is told as created, by each signature as signed, and as completed', async () => {
	const { admin, byRole } = running.organisation;
	const signer = byRole.SealerUser;
	const [after, sealer] = [await all.cursor(), new SealerClient(running)];
	const created = await sealer.create(admin.key, { signerEmails: [admin.email, signer.email] });
	const id = String(created.body['id']);
	for (const { key } of [admin, signer]) {
		const signing = { contract: agreement, signature: { text: 'My name' } };
		expect((await sealer.sign(key, id, signing)).status).toBe(200);
	}
	const events = await all.events(after, 4);
	expect(shown(events)).toEqual([
		`contract.created ${id}`,
		`contract.signed ${id}`,
		`contract.signed ${id}`,
		`contract.completed ${id}`,
	]);
	expect(events.map(({ data }) => data['contractStatus'])).toEqual([
		...['Unsigned', 'PartiallySigned', 'Signed', 'Signed'],
	]);
	expect(events[1]?.data['signerEmail']).toBe(admin.email);
	expect(events[1]?.productId).toBe(running.organisation.products.Sealer);
});

test('a kept file is told, its next versions, and what differs from it', async () => {
	const keeper = new KeeperClient(running, running.organisation.admin.key);
	const folderId = await keeper.newFolder();
	const after = await all.cursor();
	const id = await keeper.newFile({ folderId, content: 'One line.\n', name: 'one.txt' });
	await keeper.addVersion(id, { content: 'Two lines.\n', name: 'one.txt' });
	await keeper.compare(id, { content: 'Two lines.\n', name: 'one.txt' });
	await keeper.compare(id, { content: 'Three other lines.\n', name: 'one.txt' });
	const events = await all.events(after, 3);
	expect(shown(events)).toEqual([
		`file.added ${id}`,
		`version.added ${id}`,
		`difference.found ${id}`,
	]);
	expect(events[1]?.data).toMatchObject({ fileId: id, folderId, version: 2 });
	expect(events[2]?.data['accuracy']).toBeLessThan(1);
});

test('assets are told as created, issued, transferred, reversed and burned, in their order', async () => {
	const { admin, byRole } = running.organisation;
	const tracker = await Tracker.ofNewProduct(running);
	const after = await all.cursor();
	const assetId = await tracker.asset(admin);
	await tracker.issue(admin, { assetId, recipientEmail: admin.email, amount: 10 });
	const moved = await tracker.transfer(admin, {
		...{ assetId, recipientEmail: byRole.TrackerUser.email, amount: 3 },
	});
	const [{ id: transferId = '' } = {}] = moved.json() as { readonly id?: string }[];
	await tracker.send(admin, 'POST', `transactions/${transferId}/reverse`, {});
	const purpose = { reference: 'Report 1', metadata: { year: '2026', by: 'Ann "A"' } };
	const burn = { amount: 2, reason: 'Journeys of 2026', ...purpose };
	await tracker.send(admin, 'POST', `assets/${assetId}/burn`, { json: burn });
	const events = await all.events(after, 5, `subject=${assetId}`);
	expect(shown(events)).toEqual([
		`asset.created ${assetId}`,
		`asset.issued ${assetId}`,
		`asset.transferred ${assetId}`,
		`asset.reversed ${assetId}`,
		`asset.burned ${assetId}`,
	]);
	const [, issued, transferred, reversed, burned] = events.map(({ data }) => data);
	expect(issued).toMatchObject({ amount: '10', isMultiAsset: false });
	expect(issued).not.toHaveProperty('senderId');
	expect(transferred).toMatchObject({ amount: '3', transactionId: transferId });
	expect(reversed).toMatchObject({ reversedTransactionId: transferId });
	expect(reversed).not.toHaveProperty('metadata');
	expect(burned).toMatchObject({ amount: '2', reason: 'Journeys of 2026', ...purpose });
	expect(burned).not.toHaveProperty('recipientId');
});

test('a stored file is told, and when its shards are away and back', async () => {
	const { key } = running.organisation.admin;
	const after = await all.cursor();
	const bucket = path.join(running.dataFolder, 'buckets', 'bucket-3');
	fs.renameSync(bucket, `${bucket}-away`);
	const form = encodeForm([{ name: 'file', fileName: 'a.txt', content: 'Kept.\n' }]);
	const stored = await send({
		...{ method: 'POST', url: `${running.storageUrl}/files`, text: form.body },
		headers: { ...form.headers, 'x-api-key': key },
	});
	expect(stored.status).toBe(201);
	const { id } = stored.json() as { readonly id: string };
	fs.renameSync(`${bucket}-away`, bucket);
	await running.restart();
	const events = await all.events(after, 3, `subject=${id}`);
	expect(shown(events)).toEqual([
		...[`storage.stored ${id}`, `storage.degraded ${id}`, `storage.repaired ${id}`],
	]);
	expect(events.map(({ data }) => data['missingShards'])).toEqual([1, 1, 0]);
});

test('everybody hears what their roles let them read, and of some only what is their own', async () => {
	const { admin, byRole } = running.organisation;
	const tracker = await Tracker.ofNewProduct(running);
	const after = await all.cursor();
	const assetId = await tracker.asset(admin);
	await tracker.issue(admin, { assetId, recipientEmail: admin.email, amount: 10 });
	await tracker.transfer(admin, {
		...{ assetId, recipientEmail: byRole.TrackerUser.email, amount: 3 },
	});
	await tracker.transfer(admin, {
		...{ assetId, recipientEmail: byRole.TrackerAdmin.email, amount: 3 },
	});
	const made = await tracker.send(byRole.TrackerUser, 'POST', 'entities', {
		json: { ownedIdentifier: 'Barn' },
	});
	await tracker.send(admin, 'POST', `assets/${assetId}/transfer`, {
		json: { recipientEmail: byRole.TrackerUser.email, amount: 2 },
		headers: { ownedId: (made.json() as { readonly id: string }).id },
	});
	const heardBy = async (user: { readonly email: string; readonly key: string }) => {
		const { events } = await new EventClient(running, user).page(`after=${after}`);
		return shown(events).map((text) => text.split(' ')[0]);
	};
	await all.events(after, 5);
	expect(await heardBy(byRole.TrackerUser)).toEqual(Array(2).fill('asset.transferred'));
	expect(await heardBy(byRole.TrackerAdmin)).toHaveLength(5);
	expect(await heardBy(byRole.KeeperAdmin)).toEqual([]);
	expect(await heardBy(byRole.Billing)).toEqual([]);
	expect(await heardBy(running.other.admin)).toEqual([]);
});

test('a list is narrowed by type, product and subject, and goes on at its cursor', async () => {
	const { admin } = running.organisation;
	const tracker = await Tracker.ofNewProduct(running);
	const after = await all.cursor();
	const ids = [await tracker.asset(admin, 'One'), await tracker.asset(admin, 'Two')];
	const keeper = new KeeperClient(running, admin.key);
	await keeper.newFile({ folderId: await keeper.newFolder(), content: 'x', name: 'x.txt' });
	const [one, two] = await all.events(after, 3);
	expect(shown(await all.events(after, 1, 'types=file.added'))).toHaveLength(1);
	expect(await all.events(after, 2, `productId=${one?.productId}`)).toHaveLength(2);
	expect(await all.events(after, 1, `subject=${ids[1]}`)).toEqual([two]);
	const first = await all.page(`after=${after}&limit=1`);
	expect(first).toMatchObject({ events: [one], cursor: one?.sequence, hasMore: true });
	expect((await all.page(`after=${first.cursor}&limit=1`)).events).toEqual([two]);
	const latest = await all.page('latest=true&limit=2');
	expect(latest.events).toHaveLength(2);
	expect(await all.page(`after=${latest.cursor}`)).toMatchObject({ events: [], hasMore: false });
	await until(async () => ((await all.page('limit=1')).oldestSequence === 1 ? true : undefined));
});
