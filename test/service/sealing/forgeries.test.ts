/**
 * Who sealed a file: a seal that anybody but the installation made is no seal, whatever it copies, and
 * the API, the command and the verifier in Python say the same of the same file.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { runCommandLine } from '../../../server/commands/shell';
import { inMemory } from '../../../proof/sealed/file-in-hand';
import { checkSealedFile, manifestName, recordName } from '../../../proof/sealed/sealed-file';
import { proof } from '../../../service/commands/proof';
import { sealedArchive } from '../../../service/sealing/archive';
import { signedManifest } from '../../../service/sealing/signature/manifest';
import { sealingKeyFile } from '../../../service/sealing/sealing-key';
import { startService, type RunningService } from '../../support/programs/service';
import { TextTerminal } from '../../support/programs/text-terminal';
import {
	numbersIn,
	otherRent,
	recordOf,
	sealedBy,
	strangersKey,
	unsignedAttacks,
	updated,
} from './forgeries';
import { pdfPrograms, plainPdf } from './pdf-files';
import { sealedContract, type SealedContract } from './sealed-contracts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-forgeries-'));
const { tool, keep } = pdfPrograms(folder);
const stranger = strangersKey();

let running: RunningService;
let pdf: Buffer;
let ofPdf: SealedContract;
let ofText: SealedContract;
let vkey: string;

beforeAll(async () => {
	running = await startService();
	pdf = await plainPdf();
	ofPdf = await sealedContract(running, { bytes: pdf, fileName: 'lease.pdf' });
	ofText = await sealedContract(running, { bytes: Buffer.from('Agreed.\n'), fileName: 'a.txt' });
	const log = await fetch(`${running.url}/log`);
	({ vkey } = (await log.json()) as { readonly vkey: string });
});

afterAll(async () => {
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

interface Told {
	readonly verdict: string;
	readonly faults: readonly string[];
}

async function toldByService(bytes: Uint8Array, at = running): Promise<Told> {
	const form = new FormData();
	form.append('file', new File([new Uint8Array(bytes)], 'a file'));
	const reply = await fetch(`${at.url}/verify`, { method: 'POST', body: form });
	expect(reply.status).toBe(200);
	return (await reply.json()) as Told;
}

async function toldByCommand(file: string, ...options: readonly string[]) {
	const terminal = new TextTerminal();
	const asked = ['seal', '--file', file, ...options];
	const code = await runCommandLine(proof, asked, { environment: {}, terminal });
	const { outcome, faults } = JSON.parse(terminal.output) as Told & { readonly outcome: string };
	return { code, outcome, faults };
}

const script = path.join(__dirname, '../../../docs/verify-seal.py');

async function toldByPython(file: string, ...options: readonly string[]) {
	const ran = promisify(execFile)('/usr/bin/python3', [script, file, ...options]);
	// An outcome other than Sealed ends the program with another code than 0.
	const { stdout, code = 0 } = await ran.then(
		({ stdout: out }) => ({ stdout: out, code: 0 }),
		(fault: { readonly stdout: string; readonly code: number }) => fault,
	);
	return { code, ...(JSON.parse(stdout) as { readonly outcome: string }) };
}

type ArchivedTexts = Readonly<Record<string, string>> & Record<typeof recordName, string>;

/** In the order of the archive. */
function textsOf(archive: Uint8Array): ArchivedTexts {
	const files = Object.entries(unzipSync(archive));
	return Object.fromEntries(
		files.map(([name, bytes]) => [name, strFromU8(bytes)]),
	) as ArchivedTexts;
}

function archiveOf(texts: Readonly<Record<string, string>>): Promise<Buffer> {
	const files = Object.entries(texts).map(([name, text]) => ({
		name,
		bytes: Readable.from([Buffer.from(text)]),
	}));
	return buffer(sealedArchive(files, new Date('2026-01-15')));
}

/** What all of them say; fails if they differ. */
async function verdictOn(bytes: Buffer): Promise<Told> {
	const told = await toldByService(bytes);
	const { verdict, faults } = told;
	const code = verdict === 'Sealed' ? 0 : 1;
	const file = keep(bytes);
	const byCommand = await toldByCommand(file, '--key', vkey);
	expect(byCommand).toEqual({ code, outcome: verdict, faults });
	expect(await toldByPython(file, '--key', vkey)).toMatchObject({ code, outcome: verdict });
	return told;
}

test('a later revision with a new signature of a stranger is told with what it replaces', async () => {
	const later = updated(ofPdf.sealed, { [numbersIn(ofPdf.sealed).shown]: otherRent });
	const forged = await sealedBy(stranger, later, recordOf(ofPdf.sealed));
	expect(tool('pdfsig', '-nocert', keep(forged))).toContain('Signature is Valid');
	const { verdict, faults } = await verdictOn(forged);
	expect(verdict).toBe('Changed');
	expect(faults).toEqual([
		expect.stringMatching(
			/bytes were appended after it was sealed: 2 revisions; replacing what a page shows/,
		),
	]);
	expect(faults[0]).toContain('a signature');
});

test('a file that a stranger sealed anew is told as signed by somebody else, by whom and from when', async () => {
	const forged = await sealedBy(stranger, pdf, recordOf(ofPdf.sealed));
	const { verdict, faults } = await verdictOn(forged);
	expect(verdict).toBe('SignedByOther');
	expect(faults).toEqual([
		'it was signed by somebody else: OU=self-signed, CN=Sealkeeper seal, by a certificate from 2026-01-01 that the log does not name',
	]);
	const contract = keep(pdf);
	expect(await toldByCommand(keep(forged), '--key', vkey, '--contract', contract)).toMatchObject({
		code: 1,
		outcome: 'SignedByOther',
	});
	for (const told of [toldByCommand, toldByPython]) {
		expect(await told(keep(forged))).toMatchObject({ code: 1, outcome: 'SignedByOther' });
	}
});

test("a stranger's seal below that of the installation is part of the contract", async () => {
	const brought = await sealedBy(stranger, pdf, recordOf(ofPdf.sealed));
	const { sealed } = await sealedContract(running, { bytes: brought, fileName: 'brought.pdf' });
	expect(await verdictOn(sealed)).toMatchObject({ verdict: 'Sealed', faults: [] });
	expect(tool('pdfsig', '-nocert', keep(sealed)).match(/Signature is Valid/g)).toHaveLength(2);
});

test.each(unsignedAttacks)('%s is told as changed', async (_name, forge) => {
	const { verdict, faults } = await verdictOn(await forge(ofPdf.sealed));
	expect(verdict).toBe('Changed');
	expect(faults.length).toBeGreaterThan(0);
});

test('a trail that was replaced is told, in a PDF and in an archive', async () => {
	const record = recordOf(ofPdf.sealed);
	const [ann, ...others] = record.signers;
	if (ann === undefined) throw new Error('somebody signed');
	const signers = [{ ...ann, signedAt: '2020-01-01T00:00:00.000Z' }, ...others];
	const inPdf = await verdictOn(await sealedBy(stranger, pdf, { ...record, signers }));
	expect(inPdf.verdict).toBe('SignedByOther');
	expect(inPdf.faults).toContain(`the log has another signature than that of ${ann.address}`);
	const files = textsOf(ofText.sealed);
	const other = files[recordName].replace('"Lease"', '"Gift"');
	const unsigned = await archiveOf({ ...files, [recordName]: other });
	expect(await verdictOn(unsigned)).toMatchObject({ verdict: 'Changed' });
	const manifest = signedManifest(other, stranger);
	const signed = await archiveOf({ ...files, [recordName]: other, [manifestName]: manifest });
	expect(await verdictOn(signed)).toMatchObject({
		verdict: 'SignedByOther',
		faults: [
			expect.stringContaining('signed by somebody else'),
			'the contract has another name or owner in the log',
		],
	});
});

test('an archive with another contract is told, also when a stranger signs it', async () => {
	const files = textsOf(ofText.sealed);
	const manifest = signedManifest(files[recordName], stranger);
	const changed = { ...files, 'contract/a.txt': 'Agreed to 9000.\n' };
	for (const forged of [changed, { ...changed, [manifestName]: manifest }]) {
		const { verdict, faults } = await verdictOn(await archiveOf(forged));
		expect(verdict).toBe('Changed');
		expect(faults).toContain('the contract in it is not the one that was signed');
	}
});

test('a file of another installation is not known here, and not decided without a key', async () => {
	const elsewhere = await startService();
	try {
		const asked = { bytes: pdf, fileName: 'lease.pdf' };
		const { sealed } = await sealedContract(elsewhere, asked, ['ann@first.test']);
		const { verdict, faults } = await verdictOn(sealed);
		expect(verdict).toBe('NotInLog');
		expect(faults).toEqual([
			expect.stringMatching(/^its log .* is not the one that is known here/),
		]);
		expect(await toldByService(sealed, elsewhere)).toMatchObject({ verdict: 'Sealed' });
		expect(await toldByCommand(keep(sealed))).toEqual({
			code: 2,
			outcome: 'Undecided',
			faults: [expect.stringContaining('cannot be told without the public key of the log')],
		});
		const byPython = await toldByPython(keep(sealed));
		expect(byPython).toMatchObject({ code: 2, outcome: 'Undecided' });
	} finally {
		await elsewhere.close();
	}
});

test('the certificate of a seal can be given in place of the key of the log', async () => {
	const { privateKey: _, ...kept } = JSON.parse(
		fs.readFileSync(path.join(running.dataFolder, sealingKeyFile), 'utf8'),
	) as { readonly privateKey: object; readonly certificate: string };
	const pem = (base64: string) =>
		keep(Buffer.from(`-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`));
	const own = pem(kept.certificate);
	expect(await toldByCommand(keep(ofPdf.sealed), '--key', own)).toMatchObject({
		...{ code: 0, outcome: 'Sealed' },
	});
	const forged = await sealedBy(stranger, pdf, recordOf(ofPdf.sealed));
	expect(await toldByCommand(keep(forged), '--key', own)).toMatchObject({ code: 1 });
	const other = pem(Buffer.from(stranger.certificate).toString('base64'));
	expect(await toldByCommand(keep(ofPdf.sealed), '--key', other)).toMatchObject({
		...{ code: 1, outcome: 'NotInLog' },
	});
});

test('a file stays sealed when the installation has another key', async () => {
	const { sealed } = await sealedContract(running, { bytes: pdf, fileName: 'old.pdf' });
	fs.rmSync(path.join(running.dataFolder, sealingKeyFile));
	await running.restart();
	const later = await sealedContract(running, { bytes: pdf, fileName: 'new.pdf' });
	for (const file of [sealed, later.sealed]) {
		expect(await verdictOn(file)).toMatchObject({ verdict: 'Sealed', faults: [] });
	}
	expect(await checkSealedFile(inMemory(sealed), { logs: [vkey], certificates: [] })).not.toEqual(
		await checkSealedFile(inMemory(later.sealed), { logs: [vkey], certificates: [] }),
	);
});

test('a second sealed file of one contract is not the one of the log', async () => {
	const { database } = running.service;
	const hash = 'ab'.repeat(32);
	const change = (file_hash: string) =>
		database
			.updateTable('contract_seals')
			.set({ file_hash })
			.where('contract_id', '=', ofText.id)
			.execute();
	const { file_hash: kept } = await database
		.selectFrom('contract_seals')
		.select('file_hash')
		.where('contract_id', '=', ofText.id)
		.executeTakeFirstOrThrow();
	await change(hash);
	expect(await toldByService(ofText.sealed)).toMatchObject({
		verdict: 'NotInLog',
		faults: ['the log of this service holds another sealed file of this contract'],
	});
	await change(kept ?? '');
});
