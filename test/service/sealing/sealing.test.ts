/** Seals through HTTP: made when everybody has signed, given to those who may have them, and proven. */
import { verify, X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { blake2b } from 'blakejs';
import { checkProof, readTrust } from '../../../proof/check-proof';
import { fileHashesOf } from '../../../proof/proven-file';
import { startService, type RunningService } from '../../support/programs/service';
import { SealerClient } from '../contracts/sealer-client';
import { certifiedPdf, pdfPrograms, plainPdf } from './pdf-files';
import { drawnSignature } from '../../support/clients/signature-picture';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-sealing-'));
const { tool, keep } = pdfPrograms(folder);
const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
let running: RunningService;
let sealer: SealerClient;
let admin: string;

beforeAll(async () => {
	running = await startService({ clock });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(async () => {
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

interface NewContract {
	readonly bytes: Uint8Array;
	readonly fileName?: string;
	readonly signers: readonly string[];
	readonly signature?: Uint8Array;
}

async function create({ bytes, fileName = 'lease.pdf', signers, signature }: NewContract) {
	const form = new FormData();
	form.append('file', new File([new Uint8Array(bytes)], fileName));
	form.append('displayName', 'Lease');
	for (const email of signers) {
		form.append('signerEmails', email);
		if (signature === undefined) continue;
		form.append('signatures', new File([new Uint8Array(signature)], 'signature.png'));
	}
	const headers = { 'x-api-key': admin };
	const reply = await fetch(`${sealer.url}/contracts`, { method: 'POST', headers, body: form });
	return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

async function sign(id: string, key: string, bytes: Uint8Array): Promise<number> {
	const form = new FormData();
	form.append('contract', new File([new Uint8Array(bytes)], 'lease.pdf'));
	form.append('signature', new File([new Uint8Array(picture())], 'mine.png'));
	const headers = { 'x-api-key': key };
	const address = `${sealer.url}/contracts/${id}/sign`;
	const reply = await fetch(address, { method: 'POST', headers, body: form });
	await reply.arrayBuffer();
	return reply.status;
}

function ask(id: string, what: string, key = admin): Promise<Response> {
	return fetch(`${sealer.url}/contracts/${id}/${what}`, { headers: { 'x-api-key': key } });
}

async function sealOf(id: string): Promise<Record<string, unknown>> {
	return (await (await ask(id, 'seal')).json()) as Record<string, unknown>;
}

/** The seal once it is made; each look waits for what is being sealed. */
async function madeSeal(id: string): Promise<Record<string, unknown>> {
	for (;;) {
		const seal = await sealOf(id);
		if (seal['status'] !== 'Waiting') return seal;
		await running.service.sealed();
	}
}

async function bytesOf(reply: Response): Promise<Buffer> {
	expect(reply.status).toBe(200);
	return Buffer.from(await reply.arrayBuffer());
}

function picture(): Buffer {
	return Buffer.from(drawnSignature());
}

async function trust() {
	const reply = await fetch(`${running.url}/log`);
	const { vkey } = (await reply.json()) as { readonly vkey: string };
	return readTrust({ log: vkey });
}

function hashOf(bytes: Uint8Array): string {
	return Buffer.from(blake2b(bytes, undefined, 32)).toString('hex');
}

test('a PDF that was signed at once is sealed, and what its file says is proven without the service', async () => {
	const bytes = await plainPdf();
	const signers = ['ann@first.test', 'bob@first.test'];
	const { body } = await create({ bytes, signers, signature: picture() });
	const id = String(body['id']);
	const seal = await madeSeal(id);
	expect(seal).toMatchObject({ status: 'Sealed', fileName: 'lease (sealed).pdf', level: 'B-B' });
	const reply = await ask(id, 'sealed');
	expect(reply.headers.get('content-disposition')).toContain('lease (sealed).pdf');
	const file = await bytesOf(reply);
	expect(file.subarray(0, bytes.length).equals(bytes)).toBe(true);
	expect(hashOf(file)).toBe(seal['fileHash']);
	const place = keep(file);
	expect(tool('pdfsig', '-nocert', place)).toContain('Signature is Valid');
	tool('qpdf', '--check', place);
	expect(tool('pdftotext', place, '-')).toContain(`Entered by ${running.organisation.admin.email}`);
	const record = JSON.parse(tool('qpdf', '--show-attachment=sealkeeper-record.json', place)) as {
		readonly proofs: { readonly contract: string; readonly signatures: readonly string[] };
	};
	const contract = await checkProof(record.proofs.contract, await trust());
	expect(contract.valid && fileHashesOf(contract)).toEqual([hashOf(bytes)]);
	expect(record.proofs.signatures).toHaveLength(2);
	for (const proof of record.proofs.signatures) {
		expect(await checkProof(proof, await trust())).toMatchObject({
			...{ valid: true, entry: { kind: 'contract-signature', id } },
		});
	}
	const proof = await checkProof(await (await ask(id, 'seal/proof')).text(), await trust());
	expect(proof.valid && fileHashesOf(proof)).toEqual([seal['fileHash']]);
	expect((await bytesOf(await ask(id, 'file'))).equals(bytes)).toBe(true);
});

test('two last signers at the same moment bring one seal, which their keys may fetch and others may not', async () => {
	const bytes = await plainPdf();
	const [ann, ben] = [
		await running.addUser('ann.last@first.test', ['SealerUser']),
		await running.addUser('ben.last@first.test', ['SealerUser']),
	];
	const { body } = await create({ bytes, signers: [ann.email, ben.email] });
	const id = String(body['id']);
	expect((await ask(id, 'seal')).status).toBe(409);
	const signed = await Promise.all([sign(id, ann.key, bytes), sign(id, ben.key, bytes)]);
	expect(signed).toEqual([200, 200]);
	expect(await madeSeal(id)).toMatchObject({ status: 'Sealed' });
	await bytesOf(await ask(id, 'sealed', ann.key));
	const stranger = await running.addUser('stranger@first.test', ['SealerUser']);
	for (const what of ['file', 'seal', 'sealed', 'seal/proof']) {
		expect((await ask(id, what, stranger.key)).status).toBe(404);
	}
});

test('a file of another type is sealed in a ZIP with its record and a manifest any JWS program checks', async () => {
	const bytes = Buffer.from('The parties agree.\n');
	const signers = ['ann@first.test'];
	const signature = picture();
	const { body } = await create({ bytes, fileName: 'agreement.txt', signers, signature });
	const id = String(body['id']);
	expect(await madeSeal(id)).toMatchObject({
		...{ status: 'Sealed', level: 'Manifest', fileName: 'agreement.txt (sealed).zip' },
	});
	const files = unzipSync(await bytesOf(await ask(id, 'sealed')));
	expect(Object.keys(files)).toEqual([
		'contract/agreement.txt',
		'sealkeeper-record.json',
		'sealkeeper-manifest.jws',
	]);
	expect(Buffer.from(files['contract/agreement.txt'] ?? []).equals(bytes)).toBe(true);
	const jws = Buffer.from(files['sealkeeper-manifest.jws'] ?? []).toString();
	const [head = '', payload = '', signed = ''] = jws.split('.');
	const { alg, x5c } = JSON.parse(Buffer.from(head, 'base64url').toString()) as {
		readonly alg: string;
		readonly x5c: readonly string[];
	};
	const certificate = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'));
	expect([alg, certificate.subject]).toEqual(['ES256', 'OU=self-signed\nCN=Sealkeeper seal']);
	const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' as const };
	const data = Buffer.from(`${head}.${payload}`);
	expect(verify('sha256', data, key, Buffer.from(signed, 'base64url'))).toBe(true);
	expect(Buffer.from(payload, 'base64url')).toEqual(
		Buffer.from(files['sealkeeper-record.json'] ?? []),
	);
});

test('a PDF that cannot be sealed is refused when the contract is created, and nothing of it is kept', async () => {
	const cut = (await plainPdf()).subarray(0, 900);
	const { status, body } = await create({ bytes: cut, signers: ['ann@first.test'] });
	expect([status, body['errorCode']]).toEqual([422, 'Sealer_ContractUnreadable']);
	expect(body['message']).toContain('broken or cut');
});

test.each([1, 2, 3] as const)(
	'a PDF that its author certified at level %d is refused, and sealed as it is in another file',
	async (level) => {
		const bytes = await certifiedPdf(level);
		const { status, body } = await create({ bytes, signers: ['ann@first.test'] });
		expect([status, body['errorCode']]).toEqual([422, 'Sealer_ContractUnreadable']);
		expect(body['message']).toContain('certified it against changes (DocMDP)');
		const zip = zipSync({ 'lease.pdf': bytes });
		const archived = { bytes: zip, fileName: 'lease.zip', signature: picture() };
		const made = await create({ ...archived, signers: ['ann@first.test'] });
		expect(await madeSeal(String(made.body['id']))).toMatchObject({ level: 'Manifest' });
	},
);

test('what is not as the log has it is not sealed: that is told, and tried again after growing pauses', async () => {
	const { database } = running.service;
	const bytes = await plainPdf();
	const user = await running.addUser('changed@first.test', ['SealerUser']);
	const { body } = await create({ bytes, signers: [user.email, 'other@first.test'] });
	const id = String(body['id']);
	const rename = (name: string) =>
		database.updateTable('contracts').set({ display_name: name }).where('id', '=', id).execute();
	const other = await running.addUser('other@first.test', ['SealerUser']);
	expect(await sign(id, user.key, bytes)).toBe(200);
	await database
		.insertInto('contract_seals')
		.values({ contract_id: id, asked_at: '2026-01-01', next_attempt_at: '2999-01-01' })
		.execute();
	expect(await sign(id, other.key, bytes)).toBe(200);
	await rename('Another lease');
	await database
		.updateTable('contract_seals')
		.set({ next_attempt_at: '2026-01-01' })
		.where('contract_id', '=', id)
		.execute();
	await running.service.sealed();
	const failed = await sealOf(id);
	expect(failed).toMatchObject({ status: 'Failed', attempts: 1 });
	expect(failed['fault']).toContain(id);
	expect((await ask(id, 'sealed')).status).toBe(409);
	await rename('Lease');
	await running.service.sealed();
	expect(await sealOf(id)).toMatchObject({ status: 'Failed', attempts: 1 });
	clock.aheadMs += 10_000;
	await running.restart();
	await running.service.sealed();
	expect(await madeSeal(id)).toMatchObject({ status: 'Sealed' });
});
