/**
 * The time stamps of seals, by an authority that is `openssl ts`: what is sealed with one, how programs that
 * are not ours judge it, and what becomes of a seal whose authority is away or answers wrongly.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { X509Certificate } from 'node:crypto';
import { derPart, derParts, readDer } from '../../../proof/der';
import { readCertificate } from '../../../proof/sealed/certificate';
import { TimeStamping } from '../../../service/sealing/time-stamping';
import { MovableClock } from '../../support/clocks/movable-clock';
import { startService, type RunningService } from '../../support/programs/service';
import { mailsAbout, SealerClient } from '../contracts/sealer-client';
import { checkedByOpenssl, lastSignature } from './openssl-check';
import { pdfPrograms, plainPdf } from './pdf-files';
import { TimeStampAuthority, type Manner } from './time-stamp-authority';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-time-'));
const { tool, keep } = pdfPrograms(folder);
const clock = new MovableClock();
let authority: TimeStampAuthority;
let running: RunningService;
let sealer: SealerClient;
let admin: string;
let named = 0;

beforeAll(async () => {
	authority = await TimeStampAuthority.start(folder);
	running = await startService({ clock, config: { tsaUrl: authority.url } });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});
afterAll(async () => {
	await running.close();
	await authority.close();
	fs.rmSync(folder, { recursive: true });
});
beforeEach(() => {
	authority.manner = (query) => authority.stamped(query);
});

/** A contract that its one signer has signed, and what was looked at to seal it. */
async function signed(): Promise<{ readonly id: string; readonly displayName: string }> {
	const contract = { text: Buffer.from(await plainPdf()), name: 'lease.pdf' };
	const displayName = `Lease ${(named += 1)}`;
	const user = await running.addUser(`signer${named}@first.test`, ['SealerUser']);
	const made = { file: contract, displayName, signerEmails: [user.email] };
	const { body } = await sealer.create(admin, made);
	const id = String(body['id']);
	const hand = { contract, signature: { text: 'a hand' } };
	expect((await sealer.sign(user.key, id, hand)).status).toBe(200);
	await running.service.sealed();
	return { id, displayName };
}

const sealOf = async (id: string) => (await sealer.get(admin, `/contracts/${id}/seal`)).body;

async function sealedFile(id: string): Promise<Buffer<ArrayBuffer>> {
	const headers = { 'x-api-key': admin };
	const reply = await fetch(`${sealer.url}/contracts/${id}/sealed`, { headers });
	expect(reply.status).toBe(200);
	return Buffer.from(await reply.arrayBuffer());
}

async function verifiedFile(bytes: Buffer<ArrayBuffer>): Promise<Record<string, unknown>> {
	const body = new FormData();
	body.append('file', new File([bytes], 'file.pdf'));
	const reply = await fetch(`${running.url}/verify`, { method: 'POST', body });
	return (await reply.json()) as Record<string, unknown>;
}

/** The token in the signature of a file, with what it is about and where its digits lie. */
function tokenOf(file: Buffer) {
	const { cms, offset } = lastSignature(file);
	const held = derPart(derPart(readDer(cms), 1, 0xa0), 0, 0x30);
	const signer = derPart(derPart(held, 4, 0x31), 0, 0x30);
	const attribute = derPart(derPart(signer, 6, 0xa1), 0, 0x30);
	const token = derParts(derPart(attribute, 1, 0x31))[0]?.whole ?? new Uint8Array();
	const place = offset + 2 * (token.byteOffset - cms.byteOffset);
	return { token, place, signature: derPart(signer, 5, 0x04).content };
}

test('a seal has the time of the authority, which OpenSSL, poppler and our own check confirm', async () => {
	const { id } = await signed();
	const seal = await sealOf(id);
	expect(seal).toMatchObject({ status: 'Sealed', level: 'B-T' });
	const file = await sealedFile(id);
	expect(tool('pdfsig', '-nocert', keep(file))).toContain('Signature is Valid');
	tool('qpdf', '--check', keep(file));
	const { cms } = lastSignature(file);
	const own = derParts(derPart(derPart(derPart(readDer(cms), 1, 0xa0), 0, 0x30), 3, 0xa0))[0];
	const certificate = own?.whole ?? new Uint8Array();
	const printed = checkedByOpenssl(file, { certificate, folder });
	expect(printed).toContain('id-smime-aa-timeStampToken');

	const { token, signature } = tokenOf(file);
	const [tokenFile, dataFile] = ['token.der', 'signature.bin'].map((name) =>
		path.join(folder, name),
	) as [string, string];
	fs.writeFileSync(tokenFile, token);
	fs.writeFileSync(dataFile, signature);
	const judged = ['-in', tokenFile, '-token_in', '-data', dataFile, '-CAfile', authority.root];
	const said = execFileSync('openssl', ['ts', '-verify', ...judged], { stdio: 'pipe' });
	expect(String(said)).toContain('Verification: OK');

	const told = await verifiedFile(file);
	const { raw } = new X509Certificate(fs.readFileSync(path.join(folder, 'tsa.pem')));
	expect(told).toMatchObject({
		...{ verdict: 'Sealed', faults: [] },
		seal: {
			timeStamp: {
				date: seal['timeStampDate'],
				authority: 'O=Example, CN=Time',
				issuers: ['CN=Test root'],
				certificateHash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
			},
		},
	});
	expect(Buffer.from(token).includes(raw)).toBe(true);
});

/** Where the last certificate says who vouches for it: once changed, there is nobody to be asked. */
function nameBehindLast(token: Uint8Array): readonly [from: number, end: number] {
	const root = new Uint8Array(new X509Certificate(fs.readFileSync(authority.root)).raw);
	const { issuerBytes } = readCertificate(root);
	const rootAt = Buffer.from(token).indexOf(root);
	const from = Buffer.from(token).indexOf(issuerBytes, rootAt);
	expect([rootAt, from].every((at) => at > 0)).toBe(true);
	return [from, from + issuerBytes.length];
}

test('a byte of the token that is changed anywhere else is found', async () => {
	const { id } = await signed();
	const file = await sealedFile(id);
	const { token, place } = tokenOf(file);
	const places = Array.from({ length: 40 }, (_, step) => Math.floor((step * token.length) / 40));
	const [nameFrom, nameEnd] = nameBehindLast(token);
	for (const at of places.filter((one) => one < nameFrom || one >= nameEnd)) {
		const changed = Buffer.from(file);
		const digit = place + 2 * at;
		changed.write(changed[digit] === 0x30 ? '1' : '0', digit, 'latin1');
		expect({ at, ...(await verifiedFile(changed)) }).toMatchObject({ at, verdict: 'Changed' });
	}
});

describe('an authority that gives no time', () => {
	test('has the seal wait, which says why, and is asked again: back in time, its word goes in', async () => {
		authority.manner = () => Promise.resolve({ status: 503, body: Buffer.from('busy') });
		const { id, displayName } = await signed();
		expect(await sealOf(id)).toMatchObject({
			...{ status: 'Failed', attempts: 1 },
			fault: 'the time stamping authority gave no time: it answered with 503',
		});
		const completed = async () =>
			(await mailsAbout(running, displayName)).filter(({ subject }) =>
				subject.includes('everybody'),
			);
		expect(await completed()).toEqual([]);
		authority.manner = (query) => authority.stamped(query);
		clock.pass(60_000);
		await running.service.sealed();
		expect(await sealOf(id)).toMatchObject({ status: 'Sealed', level: 'B-T' });
		expect(await completed()).not.toEqual([]);
	});

	test('is given up after the time that is set: the seal is made without, and says so', async () => {
		authority.manner = () => Promise.resolve({ status: 503, body: Buffer.from('busy') });
		const { id } = await signed();
		clock.pass(11 * 60_000);
		await running.service.sealed();
		const fault = 'the time stamping authority gave no time: it answered with 503';
		const seal = await sealOf(id);
		expect(seal).toMatchObject({ status: 'Sealed', level: 'B-B', timeStampFault: fault });
		expect(seal).not.toHaveProperty('timeStampDate');
		const events = await sealer.list(admin, `/contracts/${id}/events`);
		expect(events.at(-1)).toMatchObject({ kind: 'NotTimeStamped', detail: fault });
		const told = await verifiedFile(await sealedFile(id));
		expect(told).toMatchObject({ verdict: 'Sealed' });
		expect(told['seal']).not.toHaveProperty('timeStamp');
	});

	test('is asked by one seal of those that wait, and not by each', async () => {
		clock.pass(60_000);
		authority.manner = () => Promise.resolve({ status: 503, body: Buffer.from('busy') });
		const before = authority.asked;
		const made = [await signed(), await signed(), await signed()];
		for (const { id } of made) expect(await sealOf(id)).toMatchObject({ status: 'Failed' });
		expect(authority.asked - before).toBe(1);
	});
});

describe('an answer is not believed', () => {
	const signature = Buffer.from('the bytes of a signature');
	const page = Buffer.from('<html>Please log in</html>');
	const wrong: readonly (readonly [string, Manner, RegExp])[] = [
		['that never comes', () => Promise.resolve(undefined), /did not answer within/],
		['that is another page', () => Promise.resolve({ body: page }), /what is no time stamp/],
		['that is empty', () => Promise.resolve({ body: Buffer.alloc(0) }), /what is no time stamp/],
		[
			'that is endless',
			() => Promise.resolve({ body: Buffer.alloc(300_000, 0x30) }),
			/answer is too long/,
		],
		[
			'that leads elsewhere',
			() => Promise.resolve({ status: 302, headers: { location: '/tsa' }, body: page }),
			/cannot be reached/,
		],
		['that refuses', () => authority.stampedOther('-sha1'), /refused with status 2/],
		['about something else', () => authority.stampedOther('-sha256'), /is about something else/],
		['to another request', (query) => authority.stampedAnew(query), /another request than ours/],
		[
			'that was cut off',
			async (query) => ({ body: (await authority.stamped(query)).body.subarray(0, -100) }),
			/what is no time stamp/,
		],
		[
			'that was changed on its way',
			async (query) => {
				const body = Buffer.from((await authority.stamped(query)).body);
				const last = body.length - 1;
				body[last] = (body[last] ?? 0) ^ 1;
				return { body };
			},
			/not signed with the key of its authority/,
		],
	];

	test.each(wrong)('%s', async (_which, manner, says) => {
		authority.manner = manner;
		const settings = { tsaUrl: authority.url, tsaWaitMinutes: 10 };
		const stamping = new TimeStamping(settings, clock, 2_000);
		const askedAt = new Date(clock.now()).toISOString();
		await expect(stamping.stamp({ signature, askedAt, roomBytes: 10_000 })).rejects.toThrow(says);
	});

	test('that is larger than a seal has room for', async () => {
		const stamping = new TimeStamping({ tsaUrl: authority.url, tsaWaitMinutes: 0 }, clock);
		expect(await stamping.stamp({ signature, askedAt: null, roomBytes: 100 })).toEqual({
			fault: expect.stringMatching(/larger than a seal has room for/) as unknown,
		});
	});

	test('and nobody answers where nobody listens', async () => {
		const nowhere = { tsaUrl: 'http://127.0.0.1:1/tsa', tsaWaitMinutes: 0 };
		const stamping = new TimeStamping(nowhere, clock);
		expect(await stamping.stamp({ signature, askedAt: null, roomBytes: 10_000 })).toEqual({
			fault: expect.stringMatching(/cannot be reached/) as unknown,
		});
	});

	test('whose name and password stand in the address are sent in a header', async () => {
		const tsaUrl = authority.url.replace('http://', 'http://ann:s%20ecret@');
		const stamping = new TimeStamping({ tsaUrl, tsaWaitMinutes: 0 }, clock);
		const stamp = await stamping.stamp({ signature, askedAt: null, roomBytes: 10_000 });
		expect(stamp).toHaveProperty('token');
		const basic = Buffer.from('ann:s ecret').toString('base64');
		expect(authority.headers.authorization).toBe(`Basic ${basic}`);
	});
});
