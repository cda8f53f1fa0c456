/**
 * The specification's rules 1 to 14, its section on authentication and its section on errors, one
 * test a line, each through HTTP against the running service. Rule 11 is the exchange's: the
 * interface has no endpoint for it, which is what its test holds.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { blake2bHex } from 'blakejs';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';
import { agreement, mailsAbout, SealerClient } from '../contracts/sealer-client';
import { KeeperClient } from '../documents/keeper-client';

let running: RunningService;
let sealer: SealerClient;
let keeper: KeeperClient;
let admin: TestUser;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
	running = await startService();
	admin = running.organisation.admin;
	sealer = new SealerClient(running);
	keeper = new KeeperClient(running, admin.key);
	ann = await running.addUser('ann@first.test', ['SealerUser', 'TrackerUser']);
	bob = await running.addUser('bob@first.test', ['SealerUser', 'TrackerUser']);
});

afterAll(() => running.close());

interface Answer {
	readonly status: number;
	readonly body: unknown;
}

async function tracker(user: TestUser, location: string, body?: object): Promise<Answer> {
	const url = `${running.url}/tracker/${running.organisation.products.Tracker}${location}`;
	const headers = { 'x-api-key': user.key, 'content-type': 'application/json' };
	const response = await fetch(
		url,
		body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
	);
	return { status: response.status, body: await response.json() };
}

async function newAsset(name: string): Promise<string> {
	const { body } = await tracker(admin, '/assets', { name });
	return (body as { id: string }).id;
}

async function balanceOf(user: TestUser, assetId: string): Promise<number> {
	const { body } = await tracker(user, '/balances');
	return (body as { id: string; amount: number }[]).find(({ id }) => id === assetId)?.amount ?? 0;
}

async function upload(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<string> {
	const body = new FormData();
	body.append('file', new File([bytes], fileName));
	const headers = { 'x-api-key': admin.key };
	const response = await fetch(`${running.storageUrl}/files`, { method: 'POST', headers, body });
	expect(response.status).toBe(201);
	return ((await response.json()) as { id: string }).id;
}

async function storage(location: string): Promise<Response> {
	return fetch(running.storageUrl + location, { headers: { 'x-api-key': admin.key } });
}

describe('rules', () => {
	test('1: without signatures every signer gets a mail whose link leads to signing', async () => {
		const displayName = 'Rule one';
		const signerEmails = [ann.email, 'stranger@elsewhere.test'];
		const { body } = await sealer.create(admin.key, { displayName, signerEmails });
		expect(body['contractStatus']).toBe('Unsigned');
		const mails = await mailsAbout(running, displayName);
		expect(mails.map(({ to }) => to)).toEqual(signerEmails);
		for (const { link } of mails) {
			const token = link.split('/').at(-1) ?? '';
			expect((await sealer.request(token)).status).toBe(200);
			const signed = await sealer.signByLink(token, { signature: { text: 'a signature' } });
			expect(signed.status).toBe(200);
		}
		expect(await sealer.contract(admin.key, body['id'])).toMatchObject({
			contractStatus: 'Signed',
		});
	});

	test('2: with signatures the contract is added and signed in the same call, without mails', async () => {
		const { status, body } = await sealer.create(admin.key, {
			displayName: 'Rule two',
			signerEmails: [ann.email, bob.email],
			signatures: [{ text: 'of Ann' }, { text: 'of Bob' }],
		});
		expect([status, body['contractStatus']]).toEqual([201, 'Signed']);
		expect(await mailsAbout(running, 'Rule two')).toEqual([]);
	});

	test('3: the i-th signature belongs to the i-th signer', async () => {
		const people = await Promise.all(
			['eve', 'dan', 'cid'].map((name) => running.addUser(`${name}@first.test`, ['SealerUser'])),
		);
		await sealer.create(admin.key, {
			displayName: 'Rule three',
			signerEmails: people.map(({ email }) => email),
			signatures: people.map(({ email }) => ({ text: email, name: `drawn by ${email}.png` })),
		});
		const stored = await running.service.database
			.selectFrom('contract_signers')
			.innerJoin('contracts', 'contracts.id', 'contract_signers.contract_id')
			.innerJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
			.select(['contract_signers.address', 'signatures.file_name'])
			.where('contracts.display_name', '=', 'Rule three')
			.orderBy('contract_signers.position')
			.execute();
		expect(stored).toEqual(
			people.map(({ email }) => ({ address: email, file_name: `drawn by ${email}.png` })),
		);
	});

	test('4: a template can be linked in either variant', async () => {
		const templateId = String((await sealer.template(admin.key, 'Rule four')).body['id']);
		const unsigned = await sealer.create(admin.key, { signerEmails: [ann.email], templateId });
		const signed = await sealer.create(admin.key, {
			signerEmails: [ann.email],
			signatures: [{ text: 'of Ann' }],
			templateId,
		});
		expect([unsigned.body['templateId'], signed.body['templateId']]).toEqual([
			templateId,
			templateId,
		]);
	});

	test('5: only a sealer admin creates contracts', async () => {
		const refused = await sealer.create(ann.key, { signerEmails: [bob.email] });
		expect([refused.status, refused.body['errorCode']]).toEqual([403, 'Auth_RoleMissing']);
	});

	test('6: a signature sent along signs the contract', async () => {
		const { body } = await sealer.create(admin.key, { signerEmails: [ann.email, bob.email] });
		const id = String(body['id']);
		const first = await sealer.sign(ann.key, id, { signature: { text: 'of Ann' } });
		expect([first.status, first.body['contractStatus']]).toEqual([200, 'PartiallySigned']);
		const second = await sealer.sign(bob.key, id, { signature: { text: 'of Bob' } });
		expect([second.status, second.body['contractStatus']]).toEqual([200, 'Signed']);
	});

	test.each(['E2', 'E3'] as const)('7: %s signs with the last signature used', async (shape) => {
		const signer = await running.addUser(`${shape}@first.test`.toLowerCase(), ['SealerUser']);
		const contract = async () =>
			String((await sealer.create(admin.key, { signerEmails: [signer.email] })).body['id']);
		await sealer.sign(signer.key, await contract(), { signature: { text: 'first' } });
		await sealer.sign(signer.key, await contract(), {
			signature: { text: 'last', name: 'last.png' },
		});
		const id = await contract();
		const reused = await sealer.sign(signer.key, id, { reuseLastSignature: 'true' }, shape);
		expect([reused.status, reused.body['contractStatus']]).toEqual([200, 'Signed']);
		const used = await running.service.database
			.selectFrom('contract_signers')
			.innerJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
			.select('signatures.file_name')
			.where('contract_signers.contract_id', '=', id)
			.executeTakeFirstOrThrow();
		expect(used.file_name).toBe('last.png');
	});

	test('8: a signer signs own contracts only, by the own key', async () => {
		const { body } = await sealer.create(admin.key, { signerEmails: [ann.email] });
		const other = await sealer.sign(bob.key, String(body['id']), { signature: { text: 'x' } });
		expect([other.status, other.body['errorCode']]).toEqual([403, 'Sealer_NotASigner']);
		const own = await sealer.list(ann.key, '/contracts/self');
		expect(own.every(({ signerEmails }) => (signerEmails as string[]).includes(ann.email))).toBe(
			true,
		);
		expect(own.length).toBeGreaterThan(0);
	});

	test('9: only a tracker admin creates assets, and a new one is Unconfirmed', async () => {
		const created = await tracker(admin, '/assets', { name: 'Rule nine' });
		expect(created).toMatchObject({
			status: 201,
			body: { name: 'Rule nine', blockchainStatus: 'Unconfirmed' },
		});
		const refused = await tracker(ann, '/assets', { name: 'Rule nine' });
		expect(refused).toMatchObject({ status: 403, body: { errorCode: 'Auth_RoleMissing' } });
	});

	test('10: an issue makes the first amount of a recipient, a transfer moves it on', async () => {
		const asset = await newAsset('Rule ten');
		const issued = await tracker(admin, `/assets/${asset}/issue`, {
			recipientEmail: ann.email,
			amount: 100,
		});
		expect(issued.status).toBe(200);
		expect(await balanceOf(ann, asset)).toBe(100);
		const moved = await tracker(ann, `/assets/${asset}/transfer`, {
			recipientEmail: bob.email,
			amount: 30,
		});
		expect(moved.status).toBe(200);
		expect([await balanceOf(ann, asset), await balanceOf(bob, asset)]).toEqual([70, 30]);
	});

	test('11: orders and their matching are no part of the interface', async () => {
		const openApi = (await (await fetch(`${running.url}/openapi.json`)).json()) as {
			paths: object;
		};
		expect(Object.keys(openApi.paths).filter((location) => /order|match/i.test(location))).toEqual(
			[],
		);
	});

	test('12: a file is added, compared with its latest version, and the diff made on demand', async () => {
		const folderId = await keeper.newFolder('Rule twelve');
		const fileId = await keeper.newFile({ folderId, content: 'one\ntwo\n' });
		await keeper.addVersion(fileId, { content: 'one\nthree\n' });
		const equal = await keeper.compare(fileId, { content: 'one\nthree\n' });
		expect(equal).toMatchObject({ status: 200, body: { accuracy: 1, equal: true } });
		const different = await keeper.compare(fileId, { content: 'one\nfour\n' }, 'true');
		expect(different.body['accuracy']).toBeLessThan(1);
		const report = await fetch(String(different.body['fileUrl']));
		expect([report.status, report.headers.get('content-type')]).toEqual([
			200,
			'text/html; charset=utf-8',
		]);
		const text = await report.text();
		expect(text).toContain('three');
		expect(text).toContain('four');
	});

	test('13: an upload becomes shards in several buckets and answers with a receipt', async () => {
		const id = await upload(new TextEncoder().encode('rule thirteen'), 'thirteen.txt');
		const map = (await (await storage(`/files/info/${id}`)).json()) as { FileIds: string[] };
		const buckets = path.join(running.dataFolder, 'buckets');
		const holding = fs
			.readdirSync(buckets)
			.filter((bucket) =>
				fs
					.readdirSync(path.join(buckets, bucket), { recursive: true })
					.some((file) => map.FileIds.includes(path.basename(String(file)))),
			);
		expect(holding).toHaveLength(8);
		const receipts = (await (await storage('/files/')).json()) as { id: string }[];
		expect(receipts.map((receipt) => receipt.id)).toContain(id);
	});

	test('14: the map of a file has the hash its download is checked against', async () => {
		const bytes = new Uint8Array(createHash('sha512').update('rule fourteen').digest());
		const id = await upload(bytes, 'fourteen.bin');
		const map = (await (await storage(`/files/info/${id}`)).json()) as Record<string, unknown>;
		const downloaded = new Uint8Array(await (await storage(`/files/${id}`)).arrayBuffer());
		expect(downloaded).toEqual(bytes);
		expect(map).toMatchObject({
			FileName: 'fourteen.bin',
			Hash: blake2bHex(downloaded, undefined, 32),
			UnencryptedSize: bytes.length,
		});
		expect(Number(map['Size'])).toBeGreaterThan(bytes.length);
	});
});

const calls: readonly (readonly [string, () => string])[] = [
	['sealer', () => `${sealer.url}/contracts`],
	['tracker', () => `${running.url}/tracker/${running.organisation.products.Tracker}/assets`],
	['keeper', () => `${keeper.url}/files`],
	['storage', () => `${running.storageUrl}/files/`],
];

describe('authentication', () => {
	test.each(calls)('1 and 2: %s needs a valid key', async (_, url) => {
		const asked = async (headers: Record<string, string>) =>
			(await fetch(url(), { headers })).status;
		expect(await asked({})).toBe(401);
		expect(await asked({ 'x-api-key': 'not-a-key' })).toBe(401);
		expect(await asked({ 'x-api-key': admin.key })).toBe(200);
	});

	test('3: a signer without an account signs by the token of the link in place of a key', async () => {
		const displayName = 'Authentication three';
		const { body } = await sealer.create(admin.key, {
			displayName,
			signerEmails: ['nobody@elsewhere.test'],
		});
		const [mail] = await mailsAbout(running, displayName);
		const token = mail?.link.split('/').at(-1) ?? '';
		const signed = await sealer.sign(token, String(body['id']), { signature: { text: 'x' } });
		expect([signed.status, signed.body['contractStatus']]).toEqual([200, 'Signed']);
		const headers = { 'x-api-key': token };
		expect((await fetch(`${sealer.url}/contracts`, { headers })).status).toBe(401);
	});

	test('4: a key made by the administrator works at once, and no more once revoked', async () => {
		const { accounts } = running.service;
		const user = await accounts.addUser({
			organisationId: running.organisation.id,
			email: 'fresh@first.test',
			roles: [],
		});
		const { id, key } = await accounts.addKey(user.id, '');
		const asked = async () =>
			(await fetch(`${running.url}/products`, { headers: { 'x-api-key': key } })).status;
		expect(await asked()).toBe(200);
		await accounts.revokeKey(id);
		expect(await asked()).toBe(401);
	});

	test('5: the other operations need the roles of the description', async () => {
		const { TrackerUser, TrackerAdmin } = running.organisation.byRole;
		expect((await tracker(TrackerUser, '/assets')).status).toBe(403);
		expect((await tracker(TrackerAdmin, '/assets')).status).toBe(200);
	});
});

describe('errors', () => {
	test.each(['E2', 'E3'] as const)(
		'1: %s without an earlier signature answers an error',
		async (shape) => {
			const signer = await running.addUser(`new-${shape}@first.test`.toLowerCase(), ['SealerUser']);
			const { body } = await sealer.create(admin.key, { signerEmails: [signer.email] });
			const id = String(body['id']);
			const refused = await sealer.sign(signer.key, id, { reuseLastSignature: 'true' }, shape);
			expect([refused.status, refused.body['errorCode']]).toEqual([
				422,
				'Sealer_NoEarlierSignature',
			]);
			expect(await sealer.contract(admin.key, id)).toMatchObject({ contractStatus: 'Unsigned' });
		},
	);

	test('2: signatures and signers of different number make the call invalid', async () => {
		const before = (await sealer.list(admin.key, '/contracts')).length;
		const refused = await sealer.create(admin.key, {
			signerEmails: [ann.email, bob.email],
			signatures: [{ text: 'of Ann' }],
		});
		expect([refused.status, refused.body['errorCode']]).toEqual([
			422,
			'Sealer_SignatureCountMismatch',
		]);
		expect(await sealer.list(admin.key, '/contracts')).toHaveLength(before);
	});

	test('3: an invalid or missing key answers 401 in the form of the product', async () => {
		const main = await fetch(`${running.url}/products`);
		expect(await main.json()).toMatchObject({ errorCode: 'Auth_KeyMissing', arguments: [] });
		const stored = await fetch(`${running.storageUrl}/files/`, {
			headers: { 'x-api-key': 'wrong' },
		});
		expect(await stored.json()).toMatchObject({ status: 401, message: expect.any(String) });
	});

	test('the contract everybody signs is the very file that was added', async () => {
		const { body } = await sealer.create(admin.key, { signerEmails: [ann.email], file: agreement });
		const refused = await sealer.sign(ann.key, String(body['id']), {
			contract: { text: `${agreement.text} ` },
			signature: { text: 'x' },
		});
		expect([refused.status, refused.body['errorCode']]).toEqual([
			422,
			'Sealer_ContractDoesNotMatch',
		]);
	});
});
