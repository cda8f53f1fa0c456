/**
 * Whether the certificates of a seal were revoked, by responders and lists of OpenSSL: what of it a seal
 * brings along, how programs that are not ours judge that, and what becomes of a seal whose certificate was
 * revoked or whose responder is away or answers wrongly.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { systemClock } from '../../../server/clock';
import { Revocation, Revoked } from '../../../service/sealing/revocation';
import { MovableClock } from '../../support/clocks/movable-clock';
import { startService, type RunningService } from '../../support/programs/service';
import { agreement, SealerClient, type FileToSend } from '../contracts/sealer-client';
import { checkedByOpenssl } from './openssl-check';
import { pdfPrograms, plainPdf } from './pdf-files';
import { RevocationAuthority, type Manner } from './revocation-authority';
import { TimeStampAuthority } from './time-stamp-authority';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-revoked-'));
const { tool, keep } = pdfPrograms(folder);
const clock = new MovableClock();
const issued = ['tsa', 'seals', 'listed', 'responder', 'stranger'];
let authority: RevocationAuthority;
let stamps: TimeStampAuthority;
let running: RunningService;
let sealer: SealerClient;
let admin: string;
let lease: FileToSend;

beforeAll(async () => {
	// OpenSSL answers of the time that it is.
	clock.pass(systemClock.now() - clock.now());
	authority = await RevocationAuthority.start(folder);
	stamps = await TimeStampAuthority.start(folder, authority.responder);
	authority.issue('seals', authority.responder, authority.list);
	authority.issue('listed', authority.list);
	authority.issue('responder', 'extendedKeyUsage=OCSPSigning');
	authority.issue('stranger', 'keyUsage=digitalSignature');
	const sealCertificateFile = authority.container('seals', 'open sesame');
	const seal = { sealCertificateFile, sealCertificatePassword: 'open sesame' };
	running = await startService({ clock, config: { ...seal, tsaUrl: stamps.url } });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
	lease = { text: Buffer.from(await plainPdf(1)), name: 'lease.pdf' };
});
afterAll(async () => {
	await running.close();
	await stamps.close();
	await authority.close();
	fs.rmSync(folder, { recursive: true });
});
beforeEach(() => {
	authority.keep(issued);
	authority.manner = (query) => authority.said(query);
	authority.asked.splice(0);
	// What was answered before is forgotten.
	clock.pass(11 * 60_000);
});

const sealOf = async (id: string) => (await sealer.get(admin, `/contracts/${id}/seal`)).body;

/** The seal of a contract that was signed at once. */
async function signed(file: FileToSend = lease) {
	const signers = { signerEmails: ['eve@elsewhere.test'], signatures: [{ text: 'a hand' }] };
	const { body } = await sealer.create(admin, { file, ...signers });
	const id = String(body['id']);
	await running.service.sealed();
	return { id, seal: await sealOf(id) };
}

async function sealedFile(id: string): Promise<Buffer<ArrayBuffer>> {
	const headers = { 'x-api-key': admin };
	const reply = await fetch(`${sealer.url}/contracts/${id}/sealed`, { headers });
	expect(reply.status).toBe(200);
	return Buffer.from(await reply.arrayBuffer());
}

async function verdictOf(bytes: Buffer<ArrayBuffer>): Promise<unknown> {
	const body = new FormData();
	body.append('file', new File([bytes], 'file.pdf'));
	const reply = await fetch(`${running.url}/verify`, { method: 'POST', body });
	return ((await reply.json()) as { readonly verdict: unknown }).verdict;
}

/** What a file brings along, by its name in PDF. */
async function broughtBy(file: Buffer, part: 'Certs' | 'OCSPs' | 'CRLs'): Promise<Buffer[]> {
	const { catalog, context } = await PDFDocument.load(file);
	const store = catalog.lookupMaybe(PDFName.of('DSS'), PDFDict);
	const listed = store?.lookupMaybe(PDFName.of(part), PDFArray)?.asArray() ?? [];
	return listed.map((one) => {
		const stream = context.lookup(one);
		return Buffer.from(stream instanceof PDFRawStream ? stream.contents : []);
	});
}

const down: Manner = () => Promise.resolve({ status: 503, body: Buffer.from('busy') });

describe('a seal', () => {
	test('brings along that its certificates and those of its time stamp were not revoked', async () => {
		const { id, seal } = await signed();
		expect(seal).toMatchObject({ status: 'Sealed', level: 'B-LT' });
		expect(seal).not.toHaveProperty('revocationFault');
		const file = await sealedFile(id);
		const said = tool('pdfsig', '-nocert', keep(file));
		expect(said).toContain('Signature is Valid');
		expect(said).toContain('Total document signed');
		tool('qpdf', '--check', keep(file));
		checkedByOpenssl(file, { certificate: authority.der('root'), folder });
		expect(await verdictOf(file)).toBe('Sealed');

		expect(await broughtBy(file, 'Certs')).toContainEqual(authority.der('tsa'));
		const answers = await broughtBy(file, 'OCSPs');
		expect(answers).toHaveLength(2);
		for (const [at, name] of (['seals', 'tsa'] as const).entries()) {
			const place = path.join(folder, `brought-${name}`);
			fs.writeFileSync(place, answers[at] ?? '');
			const root = authority.at('root.pem');
			const about = ['-issuer', root, '-cert', authority.at(`${name}.pem`), '-CAfile', root];
			const judged = execFileSync('openssl', ['ocsp', '-respin', place, ...about, '-no_nonce'], {
				...{ encoding: 'utf8', stdio: 'pipe' },
			});
			expect(judged).toContain(`${name}.pem: good`);
		}
		// Who stamps is known by now, and what was answered is kept for a while.
		const before = stamps.asked;
		expect((await signed()).seal).toMatchObject({ level: 'B-LT' });
		expect(stamps.asked - before).toBe(1);
		expect(authority.asked).toEqual(['/ocsp', '/ocsp']);
	});

	test('is found changed where a byte of what it brings along is', async () => {
		const file = await sealedFile((await signed()).id);
		const [answer = Buffer.alloc(0)] = await broughtBy(file, 'OCSPs');
		const start = file.indexOf(answer);
		expect(start).toBeGreaterThan(0);
		for (let at = start; at < start + answer.length; at += 97) {
			const changed = Buffer.from(file);
			changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
			expect({ at, verdict: await verdictOf(changed) }).toEqual({ at, verdict: 'Changed' });
		}
	});

	test('keeps what another brought along before it', async () => {
		const before = await sealedFile((await signed()).id);
		const file = await sealedFile((await signed({ text: before, name: 'sealed.pdf' })).id);
		const said = tool('pdfsig', '-nocert', keep(file));
		expect(said.match(/Signature is Valid/g)).toHaveLength(2);
		const [first = Buffer.alloc(0)] = await broughtBy(before, 'OCSPs');
		const all = await broughtBy(file, 'OCSPs');
		expect([all.length, all.filter((one) => one.equals(first)).length]).toEqual([4, 2]);
	});

	test('takes the list where the responder is away', async () => {
		authority.manner = (query) => (query.length > 0 ? down(query) : authority.said(query));
		const { id, seal } = await signed();
		// The authority of time stamps names no list.
		expect(seal).toMatchObject({ status: 'Sealed', level: 'B-T' });
		const [list = Buffer.alloc(0)] = await broughtBy(await sealedFile(id), 'CRLs');
		expect(list.equals(Buffer.alloc(0))).toBe(false);
		const place = path.join(folder, 'brought-list');
		fs.writeFileSync(place, list);
		const check = ['-in', place, '-inform', 'DER', '-CAfile', authority.at('root.pem'), '-noout'];
		execFileSync('openssl', ['crl', ...check], { stdio: 'pipe' });
	});

	test('does not wait for a responder that is away: it is made without, and says so', async () => {
		authority.manner = down;
		const { id, seal } = await signed();
		const host = new URL(authority.url).host;
		expect(seal).toMatchObject({ status: 'Sealed', level: 'B-T' });
		expect(seal['revocationFault']).toBe(
			`whether the certificate of O=Example, CN=seals was revoked could not be learned: ${host}: it answered with 503; ${host}: it answered with 503; whether the certificate of O=Example, CN=Time was revoked could not be learned: ${host}: it answered with 503`,
		);
		expect(await verdictOf(await sealedFile(id))).toBe('Sealed');
		const before = authority.asked.length;
		await signed();
		expect(authority.asked.length).toBe(before);
	});

	test('is not made with a certificate that was revoked, which is told', async () => {
		authority.keep(issued, ['seals']);
		const fault =
			'the certificate of O=Example, CN=seals was revoked on 2026-11-01T12:00:00.000Z: set another one in SEAL_CERTIFICATE_FILE';
		const [pdf, text] = [await signed(), await signed(agreement)];
		for (const { seal } of [pdf, text]) expect(seal).toMatchObject({ status: 'Failed', fault });
		expect(running.log()).toContain(fault);
		authority.keep(issued);
		clock.pass(11 * 60_000);
		await running.service.sealed();
		expect(await sealOf(pdf.id)).toMatchObject({ status: 'Sealed', level: 'B-LT' });
		expect(await sealOf(text.id)).toMatchObject({ status: 'Sealed', level: 'Manifest' });
	});

	test('takes no time from an authority whose certificate was revoked', async () => {
		authority.keep(issued, ['tsa']);
		const { seal } = await signed();
		expect(seal).toMatchObject({ status: 'Sealed', level: 'B-B' });
		expect(seal['timeStampFault']).toMatch(/no time to believe: .*CN=Time was revoked on 2026/);
	});
});

describe('an answer', () => {
	const asked = (name: string) =>
		new Revocation(clock, 1_000).evidence([authority.der(name), authority.der('root')]);
	const page = Buffer.from('<html>Please log in</html>');

	test('of a list is as good as one of a responder', async () => {
		const { isWhole, lists, faults } = await asked('listed');
		expect({ isWhole, lists: lists.length, faults }).toEqual({
			isWhole: true,
			lists: 1,
			faults: [],
		});
		authority.keep(issued, ['listed']);
		await expect(asked('listed')).rejects.toThrow(Revoked);
	});

	const changed = (body: Uint8Array) => {
		const other = Buffer.from(body);
		const at = Math.floor(other.length / 3);
		other[at] = (other[at] ?? 0) ^ 1;
		return { body: other };
	};
	const wrong: readonly (readonly [string, Manner, RegExp])[] = [
		['that never comes', () => Promise.resolve(undefined), /did not answer within 1 seconds/],
		['that is another page', () => Promise.resolve({ body: page }), /cannot be read/],
		['that is empty', () => Promise.resolve({ body: Buffer.alloc(0) }), /cannot be read/],
		['that is endless', () => Promise.resolve({ body: Buffer.alloc(2 ** 21, 0x30) }), /too long/],
		[
			'that leads elsewhere',
			() => Promise.resolve({ status: 302, headers: { location: '/ocsp' }, body: page }),
			/cannot be reached/,
		],
		[
			'that was changed on its way',
			async (query) => changed((await authority.said(query)).body),
			/cannot be read|not signed by|another|names no time|is of|in another form|checked here/,
		],
		[
			'that nobody signed who may',
			(query) => (query.length > 0 ? authority.said(query, 'stranger') : down(query)),
			/not signed by who issued the certificate/,
		],
		[
			'that does not know the certificate',
			(query) => {
				authority.keep(['tsa']);
				return query.length > 0 ? authority.said(query) : down(query);
			},
			/does not know the certificate/,
		],
	];

	test.each(wrong)('%s is not believed', async (_which, manner, says) => {
		authority.manner = manner;
		const { isWhole, answers, lists, faults } = await asked('seals');
		expect({ isWhole, answers, lists }).toEqual({ isWhole: false, answers: [], lists: [] });
		expect(faults.join()).toMatch(says);
	});

	test('of another day is not believed, nor one about another certificate', async () => {
		const kept = new Map<string, Buffer>();
		authority.manner = async (query) => {
			const { body } = await authority.said(query);
			kept.set(query.length > 0 ? 'ocsp' : 'list', Buffer.from(body));
			return { body };
		};
		await asked('listed');
		await asked('seals');
		authority.manner = (query) =>
			Promise.resolve({ body: kept.get(query.length > 0 ? 'ocsp' : 'list') ?? page });
		const other = await asked('tsa');
		expect(other.faults.join()).toContain('it answered about another certificate');
		clock.pass(8 * 24 * 60 * 60_000);
		expect((await asked('seals')).faults.join()).toMatch(/out of date.*out of date/);
	});

	test('is not asked for without the certificate of who issued the one in question', async () => {
		const alone = await new Revocation(clock).evidence([authority.der('seals')]);
		expect(alone).toMatchObject({ isWhole: false, answers: [] });
		expect(alone.faults.join()).toContain('without the certificate of who issued it');
		const root = await new Revocation(clock).evidence([authority.der('root')]);
		expect(root).toMatchObject({ isWhole: true, faults: [] });
		expect(authority.asked).toEqual([]);
	});
});
