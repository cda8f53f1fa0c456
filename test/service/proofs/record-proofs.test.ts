/**
 * Proofs of records made by a running service, over HTTP: who gets them, and that they hold for those
 * who have nothing but the file and the public key of the log, in our code and in Python.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkProof, readTrust, type Trust } from '../../../proof/check-proof';
import { parseCheckpoint } from '../../../proof/checkpoint';
import { parseNote } from '../../../proof/signed-note';
import { parseProofFile } from '../../../proof/proof-file';
import { Stage, steps } from '../../api/stage';
import { logKeyOf } from '../../support/programs/log-key';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';

const script = path.join(__dirname, '../../../docs/verify-proof.py');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-proofs-'));

let running: RunningService;
let stage: Stage;
let vkey: string;
let trust: Trust;

const made = [
	...(['an asset', '100 issued to the user', 'two entities', 'a multi-asset'] as const),
	...(['a batch of the multi-asset', 'a folder', 'a kept file', 'a template'] as const),
	...(['a contract', 'a signature of the user on the contract', 'a stored file'] as const),
	...(['signatures of their own', 'a deleted signature'] as const),
	...(['an approved version', 'rules of the file'] as const),
	...(['a deleted kept file', 'a deleted folder', 'a deleted stored file'] as const),
];

beforeAll(async () => {
	running = await startService();
	stage = await Stage.open(running);
	for (const step of made) await steps[step](stage);
	vkey = await logKeyOf(running);
	trust = await readTrust({ log: vkey });
});

afterAll(async () => {
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

/** Of trees of at most so many entries. */
function newestCheckpoint(sizeMax = Number.MAX_SAFE_INTEGER) {
	return running.service.database
		.selectFrom('log_checkpoints')
		.selectAll()
		.where('tree_size', '<=', sizeMax)
		.orderBy('tree_size', 'desc')
		.limit(1)
		.executeTakeFirstOrThrow();
}

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => stage.value(name));

function get(location: string, key: string): Promise<Answer> {
	const url = filled(location);
	return send({ method: 'GET', url, headers: { 'x-api-key': stage.value(key) } });
}

const sealer = '{base_url}/sealer/{sealerProductId}';
const tracker = '{base_url}/tracker/{trackerProductId}';
const keeper = '{base_url}/keeper/{keeperProductId}';

/** Where each proof lies, a role that reads it, the kind of its entry and something of its payload. */
const records: readonly (readonly [string, string, string, string])[] = [
	[`${sealer}/contracts/{contractId}/proof`, 'sealerAdminKey', 'contract', 'Agreement'],
	[`${sealer}/contracts/{contractId}/proof`, 'sealerUserKey', 'contract', 'Agreement'],
	[
		`${sealer}/contracts/{contractId}/signatures/1/proof`,
		'sealerUserKey',
		'contract-signature',
		'{sealerUserEmail}',
	],
	[
		`${sealer}/contracts/{contractId}/events/{stepId}/proof`,
		'sealerAdminKey',
		'contract-step',
		'Created',
	],
	[
		`${sealer}/signatures/{userSignatureId}/proof`,
		'sealerUserKey',
		'signature',
		'{sealerUserEmail}',
	],
	[
		`${sealer}/signatures/{signatureId}/deletion/proof`,
		'allRoundKey',
		'signature-deletion',
		'{allRoundEmail}',
	],
	[`${sealer}/templates/{templateId}/proof`, 'sealerAdminKey', 'template', 'Agreement of two'],
	[`${tracker}/assets/{assetId}/proof`, 'trackerAdminKey', 'asset', 'Wind energy'],
	[
		`${tracker}/assets/{assetId}/transactions/{batchId}/proof`,
		'trackerUserKey',
		'issue',
		'{trackerUserEmail}',
	],
	[`${tracker}/multiassets/{multiAssetId}/proof`, 'trackerAdminKey', 'multi-asset', '{assetId}'],
	[
		`${tracker}/multiassets/{multiAssetId}/transactions/{multiBatchId}/proof`,
		'trackerAdminKey',
		'issue',
		'{multiAssetId}',
	],
	[`${tracker}/entities/{userEntityId}/proof`, 'trackerUserKey', 'entity', '{userEntityId}'],
	[`${keeper}/folders/{folderId}/proof`, 'keeperAdminKey', 'folder', 'Agreements'],
	[
		`${keeper}/files/{fileId}/versions/{fileId}/proof`,
		'keeperAdminKey',
		'file-version',
		'terms.txt',
	],
	[
		`${keeper}/files/{fileId}/versions/{fileId}/approval/proof`,
		'keeperAdminKey',
		'version-approval',
		'{keeperAdminEmail}',
	],
	[`${keeper}/files/{fileId}/rules/proof`, 'keeperAdminKey', 'file-rules', 'ignoreCase'],
	[
		`${keeper}/files/{fileId}/deletion/proof`,
		'keeperAdminKey',
		'file-deletion',
		'{keeperAdminEmail}',
	],
	[
		`${keeper}/folders/{folderId}/deletion/proof`,
		'keeperAdminKey',
		'folder-deletion',
		'{keeperAdminEmail}',
	],
	['{sds_url}/files/{storedFileId}/proof', 'storageWriteKey', 'file', 'hello.txt'],
	[
		'{sds_url}/files/{deletedStoredFileId}/deletion/proof',
		'storageReadKey',
		'stored-file-deletion',
		'{storageWriteEmail}',
	],
];

test.each(records)(
	'%s, asked for with the %s, proves the %s',
	async (location, key, kind, part) => {
		const newestBefore = await newestCheckpoint();
		const { status, headers, text } = await get(location, key);
		expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
		expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.tlog-proof"/);
		const verdict = await checkProof(text, trust);
		expect(verdict).toMatchObject({ valid: true, entry: { kind }, witnesses: [] });
		expect(verdict).toHaveProperty('payload', expect.stringContaining(filled(part)));
		// The log may have grown meanwhile, so that it is no older than what was newest before.
		const { checkpoint } = parseProofFile(text);
		const { treeSize } = parseCheckpoint(parseNote(checkpoint).text);
		expect(treeSize).toBeGreaterThanOrEqual(newestBefore.tree_size);
		expect(treeSize).toBeLessThanOrEqual((await newestCheckpoint()).tree_size);
		const signed = await newestCheckpoint(treeSize);
		expect([signed.tree_size, signed.note]).toEqual([treeSize, checkpoint]);
		expect(text.endsWith(checkpoint)).toBe(true);
	},
);

function python(proofs: readonly string[], ...options: readonly string[]) {
	const files = proofs.map((text, index) => {
		const file = path.join(folder, `${index}.tlog-proof`);
		fs.writeFileSync(file, text);
		return file;
	});
	const args = [script, ...files, '--key', vkey, ...options];
	let said: string;
	try {
		said = execFileSync('/usr/bin/python3', args, { encoding: 'utf8' });
	} catch (fault) {
		said = (fault as { readonly stdout: string }).stdout;
	}
	return said
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as { readonly valid: boolean });
}

test('the verifier in Python proves them all, and none in which a byte was changed', async () => {
	const proofs: string[] = [];
	for (const [location, key] of records) proofs.push((await get(location, key)).text);
	expect(python(proofs).map(({ valid }) => valid)).toEqual(proofs.map(() => true));
	const [proof = ''] = proofs;
	const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * proof.length) / 60));
	const changed = places.map((place) => {
		const other = proof[place] === 'A' ? 'B' : 'A';
		return proof.slice(0, place) + other + proof.slice(place + 1);
	});
	expect(python(changed).filter(({ valid }) => valid)).toEqual([]);
	for (const text of changed) expect((await checkProof(text, trust)).valid).toBe(false);
});

test('the file itself is proven by the proof beside it, without the service', async () => {
	const { headers, text } = await get('{sds_url}/files/{storedFileId}', 'storageReadKey');
	const [, link = '', relation] = /^<(.+)>; rel="(.+)"$/.exec(String(headers.link)) ?? [];
	expect(relation).toBe('https://c2sp.org/tlog-proof');
	const url = new URL(link, filled('{sds_url}/files/{storedFileId}')).href;
	const proof = await get(url, 'storageReadKey');
	const file = path.join(folder, 'hello.txt');
	fs.writeFileSync(file, text);
	expect(python([proof.text], '--file', file)).toMatchObject([{ valid: true }]);
	fs.writeFileSync(file, `${text}!`);
	expect(python([proof.text], '--file', file)).toMatchObject([{ valid: false }]);
});

test('a proof goes to whom its record is shown to, and to nobody else', async () => {
	const refused = [
		[`${sealer}/contracts/{contractId}/proof`, 'keeperAdminKey', 403],
		[`${sealer}/templates/{templateId}/proof`, 'sealerUserKey', 403],
		[`${tracker}/assets/{assetId}/proof`, 'trackerUserKey', 403],
		[`${tracker}/multiassets/{multiAssetId}/proof`, 'trackerUserKey', 403],
		[`${tracker}/multiassets/{assetId}/proof`, 'trackerAdminKey', 404],
		[`${tracker}/assets/{multiAssetId}/proof`, 'trackerAdminKey', 404],
		[`${tracker}/multiassets/{assetId}/transactions/{batchId}/proof`, 'trackerAdminKey', 404],
		[`${tracker}/entities/none/proof`, 'trackerUserKey', 404],
		[`${keeper}/folders/{folderId}/proof`, 'trackerAdminKey', 403],
		['{sds_url}/files/{storedFileId}/proof', 'sealerAdminKey', 403],
		[`${sealer}/contracts/none/proof`, 'sealerAdminKey', 404],
		[`${sealer}/contracts/{contractId}/signatures/0/proof`, 'sealerAdminKey', 404],
		[`${sealer}/contracts/{contractId}/signatures/x/proof`, 'sealerAdminKey', 404],
		[`${tracker}/assets/none/transactions/{batchId}/proof`, 'trackerAdminKey', 404],
		[`${keeper}/files/none/versions/{fileId}/proof`, 'keeperAdminKey', 404],
		['{sds_url}/files/none/proof', 'storageReadKey', 404],
	] as const;
	for (const [location, key, status] of refused) {
		const answer = await get(location, key);
		expect([location, answer.status]).toEqual([location, status]);
	}
});

test('a contract is proven to its signers and not to other users of its product', async () => {
	const { url, organisation } = running;
	const signer = await running.addUser('signer@one.test', ['SealerUser']);
	const other = await running.addUser('other@one.test', ['SealerUser']);
	const contracts = `${url}/sealer/${organisation.products.Sealer}/contracts`;
	const created = await send({
		...{ method: 'POST', url: contracts, headers: { 'x-api-key': organisation.admin.key } },
		form: [
			{ name: 'file', fileName: 'a.txt', content: 'Agreed.\n' },
			{ name: 'displayName', value: 'Ours' },
			{ name: 'signerEmails', value: signer.email },
		],
	});
	const { id } = created.json() as { readonly id: string };
	const asked = [signer, other].map(({ key }) =>
		send({ method: 'GET', url: `${contracts}/${id}/proof`, headers: { 'x-api-key': key } }),
	);
	const answers = await Promise.all(asked);
	expect(answers.map(({ status }) => status)).toEqual([200, 404]);
});

test('a proof takes the checkpoint that most witnesses have signed', async () => {
	const { database } = running.service;
	const latest = await newestCheckpoint();
	const signed = (witness: string) => ({
		...{ tree_size: latest.tree_size, witness, signature: `— ${witness} AAAAAAA=\n` },
	});
	await database
		.insertInto('log_cosignatures')
		.values([signed('w1.example'), signed('w2.example')])
		.execute();
	await steps['an asset'](stage);
	const { text } = await get(`${keeper}/folders/{folderId}/proof`, 'keeperAdminKey');
	const { signatures } = parseNote(parseProofFile(text).checkpoint);
	expect(signatures.map(({ name }) => name)).toEqual([
		...[vkey.split('+')[0], 'w1.example', 'w2.example'],
	]);
	// One that came later stands under a later checkpoint.
	const newer = await get(`${tracker}/assets/{assetId}/proof`, 'trackerAdminKey');
	expect(parseNote(parseProofFile(newer.text).checkpoint).signatures).toHaveLength(1);
	expect(await checkProof(newer.text, trust)).toMatchObject({ valid: true });
});

test('a record that was edited has no proof', async () => {
	await running.service.database
		.updateTable('keeper_folders')
		.set({ name: 'Other' })
		.where('id', '=', stage.value('folderId'))
		.execute();
	const answer = await get(`${keeper}/folders/{folderId}/proof`, 'keeperAdminKey');
	expect([answer.status, answer.json()]).toMatchObject([
		409,
		{ errorCode: 'Core_RecordCorrupted' },
	]);
});
