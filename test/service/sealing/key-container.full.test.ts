/** The operator's certificate: containers as OpenSSL writes them, and what is told of others. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readCertificate, issuerChainOf } from '../../../proof/sealed/certificate';
import { systemClock } from '../../../server/clock';
import { openSealingKey, sealedBy } from '../../../service/sealing/sealing-key';
import { certificateState } from '../../../service/sealing/certificate-life';
import { ownCertificate } from '../../../service/sealing/signature/own-certificate';
import { startService } from '../../support/programs/service';
import { ContainerFault, readKeyContainer } from '../../../service/sealing/signature/key-container';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-p12-'));

afterAll(() => fs.rmSync(folder, { recursive: true }));

function openssl(...args: readonly string[]): void {
	execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
}

function certificate(name: string, ...key: readonly string[]): void {
	const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`, '-noenc', '-days', '30'];
	openssl('req', '-x509', '-newkey', ...key, '-subj', `/O=Harbour/CN=${name}`, ...files);
}

function container(name: string, ...options: readonly string[]): string {
	const files = ['-inkey', `${name}.key`, '-in', `${name}.pem`, '-out', `${name}.p12`];
	openssl('pkcs12', '-export', ...files, '-passout', 'pass:open sesame', ...options);
	const file = path.join(folder, `${name}.p12`);
	fs.chmodSync(file, 0o600);
	return file;
}

const kinds = {
	rsa: ['rsa:2048'],
	ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
} as const;

test.each(Object.entries(kinds))(
	'a container with a key of the kind %s gives that key, its certificate and those beside it',
	(name, key) => {
		certificate(name, ...key);
		certificate('above', 'rsa:2048');
		const file = container(name, '-certfile', 'above.pem');
		const read = readKeyContainer(fs.readFileSync(file), 'open sesame');
		const own = new X509Certificate(read.certificate);
		expect(own.subject).toBe(`O=Harbour\nCN=${name}`);
		expect(read.chain.map((der) => new X509Certificate(der).subject)).toEqual([
			'O=Harbour\nCN=above',
		]);
		const words = Buffer.from('words');
		expect(verify('sha256', words, own.publicKey, sign('sha256', words, read.privateKey))).toBe(
			true,
		);
	},
);

test('a service seals by the container that is set, and says which one cannot be used and why', async () => {
	certificate('operator', 'rsa:2048');
	const sealCertificateFile = container('operator');
	const place = { dataFolder: folder, sealCertificateFile };
	const clock = { now: () => Date.parse('2026-11-21T10:00:00Z') };
	const key = await openSealingKey({ ...place, sealCertificatePassword: 'open sesame' }, clock);
	expect(sealedBy(key)).toMatch(/^O=Harbour, CN=operator; a certificate that vouches for itself;/);
	const wrong = openSealingKey({ ...place, sealCertificatePassword: 'wrong' }, clock);
	await expect(wrong).rejects.toThrow(/SEAL_CERTIFICATE_FILE .*operator\.p12.*password/);
	fs.chmodSync(sealCertificateFile, 0o644);
	const open = openSealingKey({ ...place, sealCertificatePassword: 'open sesame' }, clock);
	await expect(open).rejects.toThrow('chmod 600');
});

test('a wrong password is called one, even if it leaves the right padding', () => {
	certificate('quick', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256');
	const file = fs.readFileSync(container('quick', '-iter', '1'));
	const said = new Set<string>();
	for (let number = 0; number < 3000; number += 1) said.add(faultOf(file, `wrong ${number}`));
	expect([...said]).toEqual(['its password is another one']);
});

test.each([
	['encrypted', ['-iter', '1']],
	['not encrypted', ['-iter', '1', '-certpbe', 'NONE', '-keypbe', 'NONE']],
])(
	'a container, %s, that is damaged at any place gives its key or the start names its setting',
	async (_how, options) => {
		certificate('above', 'rsa:2048');
		const request = ['-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
		openssl(
			'req',
			...request,
			'-keyout',
			'harmed.key',
			'-out',
			'harmed.csr',
			'-subj',
			'/CN=harmed',
		);
		const by = ['-CA', 'above.pem', '-CAkey', 'above.key', '-days', '30'];
		openssl('x509', '-req', '-in', 'harmed.csr', ...by, '-out', 'harmed.pem');
		const sealCertificateFile = container('harmed', '-certfile', 'above.pem', ...options);
		const file = fs.readFileSync(sealCertificateFile);
		const place = { dataFolder: folder, sealCertificateFile };
		const said = new Set<string>();
		for (const [index, byte] of file.entries()) {
			for (const bits of [0x01, 0x55, 0xff]) {
				const damaged = Buffer.from(file);
				damaged[index] = byte ^ bits;
				fs.writeFileSync(sealCertificateFile, damaged);
				await openSealingKey(
					{ ...place, sealCertificatePassword: 'open sesame' },
					systemClock,
				).catch((fault: Error) => said.add(fault.message));
			}
		}
		expect(said.size).toBeGreaterThan(5);
		const prefix = `SEAL_CERTIFICATE_FILE ${sealCertificateFile} cannot be used: `;
		expect([...said].filter((message) => !message.startsWith(prefix))).toEqual([]);
	},
);

test('a file that is no container, and a part of one, are told as such', () => {
	certificate('cut', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256');
	const file = fs.readFileSync(container('cut'));
	expect(faultOf(file.subarray(0, 100), 'open sesame')).toContain('damaged');
	expect(faultOf(Buffer.from('a text'), 'open sesame')).toContain('no PKCS #12 container');
});

/** What the reader says of a container; rethrows what is not said to a person. */
function faultOf(file: Uint8Array, password: string): string {
	try {
		readKeyContainer(file, password);
		return 'none';
	} catch (fault) {
		if (!(fault instanceof ContainerFault)) throw fault;
		return fault.message;
	}
}

test('of what lies beside the certificate only those that vouch for it go into a seal', async () => {
	certificate('root', 'rsa:2048');
	certificate('stranger', 'rsa:2048');
	openssl(
		'req',
		'-new',
		'-newkey',
		'rsa:2048',
		'-noenc',
		'-keyout',
		'leaf.key',
		'-out',
		'leaf.csr',
		'-subj',
		'/CN=leaf',
	);
	const by = ['-CA', 'root.pem', '-CAkey', 'root.key', '-days', '30'];
	openssl('x509', '-req', '-in', 'leaf.csr', ...by, '-out', 'leaf.pem');
	const pems = ['stranger.pem', 'root.pem'].map((name) => fs.readFileSync(path.join(folder, name)));
	fs.writeFileSync(path.join(folder, 'beside.pem'), Buffer.concat(pems));
	const sealCertificateFile = container('leaf', '-certfile', 'beside.pem');
	const clock = { now: () => Date.now() };
	const place = { dataFolder: folder, sealCertificateFile };
	const key = await openSealingKey({ ...place, sealCertificatePassword: 'open sesame' }, clock);
	expect(key.chain.map((der) => new X509Certificate(der).subject)).toEqual(['O=Harbour\nCN=root']);
});

test('a link that cannot be checked vouches for nobody: it is left out of seals, and refused in them', async () => {
	certificate('above', 'rsa:2048');
	const request = ['-new', '-newkey', 'rsa:2048', '-noenc', '-keyout', 'odd.key'];
	openssl('req', ...request, '-out', 'odd.csr', '-subj', '/CN=odd');
	const by = ['-CA', 'above.pem', '-CAkey', 'above.key', '-days', '30'];
	// With a padding of its own, which certificates have seldom.
	const odd = ['-sha256', '-sigopt', 'rsa_padding_mode:pss', '-out', 'odd.pem'];
	openssl('x509', '-req', '-in', 'odd.csr', ...by, ...odd);
	const sealCertificateFile = container('odd', '-certfile', 'above.pem');
	const place = { dataFolder: folder, sealCertificateFile };
	const clock = { now: () => Date.now() };
	const key = await openSealingKey({ ...place, sealCertificatePassword: 'open sesame' }, clock);
	expect(key.chain).toEqual([]);

	const read = (name: string) =>
		readCertificate(new X509Certificate(fs.readFileSync(path.join(folder, name))).raw);
	await expect(issuerChainOf(read('odd.pem'), [read('above.pem')])).rejects.toThrow(
		'the certificate of CN=odd is signed by O=Harbour, CN=above in a way that cannot be checked',
	);
	expect(await issuerChainOf(read('odd.pem'), [])).toEqual([]);
});

test('a certificate that ends soon, or has ended, is told at the start and by the health address', async () => {
	certificate('ending', 'rsa:2048');
	const sealCertificateFile = container('ending');
	const { validToDate } = new X509Certificate(fs.readFileSync(path.join(folder, 'ending.pem')));
	const clock = { ahead: 60_000, now: () => Date.now() + clock.ahead };
	const config = { sealCertificateFile, sealCertificatePassword: 'open sesame' };
	const running = await startService({ config, clock });
	const word = async () => {
		const reply = await fetch(`${running.url}/health/ready`);
		return [reply.status, ((await reply.json()) as { readonly seal?: string }).seal];
	};
	const day = validToDate.toISOString().slice(0, 10);
	try {
		expect(running.log()).toContain(`the certificate of SEAL_CERTIFICATE_FILE expires ${day}`);
		expect(await word()).toEqual([200, `expires ${day}`]);
		clock.ahead = 40 * 24 * 60 * 60 * 1000;
		await running.restart();
		expect(running.log()).toContain(`the certificate of SEAL_CERTIFICATE_FILE expired ${day}`);
		expect(await word()).toEqual([200, `expired ${day}`]);
	} finally {
		await running.close();
	}
	const ofYears = ownCertificate({
		...{ privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
		...{ serial: Buffer.from([1]), from: new Date('2026-01-01'), until: new Date('2046-01-01') },
	});
	expect(certificateState(ofYears, Date.parse('2030-01-01'))).toBe('valid');
	expect(certificateState(ofYears, Date.parse('2025-12-01'))).toBe('begins 2026-01-01');
});

test('a container of an old form is refused with the way to renew it', () => {
	certificate('old', 'rsa:2048');
	const options = ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES'];
	const file = container('old', ...options);
	expect(() => readKeyContainer(fs.readFileSync(file), 'open sesame')).toThrow('openssl pkcs12');
	expect(() => readKeyContainer(Buffer.from('words'), '')).toThrow('no PKCS #12 container');
});

test('the key that is made at the first start stays, and only its owner reads it', async () => {
	const dataFolder = path.join(folder, 'data');
	fs.mkdirSync(dataFolder);
	const none = { sealCertificateFile: undefined, sealCertificatePassword: undefined };
	const clock = { now: () => Date.parse('2026-11-21T10:00:00Z') };
	const first = await openSealingKey({ dataFolder, ...none }, clock);
	const again = await openSealingKey({ dataFolder, ...none }, clock);
	expect(Buffer.from(again.certificate).equals(Buffer.from(first.certificate))).toBe(true);
	const { subject, validTo } = new X509Certificate(first.certificate);
	expect([subject, validTo]).toEqual([
		'OU=self-signed\nCN=Sealkeeper seal',
		'Nov 21 10:00:00 2046 GMT',
	]);
	const file = path.join(dataFolder, 'seal-key.json');
	fs.chmodSync(file, 0o644);
	await expect(openSealingKey({ dataFolder, ...none }, clock)).rejects.toThrow('chmod 600');
});
