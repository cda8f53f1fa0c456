/**
 * The sealing key with its certificate: the operator's from a `.p12`, or a self-signed one, given
 * from outside or made at the first start, in a file of the data folder that only its owner can read.
 */
import {
	createPrivateKey,
	generateKeyPairSync,
	randomBytes,
	X509Certificate,
	type JsonWebKey,
} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../server/clock';
import { isSignedBy, readCertificate } from '../../proof/sealed/certificate';
import { SealFault } from '../../proof/sealed/seal-fault';
import { assertPrivate } from '../../server/private-files';
import { replaceFile } from '../../server/durable-files';
import { ContainerFault, readKeyContainer } from './signature/key-container';
import { ownCertificate } from './signature/own-certificate';
import type { SealingKey } from './signature/signed-data';

export const sealingKeyFile = 'seal-key.json';

const lifetimeYears = 20;

export interface SealingKeyPlace {
	readonly dataFolder: string;
	/** The operator's `.p12`, if set. */
	readonly sealCertificateFile: string | undefined;
	readonly sealCertificatePassword: string | undefined;
	/** The content of the self-signed key's file if it is given from outside. */
	readonly sealKey?: string | undefined;
}

export async function openSealingKey(place: SealingKeyPlace, clock: Clock): Promise<SealingKey> {
	const { dataFolder, sealCertificateFile, sealCertificatePassword = '', sealKey } = place;
	if (sealCertificateFile !== undefined) {
		return await readOperatorsKey(sealCertificateFile, sealCertificatePassword);
	}
	if (sealKey !== undefined) return ownKeyOf(sealKey, 'SEAL_KEY');
	const file = path.join(dataFolder, sealingKeyFile);
	if (!fs.existsSync(file)) await replaceFile(file, newKey(new Date(clock.now())));
	assertPrivate(file);
	return ownKeyOf(fs.readFileSync(file, 'utf8'), file);
}

/** The sealing certificate in words for people. */
export function sealedBy({ certificate }: Pick<SealingKey, 'certificate'>): string {
	const { subject, issuer, fingerprint256 } = new X509Certificate(certificate);
	const named = (name: string) => name.replace(/\n/g, ', ');
	const vouching =
		subject === issuer ? 'a certificate that vouches for itself' : `issued by ${named(issuer)}`;
	return `${named(subject)}; ${vouching}; SHA-256 ${fingerprint256.replaceAll(':', '').toLowerCase()}`;
}

async function readOperatorsKey(file: string, password: string): Promise<SealingKey> {
	assertPrivate(file);
	try {
		const key = readKeyContainer(fs.readFileSync(file), password);
		return { ...key, chain: await issuerChainOf(key) };
	} catch (fault) {
		if (!(fault instanceof ContainerFault || fault instanceof SealFault)) throw fault;
		throw new Error(`SEAL_CERTIFICATE_FILE ${file} cannot be used: ${fault.message}`);
	}
}

/**
 * The certificates of the chain in order, up to the first whose signature verifiers could not
 * check; further certificates of the container are useless in a seal.
 */
async function issuerChainOf({ certificate, chain }: SealingKey): Promise<readonly Uint8Array[]> {
	const others = chain.map((der) => new X509Certificate(der));
	const path: X509Certificate[] = [];
	for (let last = new X509Certificate(certificate); path.length < others.length;) {
		const isAbove = (one: X509Certificate) =>
			!path.includes(one) && last.checkIssued(one) && last.verify(one.publicKey);
		const next = others.find(isAbove);
		if (next === undefined || (await linkOf(last, next)) !== 'right') break;
		path.push(next);
		last = next;
	}
	return path.map(({ raw }) => raw);
}

function linkOf(last: X509Certificate, next: X509Certificate) {
	return isSignedBy(readCertificate(last.raw), readCertificate(next.raw));
}

function newKey(from: Date): string {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const until = new Date(from);
	until.setUTCFullYear(until.getUTCFullYear() + lifetimeYears);
	const certificate = ownCertificate({ privateKey, serial: randomBytes(16), from, until });
	const kept = {
		privateKey: privateKey.export({ format: 'jwk' }),
		certificate: certificate.toString('base64'),
	};
	return `${JSON.stringify(kept, null, '\t')}\n`;
}

function ownKeyOf(text: string, source: string): SealingKey {
	try {
		const { privateKey: key, certificate } = JSON.parse(text) as Partial<
			Record<'privateKey' | 'certificate', unknown>
		>;
		if (typeof certificate === 'string') {
			const privateKey = createPrivateKey({ key: key as JsonWebKey, format: 'jwk' });
			return { privateKey, certificate: Buffer.from(certificate, 'base64'), chain: [] };
		}
	} catch {
		// The original error could contain the key.
	}
	throw new Error(`${source} holds no key of a seal in the form this program writes`);
}
