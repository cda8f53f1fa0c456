/**
 * Looking at files: what a sealed file proves by itself, what every change of it does to that, and what the
 * service tells beside it, to whom.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { runCommandLine } from '../../../server/commands/shell';
import { inMemory } from '../../../proof/sealed/file-in-hand';
import { checkSealedFile, type CheckedSeal } from '../../../proof/sealed/sealed-file';
import { proof } from '../../../service/commands/proof';
import { HeldFiles } from '../../../service/objects/held-files';
import type { SealRecord } from '../../../service/sealing/pdf/record';
import { startService, type RunningService } from '../../support/programs/service';
import { storedState } from '../../support/programs/stored-state';
import { TextTerminal } from '../../support/programs/text-terminal';
import { countOf } from '../../support/run/tier';
import { recordOf, sealedBy, strangersKey } from './forgeries';
import { plainPdf } from './pdf-files';
import { sealedContract, type SealedContract } from './sealed-contracts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-verify-'));
const text = Buffer.from('The parties agree.\n'.repeat(20));
const signers = ['ann@first.test', 'bob@first.test'];

let running: RunningService;
let pdf: Buffer;
let ofPdf: SealedContract;
let ofText: SealedContract;
let vkey: string;

beforeAll(async () => {
	running = await startService();
	pdf = await plainPdf();
	ofPdf = await sealedContract(running, { bytes: pdf, fileName: 'lease.pdf' }, signers);
	ofText = await sealedContract(running, { bytes: text, fileName: 'Größe.txt' }, signers);
	const log = await fetch(`${running.url}/log`);
	({ vkey } = (await log.json()) as { readonly vkey: string });
});

afterAll(async () => {
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

type Told = Readonly<Record<string, unknown>>;

async function told(bytes: Uint8Array, key?: string, at = running): Promise<Told> {
	const form = new FormData();
	form.append('file', new File([new Uint8Array(bytes)], 'a file'));
	const headers = { ...(key !== undefined && { 'x-api-key': key }) };
	const { Sealer } = at.organisation.products;
	const where = key === undefined ? '/verify' : `/sealer/${Sealer}/verify`;
	const reply = await fetch(at.url + where, { method: 'POST', headers, body: form });
	expect(reply.status).toBe(200);
	return (await reply.json()) as Told;
}

const check = (bytes: Uint8Array): Promise<CheckedSeal> =>
	checkSealedFile(inMemory(bytes), { logs: [vkey], certificates: [] });

function flipped(bytes: Uint8Array, at: number): Buffer {
	const copy = Buffer.from(bytes);
	copy[at] = (copy[at] ?? 0) ^ 1;
	return copy;
}

test.each([
	['a sealed PDF', () => ofPdf, 'PDF'],
	['a sealed archive', () => ofText, 'Archive'],
] as const)(
	'anyone is told of %s that it is whole, who signed, and by whom it is sealed',
	async (_what, of, form) => {
		const { id, sealed } = of();
		const said = await told(sealed);
		expect(said).toMatchObject({
			...{ verdict: 'Sealed', faults: [], isKept: true, contractIds: [], sizeBytes: sealed.length },
			seal: { form, isSelfSigned: true, isExpired: false, isOwn: true, issuers: [] },
			log: { vkey, isKnown: true, isProven: true },
			contract: { id, displayName: 'Lease', ownerEmail: running.organisation.admin.email },
			signers: signers.map((signerEmail) => ({
				signerEmail,
				signedDate: expect.stringMatching(/^20.*Z$/) as unknown,
				suppliedByEmail: running.organisation.admin.email,
			})),
		});
	},
);

test('a contract is told to its admin and its signers, to a stranger it names nobody', async () => {
	const { key } = running.organisation.admin;
	expect(await told(pdf, key)).toMatchObject({
		...{ verdict: 'Contract', isKept: true, contractIds: [ofPdf.id] },
		contract: { id: ofPdf.id, fileName: 'lease.pdf' },
		signers: signers.map((signerEmail) => ({ signerEmail })),
	});
	const ann = await running.addUser('ann@first.test', ['SealerUser']);
	expect(await told(pdf, ann.key)).toMatchObject({ verdict: 'Contract' });
	const other = await running.addUser('other@first.test', ['SealerUser']);
	const nothing = { verdict: 'Unknown', isKept: false, signers: [], contractIds: [] };
	for (const said of [await told(pdf, other.key), await told(pdf)]) {
		expect(said).toMatchObject(nothing);
		expect(said).not.toHaveProperty('contract');
	}
	expect(await told(Buffer.from('neither'), key)).toMatchObject(nothing);
});

test('nothing of a file that was looked at is kept', async () => {
	const before = await storedState(running);
	await told(ofPdf.sealed);
	await told(flipped(ofPdf.sealed, 100), running.organisation.admin.key);
	expect(await storedState(running)).toEqual(before);
});

const stepInFile = countOf({ quick: 3, full: 1 });

function every(step: number, places: readonly number[]): readonly number[] {
	return places.filter((_place, index) => index % step === 0);
}

test('a byte that is flipped anywhere in a PDF is told', async () => {
	const { sealed } = ofPdf;
	const digits = sealed.lastIndexOf('/Contents <') + '/Contents <'.length;
	const places = every(stepInFile, [
		...Array.from({ length: Math.floor(sealed.length / 311) }, (_, index) => index * 311),
		...Array.from({ length: 190 }, (_, index) => digits + index * 11),
		...Array.from({ length: 60 }, (_, index) => sealed.length - 1 - index),
	]);
	const unseen: number[] = [];
	for (const at of places) {
		if ((await check(flipped(sealed, at))).outcome !== 'Changed') unseen.push(at);
	}
	expect(unseen).toEqual([]);
});

test('a byte that is flipped anywhere in an archive is told', async () => {
	const { sealed } = ofText;
	const listed = sealed.length - 400;
	const places = every(stepInFile, [
		...Array.from({ length: 60 }, (_, index) => index),
		...Array.from({ length: Math.floor(listed / 61) }, (_, index) => index * 61),
		...Array.from({ length: 400 }, (_, index) => listed + index),
	]);
	const unseen: number[] = [];
	for (const at of places) {
		if ((await check(flipped(sealed, at))).outcome !== 'Changed') unseen.push(at);
	}
	expect(unseen).toEqual([]);
});

test('an update appended after the seal is told, and that up to there the file is whole', async () => {
	const appended = Buffer.concat([ofPdf.sealed, Buffer.from('\n99 0 obj\n<<>>\nendobj\n%%EOF\n')]);
	expect(await told(appended)).toMatchObject({
		...{ verdict: 'Changed', isKept: false, log: { isProven: true } },
		faults: [
			expect.stringMatching(/bytes were appended after it was sealed.*up to there it is whole/),
		],
	});
});

test('a record that says other than the log is told with what it says, whoever signs the file', async () => {
	const record = recordOf(ofPdf.sealed);
	const stranger = strangersKey();
	const [ann, bob] = record.signers;
	if (ann === undefined || bob === undefined) throw new Error('two have signed');
	const forged: readonly (readonly [SealRecord, RegExp])[] = [
		[
			{ ...record, signers: [{ ...ann, address: 'eve@first.test' }, bob] },
			/another signature than/,
		],
		[
			{ ...record, signers: [{ ...ann, signedAt: '2020-01-01T00:00:00.000Z' }, bob] },
			/another sig/,
		],
		[
			{ ...record, signers: [{ ...ann, fieldValues: { rent: '1' } }, bob] },
			/other words than those/,
		],
		[{ ...record, signers: [ann] }, /not one proof for each/],
		[
			{
				...record,
				signers: [ann],
				proofs: { ...record.proofs, signatures: [record.proofs.signatures[0] ?? ''] },
			},
			/no signature of bob@first.test/,
		],
		[{ ...record, contract: { ...record.contract, displayName: 'Gift' } }, /another name or owner/],
	];
	for (const [changed, fault] of forged) {
		const said = await told(await sealedBy(stranger, pdf, changed));
		expect(said).toMatchObject({
			...{ verdict: 'SignedByOther', isKept: false, log: { isProven: false } },
			seal: { isOwn: false, isExpired: true, isSelfSigned: true },
		});
		expect(said['faults']).toEqual([
			expect.stringContaining('signed by somebody else'),
			expect.stringMatching(fault),
		]);
	}
	const proofs = { ...record.proofs, certificate: record.proofs.contract };
	expect(await told(await sealedBy(stranger, pdf, { ...record, proofs }))).toMatchObject({
		verdict: 'NotInLog',
		faults: [expect.stringContaining('the proof of the certificate does not hold') as unknown],
	});
});

test('whatever a file holds, it is told what it is', async () => {
	const pieces = [
		'%PDF-1.7\n',
		'/ByteRange [0 5 9 9]',
		'/SealkeeperBytes 9 stream\n{}',
		'<30820000>',
		'PK\u0003\u0004',
	]
		.map((piece) => fc.constant(Buffer.from(piece)))
		.concat(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)));
	const files = fc
		.array(fc.oneof(...pieces), { maxLength: 12 })
		.map((parts) => Buffer.concat(parts));
	await fc.assert(
		fc.asyncProperty(files, async (bytes) => {
			expect((await check(bytes)).outcome).not.toBe('Sealed');
		}),
		{ numRuns: 300 },
	);
	for (const { sealed } of [ofPdf, ofText]) {
		for (let end = 0; end < sealed.length; end += Math.ceil(sealed.length / 40)) {
			expect((await check(sealed.subarray(0, end))).outcome).not.toBe('Sealed');
		}
	}
});

test('files that are looked at have so much memory together, and give it back', async () => {
	const mebibyte = 1024 * 1024;
	const held = new HeldFiles(3 * mebibyte);
	const of = async function* (bytes: number) {
		yield await Promise.resolve(new Uint8Array(bytes));
	};
	const two = await held.hold(of(2 * mebibyte));
	await expect(held.hold(of(2 * mebibyte))).rejects.toThrow('There are 2 uploads');
	await two.discard();
	await two.discard();
	const three = await held.hold(of(3 * mebibyte));
	let sizeBytes = 0;
	for await (const block of three.read()) sizeBytes += block.length;
	expect(sizeBytes).toBe(3 * mebibyte);
	await three.discard();
});

async function offline(...options: readonly string[]) {
	const terminal = new TextTerminal();
	const code = await runCommandLine(proof, ['seal', ...options], { environment: {}, terminal });
	return {
		code,
		answer: terminal.output === '' ? undefined : (JSON.parse(terminal.output) as Told),
	};
}

test('the command says the same offline, with the key of the log and without', async () => {
	const keep = (name: string, bytes: Uint8Array) => {
		fs.writeFileSync(path.join(folder, name), bytes);
		return path.join(folder, name);
	};
	const [sealed, archive] = [keep('sealed.pdf', ofPdf.sealed), keep('sealed.zip', ofText.sealed)];
	const [contract, other] = [keep('lease.pdf', pdf), keep('other', Buffer.from('other'))];
	expect(await offline('--file', sealed, '--key', vkey, '--contract', contract)).toMatchObject({
		code: 0,
		answer: { outcome: 'Sealed', isContract: true, log: { isGivenKey: true, isProven: true } },
	});
	expect(await offline('--file', archive)).toMatchObject({
		code: 2,
		answer: { outcome: 'Undecided' },
	});
	expect(await offline('--file', sealed, '--contract', other)).toMatchObject({ code: 1 });
	const strange = vkey.replace(/^[^+]*/, 'other');
	expect(await offline('--file', sealed, '--key', strange)).toMatchObject({
		code: 1,
		answer: { outcome: 'NotInLog', log: { isGivenKey: false } },
	});
	const spoiled = keep('spoiled.pdf', flipped(ofPdf.sealed, 50));
	expect(await offline('--file', spoiled)).toMatchObject({
		code: 1,
		answer: { outcome: 'Changed' },
	});
	expect(await offline('--file', other)).toMatchObject({
		code: 1,
		answer: { outcome: 'NotSealed' },
	});
	expect(await offline('--file', path.join(folder, 'absent'))).toMatchObject({ code: 2 });
});
