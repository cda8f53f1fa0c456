/**
 * Contracts of several files, over real HTTP: signed together, each sealed by itself, under one trail. Other
 * programs judge the sealed files.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { blake2b } from 'blakejs';
import { unzipSync } from 'fflate';
import { checkProof, readTrust } from '../../../proof/check-proof';
import { fileHashesOf } from '../../../proof/proven-file';
import { inMemory } from '../../../proof/sealed/file-in-hand';
import { checkSealedFile, recordName } from '../../../proof/sealed/sealed-file';
import { checkRecord, readRecord } from '../../../proof/sealed/sealed-record';
import { pdfPrograms, plainPdf } from '../sealing/pdf-files';
import { startService, type RunningService } from '../../support/programs/service';
import { mailsAbout, SealerClient, type Answer, type ContractToSend } from './sealer-client';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-files-'));
const { tool, keep } = pdfPrograms(folder);
let running: RunningService;
let sealer: SealerClient;
let admin: string;
let vkey: string;
let lease: Buffer<ArrayBuffer>;
let annex: Buffer<ArrayBuffer>;
let count = 0;

beforeAll(async () => {
	running = await startService();
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
	({ vkey } = (await (await fetch(`${running.url}/log`)).json()) as { readonly vkey: string });
	lease = await plainPdf(2);
	annex = await plainPdf(1);
});

afterAll(async () => {
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

function hashOf(bytes: Uint8Array): string {
	return Buffer.from(blake2b(bytes, undefined, 32)).toString('hex');
}

const schedule = 'Who pays what, and when.\n';

/** A contract of a lease, an annex and a schedule that is no PDF, if nothing else is said. */
function create(contract: Partial<ContractToSend> = {}): Promise<Answer> {
	return sealer.create(admin, {
		file: { text: lease, name: 'lease.pdf' },
		moreFiles: [
			{ text: annex, name: 'annex.pdf' },
			{ text: schedule, name: 'schedule.txt' },
		],
		displayName: `Lease ${(count += 1)} of several`,
		signerEmails: [`guest${count}@elsewhere.test`],
		...contract,
	});
}

async function tokenOf({ body }: Answer): Promise<string> {
	const mails = await mailsAbout(running, `"${String(body['displayName'])}"`);
	return (
		mails
			.find(({ link }) => link !== '')
			?.link.split('/')
			.at(-1) ?? ''
	);
}

function ask(id: unknown, what: string): Promise<Response> {
	return fetch(`${sealer.url}/contracts/${String(id)}/${what}`, {
		headers: { 'x-api-key': admin },
	});
}

async function bytesOf(reply: Response): Promise<Buffer<ArrayBuffer>> {
	expect(reply.status).toBe(200);
	return Buffer.from(await reply.arrayBuffer());
}

async function sealed(id: unknown): Promise<readonly Buffer<ArrayBuffer>[]> {
	while ((await ask(id, 'sealed?fileNumber=3')).status !== 200) await running.service.sealed();
	const files: Buffer<ArrayBuffer>[] = [];
	for (const number of [1, 2, 3]) {
		files.push(await bytesOf(await ask(id, `sealed?fileNumber=${number}`)));
	}
	return files;
}

const town = {
	...{ type: 'Text', name: 'Town', signer: 1, fileNumber: 2, page: 1 },
	...{ x: 0.1, y: 0.1, width: 0.4, height: 0.03 },
};

async function signedByLink() {
	const made = await create({ more: { fields: JSON.stringify(town) } });
	const token = await tokenOf(made);
	const signing = { signature: { text: 'a hand' }, fieldValues: { Town: 'Lyon' } };
	expect((await sealer.signByLink(token, signing)).status).toBe(200);
	return { made, token, id: made.body['id'], files: await sealed(made.body['id']) };
}

describe('a contract of three files that is signed by a link', () => {
	let signed: Awaited<ReturnType<typeof signedByLink>>;

	beforeAll(async () => {
		signed = await signedByLink();
	});

	test('names its files, for who asks for it and who signs', async () => {
		const { made, token } = signed;
		const named = [
			{ fileNumber: 1, fileName: 'lease.pdf', sizeBytes: lease.length },
			{ fileNumber: 2, fileName: 'annex.pdf', sizeBytes: annex.length },
			{ fileNumber: 3, fileName: 'schedule.txt', sizeBytes: schedule.length },
		];
		expect(made.body).toMatchObject({ files: named, fields: [{ name: 'Town', fileNumber: 2 }] });
		const { body } = await sealer.request(token);
		expect(body).toMatchObject({ files: named, seal: { status: 'Sealed' } });
		expect((body['seal'] as { readonly files: object[] }).files).toMatchObject([
			{ fileNumber: 1, fileName: 'lease (sealed).pdf' },
			{ fileNumber: 2, fileName: 'annex (sealed).pdf' },
			{ fileNumber: 3, fileName: 'schedule.txt (sealed).zip' },
		]);
		const shown = await fetch(`${running.url}/signing/${token}/file?fileNumber=3&inline=true`);
		expect(await shown.text()).toBe(schedule);
		expect((await fetch(`${running.url}/signing/${token}/file?fileNumber=4`)).status).toBe(404);
	});

	test('seals each by itself, with what was filled in on its own pages alone', async () => {
		const [first = lease, second = annex] = signed.files;
		expect(first.subarray(0, lease.length).equals(lease)).toBe(true);
		expect(second.subarray(0, annex.length).equals(annex)).toBe(true);
		const [ofLease, ofAnnex] = [first, second].map((file) => tool('pdftotext', keep(file), '-'));
		expect(ofLease).not.toContain('Lyon');
		expect(ofAnnex).toContain('Lyon');
		expect(ofAnnex).toMatch(/File 2 of 3\s+annex\.pdf/);
		expect(ofAnnex).toContain('File 3, sealed by itself');
		expect(tool('pdfsig', '-nocert', keep(second))).toContain('Signature is Valid');
	});

	test('is proven by each of them, here and by the script', async () => {
		const trust = { logs: [vkey], certificates: [] };
		for (const [place, file] of signed.files.entries()) {
			const checked = await checkSealedFile(inMemory(file), trust);
			expect(checked).toMatchObject({ outcome: 'Sealed', faults: [] });
			expect(checked.record?.contract).toMatchObject({ fileNumber: place + 1 });
			const script = path.resolve('docs/verify-seal.py');
			const run = spawnSync('python3', [script, keep(file), '--key', vkey], { encoding: 'utf8' });
			expect([run.status, JSON.parse(run.stdout)]).toMatchObject([0, { outcome: 'Sealed' }]);
			const proof = await ask(signed.id, `seal/proof?fileNumber=${place + 1}`);
			const proven = await checkProof(await proof.text(), await readTrust({ log: vkey }));
			expect(proven.valid && fileHashesOf(proven)).toEqual([hashOf(file)]);
		}
	});

	test('is found by any of them, and by any sealed file', async () => {
		for (const file of [Buffer.from(schedule), annex, ...signed.files]) {
			const form = new FormData();
			form.append('file', new File([file], 'unknown'));
			const headers = { 'x-api-key': admin };
			const url = `${sealer.url}/verify`;
			const answer = await fetch(url, { method: 'POST', headers, body: form });
			const verified = (await answer.json()) as Record<string, unknown>;
			expect(verified).toMatchObject({ isKept: true, contract: { id: signed.id } });
		}
	});

	test('has one trail, one event of its completion, and one mail with a link to each sealed file', async () => {
		const trail = await sealer.list(admin, `/contracts/${String(signed.id)}/events`);
		expect(trail.filter(({ kind }) => kind === 'Completed')).toHaveLength(1);
		const name = String(signed.made.body['displayName']);
		const mails = await mailsAbout(running, `Signed by everybody: "${name}"`);
		const [mail, ...others] = mails.filter(({ to }) => to.startsWith('guest'));
		expect(others).toEqual([]);
		const links = [...(mail?.text ?? '').matchAll(/http\S+\/sealed\/[\w-]+/g)].map(
			([link]) => link,
		);
		expect(links).toHaveLength(3);
		for (const [place, link] of links.entries()) {
			expect(await bytesOf(await fetch(link))).toEqual(signed.files[place]);
			expect(mail?.html).toContain(link);
		}
	});
});

test('a record with the number of another file is not what the log holds', async () => {
	const { body } = await create({ signatures: [{ text: 'a hand' }] });
	const [, , archive = lease] = await sealed(body['id']);
	const { [recordName]: bytes = new Uint8Array() } = unzipSync(archive);
	const said = JSON.parse(Buffer.from(bytes).toString()) as {
		readonly contract: { readonly files: readonly object[] };
	};
	const check = async (change: object) => {
		const record = { ...said, contract: { ...said.contract, ...change } };
		const read = readRecord(Buffer.from(JSON.stringify(record)));
		await checkRecord(read, await readTrust({ log: vkey }));
	};
	await check({});
	const refused = 'the contract has other files in the log';
	await expect(check({ fileNumber: 1 })).rejects.toThrow(refused);
	await expect(check({ fileNumber: undefined, files: undefined })).rejects.toThrow(refused);
	const files = said.contract.files.toReversed();
	await expect(check({ files, fileNumber: 1 })).rejects.toThrow(refused);
});

test('a text tag is a field of the file that it stands in', async () => {
	const document = await PDFDocument.load(annex);
	document.getPage(0).drawText('{{text, r1, name=City}}', { x: 300, y: 300, size: 10 });
	const tagged = Buffer.from(await document.save());
	const { body } = await create({ moreFiles: [{ text: tagged, name: 'annex.pdf' }] });
	expect(body['fields']).toMatchObject([{ name: 'City', fileNumber: 2 }]);
});

test('until the last file is sealed nobody is told, and then once', async () => {
	const made = await create();
	const id = String(made.body['id']);
	const { database } = running.service;
	const later = { contract_id: id, file_number: 2, next_attempt_at: '2999-01-01' };
	const values = { ...later, asked_at: '2026-01-01' };
	await database.insertInto('contract_seals').values(values).execute();
	const token = await tokenOf(made);
	const { status } = await sealer.signByLink(token, { signature: { text: 'a hand' } });
	expect(status).toBe(200);
	const statuses = async () => {
		await running.service.sealed();
		const replies = [1, 2, 3].map(async (number) =>
			(await ask(id, `seal?fileNumber=${number}`)).json(),
		);
		return (await Promise.all(replies)).map((seal) => (seal as { readonly status: string }).status);
	};
	const subject = `Signed by everybody: "${String(made.body['displayName'])}"`;
	expect(await statuses()).toEqual(['Sealed', 'Waiting', 'Sealed']);
	expect((await sealer.request(token)).body).toMatchObject({ seal: { status: 'Waiting' } });
	expect(await mailsAbout(running, subject)).toEqual([]);
	await database
		.updateTable('contract_seals')
		.set({ next_attempt_at: '2026-01-01' })
		.where('contract_id', '=', id)
		.execute();
	await running.restart();
	expect(await statuses()).toEqual(['Sealed', 'Sealed', 'Sealed']);
	// Who sent it, and who signed it.
	expect(await mailsAbout(running, subject)).toHaveLength(2);
});

test('who signs by key sends every file, the very same and in their order', async () => {
	const ann = await running.addUser(`ann.${(count += 1)}@first.test`, ['SealerUser']);
	const made = await create({ signerEmails: [ann.email] });
	const contract = { text: lease, name: 'lease.pdf' };
	const [second, third] = [{ text: annex }, { text: schedule }];
	const signWith = async (
		moreFiles: readonly { readonly text: string | Buffer<ArrayBuffer> }[],
	) => {
		const signing = { contract, moreFiles, signature: { text: 'a hand' } };
		const { status, body } = await sealer.sign(ann.key, String(made.body['id']), signing);
		return [status, body['errorCode'], (body['arguments'] as readonly unknown[] | undefined)?.[0]];
	};
	const refused = [422, 'Sealer_ContractDoesNotMatch', 'moreFiles'];
	const counted = [400, 'Request_Invalid', 'moreFiles'];
	expect(await signWith([])).toEqual(counted);
	expect(await signWith([third, second])).toEqual(refused);
	expect(await signWith([second, third, third])).toEqual(counted);
	expect(await signWith([second, { text: `${schedule} ` }])).toEqual(refused);
	expect(await signWith([second, third])).toEqual([200, undefined, undefined]);
});

test('with signatures at hand every file is sealed as well', async () => {
	const { body } = await create({ signatures: [{ text: 'a hand' }] });
	const files = await sealed(body['id']);
	const outcomes = files.map((file) =>
		checkSealedFile(inMemory(file), { logs: [vkey], certificates: [] }),
	);
	expect((await Promise.all(outcomes)).map(({ outcome }) => outcome)).toEqual([
		'Sealed',
		'Sealed',
		'Sealed',
	]);
});

test('deleting it erases every file, and frees the quota of all', async () => {
	const usage = () => running.service.database.selectFrom('storage_usage').selectAll().execute();
	const before = await usage();
	const { body } = await create();
	expect(await usage()).not.toEqual(before);
	const id = String(body['id']);
	expect(await sealer.remove(admin, `/contracts/${id}`)).toEqual([204, undefined]);
	expect(await usage()).toEqual(before);
	const gone = (await (await ask(id, 'file?fileNumber=2')).json()) as Record<string, unknown>;
	expect(gone).toMatchObject({ errorCode: 'Sealer_Deleted' });
});

test.each([
	['on a file that is no PDF', { ...town, fileNumber: 3 }, /file 3 is none/],
	[
		'on a file that is not there',
		{ ...town, fileNumber: 4 },
		/name file 4, and the contract has 3/,
	],
	['beyond the pages of its file', { ...town, page: 2 }, /the document has one page/],
])('a field %s is refused', async (_where, field, message) => {
	const { status, body } = await create({ more: { fields: JSON.stringify(field) } });
	expect([status, body['message']]).toEqual([expect.any(Number), expect.stringMatching(message)]);
	expect(status).toBeGreaterThanOrEqual(400);
});

test('more than ten files are refused', async () => {
	const moreFiles = Array.from({ length: 10 }, (_, place) => ({ text: `Annex ${place}` }));
	const { status, body } = await create({ moreFiles });
	expect([status, body['arguments']]).toEqual([400, expect.arrayContaining(['moreFiles'])]);
});

test('a file is compared with the one that is named', async () => {
	const { body } = await create();
	const compared = await sealer.compare(
		admin,
		`/contracts/${String(body['id'])}/compare/contract?fileNumber=3`,
		{ file: { text: schedule, name: 'schedule.txt' } },
	);
	expect(compared).toMatchObject({ status: 200, body: { identical: true } });
});
