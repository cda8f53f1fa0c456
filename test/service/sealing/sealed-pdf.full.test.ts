/**
 * Sealed PDFs, judged by programs that are not ours: poppler, qpdf and OpenSSL.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { signersMax } from '../../../api/sealer/endpoints';
import { fillPlace } from '../../../service/sealing/pdf/signature-place';
import type { PdfToSeal } from '../../../service/sealing/pdf/sealed-pdf';
import { SealingThreads } from '../../../service/sealing/running/sealing-threads';
import { ownCertificate } from '../../../service/sealing/signature/own-certificate';
import { signedData, type SealingKey } from '../../../service/sealing/signature/signed-data';
import { PdfComparing } from '../../comparison/formats/pdf/comparing';
import { checkedByOpenssl } from './openssl-check';
import {
	bomb,
	pdfPrograms,
	pdfWithActiveParts,
	pdfWithLayer,
	pdfWithForm,
	pdfWithMissingFonts,
	pdfWithPackedPage,
	plainPdf,
	withBrokenTable,
	withoutPages,
} from './pdf-files';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-seal-'));
const { tool, keep, remade } = pdfPrograms(folder);
const key = sealingKey();
const time = new Date('2026-11-21T10:00:00Z');
const threads = new SealingThreads();
const readPdf = (bytes: Uint8Array) => threads.run(() => ({ kind: 'read', bytes }));

afterAll(async () => {
	await threads.close();
	fs.rmSync(folder, { recursive: true });
});

function sealingKey(): SealingKey {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const serial = randomBytes(16);
	const from = new Date('2026-01-01T00:00:00Z');
	const until = new Date('2056-01-01T00:00:00Z');
	const certificate = ownCertificate({ privateKey, serial, from, until });
	return { privateKey, certificate, chain: [] };
}

function toSeal(bytes: Uint8Array, changes: Partial<PdfToSeal> = {}): PdfToSeal {
	const signer = {
		signedAt: '2026-11-21T09:00:00.000Z',
		signature: { fileName: 'ann.png', fileHash: '1'.repeat(64) },
	};
	return {
		bytes,
		record: {
			format: 'sealkeeper-seal/1',
			contract: {
				id: '65f0a1b2c3d4e5f6a7b8c9d0',
				displayName: 'Lease of a flat',
				ownerEmail: 'owner@first.test',
				fileName: 'lease.pdf',
				sizeBytes: bytes.length,
				fileHash: 'ab'.repeat(32),
				createdAt: '2026-11-20T09:00:00.000Z',
			},
			signers: [
				{ address: 'ann@first.test', ...signer },
				{ address: 'bob@first.test', suppliedByEmail: 'owner@first.test', ...signer },
			],
			log: { vkey: 'log+aabbccdd+AQID', entryUrl: 'http://127.0.0.1:8080/explorer/entries/7' },
			proofs: { contract: 'proof', certificate: 'proof', signatures: ['one', 'two'] },
		},
		pictures: [undefined, undefined],
		fields: [],
		sealedBy: 'Sealkeeper, by a self-signed certificate',
		time,
		...changes,
	};
}

async function sealed(bytes: Uint8Array, changes: Partial<PdfToSeal> = {}): Promise<Buffer> {
	const privateKey = key.privateKey.export({ type: 'pkcs8', format: 'der' });
	const task = {
		kind: 'seal' as const,
		toSeal: toSeal(bytes, changes),
		key: { ...key, privateKey },
	};
	const { place, signed } = await threads.run(() => task);
	return fillPlace(place, signedData(key, signed));
}

/** What pdfsig says of each signature, in their order. */
function judged(file: string): string[] {
	return [...tool('pdfsig', '-nocert', file).matchAll(/Signature Validation: (.*)/g)].map(
		([, verdict = '']) => verdict,
	);
}

const checkByOpenssl = (file: Buffer) =>
	checkedByOpenssl(file, { certificate: key.certificate, folder });

const sources: Readonly<Record<string, () => Promise<Buffer>>> = {
	plain: () => plainPdf(),
	'with object streams': () => plainPdf(3, true),
	linearised: async () => remade(await plainPdf(), '--linearize'),
	'with a form': pdfWithForm,
	'with active parts': pdfWithActiveParts,
	'sealed by somebody else before': async () => sealed(await plainPdf()),
	'of 500 pages': () => plainPdf(500),
	'with fonts that are missing': pdfWithMissingFonts,
	'with a page that is large when unpacked': pdfWithPackedPage,
};

test.each(Object.keys(sources))(
	'a PDF %s is sealed: valid for poppler, qpdf and OpenSSL, and as it was up to its own end',
	async (name) => {
		const source = (await sources[name]?.()) ?? Buffer.alloc(0);
		expect(await readPdf(source)).toEqual({ isReadable: true });
		const file = await sealed(source);
		expect(file.subarray(0, source.length).equals(source)).toBe(true);
		const place = keep(file);
		expect(judged(place).every((verdict) => verdict === 'Signature is Valid.')).toBe(true);
		expect(tool('pdfsig', '-nocert', place)).toContain('Total document signed');
		tool('qpdf', '--check', place);
		const printed = checkByOpenssl(file);
		expect(printed).toContain('id-smime-aa-signingCertificateV2');
		expect(printed).not.toContain('signingTime');
		const text = tool('pdftotext', '-layout', place, '-');
		expect(text).toContain('Certificate of signatures');
		expect(text).toContain('ann@first.test');
		expect(text).toContain('Signed 2026-11-21 09:00:00 UTC');
		expect(text).toContain('Entered by owner@first.test on behalf of the signer');
		expect(text).toContain('ab'.repeat(32));
	},
);

test('a flipped byte anywhere breaks the seal', async () => {
	const file = await sealed(await plainPdf(1));
	for (let at = 20; at < file.length; at += Math.ceil(file.length / 12)) {
		const flipped = Buffer.from(file);
		flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
		let holds = true;
		try {
			checkByOpenssl(flipped);
		} catch {
			holds = false;
		}
		const isSpare = /^0+$/.test(file.toString('latin1', at - 100, at + 100));
		expect({ at, holds }).toEqual({ at, holds: isSpare });
	}
});

test('what a document may run or unpack is named on the page and in the record, and stays', async () => {
	const place = keep(await sealed(await pdfWithActiveParts()));
	const text = tool('pdftotext', place, '-').replace(/\s+/g, ' ');
	expect(text).toContain('1 actions that launch programs');
	expect(text).toContain('1 embedded files');
	expect(text).toContain('1 scripts');
	expect(tool('qpdf', '--list-attachments', place)).toMatch(/kept\.txt[^]*sealkeeper-record\.json/);
	const record = JSON.parse(
		tool('qpdf', '--show-attachment=sealkeeper-record.json', place),
	) as PdfToSeal['record'];
	expect(record.proofs.signatures).toEqual(['one', 'two']);
});

test('layers that a viewer shows or hides are named on the page', async () => {
	const place = keep(await sealed(await pdfWithLayer()));
	const text = tool('pdftotext', place, '-').replace(/\s+/g, ' ');
	expect(text).toContain('1 layers that a viewer shows or hides');
});

test('names of many scripts are read again from the page, and what nothing draws stands as its code', async () => {
	const source = await plainPdf(1);
	const plain = toSeal(source);
	const displayName = 'Vertrag ąęł, Договор, Σύμβαση, Hợp đồng, 契約';
	const signers = ['חוזה', 'عقد', 'a\u202Eb'].map((address) => ({
		...{ address, signedAt: time.toISOString() },
		signature: { fileName: 'x.png', fileHash: '2'.repeat(64) },
	}));
	const record = { ...plain.record, contract: { ...plain.record.contract, displayName }, signers };
	const file = await sealed(source, { record });
	const text = tool('pdftotext', keep(file), '-').normalize('NFKC');
	for (const shown of [
		'ąęł',
		'Договор',
		'Σύμβαση',
		'Hợp đồng',
		'[U+5951][U+7D04]',
		'a[U+202E]b',
		'חוזה',
		'عقد',
	]) {
		expect(text).toContain(shown);
	}
});

test('names that are markup or take several lines stand as they are, and act on nothing', async () => {
	const source = await plainPdf(1);
	const { record } = toSeal(source);
	const displayName = '<script>alert(1)</script> (a)\\ Tj\nET endstream\r\nendobj';
	const named = { ...record, contract: { ...record.contract, displayName } };
	const place = keep(await sealed(source, { record: named }));
	tool('qpdf', '--check', place);
	expect(judged(place)).toEqual(['Signature is Valid.']);
	const text = tool('pdftotext', '-layout', place, '-');
	expect(text).toContain('<script>alert(1)</script> (a)\\ Tj');
});

test('as many signers as a contract takes stand on as many pages as they need', async () => {
	const source = await plainPdf(1);
	const { record } = toSeal(source);
	const [signer] = record.signers;
	if (signer === undefined) throw new Error('the record has signers');
	const signers = Array.from({ length: signersMax }, (_, at) => ({
		...signer,
		address: `signer${at + 1}@first.test`,
	}));
	const pictures = signers.map(() => undefined);
	const place = keep(await sealed(source, { record: { ...record, signers }, pictures }));
	tool('qpdf', '--check', place);
	expect(judged(place)).toEqual(['Signature is Valid.']);
	const text = tool('pdftotext', place, '-');
	const missing = signers.filter(({ address }) => !text.includes(address));
	expect(missing).toEqual([]);
});

test('the tags of a page that is large when unpacked are looked for', async () => {
	const bytes = await pdfWithPackedPage();
	const wanted = { findsTags: true };
	const reading = await threads.run(() => ({ kind: 'read', bytes, wanted }));
	expect(reading).toMatchObject({ isReadable: true });
});

test('the pictures of the signatures stand on the page', async () => {
	const colour = { r: 0, g: 0, b: 200, alpha: 1 };
	const picture = await sharp({
		create: { width: 300, height: 100, channels: 4, background: colour },
	})
		.png()
		.toBuffer();
	const file = await sealed(await plainPdf(1), { pictures: [picture, picture] });
	expect(tool('pdfsig', '-nocert', keep(file))).toContain('Signature is Valid');
});

test('a comparison marks a sealed file without breaking what was signed before', async () => {
	const comparing = new PdfComparing();
	const [kept, sent] = [await sealed(await plainPdf(1)), await sealed(await plainPdf(2))];
	const { files } = await comparing.answer(kept, sent, { isReported: true });
	comparing.end();
	const marked = files.find(({ mediaType }) => mediaType === 'application/pdf');
	const place = keep(marked?.bytes ?? new Uint8Array());
	expect(tool('pdfsig', '-nocert', place)).toContain('Not total document signed');
	const before = judged(keep(sent));
	expect(before).toContain('Signature is Valid.');
	expect(judged(place)).toEqual(before);
});

const unreadable: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
	'encrypted with a password': async () =>
		remade(await plainPdf(), '--encrypt', 'secret', 'owner', '256', '--'),
	'encrypted without a password': async () =>
		remade(await plainPdf(), '--encrypt', '', 'owner', '256', '--'),
	'cut in its middle': async () => cut(await plainPdf(), 0.6),
	'cut in its last bytes': async () => (await plainPdf()).subarray(0, -8),
	'with a table of objects that is wrong': async () => withBrokenTable(await plainPdf()),
	'without pages': withoutPages,
	'that fills the memory when unpacked': bomb,
};

test.each(Object.keys(unreadable))('a PDF %s cannot be sealed, and is told why', async (name) => {
	const reading = await readPdf((await unreadable[name]?.()) ?? Buffer.alloc(0));
	expect(reading).toEqual({ isReadable: false, reason: expect.stringMatching(/^[a-z].*[^.]$/) });
});

function cut(file: Buffer, share: number): Buffer {
	return file.subarray(0, Math.floor(file.length * share));
}

test('a thread that ends while it has nothing to do takes no file and no process with it', async () => {
	const own = new SealingThreads();
	const read = () => own.run(() => ({ kind: 'read', bytes: withoutPages() }));
	const first = await read();
	const { worker } = own as unknown as { readonly worker: Worker };
	worker.emit('error', new Error('left behind by a library'));
	await worker.terminate();
	expect(await read()).toEqual(first);
	await own.close();
});
